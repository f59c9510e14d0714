import type { VideoPlan } from 'contract/videos'

type Facts = { width: number; height: number; seconds: number }

const SPRITE_SIDE = 160
/** However long the video is: the sheet is one picture that every player loads. */
const MOST_PICTURES = 100
const COLUMNS = 10
const POSTER_SIDE = 1280
const POSTER_SECOND = 3

/** The one picture of a video, and the second that it shows: early, but past a black beginning. */
export const posterOf = (facts: Facts): VideoPlan['poster'] => ({
  ...within(facts, POSTER_SIDE),
  second: Math.min(POSTER_SECOND, facts.seconds / 10),
})

/** The sheet of small pictures of all parts of a video. */
export function spriteOf(facts: Facts): VideoPlan['sprite'] {
  const every = Math.max(1, Math.ceil(facts.seconds / MOST_PICTURES))
  const count = Math.max(1, Math.min(MOST_PICTURES, Math.ceil(facts.seconds / every)))
  return { every, count, columns: Math.min(COLUMNS, count), ...within(facts, SPRITE_SIDE) }
}

/** Pixels of the whole sheet. */
export const sheetOf = ({ count, columns, width, height }: VideoPlan['sprite']) => ({
  width: columns * width,
  height: Math.ceil(count / columns) * height,
})

/** The sides of a picture whose longer one is at most so long; even, for the encoder. */
function within({ width, height }: Facts, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
