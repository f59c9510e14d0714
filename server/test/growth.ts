const TIMES = 8
/** Clearly above the growth of work in proportion to its length, and far below that of its square (64). */
const MOST = 24

/**
 * Fails if `work` takes processor time out of proportion to the length of its text: it is measured at `length` and at
 * eight times that. The ratio is the same on a busy machine.
 */
export async function expectProportion(length: number, work: (length: number) => unknown): Promise<void> {
  await work(length)
  const few = await leastCost(() => work(length))
  const many = await leastCost(() => work(TIMES * length))
  const ratio = many / few
  if (ratio > MOST) throw new Error(`${TIMES} times the length takes ${ratio.toFixed(1)} times the work`)
}

/** Returns the least processor time of this thread in three runs: the garbage of an earlier test counts in some. */
async function leastCost(work: () => unknown): Promise<number> {
  const costs = []
  for (let run = 0; run < 3; run++) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    costs.push(user + system)
  }
  return Math.max(1, Math.min(...costs))
}
