import { DAY_MS } from 'contract/indian-time'
import type { LetterChannel } from 'contract/letters'
import { isMessage, isNudge, type SequenceTrigger } from 'contract/sequences'
import type { Db } from '../../../context.ts'
import { bound, PAID } from '../../../sales/orders/status.ts'
import type { DueMessage } from '../../../shop/moments/moments.ts'
import { lockBuyers } from '../../../shop/users/users.queries.ts'
import { receiverOf } from '../audience.queries.ts'
import { MAY_NUDGE, NUDGE_EVENTS } from './nudges.sql.ts'
import { LATE_DAYS, UNPAID } from './sequence-ends.sql.ts'

export type DueStep = {
  letter_id: string
  trigger: SequenceTrigger
  channel: LetterChannel
  /** Days until a nudge begins; null for the others. */
  days: number | null
  course_id: string | null
  after_minutes: number
  active_since: string
  step_since: string
}

/** Finds the steps of every sequence that is on, and keeps a save of it waiting until the transaction ends. */
export async function findSteps(trx: Db): Promise<DueStep[]> {
  const { rows } = await trx.raw<{ rows: DueStep[] }>(
    `select l.letter_id, s.trigger, s.days, l.channel, s.course_id, l.after_minutes, s.active_since, l.step_since
     from sequences s join letters l using (sequence_id)
     where s.active and l.step is not null order by s.sequence_id, l.step for share of s`,
  )
  return rows
}

const ofCourse = (order: string) => `(cast(:course as text) is null
  or exists (select from order_lines n where n.order_id = ${order} and :course in (n.course_id, n.bundle_id)))`

/**
 * Selects whom an event happened to between `:from` and `:to`: student, occasion, and when. Live lessons and due dates are reported by their
 * features.
 */
const EVENTS: Record<Exclude<SequenceTrigger, 'due' | 'live'>, string> = {
  ...NUDGE_EVENTS,
  receipt: `select o.user_id, o.order_id as occasion, o.paid_at as at from orders o
    where o.status = any(:paid) and o.total_paise > 0 and o.paid_at >= :from and o.paid_at <= :to`,
  purchase: `select o.user_id, o.order_id as occasion, o.paid_at as at from orders o
    where o.status = any(:paid) and o.paid_at >= :from and o.paid_at <= :to and ${ofCourse('o.order_id')}`,
  registered: `select u.id as user_id, 'registered' as occasion, u.created_at as at from users u
    where u.deleted_at is null and u.created_at >= :from and u.created_at <= :to`,
  order_unpaid: `select o.user_id, o.order_id as occasion, o.created_at as at from orders o
    where o.status in ${UNPAID} and o.created_at >= :from and o.created_at <= :to and ${ofCourse('o.order_id')}`,
  finished: `select p.user_id, p.course_id as occasion, max(p.completed_at) as at
    from lesson_progress p join lessons l on l.lesson_id = p.lesson_id and l.course_id = p.course_id
    where p.completed_at is not null and (cast(:course as text) is null or p.course_id = :course)
      and (p.user_id, p.course_id) in (
        select n.user_id, n.course_id from lesson_progress n
        where n.completed_at >= :from and n.completed_at <= :to and n.moved_in_at is null)
    group by p.user_id, p.course_id
    having max(p.completed_at) between :from and :to
      and count(*) = (select count(*) from lessons w where w.course_id = p.course_id)`,
}

const MINUTE_MS = 60_000

const receiverOfStep = (trigger: SequenceTrigger) => {
  const receiver = receiverOf('cast(:channel as text)')
  const isOwn = isNudge(trigger) || isMessage(trigger)
  return isOwn ? `case when cast(:channel as text) = 'whatsapp' then 'whatsapp_own' else ${receiver} end` : receiver
}

/**
 * Puts those on a step's list whose moment is now: since the sequence is on, since the step is at its place, and not too long ago. Each
 * once for an event; `limit` at most. Returns how many.
 */
