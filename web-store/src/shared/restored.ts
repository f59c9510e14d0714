import { MAX_CART_SEATS } from 'contract/cart-seats'
import type { CartLine } from '../stores/storage.ts'

/** Restores lines of `before` that left since, in their old order, beside newer ones. Changes nothing above the seats of one purchase. */
export const restored =
  (before: readonly CartLine[]) =>
  (present: CartLine[]): CartLine[] => {
    const stored = before.map((line) => present.find(({ id }) => id === line.id) ?? line)
    const added = present.filter(({ id }) => !before.some((line) => line.id === id))
    const next = [...stored, ...added]
    return next.reduce((seats, line) => seats + line.quantity, 0) <= MAX_CART_SEATS ? next : present
  }
