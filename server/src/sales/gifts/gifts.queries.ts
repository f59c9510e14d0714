import { clearCode } from 'contract/draw-text'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { grantCourses } from '../../courses/enrolments/grants.queries.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { goingBack } from '../orders/going-back.sql.ts'
import { SOLD_BUNDLES, SOLD_PERIODS } from '../orders/sold-periods.sql.ts'

export type GiftCode = {
  code: string
  order_id: string
  course_id: string
  course_name: string
  seat: number
  redeemed_by: number | null
}

/** A code that can be redeemed or was, with the period that its buyer paid for. */
export type HeldGiftCode = GiftCode & { access_period: string | null }

const LENGTH = 12

/** Makes `count` gift codes for one course of an order, on the order's own transaction, and answers them. */
export async function createGiftCodes(
  trx: Db,
  { orderId, courseId, count, now }: { orderId: string; courseId: string; count: number; now: Date | string },
): Promise<string[]> {
  let seats = Array.from({ length: count }, (_, at) => at + 1)
  const made: string[] = []
  while (seats.length > 0) {
    const row = { order_id: orderId, course_id: courseId, created_at: now }
    const rows: { code: string; seat: number }[] = await trx('gift_codes')
      .insert(seats.map((seat) => ({ code: clearCode(LENGTH), seat, ...row })))
      .onConflict('code')
      .ignore()
      .returning(['code', 'seat'])
    made.push(...rows.map(({ code }) => code))
    seats = seats.filter((seat) => !rows.some((one) => one.seat === seat))
  }
  return made
}

const withCourse = (db: Db, code: string) =>
  db('gift_codes')
    .join(db.raw(`${COURSES} as courses`), 'courses.course_id', 'gift_codes.course_id')
    .join(db.raw(`${SOLD_PERIODS} as sold`), (sold) =>
      sold.on('sold.order_id', 'gift_codes.order_id').andOn('sold.course_id', 'gift_codes.course_id'),
    )
    .where({ code })
const columns = [
  'code',
  'gift_codes.order_id',
  'gift_codes.course_id',
  'courses.name as course_name',
  'seat',
  'redeemed_by',
  'access_period',
]

/** A code that can be redeemed or was; a revoked one is not found. Held until the transaction ends. */
export async function lockGiftCode(trx: Db, code: string): Promise<HeldGiftCode | undefined> {
  return withCourse(trx, code).whereNull('revoked_at').forUpdate('gift_codes').first(columns)
}

/** A code with its course, also a redeemed or a revoked one. */
export async function findGift(
  db: Db,
  code: string,
): Promise<
  (HeldGiftCode & { course_banner: string; redeemed_at: string | null; revoked_at: string | null }) | undefined
> {
  return withCourse(db, code).first([...columns, 'courses.banner as course_banner', 'redeemed_at', 'revoked_at'])
}

export type GiftedCourse = { course_id: string; course_name: string; access_period: string | null }

/** The courses of a bundle's code, as they were sold; none of a single course's. */
export function findGiftedCourses(db: Db, { order_id, course_id }: GiftCode): Promise<GiftedCourse[]> {
  return db(db.raw(`${SOLD_BUNDLES} as sold`))
    .where({ order_id, bundle_id: course_id })
    .orderBy('position')
    .select('course_id', 'course_name', 'access_period')
}

/** Gives the courses of a code to a student (`users.id`); false, and nothing done, when the student has them all. */
export async function redeemGiftCode(
  trx: Db,
  gift: HeldGiftCode,
  { userId, courses, now }: { userId: number; courses: readonly GiftedCourse[]; now: Date },
): Promise<boolean> {
  const input = await grantCourses(trx, { userId, courses, from: { gift_code: gift.code }, madeAt: now, now })
  if (input.length === 0) return false
  await trx('gift_codes').where({ code: gift.code }).update({ redeemed_by: userId, redeemed_at: now })
  return true
}

export type GiftCodeRow = {
  order_id: string
  code: string
  course_id: string
  redeemed: boolean
  redeemed_at: string | null
  /** Null while nobody has redeemed it, and once that account was deleted. */
  redeemer_id: string | null
  redeemer_name: string
  redeemer_email: string
}

