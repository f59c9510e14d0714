import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'
import { SOLD_TERMS } from '../../courses/courses/courses.sql.ts'
import { LAST_GRANTS } from '../../courses/enrolments/enrolments.sql.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

/** Notes that an order renews access; a repeat changes nothing. */
export async function insertRenewal(
  trx: Db,
  renewal: { order_id: string; user_id: number; course_id: string; made_at: Date },
): Promise<void> {
  await trx('renewals').insert(renewal).onConflict('order_id').ignore()
}

/** Finds the course that an order renews. */
export async function findRenewal(db: Db, orderId: string): Promise<{ course_id: string } | undefined> {
  return db('renewals').where({ order_id: orderId }).first('course_id')
}

/** Filters the orders that renew access. */
export const findRenewals = (db: Db, orderIds: readonly string[]): Promise<{ order_id: string; course_id: string }[]> =>
  db('renewals')
    .whereIn('order_id', [...orderIds])
    .select('order_id', 'course_id')

/** Lists the renewals of a student (`users.id`) that were made after a purchase of these courses. */
export const findRenewalsSince = (
  db: Db,
  { user_id, paid_at, courseIds }: { user_id: number; paid_at: string; courseIds: readonly string[] },
): Promise<{ order_id: string; course_id: string }[]> =>
  db('renewals')
    .where({ user_id })
    .where('made_at', '>=', paid_at)
    .whereIn('course_id', [...courseIds])
    .select('order_id', 'course_id')

export type RenewedCourse = { course_id: string; name: string; access_period: string; renew_price: number | null }

/** Lists courses on sale for a period that have a price of their own for a renewal, in rupees. */
export async function findRenewedCourses(db: Db): Promise<RenewedCourse[]> {
  const { rows } = await db.raw<{ rows: RenewedCourse[] }>(
    `select course_id, name, access_period, cast(renew_price #>> '{}' as float) as renew_price from ${SOLD_TERMS} c
     where on_sale and access_period is not null and renew_price is not null`,
  )
  return rows
}

/** Finds how a course is renewed; undefined for one that is not on sale, or not for a period. */
export async function findRenewedCourse(db: Db, courseId: string): Promise<RenewedCourse | undefined> {
  const { rows } = await db.raw<{ rows: RenewedCourse[] }>(
    `select course_id, name, access_period, cast(renew_price #>> '{}' as float) as renew_price from ${SOLD_TERMS} c
     where on_sale and course_id = :courseId and access_period is not null`,
    { courseId },
  )
  return rows[0]
}

type Letter = 'first' | 'last'

/** Takes those of these grants to whom a letter has not gone out yet, with the total that it names: of two letters the lower one counts. */
export async function takeLetters(
  trx: Db,
  letter: Letter,
  named: readonly { enrolment_id: string; total_paise: number }[],
  now: Date,
): Promise<string[]> {
  if (named.length === 0) return []
  const column = `${letter}_at`
  const { rows } = await trx.raw<{ rows: { enrolment_id: string }[] }>(
    `insert into renewal_letters as sent (enrolment_id, ${column}, total_paise)
     select enrolment_id, cast(:now as timestamptz), total_paise
       from jsonb_to_recordset(:named) as wanted (enrolment_id bigint, total_paise bigint)
     on conflict (enrolment_id) do update set ${column} = excluded.${column}, total_paise = least(sent.total_paise, excluded.total_paise)
       where sent.${column} is null
     returning enrolment_id::text`,
    { named: JSON.stringify(named), now },
  )
  return rows.map(({ enrolment_id }) => enrolment_id)
}

/** Finds the total that letters about the end of a student's (`users.id`) access named; null while none did. */
export async function findNamedTotal(db: Db, userId: number, courseId: string): Promise<number | null> {
  const { rows } = await db.raw<{ rows: { total_paise: number | null }[] }>(
    `select total_paise from renewal_letters where enrolment_id in (
       select enrolment_id from ${LAST_GRANTS} e where user_id = :userId and course_id = :courseId)`,
    { userId, courseId },
  )
  return rows[0]?.total_paise ?? null
}

/** Filters the grants to whom a letter of ours went out. */
export async function findWritten(db: Db, enrolmentIds: readonly string[]): Promise<Set<string>> {
  const ids: string[] = await db('renewal_letters')
    .whereIn('enrolment_id', [...enrolmentIds])
    .pluck('enrolment_id')
  return new Set(ids.map(String))
}

export type Reader = { email: string; name: string; language: Language; reminders: boolean; reminder_token: string }

/** Finds whom a letter is for; undefined once the account is deleted. */
export async function findReader(db: Db, userId: number): Promise<Reader | undefined> {
  const { rows } = await db.raw<{ rows: Reader[] }>(
    `select u.email, u.name, u.language, u.reminders, u.reminder_token from ${ACCOUNTS} u where u.id = :userId and u.deleted_at is null`,
    { userId },
  )
  return rows[0]
}
