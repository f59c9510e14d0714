import type { Knex } from 'knex'
import type { Db } from '../context.ts'

/**
 * Gives the student (`users.id`) the courses of an order, on the order's own transaction. Answers those that are new: one
 * that the student has already stays as it is, so repeating this changes nothing.
 */
export async function grantEnrolments(
  trx: Db,
  {
    userId,
    courseIds,
    orderId,
    now,
  }: { userId: number; courseIds: readonly string[]; orderId: string; now: Date | string },
): Promise<string[]> {
  if (courseIds.length === 0) return []
  const rows: { course_id: string }[] = await trx('enrolments')
    // In one order for everybody, so that two orders of one student cannot wait for each other.
    .insert(
      [...new Set(courseIds)].sort().map((course_id) => ({
        user_id: userId,
        course_id,
        order_id: orderId,
        granted_at: now,
      })),
    )
    .onConflict()
    .ignore()
    .returning('course_id')
  return rows.map(({ course_id }) => course_id)
}

/** Those of the courses that the student (`users.id`) has at present. */
export async function ownedCourseIds(db: Db, userId: number, courseIds: readonly string[]): Promise<string[]> {
  if (courseIds.length === 0) return []
  const rows: { course_id: string }[] = await db('enrolments')
    .where({ user_id: userId })
    .whereIn('course_id', courseIds)
    .whereNull('revoked_at')
    .select('course_id')
  return rows.map(({ course_id }) => course_id)
}

/** Gives the student (`users.id`) the course of a gift code; false, and nothing done, when the student has it. */
export async function grantByGift(
  trx: Db,
  { userId, courseId, code, now }: { userId: number; courseId: string; code: string; now: Date },
): Promise<boolean> {
  const granted = await trx('enrolments')
    .insert({ user_id: userId, course_id: courseId, gift_code: code, granted_at: now })
    .onConflict()
    .ignore()
    .returning('id')
  return granted.length > 0
}

/** Gives the student (`users.id`) courses by an admin's hand; answers those that are new. */
export async function grantByHand(
  trx: Db,
  { userId, courseIds, adminId, now }: { userId: number; courseIds: readonly string[]; adminId: number; now: Date },
): Promise<string[]> {
  const rows: { course_id: string }[] = await trx('enrolments')
    .insert(
      [...new Set(courseIds)].sort().map((course_id) => ({
        user_id: userId,
        course_id,
        given_by: adminId,
        granted_at: now,
      })),
    )
    .onConflict()
    .ignore()
    .returning('course_id')
  return rows.map(({ course_id }) => course_id)
}

/** Takes courses from a student by an admin's hand: those given so, and with `paid` all. Answers those that are gone. */
export async function takeByHand(
  trx: Db,
  { userId, courseIds, paid, now }: { userId: number; courseIds: readonly string[]; paid: boolean; now: Date },
): Promise<string[]> {
  const taken = trx('enrolments').where({ user_id: userId }).whereIn('course_id', courseIds).whereNull('revoked_at')
  if (!paid) taken.whereNotNull('given_by')
  const rows: { course_id: string }[] = await taken.update({ revoked_at: now }).returning('course_id')
  return rows.map(({ course_id }) => course_id)
}

export type PresentCourse = { user_id: number; course_id: string; by_hand: boolean }

/** Those of the courses that the students (`users.id`) have at present. */
export function findPresent(
  db: Db,
  userIds: readonly number[],
  courseIds: readonly string[],
): Promise<PresentCourse[]> {
  return db('enrolments')
    .whereIn('user_id', [...userIds])
    .whereIn('course_id', [...courseIds])
    .whereNull('revoked_at')
    .select('user_id', 'course_id', db.raw('given_by is not null as by_hand'))
}

/** Takes the courses that an order gave, and those of `giftCodes`. Answers each by its id, with the code that gave it. */
export async function revokeEnrolments(
  trx: Db,
  { orderId, giftCodes, now }: { orderId: string; giftCodes: Knex.QueryBuilder | undefined; now: string },
): Promise<{ id: string; gift_code: string | null }[]> {
  return trx('enrolments')
    .where((either) => {
      either.where({ order_id: orderId })
      if (giftCodes) either.orWhereIn('gift_code', giftCodes)
    })
    .whereNull('revoked_at')
    .update({ revoked_at: now })
    .returning(['id', 'gift_code'])
}

/** Takes one course that an order gave its buyer; answers how many that were. */
export function revokeOwnSeat(
  trx: Db,
  { orderId, courseId, now }: { orderId: string; courseId: string; now: string },
): Promise<number> {
  const own = trx('enrolments').where({ order_id: orderId, course_id: courseId }).whereNull('revoked_at')
  return own.update({ revoked_at: now })
}

/** Takes the course that a gift code gave; answers its id where there was one. */
export async function revokeSeatOfGift(trx: Db, { code, now }: { code: string; now: string }): Promise<string[]> {
  const seat = trx('enrolments').where({ gift_code: code }).whereNull('revoked_at')
  return (await seat.update({ revoked_at: now }).returning('id')).map(({ id }) => String(id))
}

/**
 * Gives back the courses that an order gave and that were taken, but for some, and those that its gift `codes` gave; nobody gets one that they have
 * by another way by now. Answers how many.
 */
export async function restoreEnrolments(
  trx: Db,
  { orderId, codes, without }: { orderId: string; codes: readonly string[]; without: readonly string[] },
): Promise<number> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `update enrolments e set revoked_at = null
     where e.revoked_at is not null
       and ((e.order_id = :orderId and e.course_id <> all(:without)) or e.gift_code = any(:codes))
       and not exists (select from enrolments h where h.user_id = e.user_id and h.course_id = e.course_id and h.revoked_at is null)
     returning e.id`,
    { orderId, codes: [...codes], without: [...without] },
  )
  return rows.length
}

/** Who has which course at present, for a statement of another feature that has to stay one. */
export const PRESENT_ENROLMENTS =
  '(select user_id, course_id, order_id, granted_at from enrolments where revoked_at is null)'
