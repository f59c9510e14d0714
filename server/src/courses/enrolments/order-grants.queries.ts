import type { Db } from '../../context.ts'
import { type Fact, factStored } from '../../shop/moments/moments.ts'

export type OrderGrant = {
  id: string
  user_id: number
  course_id: string
  given_until: string | null
  /** Set where it extends earlier access. */
  since: string | null
  /** Later access extends it. */
  continued: boolean
}

const ofOrder = (db: Db, orderId: string) =>
  db('enrolments')
    .where({ order_id: orderId, revoked_at: null })
    .orderBy('course_id')
    .select<OrderGrant[]>('id', 'user_id', 'course_id', 'given_until', 'since', 'continued')

/** Finds the access that an order gives now. */
export const findOrderGrants = async (db: Db, orderId: string): Promise<OrderGrant[]> => ofOrder(db, orderId)

/** Locks it, too. */
export const lockOrderGrants = async (trx: Db, orderId: string): Promise<OrderGrant[]> =>
  ofOrder(trx, orderId).forUpdate()

/** Returns true if a student has, or had, any of these courses without its access being taken. */
export async function hasAnyOf(trx: Db, userId: number, courseIds: readonly string[]): Promise<boolean> {
  const found = trx('enrolments')
    .where({ user_id: userId, revoked_at: null })
    .whereIn('course_id', [...courseIds])
  return (await found.first('id')) !== undefined
}

/** Gives these grants to another student; a refund of the order ends them there. */
export async function moveGrants(trx: Db, grants: readonly OrderGrant[], to: number, at: Date): Promise<void> {
  const ids = grants.map(({ id }) => id)
  await trx('enrolments').whereIn('id', ids).update({ user_id: to })
  for (const { user_id: from, course_id: courseId } of grants) {
    const fact = (event: Fact['event'], userId: number) =>
      factStored(trx, { at, detail: {}, event, subject: `${userId} ${courseId} ${at.toISOString()}`, userId, courseId })
    await fact('enrolment.ended', from)
    await fact('enrolment.created', to)
  }
}