/** The gift codes of orders that nobody took back, with who redeemed each. */
export function findGiftCodes(db: Db, orderIds: readonly string[]): Promise<GiftCodeRow[]> {
  return db('gift_codes')
    .leftJoin(db.raw(`${ACCOUNTS} as users`), 'users.id', 'gift_codes.redeemed_by')
    .select('order_id', 'code', 'course_id', 'redeemed_at', db.raw('redeemed_at is not null as redeemed'), {
      redeemer_id: db.raw('case when users.deleted_at is null then users.user_id end'),
      redeemer_name: db.raw(`coalesce(users.name, '')`),
      redeemer_email: db.raw(`coalesce(users.email, '')`),
    })
    .whereIn('order_id', [...orderIds])
    .whereNull('revoked_at')
    .orderBy(['order_id', 'course_id', 'code'])
}

export type GiftSeat = { code: string; course_id: string; seat: number; redeemed_at: string | null }

/** The gift seats of an order that nobody took back. `lock`: whoever redeems one at this moment is waited for. */
export function findGiftSeats(db: Db, orderId: string, { lock }: { lock: boolean }): Promise<GiftSeat[]> {
  return db('gift_codes')
    .where({ order_id: orderId })
    .whereNull('revoked_at')
    .orderBy('code')
    .modify((query) => lock && query.forUpdate())
    .select('code', 'course_id', 'seat', 'redeemed_at')
}

/** Puts a new code in the place of one that nobody has redeemed, for the same seat; the old one opens nothing any more. Answers the new one. */
export async function replaceGiftCode(
  trx: Db,
  { order_id, course_id, seat, code }: GiftCode,
  now: string,
): Promise<string> {
  await trx('gift_codes').where({ code }).update({ revoked_at: now })
  for (;;) {
    const row = { code: clearCode(LENGTH), order_id, course_id, seat, created_at: now }
    const [made] = await trx('gift_codes').insert(row).onConflict('code').ignore().returning('code')
    if (made) return made.code
  }
}

/** Makes the codes of an order good again that were taken, but for some seats. One that was replaced stays dead. Answers them. */
export async function restoreGiftCodes(
  trx: Db,
  orderId: string,
  without: readonly { course_id: string; seat: number }[],
): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { code: string }[] }>(
    `with latest as (
       select distinct on (course_id, seat) code, course_id, seat, revoked_at from gift_codes
       where order_id = :orderId order by course_id, seat, created_at desc, revoked_at desc nulls first
     )
     update gift_codes g set revoked_at = null from latest l
     where l.code = g.code and l.revoked_at is not null and (l.course_id || ' ' || l.seat) <> all(:without)
     returning g.code`,
    { orderId, without: without.map(({ course_id, seat }) => `${course_id} ${seat}`) },
  )
  return rows.map(({ code }) => code)
}

/** Takes back the code of one seat; answers it, or undefined when it was taken before. */
export async function revokeGiftSeat(
  trx: Db,
  { orderId, courseId, seat, now }: { orderId: string; courseId: string; seat: number; now: string },
): Promise<string | undefined> {
  const gift = trx('gift_codes').where({ order_id: orderId, course_id: courseId, seat }).whereNull('revoked_at')
  const [taken] = await gift.update({ revoked_at: now }).returning('code')
  return taken?.code
}

/** Takes back the codes of an order, also redeemed ones; answers how many. */
export async function revokeGiftCodes(trx: Db, orderId: string, now: string): Promise<number> {
  return trx('gift_codes').where({ order_id: orderId }).whereNull('revoked_at').update({ revoked_at: now })
}

/** Returns true while the money of a gift seat, or of its whole order, is refunded or on its way back. */
export async function isGoingBack(
  trx: Db,
  { order_id, course_id, seat }: { order_id: string; course_id: string; seat: number },
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { going: boolean }[] }>(
    `select ${goingBack(':order_id', ':course_id', ':seat')} as going`,
    { order_id, course_id, seat },
  )
  return rows[0]?.going === true
}

/** All codes of an order, as a part of a statement. */
export const codesOfOrder = (db: Db, orderId: string): Knex.QueryBuilder =>
  db('gift_codes').select('code').where({ order_id: orderId })
