/**
 * Lists every numbered advisory lock of the program, so that no two share a number. A new number is any that is unused
 * here.
 */
export const advisoryLocks = {
  /** Instances that start at the same time apply each step once. */
  migrations: 7_021_984_113,
  /** A backup holds the library's files in place. */
  backup: 7_021_984_114,
  /** One instance at a time recomputes the overview's days. */
  dayFigures: 7_021_984_115,
  /** One instance at a time notifies students of live lessons. */
  liveRound: 7_021_984_117,
} as const
