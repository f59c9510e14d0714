/** Chance that can be had again: the same seed gives the same numbers. */
export type Random = {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from 0 up to `below`. */
  below(below: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Chance of its own for one part of the work, whatever else draws meanwhile. */
  fork(name: string): Random
}

/** The generator mulberry32 on a 32-bit seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(from) {
      const drawn = from[below(from.length)]
      if (drawn === undefined) throw new Error('nothing to pick from')
      return drawn
    },
    fork: (name) => createRandom([...name].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), seed)),
  }
}
