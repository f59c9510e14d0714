import type { StudentLesson } from 'contract/learning'
import { useCallback, useMemo, useState } from 'react'
import { client, errorText } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { t } from '../../../language/text.ts'
import { slot } from '../../../ui/slot.tsx'
import { toast } from '../../../ui/toaster.ts'
import { AfterEnd } from '../lesson/AfterEnd.tsx'
import { LessonActions } from '../lesson/LessonActions.tsx'
import { LessonAssignment } from '../lesson/LessonAssignment.tsx'
import { LessonFiles } from '../lesson/LessonFiles.tsx'
import { LessonList } from '../lesson/LessonList.tsx'
import { LessonPanels, LessonQuiz } from '../lesson/LessonPanels.tsx'
import { LessonSheet } from '../lesson/LessonSheet.tsx'
import { LessonStage } from '../lesson/LessonStage.tsx'
import { LessonTitle } from '../lesson/LessonTitle.tsx'
import { hasPicture, isLive, isQuiz, isWork } from '../lesson/lesson-natures.ts'
import { isSeen, type Place } from '../lesson/places.ts'
import type { StageHandle } from '../lesson/stage-parts.tsx'
import { useChosenLesson } from '../lesson/use-chosen-lesson.ts'
import { useContentChange } from '../lesson/use-content.ts'
import { useEnd } from '../lesson/use-end.ts'
import { useWide } from '../lesson/use-wide.ts'
import { useBeats } from '../progress/use-beats.ts'
import { Columns, Paper, View } from './layout.ts'
import { devicesOf, TooManyDevices, type WatchingDevice } from './TooManyDevices.tsx'

export type OpenLesson = { courseId: string; lesson: StudentLesson; onJoined: () => void }

/** The page of a live lesson, while the shop holds them. */
const LiveLesson = slot<OpenLesson>(import.meta.glob('../../*/LiveLesson.tsx', { eager: true }))

type PlayerProps = { courseId: string; lessons: readonly StudentLesson[]; mark: string | null }

/** Seconds between two changes of the shown places. */
const SHOWN_EVERY = 5

