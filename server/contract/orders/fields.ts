import { z } from 'zod'
import { Rupees } from '../fields.ts'
import { OrderStatus } from './actions.ts'

export const GiftCode = z.object({ code: z.string(), course_id: z.string(), redeemed: z.boolean() })

export const OrderedCourse = z.object({
  course_id: z.string(),
  course_name: z.string(),
  course_banner: z.string(),
  /** Price of one seat, rupees. */
  price: Rupees,
  quantity: z.number().int().positive(),
  /** For how long it is bought, such as `P12M`; absent if it never expires. */
  access_period: z.string().optional(),
})

/** Fields of an order that buyer and console share. */
export const soldFields = {
  order_id: z.string(),
  courses: z.array(OrderedCourse),
  subtotal: Rupees,
  discount: Rupees,
  /** Tax added to prices that exclude it; else 0. */
  tax: Rupees,
  total: Rupees,
  promocode: z.string().nullable(),
  status: OrderStatus,
  payment_id: z.string().nullable(),
}
