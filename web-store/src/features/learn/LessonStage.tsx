import { chakra } from '@chakra-ui/react'
import type { StudentLesson } from 'contract/learning'
import { lessonSource } from '../../shared/lesson-source.ts'
import { ownFrameHosts } from '../../shared/own-frame-hosts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconExternalLink, IconPlayerPlay } from '../../ui/secondary-icons.ts'
import { LessonFrame } from './LessonFrame.tsx'
import { LessonVideo } from './LessonVideo.tsx'
import { Cover, StageError, StageNote, type StageProps } from './stage-parts.tsx'

const Screen = chakra('div', {
  base: {
    position: 'relative',
    aspectRatio: '16/9',
    w: 'full',
    maxW: { lg: 'max(480px, calc((100dvh - 200px) * 16 / 9))' },
    mx: 'auto',
    borderRadius: { lg: 'l2' },
    overflow: 'hidden',
    bg: 'bg.muted',
    '& > video, & > iframe': { display: 'block', w: 'full', h: 'full', border: '0', bg: '#0C0D2B' },
  },
})

/** The 16:9 place of the lesson that is open. */
export function LessonStage({ lesson, ...events }: ContentProps & { lesson: StudentLesson | undefined }) {
  return (
    <Screen role="region" aria-label={lesson ? 'Lesson content' : 'No lesson chosen'}>
      {lesson ? (
        <Content key={lesson.lesson_id} lesson={lesson} {...events} />
      ) : (
        <Cover>
          <StageNote as="h1" icon={IconPlayerPlay} text="Select a lesson to start learning" />
        </Cover>
      )}
    </Screen>
  )
}

type ContentProps = StageProps & {
  /** The address of this lesson as it is good now. Rejects when there is none. */
  onRenew: (lessonId: string) => Promise<string>
}

function Content({ lesson, onRenew, ...events }: ContentProps & { lesson: StudentLesson }) {
  const source = lessonSource(lesson.watch_link, ownFrameHosts())
  if (source.kind === 'video') {
    const renew = () => onRenew(lesson.lesson_id)
    return <LessonVideo src={source.src} title={lesson.title} captions={lesson.captions} onRenew={renew} {...events} />
  }
  if (source.kind === 'frame') return <LessonFrame src={source.src} title={lesson.title} {...events} />
  if (source.kind === 'none') return <StageError />
  return (
    <Cover>
      <StageNote
        icon={IconExternalLink}
        text="This lesson opens in a new tab."
        action={
          <Button asChild>
            <a href={source.href} target="_blank" rel="noopener noreferrer">
              Open lesson
            </a>
          </Button>
        }
      />
    </Cover>
  )
}
