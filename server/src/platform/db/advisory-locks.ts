/**
 * Every advisory lock of the program that goes by a number, in one place so that no two are the same: who migrates, who makes
 * days anew and who backs up have nothing to do with each other. Any number will do; a new one is one that stands here only once.
 */
export const advisoryLocks = {
  /** Instances that start at the same time apply each step once. */
  migrations: 7_021_984_113,
  /** A backup keeps the library's files where they are. */
  backup: 7_021_984_114,
  /** Days of the overview are made anew by one at a time. */
  dayFigures: 7_021_984_115,
  /** A key that signs certificates is made by one instance. */
  certificateKeys: 7_021_984_116,
  /** What students are told of live lessons is seen by one at a time. */
  liveRound: 7_021_984_117,
} as const
