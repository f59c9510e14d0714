/** Runs work of one caller within the bounds of that caller; other callers never wait for it. */
export type CallerTurns = <T>(caller: string, work: () => Promise<T>) => Promise<T>

export type CallerTurnsOptions = {
  /** Parallel work of one caller, at least one. It is called before each start. */
  atOnce: () => number
  /** Bound of one caller's queue; whoever comes after is refused at once. */
  waiting?: number
  /** Refuses work that has not started by then; without it, work waits as long as needed. */
  patienceMs?: number
  refusal: () => Error
}

type Waiting = { begin: () => void; patience: NodeJS.Timeout | undefined }
type Caller = { running: number; waiting: Waiting[] }

/** Queues the work of each caller behind that caller's own, in the order of arrival. */
export function createCallerTurns({ atOnce, waiting: room, patienceMs, refusal }: CallerTurnsOptions): CallerTurns {
  const callers = new Map<string, Caller>()

  function enter({ waiting }: Caller): Promise<void> {
    if (room !== undefined && waiting.length >= room) return Promise.reject(refusal())
    return new Promise((resolve, reject) => {
      const refuse = () => {
        waiting.splice(waiting.indexOf(mine), 1)
        reject(refusal())
      }
      const patience = patienceMs === undefined ? undefined : setTimeout(refuse, patienceMs)
      const mine: Waiting = { begin: resolve, patience }
      waiting.push(mine)
    })
  }

  function beginNext(caller: Caller): void {
    while (caller.running < atOnce()) {
      const next = caller.waiting.shift()
      if (!next) return
      clearTimeout(next.patience)
      caller.running += 1
      next.begin()
    }
  }

  return async (name, work) => {
    const caller = callers.get(name) ?? { running: 0, waiting: [] }
    callers.set(name, caller)
    if (caller.running < atOnce() && caller.waiting.length === 0) caller.running += 1
    else await enter(caller)
    try {
      return await work()
    } finally {
      caller.running -= 1
      beginNext(caller)
      if (caller.running === 0) callers.delete(name)
    }
  }
}
