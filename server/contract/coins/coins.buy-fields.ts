import { z } from 'zod'

const COINS = 'Must be a whole number of coins'

const Coins = z.coerce
  .number({ error: COINS })
  .int({ error: COINS })
  .min(0, { error: COINS })
  .max(1_000_000_000, { error: COINS })

/** Coins that pay a part of the order. */
export const buyFields = { coins: Coins.optional() }

export const priceFields = { coins: Coins.nullish().transform((coins) => coins ?? undefined) }
