import { useQueryClient } from '@tanstack/react-query'
import type { StudentLesson } from 'contract/learning'
import { useRef, useState } from 'react'
import { client, errorText } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { t } from '../../../language/text.ts'
import { downloadHref } from '../../../shared/courses/lesson-source.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { IconArrowRight, IconDownload } from '../../../ui/secondary-icons.ts'
import { Text, VisuallyHidden } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toaster.ts'
import { isShut } from '../lesson/is-shut.ts'
import { LessonAssignment, WorkLink } from '../lesson/LessonAssignment.tsx'
import { LessonFiles } from '../lesson/LessonFiles.tsx'
import { LessonList } from '../lesson/LessonList.tsx'
import { LessonPanels, LessonQuiz } from '../lesson/LessonPanels.tsx'
import { LessonStage } from '../lesson/LessonStage.tsx'
import { LessonTitle } from '../lesson/LessonTitle.tsx'
import { asksFirst, isLive, isMarked, isQuiz, isWork } from '../lesson/lesson-natures.ts'
import { isSeen, type Place } from '../lesson/places.ts'
import type { Addresses, StageHandle } from '../lesson/stage-parts.tsx'
import { useChosenLesson } from '../lesson/use-chosen-lesson.ts'
import { contentOptions, percentDone } from '../lesson/use-content.ts'
import { LiveLesson } from '../live/LiveLesson.tsx'
import { type Progress, useBeats } from '../progress/use-beats.ts'
import { workText } from '../work-text.ts'
import { devicesOf, TooManyDevices, type WatchingDevice } from './TooManyDevices.tsx'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateRows: { lg: 'auto minmax(0, 1fr)' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '340px minmax(0, 1fr)' },
    minH: 'calc(100dvh - 3.75rem - 1px)',
    alignContent: { base: 'start', lg: 'stretch' },
  },
})

const View = chakra('div', {
  base: { minW: '0', order: { base: '-1', lg: '0' }, pt: { lg: '6' }, px: { lg: '8' }, pb: { base: '5', lg: '8' } },
})

const Under = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    p: { base: '4', lg: '0' },
    pt: { lg: '5' },
    '& > button, & > a': { flex: { base: '1', lg: 'none' }, px: { base: '2.5', md: '4.5' } },
  },
})

/** Takes the place of the picture of other lessons. */
const Paper = chakra('section', {
  base: {
    bg: 'bg.panel',
    borderColor: 'border',
    borderWidth: { base: '0 0 1px', lg: '1px' },
    borderRadius: { lg: 'l3' },
    p: { base: '4', md: '6' },
  },
})

type PlayerProps = { courseId: string; lessons: readonly StudentLesson[]; mark: string | null }

