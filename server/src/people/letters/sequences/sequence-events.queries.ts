import { DAY_MS } from 'contract/indian-time'
import type { SequenceTrigger } from 'contract/sequences'
import type { Db } from '../../../context.ts'
import { bound, PAID } from '../../../sales/orders/status.ts'
import { lockBuyers } from '../../../shop/users/users.queries.ts'
import { receiverOf } from '../audience.queries.ts'
import { LATE_DAYS, UNPAID } from './sequence-ends.sql.ts'

export type DueStep = {
  letter_id: string
  trigger: SequenceTrigger
  course_id: string | null
  after_minutes: number
  active_since: string
  step_since: string
}

/** Finds the steps of every sequence that is on, and keeps a save of it waiting until the transaction ends. */
export async function findSteps(trx: Db): Promise<DueStep[]> {
  const { rows } = await trx.raw<{ rows: DueStep[] }>(
    `select l.letter_id, s.trigger, s.course_id, l.after_minutes, s.active_since, l.step_since
     from sequences s join letters l using (sequence_id)
     where s.active and l.step is not null order by s.sequence_id, l.step for share of s`,
  )
  return rows
}

const ofCourse = (order: string) => `(cast(:course as text) is null
  or exists (select from order_lines n where n.order_id = ${order} and :course in (n.course_id, n.bundle_id)))`

/** Selects whom an event happened to between `:from` and `:to`: student, occasion, and when. */
const EVENTS: Record<SequenceTrigger, string> = {
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

/**
 * Puts those on a step's list whose moment is now: since the sequence is on, since the step is at its place, and not too long ago. Each
 * once for an event; `limit` at most. Returns how many.
 */
export async function enlistDue(trx: Db, step: DueStep, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const delay = step.after_minutes * MINUTE_MS
  const oldest = Math.max(
    Date.parse(step.active_since),
    Date.parse(step.step_since) - delay,
    now.getTime() - delay - LATE_DAYS[step.trigger] * DAY_MS,
  )
  const bindings = {
    letter: step.letter_id,
    course: step.course_id,
    minutes: step.after_minutes,
    paid: bound(PAID),
    limit,
    from: new Date(oldest),
    to: new Date(now.getTime() - delay),
  }
  if (bindings.from > bindings.to) return 0
  const { rows } = await trx.raw<{ rows: { user_id: number; occasion: string; due_at: string }[] }>(
    `select e.user_id, e.occasion, e.at + :minutes * interval '1 minute' as due_at
     from (${EVENTS[step.trigger]}) e join users u on u.id = e.user_id and u.deleted_at is null
     where not exists (
       select from letter_recipients r where r.letter_id = :letter and r.user_id = e.user_id and r.occasion = e.occasion)
     order by e.at, e.user_id limit :limit`,
    bindings,
  )
  if (rows.length === 0) return 0
  const living = new Set((await lockBuyers(trx, [...new Set(rows.map(({ user_id }) => Number(user_id)))])).map(Number))
  const due = rows.filter(({ user_id }) => living.has(Number(user_id)))
  await trx.raw(
    `insert into letter_recipients (letter_id, user_id, occasion, channel, receiver, due_at)
     select :letter, u.id, d.occasion, 'email', ${receiverOf(`'email'`)}, d.due_at
     from jsonb_to_recordset(cast(:due as jsonb)) d (user_id bigint, occasion text, due_at timestamptz)
     join users u on u.id = d.user_id
     on conflict do nothing`,
    { letter: step.letter_id, due: JSON.stringify(due) },
  )
  return rows.length
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
