/** True for `npm test -- all`. A plain run does a part of the long tests. */
export const isFullRun = process.env.TEST_ALL === '1'

/**
 * True for a plain run. It leaves to a release what costs most and breaks least: the rare states of a feature whose common ones
 * it holds.
 */
export const isPlainRun = process.env.TEST_PLAIN === '1'

/** True for a run that notes what breaks the invariants instead of failing: `plants.json` is made of its notes. */
export const isPlantRun = process.env.PLANTS === 'write'

/** Seed of everything that a test draws: one for all plain runs; `npm test -- all` draws and prints its own. */
export const seed = Number(process.env.DRILL_SEED ?? 1)

type Lengths = { full: number; usual: number; plain?: number }

/** Reads the length of a long test: that of the variable, else that of a full run, a plain one or any other. */
export const lengthOf = (variable: string, { full, usual, plain = usual }: Lengths): number =>
  Number(process.env[variable] ?? (isFullRun ? full : isPlainRun ? plain : usual))
