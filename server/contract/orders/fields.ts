import { z } from 'zod'
import { Moment, Rupees } from '../fields.ts'
import { OrderStatus } from './actions.ts'

/**
 * The number by which people know an order, such as `SH-2026-00123`: the prefix of invoices, the year in India and five digits or more.
 * Unique, not gapless. Every call that takes an `order_id` takes it too.
 */
export const OrderNo = z.string()

/** Returns true for a text that has the form of an order number, in any case. */
export const isOrderNo = (text: string): boolean => /^[A-Z0-9]([A-Z0-9-]?[A-Z0-9])?-\d{4}-\d{5,}$/i.test(text)

export const GiftCode = z.object({
  code: z.string(),
  course_id: z.string(),
  redeemed: z.boolean(),
  redeemed_at: Moment.nullable(),
})

/** A course of a sold bundle; the prices of all of them sum to what was charged for the bundle. */
export const IncludedLine = z.object({
  course_id: z.string(),
  course_name: z.string(),
  price: Rupees,
  /** The buyer had it already, so that its share is credited; absent when not. */
  owned: z.literal(true).optional(),
})

export const OrderedCourse = z.object({
  course_id: z.string(),
  course_name: z.string(),
  course_banner: z.string(),
  /** Price of one seat, rupees. */
  price: Rupees,
  quantity: z.number().int().positive(),
  /** For how long it is bought, such as `P12M`; absent if it never expires. */
  access_period: z.string().optional(),
  /** Taken off for what the buyer had already; absent without any. */
  credit: Rupees.optional(),
  /** Courses of a bundle; absent for a course. */
  includes: z.array(IncludedLine).optional(),
})

/** The legal disclaimer on the sales pages when an order was made; each text of the shop has one version. */
export const Disclaimer = z.object({ version: z.number().int().positive(), text: z.string() })
export type Disclaimer = z.output<typeof Disclaimer>

/** The part of a plan that an order pays; the day is an Indian one. */
export const OrderPlan = z.object({
  plan_id: z.string(),
  part: z.number().int(),
  of: z.number().int(),
  due_on: z.string(),
})
export type OrderPlan = z.output<typeof OrderPlan>

/** A further discount that a feature takes off, with its name in the reader's language. */
export const Reduction = z.object({
  kind: z.string(),
  name: z.string(),
  amount: Rupees,
  /** Units that it counts, such as coins; absent without any. */
  count: z.number().int().optional(),
})

/** Fields of an order that buyer and console share. */
export const soldFields = {
  order_id: z.string(),
  /** Absent for an order that pays no part. */
  plan: OrderPlan.optional(),
  order_no: OrderNo,
  courses: z.array(OrderedCourse),
  subtotal: Rupees,
  /** Taken off for what the buyer had already; absent without any. */
  credit: Rupees.optional(),
  /** Taken off by the promo code. */
  discount: Rupees,
  /** Taken off besides, in order; absent without any. */
  reductions: z.array(Reduction).optional(),
  /** Tax added to prices that exclude it; else 0. */
  tax: Rupees,
  total: Rupees,
  promocode: z.string().nullable(),
  status: OrderStatus,
  payment_id: z.string().nullable(),
}
