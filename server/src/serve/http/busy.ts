import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import { createTurns } from '../../platform/queue/turns.ts'
import type { CallName } from './call-cost.ts'
import { costOf } from './call-costs.ts'
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

type CallTurns = <T>(route: Route, work: () => Promise<T>) => Promise<T>

/**
 * Queues calls while this instance is overloaded: its thread is never idle, or work waits for a database connection. Then a few run, the
 * newest of the others next, and a long wait ends in 503 `unavailable`. Otherwise every call starts at once, also where many wait for
 * another machine or for a processor that other programs use. Students go on beside visitors. Paying has its own line with longer patience,
 * and a begun order goes first; gateway events have another. Admins never wait; hashing and mailing have turns elsewhere.
 */
export function createCallTurns(db: Knex, thread: Thread = ownThread): CallTurns {
  const isStrained = watchStrain(db, thread)
  const says = 'Many people are here at the moment. Please try again in a few seconds.'
  const calls = createTurns({
    atOnce: () => (isStrained() ? ALWAYS : Number.POSITIVE_INFINITY),
    ...{ waiting: WAITING, patienceMs: PATIENCE_MS, says },
  })
  const paying = createTurns({
    atOnce: () => (isStrained() ? ALWAYS : Number.POSITIVE_INFINITY),
    ...{ waiting: WAITING, patienceMs: PAYING_PATIENCE_MS, says },
  })
  const events = createTurns({ atOnce: EVENTS_AT_ONCE, waiting: WAITING, patienceMs: PAYING_PATIENCE_MS, says })
  return ({ access, body, key }, work) => {
    if (body === 'raw') return events({ lane: 'open', rank: 0 }, work)
    if (access === 'admin' || ['hash', 'mail'].includes(costOf(key).cost)) return work()
    if (PAYING.has(key)) return paying({ lane: 'proven', rank: key === BEGINS_ORDER ? 1 : 0 }, work)
    return calls({ lane: access === 'user' ? 'proven' : 'open', rank: 0 }, work)
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
