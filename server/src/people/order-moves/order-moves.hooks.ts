import { GRANTS } from '../../courses/enrolments/grants.sql.ts'
import { accessFixed, ordersShown } from '../../sales/orders/moments.ts'
import { ORDERS } from '../../sales/orders/orders.sql.ts'
import { whyFixed } from './order-moves.service.ts'

export const joins = () => [
  accessFixed.by(whyFixed),
  /** Tells the buyer of an order that somebody else has what it opens. */
  ordersShown.by(async (db, orderIds) => {
    const { rows } = await db.raw<{ rows: { order_id: string }[] }>(
      `select distinct o.order_id from ${ORDERS} o join ${GRANTS} g on g.order_id = o.order_id and g.user_id <> o.user_id
       where o.order_id = any(:orderIds)`,
      { orderIds: [...orderIds] },
    )
    return rows.map(({ order_id }) => ({ order_id, moved: true as const }))
  }),
]
