import type { z } from 'zod'
import { toRupees } from '../../contract/money.ts'
import type { AdminOrderRow, UserOrder } from '../../contract/orders.ts'
import type { BuyerColumns, GiftCodeRow } from './order-lists.queries.ts'
import type { OrderLineRow, OrderRow } from './orders.queries.ts'

type AdminRow = z.output<typeof AdminOrderRow>

/** How an order reads on the wire: rupees, and only what its reader may see. */
export function toUserOrder(order: OrderRow, lines: OrderLineRow[], gifts: GiftCodeRow[]): UserOrder {
  return {
    order_id: order.order_id,
    ...amounts(order, lines),
    status: order.status,
    payment_id: order.payment_id,
    purchase_date: order.paid_at ?? order.created_at,
    ...(order.status === 'created' && order.payment_link ? { payment_link: order.payment_link } : {}),
    ...(gifts.length > 0 ? { gift_codes: gifts.map(toGiftCode) } : {}),
  }
}

export function toAdminOrderRow(order: OrderRow & BuyerColumns, lines: OrderLineRow[]): AdminRow {
  return {
    order_id: order.order_id,
    buyer: order.buyer_id
      ? { user_id: order.buyer_id, name: order.buyer_name, email: order.buyer_email, phone: order.buyer_phone }
      : null,
    ...amounts(order, lines),
    status: order.status,
    payment_id: order.payment_id,
    created_at: order.created_at,
    paid_at: order.paid_at,
  }
}

export function toGiftCode({ code, course_id, redeemed }: GiftCodeRow) {
  return { code, course_id, redeemed }
}

function amounts(order: OrderRow, lines: OrderLineRow[]) {
  return {
    courses: lines.map((line) => ({
      course_id: line.course_id,
      course_name: line.course_name,
      course_banner: line.course_banner,
      price: toRupees(line.price_paise),
      quantity: line.quantity,
    })),
    subtotal: toRupees(order.subtotal_paise),
    discount: toRupees(order.discount_paise),
    total: toRupees(order.total_paise),
    promocode: order.promocode,
  }
}
