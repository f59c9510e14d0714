import { clockStyle } from 'contract/date-styles'
import { MOST_REPLAY_DAYS } from 'contract/giveaway'
import { DAY_MS } from 'contract/indian-time'
import { AdminRun, type OwnRun, type Run, type RunInput } from 'contract/workshops/run'
import type { Context, Db } from '../../context.ts'
import { findAnyCourse, findCoursesForSale } from '../../courses/courses/courses.queries.ts'
import { courseNotFound } from '../../courses/courses/courses.service.ts'
import { moveGrantEnd } from '../../courses/enrolments/grants.queries.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { hash } from '../../platform/db/idempotency.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { actingAdmin, noteChange } from '../../shop/activity/note-change.ts'
import { findAdminCredentials } from '../../shop/auth/admins.queries.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'
import { hasSpent } from '../orders/coin-spends.queries.ts'
import { countRefundTries } from '../orders/refund-requests/refund-requests.queries.ts'
import { requestRefund } from '../orders/refund-requests/request-refund.ts'
import { calendarOf } from './run-calendar.ts'
import type { RunMailKind } from './run-emails.ts'
import {
  cancelRun,
  findOwnSeats,
  findRun,
  findRuns,
  findSeated,
  findSeatedAmong,
  insertRun,
  lockRuns,
  moveSeat,
  noteMoved,
  type OwnSeat,
  type RunRow,
  updateRun,
} from './workshops.queries.ts'

type Student = { id: number; user_id: string }

const runNotFound = () => appError('not_found', 'This date was not found')

/** The end of access that a seat gives. */
export const openUntil = ({ ends_at, replay_days }: Pick<RunRow, 'ends_at' | 'replay_days'>): Date =>
  new Date(Date.parse(ends_at) + replay_days * DAY_MS)

/** A date with its seats that are neither taken nor held, and whether a purchase can have one now. Only fields of the contract are sent. */
export function toRun(run: RunRow, now: Date) {
  const left = Math.max(0, run.seats - run.taken - run.held)
  const cancelled = run.cancelled_at !== null
  const full = run.taken >= run.seats ? 'full' : 'held'
  const state: Run['state'] = now >= new Date(run.sells_until) ? 'closed' : left > 0 ? 'open' : full
  return { ...run, left, state, cancelled, free: state === 'open' && !cancelled ? left : 0 }
}

/** The same for owners. */
export const toAdminRun = (run: RunRow, now: Date): AdminRun => {
  const { starts_at, ends_at, seats, sells_until, replay_days, group_url } = run
  const version = hash([starts_at, ends_at, seats, sells_until, replay_days, group_url])
  return AdminRun.parse({ ...toRun(run, now), version })
}

/** The first date of a list that has a free seat, and of which its student has no `seats`. */
const firstFree = (runs: readonly RunRow[], seats: readonly OwnSeat[], now: Date) =>
  runs.find((run) => toRun(run, now).free > 0 && !seats.some(({ run_id }) => run_id === run.run_id))

const DATE = { day: 'numeric', month: 'short', year: 'numeric', ...clockStyle, timeZone: 'Asia/Kolkata' } as const

/** `12 Dec 2026, 7:00 pm` of a course, as lines of orders and their papers have it. */
export const nameWithDate = (name: string, startsAt: string): string =>
  `${name} (${new Date(startsAt).toLocaleString('en-IN', DATE)})`

/** Has a student written to about the seat of an order. */
export const mailSeat = (ctx: Context, trx: Db, orderId: string, kind: RunMailKind) =>
  ctx.queue.send(trx, 'run-mail', { order_id: orderId, kind, at: ctx.now().toISOString() })

/** Throws 403 for access after a date that is longer than before, and than an editor may give. */
function refuseLongReplay(replayDays: number, before = 0): void {
  const role = actingAdmin()?.role
  if (role === 'owner' || role === 'finance' || role === undefined) return
  if (replayDays > Math.max(before, MOST_REPLAY_DAYS))
    throw plainError(
      'forbidden',
      `Only an owner or finance can give more than ${MOST_REPLAY_DAYS} days of access after a date`,
    )
}

export async function addRun(ctx: Context, courseId: string, run: RunInput): Promise<string> {
  const course = await findAnyCourse(ctx.db, courseId)
  if (!course) throw courseNotFound()
  refuseLongReplay(run.replay_days)
  const [sold] = await findCoursesForSale(ctx.db, [courseId], ctx.now())
  if (sold?.included) throw plainError('conflict', 'A bundle has no dates. Add them to a course.')
  if (sold?.free) throw plainError('conflict', 'A free course has no seats. Give it a price first.')
  return ctx.db.transaction(async (trx) => {
    const run_id = await insertRun(trx, courseId, run)
    await noteRun(trx, courseId, { after: { ...run } })
    return run_id
  })
}

