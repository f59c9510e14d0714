import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import { createTurns } from '../queue/turns.ts'
import { type CallName, costOf } from './call-costs.ts'
import type { Route } from './route-table.ts'

/** So many calls are worked on however busy the shop is. */
const ALWAYS = 32
/** Long enough for a rush of a hundred buyers to be served; whoever waits longer is better told at once to come again. */
const PATIENCE_MS = 300
const WAITING = 1_000
/** The share of its time in which the program had something to do, from which on it is too much. */
const BUSY = 0.9
const LOOK_EVERY_MS = 100
/** Waiting for a connection to the database: more than there are connections. */
const WAITING_FOR_DATABASE = 10
/** Many events come at once when an instance was away; the gateway waits five seconds for an answer, and sends them again. */
const EVENTS_AT_ONCE = 8
const EVENT_PATIENCE_MS = 1_500
const BEGINS_ORDER: CallName = 'orders.buy'

type CallTurns = <T>(route: Route, work: () => Promise<T>) => Promise<T>

/**
 * Gives calls their turn while more is asked of this instance than it can do: its thread has no rest, or work waits in line for the
 * database. A few are worked on then, the newest of the others next, and who waits too long is told to come again with 503 `unavailable`. Else
 * everything begins at once, also where much waits for another machine. Students go on while visitors come, and whoever has begun an order before
 * who begins one. Events of the gateway have a line of their own. Whoever runs the shop never waits; what hashes or mails has turns elsewhere.
 */
export function createCallTurns(db: Knex, thread: Thread = performance): CallTurns {
  const isStrained = watchStrain(db, thread)
  const says = 'Many people are here at the moment. Please try again in a few seconds.'
  const calls = createTurns({
    atOnce: () => (isStrained() ? ALWAYS : Number.POSITIVE_INFINITY),
    ...{ waiting: WAITING, patienceMs: PATIENCE_MS, says },
  })
  const events = createTurns({ atOnce: EVENTS_AT_ONCE, waiting: WAITING, patienceMs: EVENT_PATIENCE_MS, says })
  return ({ access, body, key }, work) => {
    if (body === 'raw') return events({ lane: 'open', rank: 0 }, work)
    if (access === 'admin' || ['hash', 'mail'].includes(costOf(key).cost)) return work()
    return calls({ lane: access === 'user' ? 'proven' : 'open', rank: key === BEGINS_ORDER ? 1 : 0 }, work)
  }
}

type Thread = Pick<typeof performance, 'now' | 'eventLoopUtilization'>

function watchStrain(db: Knex, thread: Thread): () => boolean {
  const { pool } = db.client as { pool: { numPendingAcquires(): number } }
  let [since, at, busy] = [thread.eventLoopUtilization(), thread.now(), false]
  return () => {
    const now = thread.now()
    if (now - at >= LOOK_EVERY_MS) {
      const until = thread.eventLoopUtilization()
      busy = thread.eventLoopUtilization(until, since).utilization >= BUSY
      since = until
      at = now
    }
    return busy || pool.numPendingAcquires() > WAITING_FOR_DATABASE
  }
}
