import { Worker } from 'node:worker_threads'

/** CPU time of this process in milliseconds, at which it ends; and bytes of all its memory. */
export type Bounds = { deadline: Float64Array; bytes: number }

/**
 * Ends this child process with the shop, or beyond its bounds. A separate thread watches, since a foreign file may
 * block this one.
 */
export function endWithShop({ deadline, bytes }: Bounds): void {
  const workerData = { deadline, bytes, shop: process.ppid }
  // A shop that died before its id was readable has closed the line. An exit would wait for threads that a file blocks.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  new Worker(
    `const { deadline, bytes, shop } = require('node:worker_threads').workerData
    setInterval(() => {
      const { user, system } = process.cpuUsage()
      const passed = user + system > deadline[0] * 1_000 || process.memoryUsage.rss() > bytes
      if (passed || process.ppid !== shop) process.kill(process.pid, 'SIGKILL')
    }, 100)`,
    { eval: true, workerData },
  )
}
