import type { StudentLesson } from 'contract/learning'
import { type ComponentProps, useState } from 'react'
import { t } from '../../../language/text.ts'
import { isShut } from '../../../shared/courses/is-shut.ts'
import { lessonSource } from '../../../shared/courses/lesson-source.ts'
import { lessonToContinue } from '../../../shared/courses/lesson-to-continue.ts'
import { ownFrameHosts } from '../../../shared/courses/own-frame-hosts.ts'
import { isAhead } from '../../../shared/live/live-fact.ts'
import { momentText } from '../../../shared/live/live-words.ts'
import { useDownloadedIds } from '../../../stores/downloaded-lessons.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconLock } from '../../../ui/buying-icons.ts'
import { chakra } from '../../../ui/chakra.ts'
import { dateTimeText } from '../../../ui/format.ts'
import { IconClock, IconExternalLink, IconPlayerPlay } from '../../../ui/secondary-icons.ts'
import { H1 } from '../../../ui/text.tsx'
import { AUTO, qualitiesOf } from '../player/engine.ts'
import { LessonFrame } from '../player/LessonFrame.tsx'
import { canReadPdfs, LessonPdf } from '../player/LessonPdf.tsx'
import { LessonVideo } from '../player/LessonVideo.tsx'
import { MovingMark } from '../player/MovingMark.tsx'
import { waitsForWork } from '../work-text.ts'
import { WorkLink } from './LessonAssignment.tsx'
import { LessonEnd } from './LessonEnd.tsx'
import { hasPicture } from './lesson-natures.ts'
import { type Addresses, Cover, ON_ITS_SIDE, StageError, StageNote, type StageProps, TINY } from './stage-parts.tsx'

const Screen = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    // A film is as large as its place, however large its picture is.
    gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
    minH: { base: 'var(--picture)', lg: '0' },
    aspectRatio: { lg: '16/9' },
    w: 'full',
    maxW: { lg: 'max(480px, calc((100dvh - 200px) * 16 / 9))' },
    mx: 'auto',
    borderRadius: { lg: 'l2' },
    overflow: 'hidden',
    bg: 'bg.muted',
    '& > video, & > iframe': { display: 'block', w: 'full', h: 'full', border: '0', bg: '#0C0D2B' },
    // The picture stays while all below it scrolls.
    '&[data-picture]': {
      position: { base: 'sticky', lg: 'relative' },
      top: '0',
      zIndex: { base: '3', lg: 'auto' },
      h: { base: 'var(--picture)', lg: 'auto' },
      [TINY]: { position: 'relative' },
      [ON_ITS_SIDE]: { position: 'relative', zIndex: 'auto' },
    },
    // A page to read is tall.
    '&[data-paper]': { lg: { aspectRatio: 'auto', maxW: 'none', h: 'max(420px, calc(100dvh - 200px))' } },
    // The whole place fills the screen, so that controls, captions and marks stay over the picture.
    _fullscreen: { aspectRatio: 'auto', maxW: 'none', h: '100dvh !important', borderRadius: '0' },
  },
})

/** The place of the lesson that is open: 16:9 on wide screens; below, the picture's height. */
export function LessonStage({ lesson, lessons, mark, next, ended, onStay, onOpen, ...events }: LessonStageProps) {
  // A chosen quality lasts for the next lesson, too.
  const [quality, setQuality] = useState(AUTO)
  // The next lesson plays when it follows by itself.
  const [following, setFollowing] = useState<string>()
  // State belongs to one opening of one lesson.
  const open = lesson?.lesson_id
  const [shown, setShown] = useState(open)
  if (shown !== open) {
    setShown(open)
    if (following !== open) setFollowing(undefined)
  }
  const first = lessonToContinue(lessons, null) ?? lessons[0]
  const goOn = () => {
    if (!next) return
    setFollowing(next.lesson_id)
    onOpen(next.lesson_id)
  }
  return (
    <Screen
      role="region"
      aria-label={lesson ? t('Lesson content') : t('No lesson chosen')}
      data-picture={(lesson && hasPicture(lesson)) || undefined}
      data-paper={(lesson && !isShut(lesson) && lessonSource(lesson.watch_link).kind === 'pdf') || undefined}
    >
      {lesson ? (
        <>
          <Content
            key={lesson.lesson_id}
            lesson={lesson}
            lessons={lessons}
            quality={quality}
            onQuality={setQuality}
            autoPlay={following === lesson.lesson_id}
            onOpen={onOpen}
            {...events}
          />
          {mark && <MovingMark text={mark} />}
        </>
      ) : (
        <Cover position="relative">
          <H1 textStyle="h3">{t('This lesson is no longer in this course')}</H1>
          <StageNote
            icon={IconPlayerPlay}
            text={t('Select a lesson to start learning')}
            action={first && <Button onClick={() => onOpen(first.lesson_id)}>{t('Back to the course')}</Button>}
          />
        </Cover>
      )}
      {lesson && ended && (
        <LessonEnd lesson={lesson} lessons={lessons} next={next} onOpen={onOpen} onStay={onStay} onNext={goOn} />
      )}
    </Screen>
  )
}

