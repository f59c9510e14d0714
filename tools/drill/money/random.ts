/** Random numbers by a seed: the same seed repeats the same numbers. */
export type Random = {
  /** Returns a number from 0 to below 1. */
  next(): number
  /** Returns an integer from 0 to below `below`. */
  below(below: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Returns an independent generator for one part of the work. */
  fork(name: string): Random
}

/** Creates the generator mulberry32 from a 32-bit seed. */
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
