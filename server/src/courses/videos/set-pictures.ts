import type { VideoPlan } from 'contract/media/videos'

type Facts = { width: number; height: number; seconds: number }

const SPRITE_SIDE = 160
/** Independent of the length: every player loads the sheet as one image. */
const MOST_PICTURES = 100
const COLUMNS = 10
const POSTER_SIDE = 1280
const POSTER_SECOND = 3

/** Plans the poster and its second: early, but past a black beginning. */
export const posterOf = (facts: Facts): VideoPlan['poster'] => ({
  ...within(facts, POSTER_SIDE),
  second: Math.min(POSTER_SECOND, facts.seconds / 10),
})

/** Plans the sheet of small images of all parts of a video. */
export function spriteOf(facts: Facts): VideoPlan['sprite'] {
  const every = Math.max(1, Math.ceil(facts.seconds / MOST_PICTURES))
  const count = Math.max(1, Math.min(MOST_PICTURES, Math.ceil(facts.seconds / every)))
  return { every, count, columns: Math.min(COLUMNS, count), ...within(facts, SPRITE_SIDE) }
}

/** Returns the sheet's size in pixels. */
export const sheetOf = ({ count, columns, width, height }: VideoPlan['sprite']) => ({
  width: columns * width,
  height: Math.ceil(count / columns) * height,
})

/** Scales an image to a longer side of at most this length; even, for the encoder. */
function within({ width, height }: Facts, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