/** Shows the lessons, the open one, and its actions. The address names the open one. */
export function Player({ courseId, lessons: stored, mark: movingMark }: PlayerProps) {
  // The seconds at which the lessons stopped that play here.
  const [places, setPlaces] = useState<Record<string, number>>({})
  const lessons = useMemo(
    () => stored.map((one) => ({ ...one, position: places[one.lesson_id] ?? one.position })),
    [stored, places],
  )
  const { lesson, choose, title } = useChosenLesson(lessons)
  const [stage, setStage] = useState<StageHandle>()
  // The second that another lesson is opened at.
  const [sought, setSought] = useState<{ lessonId: string; second: number }>()
  const [watching, setWatching] = useState(false)
  // The lessons that were completed by being seen.
  const [seen] = useState(() => new Set<string>())
  const lastWords = watching && lesson !== undefined && seen.has(lesson.lesson_id)
  const { following, played, over, end, finish, stay } = useEnd(lesson, lessons, lastWords)
  const watch = useCallback(
    (now: boolean) => {
      setWatching(now)
      if (now) stay()
    },
    [stay],
  )
  const [others, setOthers] = useState<WatchingDevice[]>()
  const content = useContentChange(courseId)
  const { flush, mark, note, resume } = useBeats({
    courseId,
    lessonId: lesson?.lesson_id,
    watching,
    onAnswer: content.compare,
    onTooMany: setOthers,
  })
  const marking = useSubmission({
    mutationFn: ({ lesson_id, completed }: { lesson_id: string; completed: boolean }) => mark(lesson_id, completed),
    onSuccess: (progress, { lesson_id, completed }) => {
      content.setCompleted(lesson_id, completed)
      if (progress) content.compare(progress)
    },
    onError: (error) =>
      toast.error(t('Your progress could not be saved'), { description: errorText(error, t('Please try again.')) }),
  })
  // A video may fail to load since too many devices watch.
  const renew = async (lessonId: string) => {
    await client.learning.goOnHere({ stop: [] }).catch((error) => setOthers(devicesOf(error)))
    return content.renewed(lessonId)
  }
  const storePlace = (place: Place) => {
    if (!lesson) return
    note(lesson.lesson_id, place)
    const second = isSeen(place) ? 0 : place.second
    if (Math.abs(second - lesson.position) >= SHOWN_EVERY) setPlaces({ ...places, [lesson.lesson_id]: second })
    // Once: who takes it back is not contradicted while the last words run. While another lesson is being marked this one waits.
    if (lesson.completed || !isSeen(place) || seen.has(lesson.lesson_id) || marking.isPending) return
    seen.add(lesson.lesson_id)
    marking.mutate({ lesson_id: lesson.lesson_id, completed: true })
  }
  const open = (lessonId: string) => {
    setSought(undefined)
    choose(lessonId)
  }
  const go = (lessonId: string, second: number) => {
    if (lessonId === lesson?.lesson_id) return stage?.seek(second)
    setSought({ lessonId, second })
    choose(lessonId)
  }
  const startAt = lesson ? (resume(lesson.lesson_id) ?? lesson.position) : 0
  // A picture is first, with its title below it; a page of words begins with its title.
  const onPaper = !others && lesson && (isQuiz(lesson) || isLive(lesson) || isWork(lesson))
  const heading = lesson && { lesson, lessons, ended: played, ref: title }
  const list = <LessonList lessons={lessons} currentId={lesson?.lesson_id} onChoose={open} />
  const wide = useWide()

  return (
    <Columns data-picture={(lesson && !others && hasPicture(lesson)) || undefined}>
      {wide && list}
      <View>
        {heading && onPaper && <LessonTitle above {...heading} />}
        {others ? (
          <TooManyDevices devices={others} onHere={() => setOthers(undefined)} onOthers={setOthers} />
        ) : lesson && isQuiz(lesson) ? (
          <Paper aria-label={t('Quiz')}>
            <LessonQuiz key={lesson.lesson_id} courseId={courseId} lessonId={lesson.lesson_id} />
          </Paper>
        ) : LiveLesson.filled && lesson && isLive(lesson) ? (
          <Paper aria-label={t('Live lesson')}>
            <LiveLesson
              key={lesson.lesson_id}
              courseId={courseId}
              lesson={lesson}
              onJoined={() => content.setCompleted(lesson.lesson_id, true)}
            />
          </Paper>
        ) : lesson && isWork(lesson) ? (
          <Paper aria-label={t('Assignment')}>
            <LessonAssignment lesson={lesson} />
          </Paper>
        ) : (
          <LessonStage
            lesson={lesson}
            mark={movingMark}
            lessons={lessons}
            next={following}
            ended={played}
            onEnded={end}
            onStay={stay}
            onOpen={open}
            startAt={sought && sought.lessonId === lesson?.lesson_id ? sought.second : startAt}
            onHandle={setStage}
            onRenew={renew}
            onWatching={watch}
            onBeat={flush}
            onPlace={storePlace}
          />
        )}
        {over && lesson ? (
          <AfterEnd courseId={courseId} lesson={lesson} lessons={lessons} played={played} onOpen={open} onStay={stay} />
        ) : (
          lesson && (
            <>
              <LessonActions
                lesson={lesson}
                lessons={lessons}
                marking={marking.isPending}
                onMark={() => marking.mutate({ lesson_id: lesson.lesson_id, completed: !lesson.completed })}
                onOpen={open}
                onEnd={finish}
              >
                {!onPaper && heading && <LessonTitle {...heading} />}
              </LessonActions>
              {lesson.files.length > 0 && <LessonFiles files={lesson.files} />}
            </>
          )
        )}
      </View>
      {!lesson
        ? !wide && list
        : !over && (
            <LessonPanels
              courseId={courseId}
              lesson={lesson}
              lessons={lessons}
              stage={stage}
              list={!wide && list}
              onGo={go}
            />
          )}
      {!wide && <LessonSheet currentId={lesson?.lesson_id}>{list}</LessonSheet>}
    </Columns>
  )
}
