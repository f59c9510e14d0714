import { expect, it } from 'vitest'
import { LOUDNESS_RATE, loudnessMeter } from './loudness.ts'

type Sound = (second: number) => number

const tone = (hertz: number, decibels: number): Sound => {
  const most = 10 ** (decibels / 20)
  return (second) => most * Math.sin(2 * Math.PI * hertz * second)
}
const silence: Sound = () => 0

/** Measures sounds that follow one another, each so many seconds long, in pieces of an odd length. */
function loudnessOf(parts: readonly (readonly [seconds: number, ...channels: Sound[]])[]): number | undefined {
  const meter = loudnessMeter((parts[0]?.length ?? 2) - 1)
  for (const [seconds, ...channels] of parts) {
    const length = Math.round(seconds * LOUDNESS_RATE)
    const planes = channels.map((sound) => Float32Array.from({ length }, (_, at) => sound(at / LOUDNESS_RATE)))
    for (let at = 0; at < length; at += 1021) meter.add(planes.map((plane) => plane.subarray(at, at + 1021)))
  }
  return meter.integrated()
}
const both = (sound: Sound) => [sound, sound] as const

// The numbers are what `ffmpeg -af ebur128` (5.1) says of the same sounds; the first are of the kind that EBU Tech 3341 asks for.
it.each<[string, Parameters<typeof loudnessOf>[0], number]>([
  ['a tone in both channels', [[5, ...both(tone(1000, -23))]], -23],
  ['a softer one', [[5, ...both(tone(1000, -33))]], -33],
  [
    'speech between pauses: they are left out, and so is what is nearly silent',
    [
      [2, ...both(tone(1000, -72))],
      [2, ...both(tone(1000, -36))],
      [10, ...both(tone(1000, -23))],
      [2, ...both(tone(1000, -36))],
      [2, ...both(tone(1000, -72))],
    ],
    -23.1,
  ],
  ['one channel alone', [[6, tone(1000, -23)]], -26],
  ['one of two', [[6, tone(1000, -20), silence]], -23],
  ['a deep tone is heard less', [[6, ...both(tone(50, -20))]], -24.6],
  ['a high one more', [[6, ...both(tone(6000, -20))]], -16.7],
])('%s', (_, parts, lufs) => {
  expect(Math.abs((loudnessOf(parts) ?? 0) - lufs)).toBeLessThan(0.06)
})

it('silence has none, nor has what is shorter than a moment', () => {
  expect(loudnessOf([[5, ...both(silence)]])).toBeUndefined()
  expect(loudnessOf([[5, ...both(tone(1000, -80))]])).toBeUndefined()
  expect(loudnessOf([[0.3, ...both(tone(1000, -23))]])).toBeUndefined()
})

it('sound beyond full scale counts as full scale', () => {
  expect(loudnessOf([[2, ...both((second) => Math.sign(Math.sin(2 * Math.PI * 3000 * second)))]])).toBe(0)
})
