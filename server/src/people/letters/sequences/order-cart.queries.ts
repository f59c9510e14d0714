import type { Db } from '../../../context.ts'
import { UNPAID } from './sequence-ends.sql.ts'

export type OrderCart = {
  courses: { course_id: string; course_name: string; quantity: number }[]
  promocode: string | null
}

/** Finds what an unpaid order was for; undefined for any other order. */
export async function findOrderCart(db: Db, orderId: string): Promise<OrderCart | undefined> {
  const { rows } = await db.raw<{ rows: OrderCart[] }>(
    `select o.promocode, (
       select jsonb_agg(jsonb_build_object('course_id', c.course_id, 'course_name', c.course_name, 'quantity', c.quantity)
         order by c.position)
       from (
         select distinct on (course_id) * from (
           select coalesce(l.bundle_id, l.course_id) as course_id, coalesce(l.bundle_name, l.course_name) as course_name, l.quantity, l.position
           from order_lines l where l.order_id = o.order_id
         ) named order by course_id, position
       ) c
     ) as courses
     from orders o where o.order_id = :orderId and o.status in ${UNPAID}`,
    { orderId },
  )
  return rows[0]
}

const TOKEN = /^[0-9a-f]{32}$/

/** Finds the unpaid order that a reminder is about, by the token of its link. */
export async function findCartByToken(db: Db, token: string): Promise<OrderCart | undefined> {
  if (!TOKEN.test(token)) return undefined
  const found: { order_id: string } | undefined = await db('letter_recipients as r')
    .join('letters as l', 'l.letter_id', 'r.letter_id')
    .join('sequences as s', 's.sequence_id', 'l.sequence_id')
    .where({ 'r.token': token, 's.trigger': 'order_unpaid' })
    .first('r.occasion as order_id')
  return found && findOrderCart(db, found.order_id)
}
