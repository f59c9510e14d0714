import { Price } from '../fields.ts'

/** Price of a further period for a student of the course, in rupees; null for the list price. */
export const courseFields = {
  shown: {},
  hidden: { renew_price: Price },
  sold: { renew_price: 'its price of a renewal' },
}
