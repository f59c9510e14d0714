const TIMES = 8
/** Clearly above the growth of work in proportion to its length, and far below that of its square (64). */
const MOST = 24

/**
 * Fails if `work` takes processor time out of proportion to the length of its text: it is measured at `length` and at
 * eight times that. The ratio is the same on a busy machine.
 */
export async function expectProportion(length: number, work: (length: number) => unknown): Promise<void> {
  await work(length)
  let repeats = 1
  // The system counts processor time in steps of some milliseconds.
  while (repeats < MOST_REPEATS && (await costOf(() => work(length), repeats)) < LEAST_MICROSECONDS) repeats *= 2
  const few = await leastCost(() => work(length), repeats)
  const many = await leastCost(() => work(TIMES * length), repeats)
  const ratio = many / Math.max(few, LEAST_MICROSECONDS / 2)
  if (ratio > MOST) throw new Error(`${TIMES} times the length takes ${ratio.toFixed(1)} times the work`)
}

const LEAST_MICROSECONDS = 40_000
const MOST_REPEATS = 1_024

/** Returns the least processor time in three runs, in microseconds: the garbage of an earlier test counts in some. */
async function leastCost(work: () => unknown, repeats: number): Promise<number> {
  const costs = []
  for (let run = 0; run < 3; run++) costs.push(await costOf(work, repeats))
  return Math.min(...costs)
}

async function costOf(work: () => unknown, repeats: number): Promise<number> {
  const before = process.threadCpuUsage()
  for (let run = 0; run < repeats; run++) await work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
