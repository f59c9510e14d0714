import { z } from 'zod'
import { findOrder, findOrderLines } from '../../sales/orders/orders.queries.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { findShownUser } from '../../shop/users/users.queries.ts'
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
  async find(ctx, { order_id, user_id, kind, other, at }) {
    const order = await findOrder(ctx.db, order_id)
    const user = await findShownUser(ctx.db, user_id)
    if (!order || !user?.email) return undefined
    const lines = await findOrderLines(ctx.db, [order_id])
    return {
      to: user.email,
      receiver: 'shop',
      language: await findLanguage(ctx.db, user_id),
      messageId: `order-moved.${order_id}.${kind}.${Date.parse(at)}`,
      letter: orderMovedEmail({
        kind,
        name: user.name,
        person: other ?? '',
        order_no: order.order_no,
        courses: lines.map(({ course_name }) => course_name),
        address: `${ctx.config.storeUrl}/dashboard`,
      }),
      about: { order_id, kind },
    }
  },
})
