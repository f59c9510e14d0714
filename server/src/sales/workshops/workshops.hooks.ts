import { HOLD_MINUTES, LEAST_HOLDS, SHORT_HOLD_MINUTES } from 'contract/workshops/run'
import { ANY_RUN } from '../../courses/enrolments/enrolments.queries.ts'
import { appError } from '../../errors.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import { lastingToken } from '../../shop/auth/contact-changes.ts'
import { dashboardFilled, seatsFree, seatsTaken } from '../../shop/moments/moments.ts'
import { lockBuyer } from '../../shop/users/users.queries.ts'
import { coursesChosen } from '../orders/checkout/cart.ts'
import {
  accessDecided,
  boughtAgain,
  orderMade,
  ordersShown,
  type PricedPurchase,
  pricesSet,
} from '../orders/moments.ts'
import {
  countHolds,
  endWeakestHold,
  findDated,
  findOwnSeats,
  findRun,
  findRuns,
  findRunsOfOrders,
  findSeat,
  findSeatedAmong,
  findTakers,
  hasProvenEmail,
  holdSeat,
  lockRuns,
  type RunRow,
  takeSeat,
} from './workshops.queries.ts'
import { mailSeat, nameWithDate, openUntil, toRun } from './workshops.service.ts'

/** Refuses a purchase of dates that has no one date, or more than one seat of it. */
function checkPurchase({ courseIds, courses, fields }: PricedPurchase): void {
  const dated = courses.flatMap((one) => [one, ...(one.included ?? [])]).find(({ terms }) => terms.workshops === true)
  if (!dated) {
    if (fields.run_id) throw appError('conflict', 'This course has no dates')
    return
  }
  const isAlone = courseIds.length === 1 && courses.length === 1 && courseIds[0] === dated.course_id
  if (!isAlone)
    throw appError('conflict', 'Buy one seat of ‘{course}’ by itself: it has a date', {
      values: { course: dated.name },
    })
  if (!fields.run_id) throw appError('conflict', 'Choose a date first')
  const others: Record<string, unknown> = { ...fields }
  if (others.parts === 'true' || others.renewal === 'true' || others.options)
    throw appError('conflict', 'A date has one price, is paid in full and is not renewed')
}

/** Returns the date that may be bought; 409 with the reason where it has no free seat. */
function requireFree(runs: readonly RunRow[], runId: string, now: Date): RunRow {
  const run = runs.find(({ run_id }) => run_id === runId)
  const shown = run && toRun(run, now)
  if (shown && shown.free > 0) return run
  const why = {
    open: 'This date does not take place. Please choose another one.',
    closed: 'Booking for this date has closed. Please choose another one.',
    full: 'This date is full. Please choose another one.',
    held: 'The last seats of this date are being paid for. Please try again in 15 minutes.',
  } as const
  throw appError('conflict', why[!shown || shown.cancelled ? 'open' : shown.state])
}

export const joins = () => [
  pricesSet.by(async (_db, { purchase }) => {
    if (purchase.buying) checkPurchase(purchase)
    return undefined
  }),
  /** A purchase with a date sells a seat of it. Lines and papers of its order name it. */
  coursesChosen.by(async (db, { courses, fields }) => {
    const run_id = fields.run_id ?? ANY_RUN
    const run = fields.run_id ? await findRun(db, fields.run_id) : undefined
    const dated = courses.filter(({ course_id, terms }) => terms.workshops === true || course_id === run?.course_id)
    return Object.fromEntries(
      dated.map((course) => {
        const { course_id } = course
        const name = run?.course_id === course_id ? nameWithDate(course.name, run.starts_at) : course.name
        return [course_id, { ...course, name, sells: { course_id, name, run_id } }]
      }),
    )
  }),
  /** An open order holds a seat once, which is the buyer's own whatever order of theirs holds it. A purchase that is repeated later needs a free one, and holds it no more. */
  orderMade.by(async (ctx, trx, { order, fields, client }) => {
    if (!fields.run_id) return
    const now = ctx.now()
    const { order_id, user_id } = order
    const { course_id } = (await findRun(trx, fields.run_id)) ?? {}
    if (course_id === undefined) throw appError('conflict', 'This course has no dates')
    const held = await findSeat(trx, order_id)
    if (held && new Date(held.held_until) > now) return
    const isProven = await hasProvenEmail(trx, user_id)
    let runs = await lockRuns(trx, course_id, now, user_id)
    const wanted = runs.find(({ run_id }) => run_id === fields.run_id)
    const isHeld = wanted && toRun(wanted, now).state === 'held'
    if (isHeld && isProven && (await endWeakestHold(trx, wanted.run_id, now)))
      runs = await findRuns(trx, course_id, now, user_id)
    const { run_id, seats } = requireFree(runs, fields.run_id, now)
    if (held) return
    const network = client === undefined ? null : lastingToken(ctx.config, ['hold', networkOf(client)]).hash
    const most = Math.max(LEAST_HOLDS, Math.floor(seats / 10))
    const minutes = isProven ? HOLD_MINUTES : SHORT_HOLD_MINUTES
    const holds = (await countHolds(trx, { runId: run_id, network, now })) < most
    const held_until = holds ? new Date(now.getTime() + minutes * 60_000) : now
    await holdSeat(trx, { order_id, user_id, course_id, run_id, held_until, network })
  }),
  /** A paid order takes its seat, also after its hold while one is free and the date is not over; else it gives nothing, and its money goes back. */
  accessDecided.by(async (ctx, trx, { order_id, user_id, now }) => {
    const seat = await findSeat(trx, order_id)
    if (!seat) return null
    await lockBuyer(trx, user_id)
    // A second order of the date gives nothing.
    if ((await findSeatedAmong(trx, seat.run_id, [user_id], order_id)).length > 0) return { courses: [], owned: true }
    const run = (await lockRuns(trx, seat.course_id, now, user_id)).find(({ run_id }) => run_id === seat.run_id)
    if (!run || run.cancelled_at || new Date(run.ends_at) <= now || toRun(run, now).left < 1) {
      await mailSeat(ctx, trx, order_id, 'lost')
      return { courses: [] }
    }
    await takeSeat(trx, order_id, now)
    const given_until = openUntil(run)
    return { courses: [{ course_id: seat.course_id, access_period: null, given_until, continues: true }] }
  }),
  /** A lost payment is tried again for the same date. */
  boughtAgain.by(async ({ db }, { order_id }) => {
    const seat = await findSeat(db, order_id)
    return seat ? { fields: { run_id: seat.run_id } } : null
  }),
  ordersShown.by(async (db, orderIds) =>
    (await findRunsOfOrders(db, orderIds)).map(({ order_id, run_id, course_id, taken_at }) => ({
      order_id,
      ...(taken_at === null && { lost: true as const }),
      stays: 'A seat with a date cannot be moved: refund it, and the other person books one',
      named: { run_id },
      buy_again: `/course/${encodeURIComponent(course_id)}`,
    })),
  ),
  dashboardFilled.by(async (db, { userId, now }) =>
    (await findOwnSeats(db, userId, now)).length > 0 ? 'workshops' : undefined,
  ),
  seatsTaken.by((db, { courseId, told }) => findTakers(db, courseId, told)),
  /** Counts the free seats of a course for its list. */
  seatsFree.by(async (db, { courseId, now }) => {
    const [dated] = await findDated(db, [courseId])
    if (!dated) return undefined
    const runs = await findRuns(db, courseId, now, null)
    return runs.reduce((free, run) => free + toRun(run, now).free, 0)
  }),
]
