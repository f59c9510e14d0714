import type { ErrorText } from 'contract/errors'
import { appError } from '../../errors.ts'

/** Separates proven callers from anonymous ones. */
export type Lane = 'proven' | 'open'

/**
 * Position in the queue: a smaller rank goes first, among equals the caller whose last start is longest ago, and of one
 * caller the newest. The rank may change while it waits. Work without a caller is a caller of its own.
 */
export type Turn = { readonly lane: Lane; readonly rank: number; readonly caller?: string }

/** A caller with `here` works that wait or run. */
type Caller = { here: number; lastStart: number }

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
  says: ErrorText
}

/** Queues costly work. 503 `unavailable` for work that would wait too long. */
export type Turns = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>

/**
 * Starts work at once while there is room. In a queue the caller with the fewest failures goes first, so that a flood
 * waits for the others; callers of one rank take turns. Then the newest goes first: the oldest are about to be refused,
 * and serving them in order would make everybody wait that long.
 */
export function createTurns({ atOnce, waiting: room, patienceMs, rests = false, says }: TurnsOptions): Turns {
  const most = typeof atOnce === 'number' ? () => atOnce : atOnce
  const running = { proven: 0, open: 0 }
  const waiting: Record<Lane, Waiting[]> = { proven: [], open: [] }
  const callers = new Map<string, Caller>()
  let starts = 0

  /** Returns the number of the caller's last start; 0 without one. */
  const lastStart = ({ caller = '' }: Turn) => callers.get(caller)?.lastStart ?? 0

  /** Forgets a caller who has nothing here. */
  function count({ caller }: Turn, change: 1 | -1): void {
    if (caller === undefined) return
    const known = callers.get(caller) ?? { here: 0, lastStart: 0 }
    known.here += change
    if (known.here > 0) callers.set(caller, known)
    else callers.delete(caller)
  }

  function beginNext(): void {
    while (running.proven + running.open < most()) {
      const lane = nextLane()
      const next = lane && takeFirst(waiting[lane], lastStart)
      if (!next) return
      next.begin()
    }
  }

  /** Picks the lane with less running work, so that neither can block the other. */
  function nextLane(): Lane | undefined {
    if (waiting.proven.length === 0) return waiting.open.length > 0 ? 'open' : undefined
    return waiting.open.length > 0 && running.open < running.proven ? 'open' : 'proven'
  }

  function enter(turn: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = waiting[turn.lane]
      const refuse = () => {
        clearTimeout(patience)
        count(turn, -1)
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
          const caller = turn.caller === undefined ? undefined : callers.get(turn.caller)
          if (caller) caller.lastStart = ++starts
          resolve()
        },
      }
      count(turn, 1)
      queue.push(mine)
      if (queue.length > room) takeLast(queue)?.refuse()
      beginNext()
    })
  }

  return async (turn, work) => {
    await enter(turn)
    const begun = performance.now()
    const leave = () => {
      running[turn.lane] -= 1
      count(turn, -1)
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

/** Takes the newest of the least rank, and within it of the caller whose last start is longest ago. */
function takeFirst(queue: Waiting[], lastStart: (turn: Turn) => number): Waiting | undefined {
  return take(
    queue,
    (turn, best) => turn.rank < best.rank || (turn.rank === best.rank && lastStart(turn) <= lastStart(best)),
  )
}

/** Takes the oldest of the greatest rank. */
function takeLast(queue: Waiting[]): Waiting | undefined {
  return take(queue, (turn, best) => turn.rank > best.rank)
}

function take(queue: Waiting[], isBetter: (turn: Turn, best: Turn) => boolean): Waiting | undefined {
  let found = 0
  for (const [index, { turn }] of queue.entries()) {
    const best = queue[found]
    if (best && isBetter(turn, best.turn)) found = index
  }
  return queue.splice(found, 1)[0]
}
