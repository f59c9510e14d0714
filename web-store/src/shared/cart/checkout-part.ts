import type { BuyFields } from 'contract/orders/buy-fields'
import type { Reduce, Reduction } from 'contract/orders/price-cart'
import type { PricedCartView } from './priced-cart.ts'

/** Input of parts of the checkout for a purchase. */
export type Added = {
  fields: BuyFields
  /** Labelled in the language of the page. */
  reductions?: readonly Reduction[]
  /** The sum that is paid now, where the rest follows later. */
  nowPaise?: number | undefined
  /** The buyer says that they are under 18: nothing is advertised to them. */
  child?: boolean
  /** Takes off all reductions; of the parts together. */
  reduce?: Reduce
  /** Shows the problems of its fields, with the focus on the first if that is wanted; true without any. */
  check?: (focus: boolean) => boolean
}

/** Props of a `CheckoutPart.tsx`. */
export type CheckoutPart = {
  courseIds: string[]
  promocode: string | undefined
  offer: string | undefined
  /** Ways to pay that a course of the cart has, by the names of their features, with commas between them. */
  ways: string | undefined
  cart: PricedCartView
  /** Failure of the last purchase. */
  failure: { kind: string } | undefined
  /** The purchase is on its way. */
  busy: boolean
  /** Replaces the part's input; the function never changes. */
  add: (added: Added) => void
}
