import { randomUUID } from 'node:crypto'
import type { Language } from 'contract/languages'
import type { Block } from 'contract/letter-blocks'
import type { LetterChannel, LetterTemplate } from 'contract/letters'
import type { Segment } from 'contract/segments'
import type { SequenceTrigger } from 'contract/sequences'
import type { Db } from '../../context.ts'
import { KNOWN_HOLDERS } from '../../sales/orders/orders.sql.ts'
import type { MessageFacts } from '../../shop/moments/moments.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { leftOutOf, ownedOf, PAID_BINDING, stillIn } from './audience.queries.ts'
import { leftOutOfOwn } from './sequences/messages.sql.ts'
import { IS_OWN, SEQUENCE_ENDS } from './sequences/sequence-ends.sql.ts'

/** WhatsApp has a pace of its own, and messages about what a student has wait behind no letter. */
const isByWhatsapp = (receiver: string) => receiver === 'whatsapp' || receiver === 'whatsapp_own'

/** Longer than writing a batch and handing it over can take, with all time-outs. */
const LEASE = `interval '5 minutes'`
/** People leased at once; a kill makes the unwritten ones wait for the end of their lease. */
const MOST_AT_ONCE = 25
/** A pause of the program lets so much of the pace be made up for. */
const CATCH_UP_MS = 60_000
const HOUR_MS = 3_600_000

export type Row = {
  recipient_id: number
  letter_id: string
  sequence_id: string | null
  /** The move whose people the letter greets; null for any other letter. */
  move_id: string | null
  step: number | null
  occasion: string
  user_id: number
  receiver: string
  tries: number
  channel: LetterChannel
  segment: Segment
}

/** A leased row with its letter and its reader. */
export type Recipient = Omit<Row, 'segment'> & {
  lease: string
  token: string
  unsubscribe_token: string
  subject: string
  blocks: Block[]
  template: LetterTemplate | null
  notice: boolean
  /** `users.user_id` */
  public_id: string
  email: string
  phone: string
  /** Begins the sequence of the letter; null without one. */
  trigger: SequenceTrigger | null
  /** Values that a message was reported with; null for everything else. */
  facts: MessageFacts | null
  /** Ends reminders. */
  reminder_token: string
  /** Null where nobody knows whose the account is. */
  name: string | null
  language: Language
  /** Courses of the letter that the reader has. */
  owned: string[]
}

type Pace = { receiver: string; next_at: string; slow_until: string }
export type Settings = { per_hour: number; per_hour_receiver: number; day_begins: number; day_ends: number }

/** Hours of marketing: whole hours in India. */
export async function findSettings(
  db: Db,
): Promise<Settings & { bounce_domain: string; bounce_secret_hash: string | null }> {
  return db('letter_settings').first()
}

const SHOWN = `array(select b->>'course' from jsonb_array_elements(l.blocks) b where b ? 'course')`
/** knex takes `?` for a binding; the operator has a function. */
const SHOWN_COURSES = SHOWN.replace("b ? 'course'", "jsonb_exists(b, 'course')")

/** The email to a student who moved in from another platform is about their own courses, and needs no consent. */
const LEFT_OUT_OF_MOVE = `case
  when u.deleted_at is not null or u.email is null
    or not exists (select from move_people p where p.move_id = l.move_id and p.user_id = u.id) then 'ended'
  when u.email_refused_at is not null then 'bounced' end`

/** Says why a reader `r` of a letter `l` gets none now. */
const LEFT_OUT = `case when l.move_id is not null then ${LEFT_OUT_OF_MOVE}
  else coalesce(${SEQUENCE_ENDS}, case when ${IS_OWN} then ${leftOutOfOwn(KNOWN_HOLDERS)}
    else ${leftOutOf('r.channel', SHOWN_COURSES, 'l.notice')} end) end`

async function inSegment(trx: Db, rows: readonly Row[], now: Date): Promise<Map<number, string>> {
  const out = new Map<number, string>()
  for (const letterId of new Set(rows.map(({ letter_id }) => letter_id))) {
    const ofLetter = rows.filter(({ letter_id }) => letter_id === letterId)
    const ids = ofLetter.map(({ user_id }) => user_id)
    const still = ofLetter[0] && (await stillIn(trx, ofLetter[0].segment, ids, now))
    for (const { recipient_id, user_id } of ofLetter) if (!still?.has(user_id)) out.set(recipient_id, 'segment')
  }
  return out
}