const ordersOf = (seats: readonly { order_id: string }[]) => seats.map(({ order_id }) => order_id)

/** The activity of a date is that of its course. */
async function noteRun(
  trx: Db,
  courseId: string,
  change: { before?: Record<string, unknown>; after: Record<string, unknown> },
) {
  const course = await findAnyCourse(trx, courseId)
  await noteChange(trx, { kind: 'course', id: courseId, name: course?.name ?? null, ...change })
}

/** Runs work with the dates of a course locked, and before them the students who have a seat of one of them. */
async function withRun<T>(
  ctx: Context,
  runId: string,
  work: (trx: Db, at: { run: RunRow; runs: RunRow[]; seated: Awaited<ReturnType<typeof findSeated>> }) => Promise<T>,
): Promise<T> {
  const { course_id: courseId } = (await findRun(ctx.db, runId)) ?? {}
  if (courseId === undefined) throw runNotFound()
  return ctx.db.transaction(async (trx) => {
    const before = await findSeated(trx, runId)
    await lockBuyers(
      trx,
      before.map(({ user_id }) => user_id),
    )
    const runs = await lockRuns(trx, courseId, ctx.now(), null)
    const run = runs.find(({ run_id }) => run_id === runId)
    if (!run) throw runNotFound()
    return work(trx, { run, runs, seated: await findSeated(trx, runId) })
  })
}

const studentsHave = (count: number, what: string) =>
  count === 1 ? `1 student has ${what}` : `${count} students have ${what}`

/** Nobody loses access by a slip of the year: refuses a change after which the access of students is over, or their date is. */
function refuseOver(run: RunRow, input: RunInput, seated: number, now: Date): void {
  if (seated === 0) return
  const { starts_at, ends_at, replay_days } = input
  const at = new Date(starts_at).toLocaleString('en-IN', DATE)
  if (ends_at !== run.ends_at && new Date(ends_at) <= now)
    throw invalidField('starts_at', `${at} is over, and ${studentsHave(seated, 'a seat')}. Choose a date ahead.`)
  if (openUntil({ ends_at, replay_days }) <= now && openUntil(run) > now)
    throw invalidField('replay_days', `${studentsHave(seated, 'access')} now, and would lose it at once`)
}

/** 404; 409 `conflict` for a cancelled date or too few seats, and `edit_conflict` when `ifMatch` names an earlier state. */
export const changeRun = (ctx: Context, runId: string, input: RunInput, ifMatch: string | undefined) =>
  withRun(ctx, runId, async (trx, { run, seated }) => {
    const present = toAdminRun(run, ctx.now())
    requirePresent(ifMatch, `"${present.version}"`, 'this date', present)
    refuseLongReplay(input.replay_days, run.replay_days)
    if (run.cancelled_at) throw plainError('conflict', 'This date is cancelled')
    if (input.seats < run.taken + run.held)
      throw plainError('conflict', `${run.taken + run.held} seats are taken or being paid for. Move students first.`)
    refuseOver(run, input, seated.length, ctx.now())
    await updateRun(trx, runId, input)
    const { starts_at, ends_at, replay_days } = input
    const until = openUntil({ ends_at, replay_days })
    const isOther = starts_at !== run.starts_at || ends_at !== run.ends_at
    if (isOther) await noteMoved(trx, ordersOf(seated))
    for (const { order_id, course_id } of seated) {
      await moveGrantEnd(trx, { orderId: order_id, courseId: course_id, until })
      if (isOther) await mailSeat(ctx, trx, order_id, 'moved')
    }
    await noteRun(trx, run.course_id, {
      before: { starts_at: run.starts_at, seats: run.seats },
      after: { starts_at, seats: input.seats },
    })
    const [saved = run] = (await lockRuns(trx, run.course_id, ctx.now(), null)).filter(({ run_id }) => run_id === runId)
    return toAdminRun(saved, ctx.now())
  })

/** Moves seats to another date in the caller's transaction, with the end of their access; an email says so. */
async function moveSeats(ctx: Context, trx: Db, seats: readonly { order_id: string; course_id: string }[], to: RunRow) {
  for (const { order_id, course_id } of seats) {
    await moveSeat(trx, order_id, to.run_id)
    await moveGrantEnd(trx, { orderId: order_id, courseId: course_id, until: openUntil(to) })
    await mailSeat(ctx, trx, order_id, 'moved')
  }
}

