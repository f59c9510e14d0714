import { randomBytes } from 'node:crypto'
import type { WebhookEvent } from 'contract/webhooks'
import type { Db } from '../../context.ts'
import type { Fact } from '../../shop/moments/moments.ts'

export type Detail = NonNullable<Fact['detail']>

export type EventRow = {
  event_id: string
  seq: string
  event: WebhookEvent
  subject: string
  user_id: number
  order_id: string | null
  course_id: string | null
  detail: Detail
  full_body: string | null
  flat_body: string | null
  at: string
}

/** A fact of any event, also of those that the shop finds by the clock. */
export type EventFact = Omit<Fact, 'event'> & { event: WebhookEvent }

export const newEventId = () => `evt_${randomBytes(15).toString('hex')}`

/**
 * Stores an event and its deliveries in the transaction of its fact, in one statement: nothing if no address wants it, or if it is stored.
 * An address that is off gets no delivery, and its owner may send the event again. Its moment of sending is that of the fact.
 */
export async function insertEvent(trx: Db, fact: EventFact): Promise<void> {
  const { event, subject, userId, orderId = null, courseId = null, detail = {}, at } = fact
  await trx.raw(
    `with wanted as (
       select webhook_id, active from webhook_endpoints where :event = any(events) or '*' = any(events)
     ), stored as (
       insert into webhook_events (event_id, event, subject, user_id, order_id, course_id, detail, at)
       select :eventId, :event, :subject, :userId, :orderId, :courseId, cast(:detail as jsonb), cast(:at as timestamptz)
       where exists (select from wanted)
       on conflict (subject) do nothing returning event_id, user_id, at
     )
     insert into webhook_deliveries (webhook_id, event_id, user_id, status, next_at, attempts, tries)
     select wanted.webhook_id, stored.event_id, stored.user_id, 'waiting', stored.at, 0, '[]' from stored cross join wanted where wanted.active`,
    {
      event,
      eventId: newEventId(),
      subject: `${event} ${subject}`,
      userId,
      orderId,
      courseId,
      detail: JSON.stringify(detail),
      at: new Date(at),
    },
  )
}

/** Returns those of the subjects of an event that are not stored. */
export async function withoutStored(db: Db, event: WebhookEvent, subjects: readonly string[]): Promise<Set<string>> {
  if (subjects.length === 0) return new Set()
  const { rows } = await db.raw<{ rows: { subject: string }[] }>(
    `select s.subject from unnest(cast(:subjects as text[])) s (subject)
     where not exists (select from webhook_events e where e.subject = :event || ' ' || s.subject)`,
    { event, subjects: [...subjects] },
  )
  return new Set(rows.map(({ subject }) => subject))
}

export function findEvent(db: Db, eventId: string): Promise<EventRow | undefined> {
  return db<EventRow>('webhook_events').where({ event_id: eventId }).first()
}

/** Stores the texts of an event, unless it has them; returns those that hold. */
export async function storeBodies(
  db: Db,
  eventId: string,
  bodies: { full: string; flat: string },
): Promise<{ full: string; flat: string } | undefined> {
  const { rows } = await db.raw<{ rows: { full: string; flat: string }[] }>(
    `update webhook_events set full_body = coalesce(full_body, :full), flat_body = coalesce(flat_body, :flat)
     where event_id = :eventId returning full_body as "full", flat_body as flat`,
    { eventId, ...bodies },
  )
  return rows[0]
}
