import { randomBytes } from 'node:crypto'
import type { RunInput } from 'contract/workshops/run'
import type { Db } from '../../context.ts'
import { COURSES, LESSONS, SOLD_TERMS } from '../../courses/courses/courses.sql.ts'
import { pieces } from '../../platform/features/pieces.ts'
import type { ToldOfSeat } from '../../shop/moments/moments.ts'
import { ACCOUNTS, HAS_PROVEN_EMAIL } from '../../shop/users/accounts.sql.ts'
import { goingBack, refundWaits } from '../orders/going-back.sql.ts'
import { ORDERS } from '../orders/orders.sql.ts'
import { isTaken } from './workshops.pieces.ts'

/** The money of a seat `s` went back, is on its way, or waits for a second person: it returns as a choice when that fails. */
const REFUNDING = `(${goingBack('s.order_id', 's.course_id', '0')} or ${refundWaits('s.order_id')})`

/** A seat `s` is held by an open order, of a person who has none yet. */
const HELD = `(s.taken_at is null and s.held_until > :now and exists (
    select from ${ORDERS} o where o.order_id = s.order_id and o.status = 'created')
  and not exists (select from run_seats own where own.run_id = s.run_id and own.user_id = s.user_id and ${isTaken('own')}))`

export type RunRow = {
  run_id: string
  course_id: string
  starts_at: string
  ends_at: string
  seats: number
  sells_until: string
  replay_days: number
  group_url: string | null
  cancelled_at: string | null
  cancelled_by: string | null
  taken: number
  held: number
}

export type SeatRow = {
  order_id: string
  run_id: string
  user_id: number
  course_id: string
  held_until: string
  taken_at: string | null
  /** Counts the changes of its date: the revision of its calendar file. */
  moved: number
}

/**
 * Lists all dates of a course with what of their seats is taken and held, the earliest first. `asker` (`users.id`): whose holds are not in their own
 * way; null for what anybody sees.
 */
export async function findRuns(db: Db, courseId: string, now: Date, asker: number | null): Promise<RunRow[]> {
  const { rows } = await db.raw<{ rows: RunRow[] }>(
    `select r.*,
       (select count(*)::int from run_seats s where s.run_id = r.run_id and ${isTaken('s')}) as taken,
       (select count(distinct s.user_id)::int from run_seats s where s.run_id = r.run_id and s.user_id is distinct from :asker and ${HELD}) as held
     from course_runs r where r.course_id = :courseId order by r.starts_at, r.run_id`,
    { courseId, now, asker },
  )
  return rows
}

