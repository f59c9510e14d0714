import type { z } from 'zod'
import { buyFields as checkoutQuestionsFields } from '../checkout-questions/checkout-questions.buy-fields.ts'
import { buyFields as childrenFields } from '../children/children.buy-fields.ts'
import { buyFields as coinsFields, priceFields as coinsPriceFields } from '../coins/coins.buy-fields.ts'
import { buyFields as partsFields, priceFields as partsPriceFields } from '../parts/parts.buy-fields.ts'
import { buyFields as renewalsFields, priceFields as renewalsPriceFields } from '../renewals/renewals.buy-fields.ts'

/** Optional fields of `orders.buy` by feature. Written by `npm run fix`. */
export const buyFields = {
  ...checkoutQuestionsFields,
  ...childrenFields,
  ...coinsFields,
  ...partsFields,
  ...renewalsFields,
}

/** Fields that change a price: `orders.price` takes them too, and two purchases that differ in one are two orders. */
export const priceFields = {
  ...coinsPriceFields,
  ...partsPriceFields,
  ...renewalsPriceFields,
}

export type BuyFields = {
  [Name in keyof typeof buyFields]?: z.output<(typeof buyFields)[Name]> | undefined
}
