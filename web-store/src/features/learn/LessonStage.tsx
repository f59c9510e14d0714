import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { StudentLesson } from 'server/contract/learning'
import { lessonSource } from '../../shared/lesson-source.ts'
import { ownFrameHosts } from '../../shared/own-frame-hosts.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconShape } from '../../ui/icon-drawing.ts'
import { IconExternalLink, IconPlayerPlay, IconWifiOff } from '../../ui/later-icons.ts'
import { Text } from '../../ui/text.tsx'
import { LessonFrame } from './LessonFrame.tsx'
import { LessonVideo } from './LessonVideo.tsx'

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

const Cover = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '2.5',
    p: '3.5',
    bg: 'bg.muted',
    color: 'fg.muted',
    fontSize: '.9375rem',
    lineHeight: '1.35',
    textAlign: 'center',
  },
})

type StageNoteProps = { icon: IconShape; text: string; action?: ReactNode; as?: 'p' | 'h1' }

/** Words in the place of the picture, with one thing to do. */
export function StageNote({ icon, text, action, as = 'p' }: StageNoteProps) {
  return (
    <>
      <Icon of={icon} size={28} />
      <Text as={as} maxW="26em" textWrap="balance">
        {text}
      </Text>
      {action}
    </>
  )
}

/** Covers the picture when it cannot be had. */
export function StageTrouble({ onRetry }: { onRetry?: () => void }) {
  return (
    <Cover role="alert">
      <StageNote
        icon={IconWifiOff}
        text="Unable to display content. Please check your connection and try again."
        action={
          onRetry && (
            <Button variant="outline" size="sm" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      />
    </Cover>
  )
}

export type StageProps = {
  /** True while the lesson is really being watched. */
  onWatching: (watching: boolean) => void
  /** A moment at which the seconds are told, such as a seek. */
  onBeat: () => void
}

/** The 16:9 place of the lesson that is open. */
export function LessonStage({ lesson, ...events }: StageProps & { lesson: StudentLesson | undefined }) {
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

function Content({ lesson, ...events }: StageProps & { lesson: StudentLesson }) {
  const source = lessonSource(lesson.watch_link, ownFrameHosts())
  if (source.kind === 'video') return <LessonVideo src={source.src} title={lesson.title} {...events} />
  if (source.kind === 'frame') return <LessonFrame src={source.src} title={lesson.title} {...events} />
  if (source.kind === 'none') return <StageTrouble />
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
