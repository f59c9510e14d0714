import { DAY_MS } from 'contract/indian-time'
import type { WebhookEvent } from 'contract/webhooks'
import type { Context } from '../../context.ts'
import { listEnded } from '../../courses/enrolments/ended-since.queries.ts'
import { listUnpaid } from '../../sales/orders/unpaid-since.queries.ts'
import { wantedSince } from './endpoints.queries.ts'
import { type EventFact, insertEvent, withoutStored } from './events.queries.ts'

const UNPAID_AFTER_MS = 30 * 60_000

type Work = Pick<Context, 'db' | 'now'>

/** Stores the events that no write brings about: orders unpaid for half an hour, and access whose time ran out. */
export async function storePassed({ db, now }: Work): Promise<void> {
  await store(db, 'order.unpaid', async (since) => {
    const to = new Date(now().getTime() - UNPAID_AFTER_MS)
    const from = later(since, to.getTime() - DAY_MS)
    return (await listUnpaid(db, { from, to, now: now() })).map(({ order_id, user_id, created_at }) => {
      const at = new Date(new Date(created_at).getTime() + UNPAID_AFTER_MS)
      return { event: 'order.unpaid', subject: order_id, userId: user_id, orderId: order_id, at }
    })
  })
  await store(db, 'enrolment.ended', async (since) => {
    const to = now()
    const ended = await listEnded(db, { from: later(since, to.getTime() - DAY_MS), to })
    return ended.map(({ user_id: userId, course_id: courseId, ends_at }) => {
      const at = new Date(ends_at)
      return { event: 'enrolment.ended', subject: `${userId} ${courseId} ${at.toISOString()}`, userId, courseId, at }
    })
  })
}

const later = (since: Date, ms: number) => new Date(Math.max(since.getTime(), ms))

/** Stores those that are new; of the time before an address wanted them, none. */
async function store(db: Work['db'], event: WebhookEvent, find: (since: Date) => Promise<EventFact[]>) {
  const since = await wantedSince(db, event)
  if (!since) return
  const found = await find(since)
  const missing = await withoutStored(
    db,
    event,
    found.map(({ subject }) => subject),
  )
  for (const fact of found) if (missing.has(fact.subject)) await insertEvent(db, fact)
}
