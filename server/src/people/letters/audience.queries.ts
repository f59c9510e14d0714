import type { LeftOut, LetterChannel } from 'contract/letters'
import type { Segment } from 'contract/segments'
import type { Db } from '../../context.ts'
import { KNOWN_HOLDERS } from '../../sales/orders/orders.sql.ts'
import { bound, PAID } from '../../sales/orders/status.ts'
import { inSegment } from '../../sales/segments/segment-rules.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'

/** Lists which of the courses `shown` the student `u` has: bought and not returned, or enrolled in any way. */
export const ownedOf = (shown: string) => `array(
  select s.course_id from unnest(cast(${shown} as text[])) s (course_id)
  where exists (select from enrolments e where e.user_id = u.id and e.course_id = s.course_id and e.revoked_at is null
      and not e.continued)
    or exists (select from orders o join order_lines l using (order_id)
      where o.user_id = u.id and l.course_id = s.course_id and o.status = any(:paid) and not exists (
        select from refund_seats b join refunds f using (refund_id)
        where f.order_id = o.order_id and b.course_id = l.course_id and b.seat = 0 and f.status = 'processed')))`

/** Says why the student `u` gets nothing of `channel` now; null when they do. `shown` has the courses that the letter shows; a `notice` asks no consent. */
export const leftOutOf = (channel: string, shown: string, notice: string) => `case
  when u.deleted_at is not null or (case ${channel} when 'email' then u.email else u.phone end) is null then 'ended'
  when ${notice} then case when u.email_refused_at is not null then 'bounced' end
  when (select k.agreed from consents k
    where k.user_id = u.id and k.purpose = case ${channel} when 'email' then 'news_email' else 'news_message' end
    order by k.id desc limit 1) is not true then 'no_consent'
  when not exists (${KNOWN_HOLDERS} and a.id = u.id) then 'unproven'
  when ${channel} = 'email' and u.email_refused_at is not null then 'bounced'
  when ${channel} = 'whatsapp' and exists (select from whatsapp_people w where w.user_id = u.id and w.dead_phone = u.phone) then 'bounced'
  when cardinality(cast(${shown} as text[])) > 0
    and cardinality(${ownedOf(shown)}) = cardinality(cast(${shown} as text[])) then 'bought'
end`

/** Values that `ownedOf` and `leftOutOf` need. */
export const PAID_BINDING = { paid: bound(PAID) }

/** Sorts a student into the bucket of the receiver that counts their letters. */
export const receiverOf = (channel: string) => `case
  when ${channel} = 'whatsapp' then 'whatsapp'
  when split_part(u.email, '@', 2) in ('gmail.com', 'googlemail.com') then 'gmail.com'
  when split_part(u.email, '@', 2) ~ '^(yahoo|ymail|rocketmail|aol)[.]' then 'yahoo.com'
  when split_part(u.email, '@', 2) ~ '^(outlook|hotmail|live|msn)[.]' then 'outlook.com'
  else 'other' end`

type Audience = { segment: Segment; channel: LetterChannel; shown: readonly string[]; notice?: boolean }

const people = (db: Db, segment: Segment, now: Date) => {
  const users = db.from(db.raw(`${ACCOUNTS} as u`)).whereNull('u.deleted_at')
  inSegment(users, segment, now)
  return users
}

const judged = (db: Db, { segment, channel, shown, notice = false }: Audience, now: Date) =>
  people(db, segment, now).select(
    'u.id',
    db.raw(`${leftOutOf('cast(:channel as text)', ':shown', 'cast(:notice as boolean)')} as reason`, {
      channel,
      notice,
      shown: [...shown],
      ...PAID_BINDING,
    }),
  )

/** Counts who gets the letter now, and who of its segment does not. */
export async function countAudience(
  db: Db,
  audience: Audience,
  now: Date,
): Promise<{ recipients: number; left_out: LeftOut }> {
  const rows: { reason: string | null; people: number }[] = await db
    .from(judged(db, audience, now).as('judged'))
    .groupBy('reason')
    .select('reason', db.raw('count(*)::int as people'))
  const of = (reason: string | null) => rows.find((row) => row.reason === reason)?.people ?? 0
  const left_out = {
    no_consent: of('no_consent'),
    unproven: of('unproven'),
    bounced: of('bounced'),
    bought: of('bought'),
  }
  return { recipients: of(null), left_out }
}

/** Rows that one statement inserts. */
const AT_ONCE = 5000

/** Writes the list of who gets the letter: those whom nothing leaves out now. Nobody is listed twice. */
export async function freezeAudience(trx: Db, letterId: string, audience: Audience, now: Date): Promise<void> {
  const ids: number[] = await trx
    .from(judged(trx, audience, now).as('judged'))
    .whereNull('reason')
    .orderBy('id')
    .pluck('id')
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const living = await lockBuyers(trx, ids.slice(at, at + AT_ONCE))
    await enlist(trx, { letterId, userIds: living, channel: audience.channel, dueAt: now })
  }
}

type Enlisted = { letterId: string; userIds: readonly number[]; channel: LetterChannel; dueAt: Date; occasion?: string }

/**
 * Puts students on a letter's list, once each for an occasion (the order of a sequence's step). Lock them first, by `lockBuyers` or
 * `lockLiving`.
 */
export async function enlist(trx: Db, { letterId, userIds, channel, dueAt, occasion = '' }: Enlisted): Promise<void> {
  await trx.raw(
    `insert into letter_recipients (letter_id, user_id, occasion, channel, receiver, due_at)
     select :letterId, u.id, :occasion, :channel, ${receiverOf('cast(:channel as text)')}, :dueAt
     from ${ACCOUNTS} u where u.id = any(:userIds) order by u.id on conflict do nothing`,
    { letterId, userIds: [...userIds], channel, dueAt, occasion },
  )
}

/** Finds which of the students are in the segment still. */
export async function stillIn(db: Db, segment: Segment, ids: readonly number[], now: Date): Promise<Set<number>> {
  if (segment.all.length === 0) return new Set(ids)
  return new Set<number>(
    await people(db, segment, now)
      .whereRaw('u.id = any(?)', [[...ids]])
      .pluck('u.id'),
  )
}