/** Shows the lessons, the open one, and its actions. The address names the open one. */
export function Player({ courseId, lessons, mark: movingMark }: PlayerProps) {
  const { lesson, index, choose, title } = useChosenLesson(lessons)
  const [stage, setStage] = useState<StageHandle>()
  // The second that another lesson is opened at.
  const [sought, setSought] = useState<{ lessonId: string; second: number }>()
  const [watching, setWatching] = useState(false)
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
  const seen = useRef(new Set<string>())
  const keepPlace = (place: Place) => {
    if (!lesson) return
    note(lesson.lesson_id, place)
    // Once: who takes it back is not contradicted while the last words run. While another lesson is being marked this one waits.
    if (lesson.completed || !isSeen(place) || seen.current.has(lesson.lesson_id) || marking.isPending) return
    seen.current.add(lesson.lesson_id)
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
  const download = downloadHref(lesson?.download_link ?? null)
  const next = index >= 0 ? lessons[index + 1] : undefined
  // A picture is first, with its title below it; a page of words begins with its title.
  const onPaper = !others && lesson && (isQuiz(lesson) || isLive(lesson) || isWork(lesson))
  const heading = lesson && { title: lesson.title, number: index + 1, all: lessons.length, ref: title }

  return (
    <Columns>
      <LessonList lessons={lessons} currentId={lesson?.lesson_id} onChoose={open} />
      <View>
        {heading && onPaper && <LessonTitle above {...heading} />}
        {others ? (
          <TooManyDevices devices={others} onHere={() => setOthers(undefined)} onOthers={setOthers} />
        ) : lesson && isQuiz(lesson) ? (
          <Paper aria-label={t('Quiz')}>
            <LessonQuiz key={lesson.lesson_id} courseId={courseId} lessonId={lesson.lesson_id} />
          </Paper>
        ) : lesson && isLive(lesson) ? (
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
            next={next}
            onOpen={open}
            startAt={sought && sought.lessonId === lesson?.lesson_id ? sought.second : startAt}
            onHandle={setStage}
            onRenew={renew}
            onWatching={setWatching}
            onBeat={flush}
            onPlace={keepPlace}
          />
        )}
        {lesson && (
          <Under justifyContent="end">
            {heading && !onPaper && <LessonTitle {...heading} />}
            {download && (
              <Button asChild variant="outline">
                <a href={download} target="_blank" rel="noopener noreferrer">
                  <Icon of={IconDownload} />
                  {t('Download Resources')}
                </a>
              </Button>
            )}
            <Button
              variant="outline"
              hidden={isShut(lesson) || isMarked(lesson)}
              busy={marking.isPending}
              onClick={() => marking.mutate({ lesson_id: lesson.lesson_id, completed: !lesson.completed })}
            >
              {lesson.completed ? (
                <>
                  <chakra.span color="success.fg" asChild>
                    <Icon of={IconCheck} />
                  </chakra.span>
                  <span>{t('Completed')}</span>
                  <VisuallyHidden>{t(', mark as not complete')}</VisuallyHidden>
                </>
              ) : (
                t('Mark as complete')
              )}
            </Button>
            {next && (
              <Button variant={asksFirst(lesson, next) ? 'outline' : 'solid'} onClick={() => open(next.lesson_id)}>
                {t('Next lesson')}
                <Icon of={IconArrowRight} />
              </Button>
            )}
          </Under>
        )}
        {lesson?.assignment && lesson.kind !== 'assignment' && !isShut(lesson) && (
          <Under>
            <Text flex="1">{workText(lesson.assignment)}</Text>
            <WorkLink lesson={lesson} variant="outline" />
          </Under>
        )}
        {lesson && lesson.files.length > 0 && <LessonFiles files={lesson.files} />}
      </View>
      {lesson && <LessonPanels key={lesson.lesson_id} {...{ courseId, lesson, lessons, stage }} onGo={go} />}
    </Columns>
  )
}

/** Writes the server's answers into the cached lessons. */
function useContentChange(courseId: string) {
  const queries = useQueryClient()
  const { queryKey } = contentOptions(courseId)
  const setCompleted = (lessonId: string, completed: boolean) =>
    queries.setQueryData(
      queryKey,
      (answer) =>
        answer && {
          ...answer,
          content: answer.content.map((it) => (it.lesson_id === lessonId ? { ...it, completed } : it)),
        },
    )
  // Another tab may have marked lessons, or the admin changed them.
  const compare = ({ percent }: Progress) => {
    const known = queries.getQueryData(queryKey)
    if (known && percentDone(known.content) !== percent) void queries.invalidateQueries({ queryKey })
  }
  const renewed = async (lessonId: string): Promise<Addresses> => {
    const { content } = await queries.fetchQuery({
      ...contentOptions(courseId),
      staleTime: 0,
    })
    const lesson = content.find(({ lesson_id }) => lesson_id === lessonId)
    if (!lesson) throw new Error('The lesson is gone')
    return { src: lesson.watch_link, playlist: lesson.video?.playlist ?? null }
  }
  return { setCompleted, compare, renewed }
}