export async function enlistDue(trx: Db, step: DueStep, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { trigger } = step
  if (trigger === 'due' || trigger === 'live') return 0
  const wait = (step.days ?? 0) * DAY_MS
  const delay = wait + step.after_minutes * MINUTE_MS
  const oldest = Math.max(
    Date.parse(step.active_since) - wait,
    Date.parse(step.step_since) - delay,
    now.getTime() - delay - LATE_DAYS[trigger] * DAY_MS,
  )
  const bindings = {
    letter: step.letter_id,
    course: step.course_id,
    minutes: delay / MINUTE_MS,
    paid: bound(PAID),
    now,
    limit,
    from: new Date(oldest),
    to: new Date(now.getTime() - delay),
  }
  if (bindings.from > bindings.to) return 0
  const { rows } = await trx.raw<{ rows: { user_id: number; occasion: string; due_at: string }[] }>(
    `select e.user_id, e.occasion, e.at + :minutes * interval '1 minute' as due_at
     from (${EVENTS[trigger]}) e join users u on u.id = e.user_id and u.deleted_at is null
     where not exists (
       select from letter_recipients r where r.letter_id = :letter and r.user_id = e.user_id and r.occasion = e.occasion)
       and ${isNudge(trigger) ? MAY_NUDGE : 'true'}
     order by e.at, e.user_id limit :limit`,
    bindings,
  )
  if (rows.length === 0) return 0
  const living = new Set((await lockBuyers(trx, [...new Set(rows.map(({ user_id }) => Number(user_id)))])).map(Number))
  const due = rows.filter(({ user_id }) => living.has(Number(user_id)))
  await trx.raw(
    `insert into letter_recipients (letter_id, user_id, occasion, channel, receiver, due_at)
     select ${isNudge(trigger) ? 'distinct on (e.user_id)' : ''} :letter, u.id, e.occasion, :channel, ${receiverOfStep(trigger)}, e.due_at
     from jsonb_to_recordset(cast(:due as jsonb)) e (user_id bigint, occasion text, due_at timestamptz)
     join users u on u.id = e.user_id
     ${isNudge(trigger) ? `where ${MAY_NUDGE} order by e.user_id, e.due_at` : ''}
     on conflict do nothing`,
    { letter: step.letter_id, channel: step.channel, now, due: JSON.stringify(due) },
  )
  return isNudge(trigger) ? living.size : rows.length
}

/** Puts students on the list of every message of this kind that is on, each once by its key. */
export async function enlistMessage(
  trx: Db,
  { kind, key, userIds, until, facts }: DueMessage,
  now: Date,
): Promise<void> {
  const steps = (await findSteps(trx)).filter(({ trigger }) => trigger === kind)
  if (steps.length === 0) return
  const living = await lockBuyers(trx, userIds)
  for (const { letter_id, channel } of steps) {
    await trx.raw(
      `insert into letter_recipients (letter_id, user_id, occasion, channel, receiver, due_at, until, facts)
       select :letter_id, u.id, :key, :channel, ${receiverOfStep(kind)}, :now, :until, cast(:facts as jsonb)
       from users u where u.id = any(:living) order by u.id on conflict do nothing`,
      { letter_id, key, channel, now, until, facts: JSON.stringify(facts), living },
    )
  }
}

/** Returns true if paid orders are followed by a message. */
export async function sendsReceipts(db: Db): Promise<boolean> {
  return (await db('sequences').where({ trigger: 'receipt', active: true }).first('sequence_id')) !== undefined
}

/** Leaves out who waits for a step that is off or gone; what is being handed over goes on. */
export async function endWaiting(trx: Db, sequenceId: string): Promise<void> {
  await trx.raw(
    `update letter_recipients r set state = 'skipped', reason = 'off' from letters l
     where l.letter_id = r.letter_id and l.sequence_id = :sequenceId and r.state = 'waiting'
       and (l.step is null or l.status <> 'sending')`,
    { sequenceId },
  )
}
