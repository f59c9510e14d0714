import type { Said } from 'contract/errors'
import { appError } from '../../errors.ts'

/** Separates proven callers from anonymous ones. */
export type Lane = 'proven' | 'open'

/**
 * Position in the queue: a smaller rank goes first, and among equals the newest. The rank may change while it waits.
 */
export type Turn = { readonly lane: Lane; readonly rank: number }

type Waiting = { turn: Turn; begin: () => void; refuse: () => void }

export type TurnsOptions = {
  /** Parallel work; above one, each waiting lane has a place. A function is called before each start. */
  atOnce: number | (() => number)
  /** Bound of each lane's queue; beyond it the last in order is refused. */
  waiting: number
  /** Refuses work that has not started by then. */
  patienceMs: number
  /** The work blocks the only thread: afterwards no work begins for as long as it took. */
  rests?: boolean
  /** The refusal's message, 503 `unavailable`. */
  says: Said
}

/** Queues costly work. 503 `unavailable` for work that would wait too long. */
export type Turns = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>

/**
 * Starts work at once while there is room. In a queue the caller with the fewest failures goes first, so that a flood
 * waits for the others. Among equals the newest goes first: the oldest are about to be refused, and serving them in
 * order would make everybody wait that long.
 */
export function createTurns({ atOnce, waiting: room, patienceMs, rests = false, says }: TurnsOptions): Turns {
  const most = typeof atOnce === 'number' ? () => atOnce : atOnce
  const running = { proven: 0, open: 0 }
  const waiting: Record<Lane, Waiting[]> = { proven: [], open: [] }

  function beginNext(): void {
    while (running.proven + running.open < most()) {
      const lane = nextLane()
      const next = lane && takeFirst(waiting[lane])
      if (!next) return
      next.begin()
    }
  }

  /** Picks the lane with less running work, so that neither can block the other. */
  function nextLane(): Lane | undefined {
    if (waiting.proven.length === 0) return waiting.open.length > 0 ? 'open' : undefined
    return waiting.open.length > 0 && running.open < running.proven ? 'open' : 'proven'
  }

  function comeIn(turn: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = waiting[turn.lane]
      const refuse = () => {
        clearTimeout(patience)
        reject(appError('unavailable', says))
      }
      const patience = setTimeout(() => {
        queue.splice(queue.indexOf(mine), 1)
        refuse()
      }, patienceMs)
      const mine: Waiting = {
        turn,
        refuse,
        begin() {
          clearTimeout(patience)
          running[turn.lane] += 1
          resolve()
        },
      }
      queue.push(mine)
      if (queue.length > room) takeLast(queue)?.refuse()
      beginNext()
    })
  }

  return async (turn, work) => {
    await comeIn(turn)
    const begun = performance.now()
    const leave = () => {
      running[turn.lane] -= 1
      beginNext()
    }
    try {
      return await work()
    } finally {
      if (rests) setTimeout(leave, performance.now() - begun)
      else leave()
    }
  }
}

/** Takes the newest of the least rank. */
function takeFirst(queue: Waiting[]): Waiting | undefined {
  return queue.splice(
    indexOf(queue, (rank, best) => rank <= best),
    1,
  )[0]
}

/** Takes the oldest of the greatest rank. */
function takeLast(queue: Waiting[]): Waiting | undefined {
  return queue.splice(
    indexOf(queue, (rank, best) => rank > best),
    1,
  )[0]
}

function indexOf(queue: Waiting[], isBetter: (rank: number, best: number) => boolean): number {
  let [found, best] = [0, queue[0]?.turn.rank ?? 0]
  for (let index = 1; index < queue.length; index++) {
    const rank = queue[index]?.turn.rank ?? 0
    if (isBetter(rank, best)) [found, best] = [index, rank]
  }
  return found
}
