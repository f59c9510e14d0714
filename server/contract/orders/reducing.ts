import { allocate } from '../allocate.ts'
import type { Reduce, Reduction } from './price-cart.ts'

/** Returns how `priceCart` takes these reductions off, one after the other. A file of its own: the checkout loads it where the shop has one. */
export const reducing =
  (requested: readonly Reduction[]): Reduce =>
  (totals) => {
    let left = totals
    const reductions = requested.flatMap((one) => {
      const most = left.reduce((sum, paise) => sum + paise, 0)
      const paise = Math.min(Math.max(0, one.paise), most)
      const shares = allocate(paise, left)
      left = left.map((total, index) => total - (shares[index] ?? 0))
      return paise > 0 ? [{ ...one, paise }] : []
    })
    return { reductions, left }
  }
