import { appError } from '../../errors.ts'

/** Whose work it is: of somebody who has proven who he is, or of anybody. */
export type Lane = 'proven' | 'open'

/**
 * Where a piece of work stands among what waits: a smaller rank goes first, and of equal ones the one that came last. The rank
 * may change while it waits.
 */
export type Turn = { readonly lane: Lane; readonly rank: number }

type Waiting = { turn: Turn; begin: () => void; refuse: () => void }

export type TurnsOptions = {
  /** Pieces of work under way at once; with more than one each lane that waits has one of them. A function is asked whenever one may begin. */
  atOnce: number | (() => number)
  /** May wait in each lane; beyond it the one that would be served last is refused. */
  waiting: number
  /** Refused when its turn has not come by then. */
  patienceMs: number
  /** The work keeps the only thread busy: for as long as it took, nothing of it begins again. */
  rests?: boolean
  /** The sentence of the refusal, 503 `unavailable`. */
  says: string
}

/** Gives costly work its turn, one after the other. 503 `unavailable` for what would wait too long. */
export type Turns = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>

/**
 * While there is room everybody begins at once. When there is not, whoever has failed least goes first, so that a flood
 * waits for the others and not they for it. Among equals the newest goes first: the oldest have waited so long that most
 * of them are about to be refused, and serving them in order would make everybody wait that long.
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

  /** The lane with less under way, so that neither can keep the other out. */
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

/** Of the least rank the newest. */
function takeFirst(queue: Waiting[]): Waiting | undefined {
  return queue.splice(
    indexOf(queue, (rank, best) => rank <= best),
    1,
  )[0]
}

/** The oldest of the greatest rank. */
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
