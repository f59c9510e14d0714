/** True for `npm test -- all`. A plain run does a part of the long tests. */
export const isFullRun = process.env.TEST_ALL === '1'

/** Seed of everything that a test draws: one for all plain runs; `npm test -- all` draws and prints its own. */
export const seed = Number(process.env.DRILL_SEED ?? 1)
