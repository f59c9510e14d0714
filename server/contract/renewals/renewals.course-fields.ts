import type { SoldField } from '../courses/sold-field.ts'
import { Price } from '../fields.ts'

/** Price of a further period for a student of the course, in rupees; null for the list price. */
export const courseFields = {
  shown: {},
  hidden: { renew_price: Price },
  sold: {
    renew_price: { name: 'its price of a renewal', least: (price: number) => price, publishedBy: 'editor' },
  } satisfies Record<string, SoldField>,
}