/** Asks before the mail server is, which would see a connection end for each. */
async function leftOut(trx: Db, rows: readonly Row[], now: Date): Promise<Map<number, string>> {
  const ids = rows.map(({ recipient_id }) => recipient_id)
  const found = await trx.raw<{ rows: { recipient_id: number; reason: string | null }[] }>(
    `select r.recipient_id, ${LEFT_OUT} as reason
     from letter_recipients r join letters l using (letter_id) join ${ACCOUNTS} u on u.id = r.user_id
     where r.recipient_id = any(cast(:ids as bigint[]))`,
    { ids, now, ...PAID_BINDING },
  )
  return new Map(found.rows.flatMap(({ recipient_id, reason }) => (reason ? [[recipient_id, reason] as const] : [])))
}

type Claim = { now: Date; channels: readonly LetterChannel[]; settings: Settings }

/**
 * Leases the next people whom the pace allows; no other instance gets them. Those left out by now are skipped with the reason, and take no turn.
 * `looked` is 0 when nothing may be sent now.
 */
export function claim(db: Db, { now, channels, settings }: Claim): Promise<{ looked: number; leased: Recipient[] }> {
  return db.transaction(async (trx) => {
    const paces: Pace[] = await trx('letter_pace').orderBy('receiver').forUpdate()
    const gapOf = ({ receiver, slow_until }: Pace) => {
      const rate = receiver === 'all' || isByWhatsapp(receiver) ? settings.per_hour : settings.per_hour_receiver
      return (HOUR_MS / rate) * (Date.parse(slow_until) > now.getTime() ? 2 : 1)
    }
    const startOf = ({ next_at }: Pace) => Math.max(Date.parse(next_at), now.getTime() - CATCH_UP_MS)
    const allowed = (pace: Pace) => Math.max(0, Math.floor((now.getTime() - startOf(pace)) / gapOf(pace)) + 1)
    const all = paces.find(({ receiver }) => receiver === 'all')
    let left = Math.min(MOST_AT_ONCE, all ? allowed(all) : MOST_AT_ONCE)
    const rows: Row[] = []
    for (const pace of paces) {
      const counts = pace.receiver !== 'all'
      const limit = Math.min(isByWhatsapp(pace.receiver) ? MOST_AT_ONCE : left, allowed(pace))
      if (!counts || limit < 1) continue
      const found = await waiting(trx, { receiver: pace.receiver, now, limit, channels })
      rows.push(...found)
      if (!isByWhatsapp(pace.receiver)) left -= found.length
    }
    const skipped = new Map<number, string>()
    for (const check of [inSegment, leftOut]) {
      const open = rows.filter(({ recipient_id }) => !skipped.has(recipient_id))
      if (open.length > 0) for (const [id, reason] of await check(trx, open, now)) skipped.set(id, reason)
    }
    for (const [id, reason] of skipped)
      await trx('letter_recipients').where({ recipient_id: id }).update({ state: 'skipped', reason })
    const chosen = rows.filter(({ recipient_id }) => !skipped.has(recipient_id))
    const spend = async (pace: Pace | undefined, count: number) => {
      if (!pace || count === 0) return
      const next_at = new Date(startOf(pace) + count * gapOf(pace))
      await trx('letter_pace').where({ receiver: pace.receiver }).update({ next_at })
    }
    await spend(all, chosen.filter(({ receiver }) => !isByWhatsapp(receiver)).length)
    for (const pace of paces) await spend(pace, chosen.filter(({ receiver }) => receiver === pace.receiver).length)
    const ids = chosen.map(({ recipient_id }) => recipient_id)
    return { looked: rows.length, leased: ids.length === 0 ? [] : await lease(trx, ids, now) }
  })
}

/** Returns the ways by which somebody is to get a letter by now. */
export async function findWantedChannels(db: Db, now: Date): Promise<LetterChannel[]> {
  const due = db('letter_recipients')
    .join('letters', 'letters.letter_id', 'letter_recipients.letter_id')
    .where({ 'letter_recipients.state': 'waiting', 'letters.status': 'sending' })
    .where('due_at', '<=', now)
  return due.distinct().pluck('letter_recipients.channel')
}

async function waiting(
  trx: Db,
  bindings: { receiver: string; now: Date; limit: number; channels: readonly LetterChannel[] },
): Promise<Row[]> {
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `select r.recipient_id, r.letter_id, r.occasion, r.user_id, r.receiver, r.tries, r.channel, l.sequence_id, l.move_id, l.step, l.segment
     from letter_recipients r join letters l using (letter_id)
     where r.receiver = :receiver and r.state = 'waiting' and r.due_at <= :now and l.status = 'sending'
       and r.channel = any(:channels)
     order by r.due_at, r.recipient_id limit :limit for update of r skip locked`,
    { ...bindings, channels: [...bindings.channels] },
  )
  return rows
}

