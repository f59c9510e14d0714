import { INTEREST_DAYS, INTEREST_LINK_DAYS, INTEREST_NOTICE } from 'contract/coming-soon/interest'
import { DAY_MS } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { hashOf, lastingToken, newToken } from '../../shop/auth/contact-changes.ts'
import { seatsFree, seatsTaken, type ToldOfSeat } from '../../shop/moments/moments.ts'
import { findAnyCourse, findCourseOnSale, findCoursesForSale, isInCatalogue } from '../courses/courses.queries.ts'
import { courseNotFound } from '../courses/courses.service.ts'
import { confirmInterest, coursesWaitedFor, type Interest, storeInterest, takeWaiting } from './interest.queries.ts'

/** Days after its letter for which a row stays, for a mail server that is away. */
const LETTER_DAYS = 3
const BATCH = 500
/** Time for which a free seat waits for who heard of it; then the next one hears. */
const SEAT_MS = 2 * 3_600_000

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)

/** Requires a course of the catalogue. 404. */
export async function requireInCatalogue(db: Db, courseId: string): Promise<void> {
  if (!(await isInCatalogue(db, courseId))) throw courseNotFound()
}

/** Counts the free seats of a course; undefined for one without seats. */
export const findSeatsFree = async (db: Db, courseId: string, now: Date) =>
  (await seatsFree(db, { courseId, now })).find((free) => free !== undefined)

/**
 * Stores interest in a course that is coming soon, or whose seats are taken, and returns the token that confirms it with the course's name; undefined for another
 * course, and for an address that waits already.
 */
export async function addInterest(
  { config, db, now }: Pick<Context, 'config' | 'db' | 'now'>,
  interest: Interest,
): Promise<{ token: string; course: string } | undefined> {
  const found = await findCourseOnSale(db, interest.course_id)
  if (!found) return undefined
  if (!found.course.coming_soon && (await findSeatsFree(db, interest.course_id, now())) !== 0) return undefined
  const { token, hash } = lastingToken(config, ['interest', interest.course_id, interest.email])
  const stored = await storeInterest(db, {
    ...interest,
    notice: INTEREST_NOTICE,
    token_hash: hash,
    created_at: now(),
    expires_at: daysFrom(now(), INTEREST_LINK_DAYS),
  })
  return stored ? { token, course: found.course.name } : undefined
}

/** Joins the list of a course by the token of an email, once; returns the course's name, undefined for any other token. */
export async function joinList({ db, now }: Pick<Context, 'db' | 'now'>, token: string): Promise<string | undefined> {
  // The hourly cleaning may not have run since its end.
  const until = daysFrom(now(), INTEREST_DAYS - 1)
  const { hash: used } = newToken()
  const found = await confirmInterest(db, { token_hash: hashOf(token), now: now(), until, used })
  return found && (await findAnyCourse(db, found.course_id))?.name
}

/**
 * Queues one letter for each address whose course is on sale now, and returns how many. A course with seats has as many
 * as it has free seats less those who heard within two hours and took none yet, the first of the list. Safe to run twice.
 */
export async function notifyWaiting(ctx: Context): Promise<number> {
  const now = ctx.now()
  const sold = await findCoursesForSale(ctx.db, await coursesWaitedFor(ctx.db, now), now)
  let queued = 0
  for (const { course_id: courseId } of sold) {
    const free = await findSeatsFree(ctx.db, courseId, now)
    const lately = free === undefined ? 0 : await countInvited(ctx.db, courseId, new Date(now.getTime() - SEAT_MS))
    const most = Math.min(BATCH, Math.max(0, (free ?? BATCH) - lately))
    let taken = BATCH
    while (taken === BATCH) {
      taken = await ctx.db.transaction(async (trx) => {
        const ids = await takeWaiting(trx, { courseId, now, until: daysFrom(now, LETTER_DAYS), most })
        await ctx.queue.sendAll(
          trx,
          'on-sale-mail',
          ids.map((interest_id) => ({ interest_id })),
        )
        return ids.length
      })
      queued += taken
    }
  }
  return queued
}

/** Counts who heard of a free seat since then, and may take it still. */
async function countInvited(db: Db, courseId: string, since: Date): Promise<number> {
  const told: ToldOfSeat[] = await db('course_interest')
    .where({ course_id: courseId })
    .where('notified_at', '>', since)
    .select('email', 'notified_at as at')
  const taken = told.length === 0 ? [] : (await seatsTaken(db, { courseId, told })).flat()
  return told.length - taken.length
}
