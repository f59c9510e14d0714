import { performance } from 'node:perf_hooks'
import type { Cost } from 'contract/call-cost'
import type { Knex } from 'knex'
import { appError } from '../../errors.ts'
import { createCallerTurns } from '../../platform/queue/caller-turns.ts'
import { createTurns } from '../../platform/queue/turns.ts'
import { type CallName, costOf } from './call-costs.ts'
import type { Route } from './route-table.ts'

/** So many calls are worked on however busy the shop is. */
const ALWAYS = 32
/** Long enough to serve a rush of a hundred buyers; a longer wait is refused with a retry. */
const PATIENCE_MS = 300
const WAITING = 1_000
/** The share of its time in which the program had something to do, from which on it is too much. */
const BUSY = 0.9
/** The least share of that time for which its thread ran; with less, other programs have the processor, and refusing helps nobody. */
const OWN = 0.5
const LOOK_EVERY_MS = 100
/** Waiting for a connection to the database: more than there are connections. */
const WAITING_FOR_DATABASE = 10
/** An instance that was away gets many events at once; the gateway waits five seconds for an answer, and sends them again. */
const EVENTS_AT_ONCE = 8
/** Paying is refused last: a buyer who is sent away may not return, and a refused event is repeated anyway. */
const PAYING_PATIENCE_MS = 4_000
const PAYING = new Set<string>([
  ...(['orders.paymentStatus', 'orders.openSheet', 'orders.sheetPaid', 'orders.buy'] satisfies CallName[]),
])
const BEGINS_ORDER: CallName = 'orders.buy'

/** Requests of one caller under way; a browser's own burst stays below it. */
const OF_ONE_CALLER = 20
const OWN_PATIENCE_MS = 5_000
/** Requests of one caller that may wait; their client may hold no more connections anyway. */
const OWN_WAITING = 400
/** While the shop is overloaded, more at once make no caller faster, and others slower. */
const OF_ONE_CALLER_WHEN_BUSY = 2
/** These calls wait for another machine most of the time, or have a queue of their own. */
const ELSEWHERE = new Set<string>(['ask', 'hash', 'mail'] satisfies Cost[])

/** Runs a part of a call in turn: of its session until its account is known, then of its account, else of its client. */
type CallTurns = <T>(route: Route, caller: string, work: () => Promise<T>) => Promise<T>

/** Runs a read outside of the API in turn. */
type ReadTurns = <T>(caller: string, work: () => Promise<T>) => Promise<T>

export type Turns = { ofCall: CallTurns; ofRead: ReadTurns; ofFile: ReadTurns }

/**
 * Bounds what each caller has under way, so that no caller waits for another's crowd: 20 at once, the next behind its own and after
 * five seconds 429. While the shop is overloaded, two of a caller run at once.
 *
 * Queues calls while this instance is overloaded: its thread is never idle, or work waits for a database connection. Then a few run,
 * callers in turn, the newest of the others next, and a long wait ends in 503 `unavailable`. Otherwise every call starts at once, also
 * where many wait for another machine or for a processor that other programs use. Students go on beside visitors. Paying has its own
 * line with longer patience, and a begun order goes first; gateway events have another. Admins wait for their own alone; hashing and
 * mailing of visitors have turns elsewhere.
 */
export function createCallerBounds(db: Knex, thread: Thread = ownThread): Turns {
  const isStrained = watchStrain(db, thread)
  const shows = 'Many people are here at the moment. Please try again in a few seconds.'
  const atOnce = () => (isStrained() ? ALWAYS : Number.POSITIVE_INFINITY)
  const calls = createTurns({ atOnce, waiting: WAITING, patienceMs: PATIENCE_MS, says: shows })
  const paying = createTurns({ atOnce, waiting: WAITING, patienceMs: PAYING_PATIENCE_MS, says: shows })
  const events = createTurns({ atOnce: EVENTS_AT_ONCE, waiting: WAITING, patienceMs: PAYING_PATIENCE_MS, says: shows })
  const refusal = () => appError('rate_limited', 'Too many requests at once. Please try again in a moment.')
  const own = createCallerTurns({
    atOnce: () => OF_ONE_CALLER,
    waiting: OWN_WAITING,
    patienceMs: OWN_PATIENCE_MS,
    refusal,
  })
  const share = createCallerTurns({
    atOnce: () => (isStrained() ? OF_ONE_CALLER_WHEN_BUSY : OF_ONE_CALLER),
    refusal,
  })
  return {
    ofFile: own,
    ofRead: (caller, work) => own(caller, () => share(caller, work)),
    ofCall({ access, body, key }, caller, work) {
      const { cost } = costOf(key)
      if (body === 'raw') return events({ lane: 'open', rank: 0, caller }, work)
      // These calls are queued by failures: a visitor who shares an address with an attacker does not wait for them.
      if (access === 'public' && ['hash', 'mail'].includes(cost)) return work()
      if (PAYING.has(key))
        return own(caller, () => paying({ lane: 'proven', rank: key === BEGINS_ORDER ? 1 : 0, caller }, work))
      const lane = access === 'user' ? 'proven' : 'open'
      const isAlone = access === 'admin' || ['hash', 'mail'].includes(cost)
      const begin = isAlone ? work : () => calls({ lane, rank: 0, caller }, work)
      return own(caller, () => (ELSEWHERE.has(cost) ? begin() : share(caller, begin)))
    },
  }
}

type Thread = Pick<typeof performance, 'now' | 'eventLoopUtilization'> & {
  /** Milliseconds for which it ran. */
  ran(): number
}

const ownThread: Thread = {
  now: () => performance.now(),
  eventLoopUtilization: (...since) => performance.eventLoopUtilization(...since),
  ran() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
}

/** Returns how to ask whether the thread is never idle, or work waits for a connection. */
function watchStrain(db: Knex, thread: Thread): () => boolean {
  const { pool } = db.client as { pool: { numPendingAcquires(): number } }
  let [since, at, ran, busy] = [thread.eventLoopUtilization(), thread.now(), thread.ran(), false]
  return () => {
    const now = thread.now()
    if (now - at >= LOOK_EVERY_MS) {
      const until = thread.eventLoopUtilization()
      const [share, own] = [thread.eventLoopUtilization(until, since).utilization, thread.ran() - ran]
      busy = share >= BUSY && own >= (now - at) * OWN
      ran += own
      since = until
      at = now
    }
    return busy || pool.numPendingAcquires() > WAITING_FOR_DATABASE
  }
}