async function lease(trx: Db, ids: readonly number[], now: Date): Promise<Recipient[]> {
  const { rows } = await trx.raw<{ rows: Recipient[] }>(
    `with leased as (
       update letter_recipients set state = 'leased', lease = :lease, handing_at = null,
         leased_until = cast(:now as timestamptz) + ${LEASE}
       where recipient_id = any(cast(:ids as bigint[])) returning *
     )
     select r.recipient_id, r.letter_id, r.occasion, r.user_id, r.receiver, r.tries, r.channel, r.lease, r.token, r.unsubscribe_token,
       l.sequence_id, l.move_id, l.step, (select s.trigger from sequences s where s.sequence_id = l.sequence_id) as trigger, l.subject, l.blocks, l.template, l.notice, r.facts, u.reminder_token, u.user_id as public_id, u.email, u.phone, u.language, ${ownedOf(SHOWN_COURSES)} as owned,
       case when u.is_holders or u.email_proven_at is not null then u.name end as name
     from leased r join letters l using (letter_id) join ${ACCOUNTS} u on u.id = r.user_id
     order by r.recipient_id`,
    { ids: [...ids], now, lease: randomUUID(), ...PAID_BINDING },
  )
  return rows
}

/**
 * Marks a leased row as being handed over, which happens once: from here on a kill leaves it unknown. The same statement looks again at everything
 * that leaves somebody out, and at the address. Returns false when it may not be sent.
 */
export async function beginHanding(
  db: Db,
  {
    recipient_id,
    lease,
    channel,
    email,
    phone,
  }: Pick<Recipient, 'recipient_id' | 'lease' | 'channel' | 'email' | 'phone'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { state: string }[] }>(
    `with asked as (
       select r.recipient_id, ${LEFT_OUT} as reason,
         l.status = 'sending' and case r.channel when 'email' then u.email else u.phone end = :address as is_open
       from letter_recipients r join letters l using (letter_id) join ${ACCOUNTS} u on u.id = r.user_id
       where r.recipient_id = :id and r.lease = :lease and r.state = 'leased' and r.handing_at is null
     )
     update letter_recipients r set
       state = case when a.reason is not null then 'skipped' when a.is_open then 'leased' else 'waiting' end, reason = a.reason,
       handing_at = case when a.reason is null and a.is_open then cast(:now as timestamptz) end,
       leased_until = cast(:now as timestamptz) + ${LEASE}, tries = r.tries + 1, address = :address
     from asked a where r.recipient_id = a.recipient_id and r.state = 'leased' and r.lease = :lease and r.handing_at is null
     returning r.state`,
    { id: recipient_id, lease, now, address: channel === 'email' ? email : phone, ...PAID_BINDING },
  )
  return rows[0]?.state === 'leased'
}

type Result = {
  state: 'waiting' | 'handed_over' | 'refused' | 'skipped' | 'unknown'
  reason?: string | null
  error?: string | null
  due_at?: Date
  handing_at?: Date
  sent_at?: Date
  blocked_at?: Date
  message_id?: string
  provider_id?: string
  tries?: number
}

/** Notes what became of a leased row. A late answer still decides one that counts as unknown by now. */
export async function note(
  db: Db,
  { recipient_id, lease }: Pick<Recipient, 'recipient_id' | 'lease'>,
  result: Result,
): Promise<void> {
  await db('letter_recipients')
    .where({ recipient_id, lease })
    .whereIn('state', ['leased', 'unknown'])
    .update(result.state === 'waiting' ? { handing_at: null, ...result } : result)
}

/** Ends the leases of killed processes: what no mail server saw waits again, the rest stays unknown. */
export async function endLeases(db: Db, now: Date): Promise<void> {
  await db.raw(
    `update letter_recipients set state = case when handing_at is null then 'waiting' else 'unknown' end,
       error = case when handing_at is not null then 'The program ended while the mail server took it' end
     where state = 'leased' and leased_until < :now`,
    { now },
  )
}

/** Halves the pace to one receiver until a time. */
export async function slowDown(db: Db, receiver: string, until: Date): Promise<void> {
  await db('letter_pace').where({ receiver }).update({ slow_until: until })
}