/** The same for visitors: none of a course that has no page. */
export async function findShownRuns(db: Db, courseId: string, now: Date): Promise<RunRow[]> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from ${SOLD_TERMS} c where c.course_id = :courseId and c.on_sale`,
    { courseId },
  )
  return rows.length > 0 ? findRuns(db, courseId, now, null) : []
}

/** Locks the dates of a course: seats are counted one purchase after the other. Lock students first, and grants later. */
export async function lockRuns(trx: Db, courseId: string, now: Date, asker: number | null): Promise<RunRow[]> {
  await trx('course_runs').where({ course_id: courseId }).orderBy('run_id').forNoKeyUpdate().pluck('run_id')
  return findRuns(trx, courseId, now, asker)
}

export const findRun = (db: Db, runId: string): Promise<{ course_id: string; starts_at: string } | undefined> =>
  db('course_runs').where({ run_id: runId }).first('course_id', 'starts_at')

const columnsOf = ({ sells_until, group_url = null, ...run }: RunInput) => ({
  ...run,
  group_url,
  sells_until: sells_until ?? run.starts_at,
})

export async function insertRun(db: Db, courseId: string, run: RunInput): Promise<string> {
  const run_id = `run_${randomBytes(12).toString('hex')}`
  await db('course_runs').insert({ run_id, course_id: courseId, ...columnsOf(run) })
  return run_id
}

export const updateRun = (trx: Db, runId: string, run: RunInput): Promise<number> =>
  trx('course_runs').where({ run_id: runId }).update(columnsOf(run))

export const cancelRun = (trx: Db, runId: string, by: { adminId: number; now: Date }): Promise<number> =>
  trx('course_runs').where({ run_id: runId }).update({ cancelled_at: by.now, cancelled_by: by.adminId })

/** Finds courses among these that are sold by dates. */
export async function findDated(db: Db, courseIds: readonly string[]): Promise<{ course_id: string; name: string }[]> {
  const { rows } = await db.raw<{ rows: { course_id: string; name: string }[] }>(
    `select course_id, name from ${SOLD_TERMS} c where course_id = any(:courseIds) and workshops = 'true'`,
    { courseIds: [...courseIds] },
  )
  return rows
}

export const findSeat = (db: Db, orderId: string): Promise<SeatRow | undefined> =>
  db('run_seats').where({ order_id: orderId }).first()

/** Notes the date of an open order, whose seat is held until then. */
export const holdSeat = (
  trx: Db,
  seat: Pick<SeatRow, 'order_id' | 'run_id' | 'user_id' | 'course_id'> & { held_until: Date; network: string | null },
) => trx('run_seats').insert(seat)

/** Counts the seats of a date that a network holds. */
export async function countHolds(
  trx: Db,
  { runId, network, now }: { runId: string; network: string | null; now: Date },
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { holds: number }[] }>(
    `select count(*)::int as holds from run_seats s
     where s.run_id = :runId and s.network is not distinct from :network and ${HELD}`,
    { runId, network, now },
  )
  return rows[0]?.holds ?? 0
}

/** Ends the oldest hold of a date by an account whose email is not proven. Returns false where there is none. */
export async function endWeakestHold(trx: Db, runId: string, now: Date): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `update run_seats set held_until = :now where order_id = any(array(
       select s.order_id from run_seats s join ${ACCOUNTS} u on u.id = s.user_id and u.email_proven_at is null
       where s.run_id = :runId and ${HELD} order by s.held_until, s.order_id limit 1))`,
    { runId, now },
  )
  return rowCount > 0
}

export async function hasProvenEmail(trx: Db, id: number): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { proven: boolean }[] }>(`select ${HAS_PROVEN_EMAIL} as proven`, { id })
  return rows[0]?.proven === true
}

export const takeSeat = (trx: Db, orderId: string, now: Date): Promise<number> =>
  trx('run_seats').where({ order_id: orderId }).update({ taken_at: now })

export const moveSeat = (trx: Db, orderId: string, to: string): Promise<number> =>
  trx('run_seats')
    .where({ order_id: orderId })
    .update({ run_id: to, moved: trx.raw('moved + 1') })

/** Counts a change of the seats' date. */
export const noteMoved = (trx: Db, orderIds: readonly string[]): Promise<number> =>
  trx('run_seats')
    .whereRaw('order_id = any(?)', [[...orderIds]])
    .update({ moved: trx.raw('moved + 1') })

export type Seated = SeatRow & {
  public_id: string
  name: string
  email: string
  order_no: string | null
  reminders: boolean
}

/** Lists who has a seat of a date. */
export async function findSeated(db: Db, runId: string): Promise<Seated[]> {
  const { rows } = await db.raw<{ rows: Seated[] }>(
    `select s.*, u.user_id as public_id, u.name, coalesce(u.email, '') as email, u.reminders,
       (select o.order_no from ${ORDERS} o where o.order_id = s.order_id) as order_no
     from run_seats s join ${ACCOUNTS} u on u.id = s.user_id and u.deleted_at is null
     where s.run_id = :runId and ${isTaken('s')} order by u.name, s.order_id`,
    { runId },
  )
  return rows
}

/** Filters the students (`users.id`) who have a seat of a date, beside that of the order `except`. */
export async function findSeatedAmong(
  db: Db,
  runId: string,
  userIds: readonly number[],
  except: string | null = null,
): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { user_id: number }[] }>(
    `select distinct s.user_id from run_seats s
     where s.run_id = :runId and s.user_id = any(:userIds) and s.order_id is distinct from :except and ${isTaken('s')}`,
    { runId, userIds: [...userIds], except },
  )
  return rows.map(({ user_id }) => user_id)
}

export type OwnSeat = RunRow & Pick<SeatRow, 'order_id' | 'moved'> & { course_name: string; refunding: boolean }

/** Lists seats of a student (`users.id`) whose replay is open, or whose date was cancelled. */
export async function findOwnSeats(db: Db, userId: number, now: Date): Promise<OwnSeat[]> {
  const { rows } = await db.raw<{ rows: OwnSeat[] }>(
    `select r.*, s.order_id, s.moved, c.name as course_name, ${REFUNDING} as refunding
     from run_seats s join course_runs r on r.run_id = s.run_id join ${COURSES} c on c.course_id = s.course_id
     where s.user_id = :userId and ${isTaken('s')} and (r.cancelled_at is not null or r.ends_at + r.replay_days * interval '1 day' > :now)
     order by r.starts_at, s.order_id`,
    { userId, now },
  )
  return rows
}

/** Lists the dates of which an open order of a student (`users.id`) holds a seat. */
export async function findOwnHolds(db: Db, userId: number, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { run_id: string }[] }>(
    `select distinct s.run_id from run_seats s where s.user_id = :userId and ${HELD}`,
    { userId, now },
  )
  return rows.map(({ run_id }) => run_id)
}

/** Finds who of these took or held a seat of the course after they were told. */
export async function findTakers(db: Db, courseId: string, told: readonly ToldOfSeat[]): Promise<ToldOfSeat[]> {
  const { rows } = await db.raw<{ rows: ToldOfSeat[] }>(
    `select t.email, t.at from unnest(cast(:emails as text[]), cast(:times as timestamptz[])) as t(email, at)
     where exists (select from run_seats s join ${ACCOUNTS} u on u.id = s.user_id
       where s.course_id = :courseId and u.email = t.email and (s.taken_at > t.at or s.held_until > t.at))`,
    { courseId, emails: told.map(({ email }) => email), times: told.map(({ at }) => at) },
  )
  return rows
}

/** Names the date of an order's line by the order. */
export const findRunsOfOrders = (db: Db, orderIds: readonly string[]): Promise<SeatRow[]> =>
  db('run_seats').whereRaw('order_id = any(?)', [[...orderIds]])

export type ReminderKind = 'day' | 'hour' | 'soon'

const BEFORE: Record<ReminderKind, readonly [from: string, to: string]> = {
  day: ['24 hours', '1 hour'],
  hour: ['1 hour', '10 minutes'],
  soon: ['10 minutes', '0 minutes'],
}

/** A live lesson at the beginning of a date reminds by itself a day and an hour before. */
const LIVE_BEGINS = `exists (select from ${pieces.liveLessons} v join ${LESSONS} l on l.lesson_id = v.lesson_id
  where l.course_id = r.course_id and v.cancelled_at is null and v.starts_at = r.starts_at)`

/** Takes the dates whose reminder is due, each once for its moment. */
export async function takeReminders(trx: Db, kind: ReminderKind, now: Date): Promise<string[]> {
  const [from, to] = BEFORE[kind]
  const { rows } = await trx.raw<{ rows: { run_id: string; reminded: boolean }[] }>(
    `update course_runs r set ${kind}_told_for = starts_at
     where cancelled_at is null and ${kind}_told_for is distinct from starts_at
       and starts_at - interval '${from}' <= :now and starts_at - interval '${to}' > :now
     returning run_id, ${kind === 'soon' ? 'false' : LIVE_BEGINS} as reminded`,
    { now },
  )
  return rows.flatMap(({ run_id, reminded }) => (reminded ? [] : run_id))
}

/** Finds what an email about an order's seat says, as its date is now. */
export async function findMailed(db: Db, orderId: string) {
  const { rows } = await db.raw<{
    rows: (Pick<RunRow, 'course_id' | 'starts_at' | 'ends_at' | 'cancelled_at'> &
      Pick<SeatRow, 'order_id' | 'moved'> & {
        user_id: number
        course_name: string
        taken: boolean
      })[]
  }>(
    `select s.order_id, s.moved, s.user_id, r.course_id, c.name as course_name, r.starts_at, r.ends_at, r.cancelled_at, ${isTaken('s')} as taken
     from run_seats s join course_runs r on r.run_id = s.run_id join ${COURSES} c on c.course_id = s.course_id where s.order_id = :orderId`,
    { orderId },
  )
  return rows[0]
}
