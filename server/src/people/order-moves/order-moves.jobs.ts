import { z } from 'zod'
import { findOrder, findOrderLines } from '../../sales/orders/orders.queries.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findReader } from '../../shop/users/language.queries.ts'
import { orderMovedEmail } from './order-moved-email.ts'

/** Notifies the earlier holder (`from`) and the new one (`to`). */
export const orderMovedMailJob = oneMail({
  name: 'order-moved-mail',
  payload: z.object({
    order_id: z.string(),
    user_id: z.number(),
    kind: z.enum(['from', 'to']),
    other: z.string().nullable(),
    at: z.string(),
  }),
  async find({ db, config }, { order_id, user_id, kind, other, at }) {
    const order = await findOrder(db, order_id)
    const reader = await findReader(db, user_id)
    if (!order || !reader) return undefined
    return {
      ...reader,
      receiver: 'shop',
      messageId: `order-moved.${order_id}.${kind}.${Date.parse(at)}`,
      letter: orderMovedEmail({
        kind,
        name: reader.name,
        person: other ?? '',
        order_no: order.order_no,
        courses: (await findOrderLines(db, [order_id])).map(({ course_name }) => course_name),
        address: `${config.storeUrl}/dashboard`,
      }),
      about: { order_id, kind },
    }
  },
})
