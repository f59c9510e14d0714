/** Creates a queue that runs one job after the other, in the order of the requests. */
export function createTurns() {
  let last: Promise<void> = Promise.resolve()
  /** Does it when all before it have ended, however they did. One that is stopped ahead of its turn rejects at once, and is left out. */
  return async function inTurn<Made>(stopping: AbortSignal, work: () => Promise<Made>): Promise<Made> {
    stopping.throwIfAborted()
    const before = last
    const over = Promise.withResolvers<void>()
    last = over.promise
    try {
      await Promise.race([before, stopOf(stopping)])
      return await work()
    } finally {
      void before.then(over.resolve)
    }
  }
}

const stopOf = (stopping: AbortSignal) =>
  new Promise<never>((_, reject) => {
    stopping.addEventListener('abort', () => reject(stopping.reason), { once: true })
  })
