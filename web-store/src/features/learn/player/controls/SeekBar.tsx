import type { LessonVideo } from 'contract/media/videos'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { plural, t } from '../../../../language/text.ts'
import { chakra } from '../../../../ui/chakra.ts'
import { clockLength } from '../../../../ui/format.ts'
import { LONG_STEP, SHORT_STEP } from './keys.ts'

type Sheet = NonNullable<LessonVideo['sprite']>

/** Pixels; a small picture of the sheet is shown at its own size, at most so wide. */
const WIDEST = 160

/** Returns styles of a box that shows a second's picture of the sheet. */
export function previewPicture({ url, every, count, columns, width, height }: Sheet, second: number) {
  const at = Math.min(Math.max(Math.floor(second / every), 0), count - 1)
  const scale = Math.min(WIDEST / width, 1)
  const [wide, high] = [width * scale, height * scale]
  return {
    width: `${wide}px`,
    height: `${high}px`,
    backgroundImage: `url("${url}")`,
    backgroundSize: `${columns * wide}px auto`,
    backgroundPosition: `${-(at % columns) * wide}px ${-Math.floor(at / columns) * high}px`,
  }
}

const Rail = chakra('div', {
  base: { position: 'relative', h: '22px', mx: '1', display: 'grid', alignItems: 'center' },
})

const Line = chakra('div', {
  base: { position: 'relative', h: '6px', borderRadius: 'full', bg: '#4A4E7C', overflow: 'hidden' },
})

const Part = chakra('div', { base: { position: 'absolute', insetY: '0', left: '0', borderRadius: 'full' } })

const thumb = {
  appearance: 'none',
  w: '16px',
  h: '16px',
  border: '0',
  borderRadius: '50%',
  bg: '#FFB81C',
} as const

/** The browser's own slider covers the drawn line, so that fingers, keys and screen readers find a familiar control. */
export const Slider = chakra('input', {
  base: {
    appearance: 'none',
    position: 'absolute',
    inset: '0',
    w: 'full',
    m: '0',
    bg: 'transparent',
    borderRadius: 'full',
    cursor: 'pointer',
    touchAction: 'none',
    _focusVisible: { outline: '3px solid white', outlineOffset: '0' },
    '&::-webkit-slider-runnable-track': { bg: 'transparent' },
    '&::-webkit-slider-thumb': thumb,
    '&::-moz-range-thumb': thumb,
  },
})

const Preview = chakra('span', {
  base: {
    position: 'absolute',
    bottom: '26px',
    transform: 'translateX(-50%)',
    px: '2',
    py: '1',
    bg: '#14163F',
    borderWidth: '1px',
    borderColor: '#3A3F85',
    borderRadius: '8px',
    fontSize: '.8125rem',
    lineHeight: '1.3',
    textAlign: 'center',
    pointerEvents: 'none',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

const Small = chakra('span', { base: { display: 'block', borderRadius: '5px', mb: '0.5' } })

type Props = {
  second: number
  length: number
  loaded: number
  /** Small pictures of the video; null while there are none. */
  sprite: LessonVideo['sprite']
  onSeek: (second: number) => void
}

/** Shows the place and the loaded part, and seeks to any second. */
export function SeekBar({ second, length, loaded, sprite, onSeek }: Props) {
  const [pointed, setPointed] = useState<number>()
  const share = (of: number) => `${length > 0 ? Math.min((of / length) * 100, 100) : 0}%`
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: second - SHORT_STEP,
    ArrowDown: second - SHORT_STEP,
    ArrowRight: second + SHORT_STEP,
    ArrowUp: second + SHORT_STEP,
    PageDown: second - LONG_STEP,
    PageUp: second + LONG_STEP,
    Home: 0,
    End: length,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = steps[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    // The slider's default steps would depend on the length of the lesson.
    event.preventDefault()
    onSeek(to)
  }
  const onPointerMove = ({ clientX, currentTarget, pointerType }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const across = Math.min(Math.max((clientX - left) / width, 0), 1)
    if (length > 0 && pointerType === 'mouse') setPointed(across * length)
  }
  const margin = sprite ? 88 : 28
  return (
    <Rail onPointerMove={onPointerMove} onPointerLeave={() => setPointed(undefined)}>
      <Line aria-hidden>
        <Part bg="#8A8FC0" style={{ width: share(loaded) }} />
        <Part bg="#FFB81C" style={{ width: share(second) }} />
      </Line>
      <Slider
        type="range"
        aria-label={t('Position')}
        aria-valuetext={t('{time} of {length}', { time: spokenTime(second), length: spokenTime(length) })}
        min={0}
        max={length || 1}
        step="any"
        value={length > 0 ? Math.min(second, length) : 0}
        disabled={length === 0}
        onChange={({ target }) => onSeek(Number(target.value))}
        onKeyDown={onKeyDown}
      />
      {pointed !== undefined && (
        <Preview
          aria-hidden
          style={{ left: `clamp(${margin}px, ${share(pointed)}, calc(100% - ${margin}px))` }}
          {...(sprite ? { px: '1' } : {})}
        >
          {sprite && <Small style={previewPicture(sprite, pointed)} />}
          {clockLength(pointed)}
        </Preview>
      )}
    </Rail>
  )
}

/** Formats a time for screen readers: `12 minutes 34 seconds`, `1 hour`. */
export function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = [
    hours > 0 && plural(hours, { one: '{count} hour', other: '{count} hours' }),
    minutes > 0 && plural(minutes, { one: '{count} minute', other: '{count} minutes' }),
    (rest > 0 || whole === 0) && plural(rest, { one: '{count} second', other: '{count} seconds' }),
  ]
  return shown.filter(Boolean).join(' ')
}