type LessonStageProps = Omit<StageEvents, 'autoPlay'> & {
  lesson: StudentLesson | undefined
  /** Text of the moving mark over the picture. */
  mark: string | null
  lessons: readonly StudentLesson[]
  /** The lesson that follows the end of this one. */
  next: StudentLesson | undefined
  /** True after its last second. */
  ended: boolean
  /** The lesson that has ended stays open. */
  onStay: () => void
}

type StageEvents = StageProps & {
  /** The address of this lesson as it is good now. Rejects when there is none. */
  onRenew: (lessonId: string) => Promise<Addresses>
  /** Goes to another lesson. */
  onOpen: (lessonId: string) => void
}

type ContentProps = StageEvents & {
  lesson: StudentLesson
  lessons: readonly StudentLesson[]
  quality: string
  onQuality: (id: string) => void
}

function Content({ lesson, lessons, onRenew, onOpen, quality, onQuality, ...events }: ContentProps) {
  const stored = useDownloadedIds(({ ids }) => ids.has(lesson.lesson_id))
  if (isShut(lesson)) {
    const gate = lessons.find(({ lesson_id }) => lesson_id === lesson.waits_for)
    const work = waitsForWork(gate)
    return (
      <Note
        icon={lesson.waits_for ? IconLock : IconClock}
        text={shutText(lesson, gate)}
        action={
          gate &&
          (work ? (
            <WorkLink lesson={gate} />
          ) : (
            <Button onClick={() => onOpen(gate.lesson_id)}>{t('Go to the quiz')}</Button>
          ))
        }
      />
    )
  }
  const source = lessonSource(lesson.watch_link, ownFrameHosts())
  // The server draws a video, which loads nothing there but its poster; another player would be loaded twice.
  if (import.meta.env.SSR && source.kind !== 'video') return null
  if (source.kind === 'video') {
    const renew = () => onRenew(lesson.lesson_id)
    return (
      <LessonVideo
        src={source.src}
        playlist={lesson.video?.playlist ?? null}
        title={lesson.title}
        kept={stored}
        captions={lesson.captions}
        poster={lesson.video?.poster ?? null}
        sprite={lesson.video?.sprite ?? null}
        loudness={lesson.video?.loudness ?? null}
        qualities={qualitiesOf(lesson.video)}
        quality={quality}
        onQuality={onQuality}
        onRenew={renew}
        {...events}
      />
    )
  }
  if (source.kind === 'pdf' && canReadPdfs())
    return <LessonPdf href={source.href} title={lesson.title} onWatching={events.onWatching} />
  if (source.kind === 'frame') return <LessonFrame src={source.src} title={lesson.title} {...events} />
  if (source.kind === 'none') return <StageError />
  return (
    <Note
      icon={IconExternalLink}
      text={t('This lesson opens in a new tab.')}
      action={
        <Button asChild>
          <a href={source.href} target="_blank" rel="noopener noreferrer">
            {t('Open lesson')}
          </a>
        </Button>
      }
    />
  )
}

/** All that a student has to know of a lesson that is not open: its live moment, its date, and what is in the way. */
function shutText(lesson: StudentLesson, gate: StudentLesson | undefined): string {
  const { opens_at, waits_for, live } = lesson
  const title = gate?.title ?? t('an earlier lesson')
  const work = waitsForWork(gate)
  const facts: string[] = []
  if (live && isAhead(lesson)) facts.push(t('It is live on {moment}.', { moment: momentText(live.starts_at) }))
  if (opens_at) facts.push(t('This lesson opens on {date}.', { date: dateTimeText(opens_at) }))
  if (waits_for && opens_at)
    facts.push(
      work
        ? t('Your assignment in ‘{title}’ must be accepted, too.', { title })
        : t('You must pass the quiz in ‘{title}’, too.', { title }),
    )
  else if (waits_for)
    facts.push(
      work
        ? t('This lesson opens when your assignment in ‘{title}’ is accepted.', { title })
        : t('This lesson opens when you pass the quiz in ‘{title}’.', { title }),
    )
  return facts.join(' ')
}

/** Words in the whole place of the picture. */
const Note = (props: ComponentProps<typeof StageNote>) => (
  <Cover position="relative">
    <StageNote {...props} />
  </Cover>
)
