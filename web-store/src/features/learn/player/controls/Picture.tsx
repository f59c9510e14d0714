import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { chakra } from '../../../../ui/chakra.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { IconPlayerPlay } from '../../../../ui/secondary-icons.ts'
import { IconHeadphones } from './control-icons.ts'
import { NIGHT } from './control-parts.tsx'
import { LONG_STEP } from './keys.ts'
import { useCaptions } from './use-captions.ts'
import type { Media } from './use-media.ts'

const QUICK_MS = 300

type Tapped = { do: 'show' | 'play' } | { do: 'seek'; by: number }

/**
 * Interprets taps: the first shows or hides the controls; each quick one after it on the same third of the picture goes back, plays or
 * pauses, or goes forward. `across` is the place, 0 at the left, 1 at the right.
 */
export function createTaps() {
  let last: { at: number; third: number } | undefined
  return (at: number, across: number): Tapped => {
    const third = Math.min(Math.floor(across * 3), 2)
    const again = last !== undefined && at - last.at <= QUICK_MS && last.third === third
    last = { at, third }
    if (!again) return { do: 'show' }
    return third === 1 ? { do: 'play' } : { do: 'seek', by: third === 0 ? -LONG_STEP : LONG_STEP }
  }
}

const Surface = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    display: 'grid',
    placeItems: 'center',
    color: 'white',
    touchAction: 'manipulation',
    userSelect: 'none',
    '&[data-away]': { cursor: 'none' },
  },
})

const Disc = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: { base: '14', md: '18' },
    h: { base: '14', md: '18' },
    mb: { base: '14', md: '0' },
    borderRadius: 'full',
    bg: 'rgb(12 13 43 / .92)',
    cursor: 'pointer',
  },
})

const Ring = chakra('span', {
  base: {
    w: '12',
    h: '12',
    borderRadius: 'full',
    border: '4px solid white',
    borderRightColor: 'transparent',
    animation: 'spin .8s linear infinite',
    '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
  },
})

const Words = chakra('p', {
  base: {
    position: 'absolute',
    insetX: '0',
    mx: 'auto',
    w: 'fit-content',
    maxW: '92%',
    px: '3',
    py: '1',
    borderRadius: '5px',
    bg: NIGHT,
    color: 'white',
    fontSize: { base: '.875rem', md: '1.125rem' },
    lineHeight: '1.35',
    fontWeight: '600',
    '--clear': { base: '78px', md: '96px' },
    textAlign: 'center',
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
    pointerEvents: 'none',
    ':fullscreen &': { fontSize: '1.5rem' },
  },
})

type Props = {
  video: RefObject<HTMLVideoElement | null>
  media: Media
  notice: string
  /** Language of the captions; empty for none. */
  language: string
  shown: boolean
  onPlay: () => void
  onSeekBy: (by: number) => void
  onFullScreen: () => void
  /** A finger that shows or hides the controls. */
  onShow: () => void
}

/** Overlays the picture: the place to press, captions, and the effect of a key or tap. */
export function Picture(props: Props) {
  const { video, media, notice, language, shown, onPlay, onSeekBy, onFullScreen, onShow } = props
  const [tap] = useState(createTaps)
  const words = useCaptions(video, language)
  const finger = useRef(false)
  const onPointerUp = ({ pointerType, button, clientX, currentTarget, timeStamp }: PointerEvent) => {
    finger.current = pointerType === 'touch'
    if (pointerType !== 'touch') {
      if (button === 0) onPlay()
      return
    }
    const { left, width } = currentTarget.getBoundingClientRect()
    const tapped = tap(timeStamp, (clientX - left) / width)
    if (tapped.do === 'seek') onSeekBy(tapped.by)
    else if (tapped.do === 'play') onPlay()
    else onShow()
  }
  return (
    <>
      <Surface
        aria-hidden
        data-away={shown ? undefined : ''}
        onPointerUp={onPointerUp}
        onDoubleClick={() => finger.current || onFullScreen()}
      >
        {!media.picture && <Icon of={IconHeadphones} size={34} />}
        {media.waiting ? (
          <Ring />
        ) : (
          !media.playing &&
          media.picture && (
            <Disc>
              <Icon of={IconPlayerPlay} size={34} />
            </Disc>
          )
        )}
      </Surface>
      {words && <Words style={{ bottom: shown ? 'var(--clear)' : '16px' }}>{words}</Words>}
      <Words role="status" top="3.5" opacity={notice ? 1 : 0}>
        {notice}
      </Words>
    </>
  )
}
