import { alertOwner } from '../../shop/mails/alerts.ts'
import { toolsOnce } from '../../shop/moments/moments.ts'
import { findProfile } from '../../shop/users/contacts.queries.ts'
import { orderPaid } from '../orders/moments.ts'
import { findOrder, findOrderLines } from '../orders/orders.queries.ts'
import { findClosable, updateLink } from './pay-links.queries.ts'

export const joins = () => [
  /** The link of a paid order is paid; others of its buyer for a course of it are closed, for nobody is to pay twice. */
  orderPaid.by(async (ctx, trx, { order_id, now }) => {
    const order = await findOrder(trx, order_id)
    if (!order) return
    const lines = await findOrderLines(trx, [order_id])
    const sold = new Set(lines.flatMap(({ course_id, bundle_id }) => [course_id, bundle_id ?? course_id]))
    const { email } = await findProfile(trx, order.user_id)
    const closed_at = now
    for (const link of await findClosable(trx, { orderId: order_id, email })) {
      const isEqual = link.course_ids.every((id) => sold.has(id)) && Number(link.total_paise) === order.total_paise
      // The pay sheet was open when an admin cancelled the link: the payment counts, and the owner is notified.
      if (link.order_id === order_id && link.reason === 'admin')
        await alertOwner(ctx, trx, { kind: 'withdrawn_link_paid', key: order_id, orderId: order_id })
      if (link.order_id === order_id || isEqual)
        await updateLink(trx, link.pay_link_id, { status: 'paid', reason: null, order_id, closed_at })
      else if (link.course_ids.some((id) => sold.has(id)))
        await updateLink(trx, link.pay_link_id, { status: 'cancelled', reason: 'bought', closed_at })
    }
  }),
  toolsOnce('select from pay_link_settings where is_on union all select from pay_links', 'pay-links'),
]