export const moveStudents = (
  ctx: Context,
  runId: string,
  { user_ids, to }: { user_ids: readonly string[]; to: string },
) =>
  withRun(ctx, runId, async (trx, { run, runs, seated }) => {
    const target = runs.find(({ run_id }) => run_id === to)
    if (!target || target === run) throw runNotFound()
    const moving = seated.filter(({ public_id }) => user_ids.includes(public_id))
    if (moving.length < new Set(user_ids).size) throw plainError('not_found', 'Some of them have no seat of this date')
    if (target.cancelled_at) throw plainError('conflict', 'That date is cancelled')
    const ids = moving.map(({ user_id }) => user_id)
    if ((await findSeatedAmong(trx, to, ids)).length > 0)
      throw plainError('conflict', 'Some of them have a seat of that date already')
    if (openUntil(target) <= ctx.now()) throw plainError('conflict', 'That date is over, and so is its replay')
    const { left } = toRun(target, ctx.now())
    if (moving.length > left) throw plainError('conflict', `That date has ${left} free seats. Add seats to it first.`)
    await moveSeats(ctx, trx, moving, target)
    await noteRun(trx, run.course_id, {
      before: { starts_at: run.starts_at },
      after: { starts_at: target.starts_at, students: moving.length },
    })
    return moving.length
  })

export const cancelDate = (ctx: Context, runId: string, adminId: number) =>
  withRun(ctx, runId, async (trx, { run, seated }) => {
    if (run.cancelled_at) throw plainError('conflict', 'This date is cancelled')
    if (new Date(run.ends_at) <= ctx.now()) throw plainError('conflict', 'This date is over')
    await cancelRun(trx, runId, { adminId, now: ctx.now() })
    await noteMoved(trx, ordersOf(seated))
    for (const { order_id } of seated) await mailSeat(ctx, trx, order_id, 'cancelled')
    await noteRun(trx, run.course_id, { after: { starts_at: run.starts_at, cancelled: true } })
    return seated.length
  })

async function requireSeat(db: Db, user: Student, runId: string, now: Date): Promise<OwnSeat> {
  const seat = (await findOwnSeats(db, user.id, now)).find(({ run_id }) => run_id === runId)
  if (!seat) throw runNotFound()
  return seat
}

const notCancelled = () => appError('conflict', 'You have chosen already, or this date takes place')

/** Takes the next date in the place of a cancelled one. */
export const takeNext = (ctx: Context, user: Student, runId: string) =>
  withRun(ctx, runId, async (trx, { run, runs }) => {
    const seat = await requireSeat(trx, user, runId, ctx.now())
    if (!run.cancelled_at || seat.refunding) throw notCancelled()
    const next = firstFree(runs, await findOwnSeats(trx, user.id, ctx.now()), ctx.now())
    if (!next) throw appError('conflict', 'No other date has a free seat now')
    await moveSeats(ctx, trx, [seat], next)
  })

/** What went back for a seat: money, which may wait for a second person, its coins, or the seat alone. */
export type SeatBack = 'money' | 'asked' | 'coins' | 'seat'

/** Gives back what a cancelled date cost, in the name of who cancelled it; a repeat makes one refund, and one after a refund that failed makes another. */
export async function takeMoney(ctx: Context, user: Student, runId: string): Promise<SeatBack> {
  const { seat, tries } = await withRun(ctx, runId, async (trx, { run }) => {
    const seat = await requireSeat(trx, user, runId, ctx.now())
    if (!run.cancelled_at) throw notCancelled()
    return { seat, tries: await countRefundTries(trx, seat.order_id) }
  })
  if (seat.refunding) return 'money'
  const { order_id: orderId } = seat
  const admin = await findAdminCredentials(ctx.db, Number(seat.cancelled_by))
  const coins = await hasSpent(ctx.db, orderId)
  const { refund_id, status } = await requestRefund(ctx, {
    orderId,
    admin: { id: Number(seat.cancelled_by), email: admin?.email ?? '' },
    reason: 'The date was cancelled',
    key: `run-${runId}-${tries}`,
  })
  if (status === 'failed') throw appError('conflict', 'Your money could not be sent. Please try again later.')
  if (status === 'second_person') return 'asked'
  if (refund_id !== orderId) return 'money'
  return coins ? 'coins' : 'seat'
}

export async function listOwn(ctx: Context, user: Student): Promise<OwnRun[]> {
  const now = ctx.now()
  const seats = await findOwnSeats(ctx.db, user.id, now)
  return Promise.all(
    seats.map(async (seat) => {
      const cancelled = seat.cancelled_at !== null
      const asks = cancelled && !seat.refunding
      const next = asks ? firstFree(await findRuns(ctx.db, seat.course_id, now, user.id), seats, now) : undefined
      return {
        ...seat,
        open_until: openUntil(seat).toISOString(),
        group_url: cancelled ? null : seat.group_url,
        cancelled,
        next: next ?? null,
      }
    }),
  )
}

export const runCalendar = async (ctx: Context, user: Student, runId: string): Promise<File> => {
  const { file, type } = await calendarOf(ctx, user.id, await requireSeat(ctx.db, user, runId, ctx.now()))
  return new File([file], 'workshop.ics', { type })
}
