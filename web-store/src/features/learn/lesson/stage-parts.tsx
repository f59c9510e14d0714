import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { IconShape } from '../../../ui/icon-drawing.ts'
import { IconVideoOff } from '../../../ui/icons.ts'
import { IconWifiOff } from '../../../ui/secondary-icons.ts'
import { Text } from '../../../ui/text.tsx'
import type { Place } from './places.ts'

/** A screen on which a picture that stays would leave no room to read. */
export const TINY = '@media (max-height: 479px) and (max-width: 559px)'

/** A phone on its side: the picture has the screen. */
export const ON_ITS_SIDE = '@media (min-width: 560px) and (max-width: 1023px) and (max-height: 560px)'

/** Id of the panels beside or below the lesson. */
export const BESIDE_LESSON = 'beside-lesson'

/** Event of the window that opens the lessons as a sheet. */
export const LESSON_SHEET = 'lesson-sheet'

/** Lies over the place of the picture. */
export const Cover = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    display: 'grid',
    placeContent: 'safe center',
    justifyItems: 'center',
    gap: '2.5',
    p: '3.5',
    overflowY: 'auto',
    bg: 'bg.muted',
    color: 'fg.muted',
    fontSize: '.9375rem',
    lineHeight: '1.35',
    textAlign: 'center',
  },
})

type StageNoteProps = { icon: IconShape; text: string; action?: ReactNode }

/** Words in the place of the picture, with one thing to do. */
export function StageNote({ icon, text, action }: StageNoteProps) {
  return (
    <>
      <Icon of={icon} size={28} />
      <Text maxW="26em" textWrap="balance">
        {text}
      </Text>
      {action}
    </>
  )
}

/** Covers the picture when it cannot be had; `blocked` where the browser refuses what the line would bring. */
export function StageError({ blocked = false, onRetry }: { blocked?: boolean; onRetry?: () => void }) {
  return (
    <Cover role="alert">
      <StageNote
        icon={blocked ? IconVideoOff : IconWifiOff}
        text={
          blocked
            ? t('Something in your browser blocks this file. Turn off your ad blocker for this site and try again.')
            : t('Unable to display content. Please check your connection and try again.')
        }
        action={
          onRetry && (
            <Button variant="outline" size="sm" onClick={onRetry}>
              {t('Try again')}
            </Button>
          )
        }
      />
    </Cover>
  )
}

/** Controls the playing lesson from beside it. */
export type StageHandle = {
  second: () => number
  seek: (second: number) => void
  /** Set for the shop's own files. */
  video?: HTMLVideoElement
}

/** Addresses of a lesson's own video: the original, and the playlist of its set, if any. */
export type Addresses = { src: string; playlist: string | null }

export type StageProps = {
  /** Undefined when nothing is there any more. */
  onHandle: (handle: StageHandle | undefined) => void
  /** True while the lesson is really being watched. */
  onWatching: (watching: boolean) => void
  /** Runs when the seconds are sent, such as on a seek. */
  onBeat: () => void
  /** The second at which it resumes. */
  startAt: number
  /** The video plays as soon as it can: the lesson before has just ended. */
  autoPlay: boolean
  onEnded: () => void
  /** Reports the place while it plays, and after that where it stopped. */
  onPlace: (place: Place) => void
}
