import type { Language } from 'contract/languages'
import type { Db } from '../../../context.ts'
import { IS_SOLD } from '../../../courses/courses/course-states.ts'
import { GREETED_NAME } from '../../../shop/users/proven-address.ts'

/** Recipient of a mail; `name` is null while the address is not proven. */
type Recipient = { name: string | null; email: string; language: Language }

/** Finds a mail's recipient, unless the account is gone; `name` is null while the address is not proven. */
export async function findRecipient(
  db: Db,
  userId: string,
): Promise<(Recipient & { referral_code: string }) | undefined> {
  return db('users')
    .where({ user_id: userId })
    .whereNull('deleted_at')
    .first(db.raw(GREETED_NAME), 'email', 'language', 'referral_code')
}

/** The buyer of an order, unless the account is gone. */
export async function findBuyer(db: Db, orderId: string): Promise<(Recipient & { order_no: string }) | undefined> {
  return db('orders')
    .join('users', 'users.id', 'orders.user_id')
    .where({ order_id: orderId })
    .whereNull('users.deleted_at')
    .whereNotNull('users.email')
    .first(db.raw(GREETED_NAME), 'users.email', 'users.language', 'orders.order_no')
}

/** Finds an account's holder, a student or an admin, unless it has ended. */
export async function findHolder(
  db: Db,
  audience: 'user' | 'admin',
  id: number,
): Promise<(Recipient & { public_id: string }) | undefined> {
  return audience === 'user'
    ? db('users')
        .where({ id })
        .whereNull('deleted_at')
        .first(db.raw(GREETED_NAME), 'email', 'language', { public_id: 'user_id' })
    : db('admins')
        .where({ id })
        .whereNull('ended_at')
        .first('name', 'email', db.raw(`'en' as language`), { public_id: 'admin_id' })
}

/** Finds who lost the course of a redeemed gift, unless the account is gone or has the course again. */
export async function findSeatTaken(
  db: Db,
  enrolmentId: string,
): Promise<(Recipient & { course_name: string }) | undefined> {
  return db('enrolments as e')
    .join('users', 'users.id', 'e.user_id')
    .join('courses', 'courses.course_id', 'e.course_id')
    .where('e.id', enrolmentId)
    .whereNotNull('e.revoked_at')
    .whereNull('users.deleted_at')
    .whereNotExists((has) =>
      has
        .from('enrolments as h')
        .whereRaw('h.user_id = e.user_id and h.course_id = e.course_id')
        .whereNull('h.revoked_at'),
    )
    .first(db.raw(GREETED_NAME), 'users.email', 'users.language', { course_name: 'courses.name' })
}

/** An enrolment that has an end, with its student, unless the account is gone, wants no reminders, or has the course by another by now. */
export async function findEnding(
  db: Db,
  enrolmentId: string,
): Promise<
  | (Recipient & { course_id: string; course_name: string; ends_at: string; sold: boolean; reminder_token: string })
  | undefined
> {
  return db('enrolments as e')
    .join('users', 'users.id', 'e.user_id')
    .join('courses', 'courses.course_id', 'e.course_id')
    .where({ 'e.id': enrolmentId, 'e.revoked_at': null, 'e.continued': false, 'users.reminders': true })
    .whereNotNull('e.ends_at')
    .whereNull('users.deleted_at')
    .first(db.raw(GREETED_NAME), 'users.email', 'users.language', 'users.reminder_token', 'e.course_id', 'e.ends_at', {
      course_name: 'courses.name',
      sold: db.raw(IS_SOLD),
    })
}

/** A gift code that can still be redeemed, with its buyer, unless the account is gone. */
export async function findGiftToSend(
  db: Db,
  code: string,
): Promise<(Recipient & { order_id: string; order_no: string; course_name: string }) | undefined> {
  return db('gift_codes as g')
    .join('orders as o', 'o.order_id', 'g.order_id')
    .join('users', 'users.id', 'o.user_id')
    .join('courses', 'courses.course_id', 'g.course_id')
    .where('g.code', code)
    .whereNull('g.revoked_at')
    .whereNull('g.redeemed_at')
    .whereNull('users.deleted_at')
    .whereNotNull('users.email')
    .first(db.raw(GREETED_NAME), 'users.email', 'users.language', 'g.order_id', 'o.order_no', {
      course_name: 'courses.name',
    })
}
