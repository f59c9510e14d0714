import { seatPrices } from 'contract/price-cart'
import type { RefundRow } from './refunds.queries.ts'

/** One captured payment of an order; all in paise. */
export type Owed = {
  payment_id: string
  /** What came with it. */
  captured: number
  /** What of it has come back. */
  back: number
  /** What can still go back: what is on its way is not there any more, and is again when its refund fails. */
  left: number
  /** What of that goes back by itself, and why. */
  owed: number
  reason: string
  /** A try to give it back by itself has failed: the owner was told, and decides. */
  failed: boolean
}

type Line = { course_id: string; quantity: number } & Parameters<typeof seatPrices>[0]
type Sold = {
  lines: readonly Line[]
  /** Courses of it that the buyer had already when it was paid. */
  owned: readonly string[]
  pricing: Parameters<typeof seatPrices>[1]
}
type Refunds = readonly Pick<RefundRow, 'payment_id' | 'amount_paise' | 'status' | 'origin'>[]

/** The gateway gives back no less than a rupee. */
export const giveable = (paise: number) => (paise < 100 ? 0 : paise)

/**
 * Says what is owed back of an order's captured payments. It is paid once, by `payer`: of that payment what was owned already is
 * to be back, of each other one all. Whoever gives money back, by itself or by hand, gives no more than `left`.
 */
export function owedBack(
  captured: readonly { payment_id: string; amount_paise: number }[],
  payer: string | null,
  sold: Sold,
  refunds: Refunds,
): Owed[] {
  return captured.map(({ payment_id, amount_paise }) => {
    const of = refunds.filter((refund) => refund.payment_id === payment_id)
    const sum = (...states: RefundRow['status'][]) =>
      of.reduce((paise, refund) => paise + (states.includes(refund.status) ? refund.amount_paise : 0), 0)
    const held = sum('requested', 'pending', 'processed')
    const paysOrder = payment_id === payer
    const due = paysOrder ? Math.min(shareOfOwned(sold), amount_paise) : amount_paise
    return {
      ...{
        payment_id,
        captured: amount_paise,
        back: sum('processed'),
        left: giveable(amount_paise - held),
        owed: giveable(due - held),
      },
      reason: paysOrder ? `Owned already: ${sold.owned.join(', ')}` : 'The order was paid already',
      failed: of.some(({ status, origin }) => status === 'failed' && origin === 'duplicate_payment'),
    }
  })
}

/** One seat of each course that was owned, or everything when nothing of the order was new. */
function shareOfOwned({ lines, owned, pricing }: Sold): number {
  const ofOwned = lines.filter((line) => owned.includes(line.course_id))
  if (ofOwned.length === lines.length && lines.every((line) => line.quantity === 1)) return Number.POSITIVE_INFINITY
  return ofOwned.reduce((sum, line) => sum + (seatPrices(line, pricing)[0] ?? 0), 0)
}
