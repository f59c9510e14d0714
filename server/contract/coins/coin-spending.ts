import { z } from 'zod'
import { whole } from '../fields.ts'
import { toPaise } from '../money.ts'

const RUPEES = 'Must be ₹0.01 to ₹10,000, with at most 2 decimals'
const PERCENT = 'Must be a whole number from 1 to 100'

/** The worth of one coin, and the part of an order that they may pay. Null in a shop whose coins buy nothing. */
export const CoinSpending = z
  .object({
    rupees: z
      .number({ error: RUPEES })
      .min(0.01, { error: RUPEES })
      .max(10_000, { error: RUPEES })
      .multipleOf(0.01, { error: RUPEES }),
    at_most_percent: whole(1, 100, PERCENT),
  })
  .nullable()

type Spending = NonNullable<z.output<typeof CoinSpending>>

/** Returns the worth of coins, in paise. */
export const worthOf = (coins: number, { rupees }: Pick<Spending, 'rupees'>): number => coins * toPaise(rupees)

/** Counts the coins that may pay for a price: it is before tax, in paise, after credit and promo code. */
export function mostCoins(paise: number, { rupees, at_most_percent }: Spending): number {
  return Math.floor(Math.floor((paise * at_most_percent) / 100) / toPaise(rupees))
}
