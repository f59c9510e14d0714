import { expect, it } from 'vitest'
import { posterOf, sheetOf, spriteOf } from './set-pictures.ts'

const film = (seconds: number, width = 1920, height = 1080) => ({ seconds, width, height })

it.each([
  [0.4, 1, 1, 1],
  [4.784, 1, 5, 5],
  [100, 1, 100, 10],
  [100.01, 2, 51, 10],
  [3 * 60 * 60, 108, 100, 10],
])('the sheet of %d s has an image every %d s, %d of them', (seconds, every, count, columns) => {
  const sprite = spriteOf(film(seconds))
  expect(sprite).toEqual({ every, count, columns, width: 160, height: 90 })
  expect(sheetOf(sprite)).toEqual({ width: columns * 160, height: Math.ceil(count / columns) * 90 })
  // The last second has an image, and no image lies beyond the end.
  expect(every * count).toBeGreaterThanOrEqual(seconds)
  expect(every * (count - 1)).toBeLessThan(seconds)
})

it('sides are even, keep their shape, and are never larger than the video', () => {
  expect(posterOf(film(600, 3840, 2160))).toEqual({ width: 1280, height: 720, second: 3 })
  expect(posterOf(film(5, 361, 641))).toEqual({ width: 362, height: 642, second: 0.5 })
  expect(spriteOf(film(5, 1080, 1920))).toMatchObject({ width: 90, height: 160 })
})
