/** A quality that is made: its name, the pixels of its picture, and the bits that a second of it has at most. */
export type Rung = { id: string; width: number; height: number; kilobits: number }

const SIDES = [240, 480, 720, 1080]
/** A source that is so much better than the rung below it gets one of its own size. */
const WORTH_ONE_MORE = 1.2

/** The qualities of a source, the least first: 240 pixels of its shorter side up to its own, never more than it has, nor than 1080. */
export function rungsOf({ width, height }: { width: number; height: number }): Rung[] {
  const side = Math.min(width, height)
  const sides = SIDES.filter((one) => one <= side)
  if (side < 1080 && side > (sides.at(-1) ?? 0) * WORTH_ONE_MORE) sides.push(side)
  return sides.map((one) => ({
    id: String(one),
    width: even((width * one) / side),
    height: even((height * one) / side),
    kilobits: kilobitsOf(one),
  }))
}

/** 250 at 240 pixels, 1,710 at 720, 3,480 at 1080: what talks and screens need to stay sharp. */
const kilobitsOf = (side: number) => Math.round((250 * (side / 240) ** 1.75) / 10) * 10

/**
 * Seconds from one keyframe of a quality to the next, by its name; each begins a segment. The least quality, with which every start and every
 * seek begins, has short ones: a slow line brings the first picture in half the time.
 */
export const segmentSeconds = (rung: string): number => (Number(rung) <= (SIDES[0] ?? 0) ? 1 : 2)

/** Encoders want even sides. */
const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)
