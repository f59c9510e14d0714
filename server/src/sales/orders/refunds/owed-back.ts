import type { SoldSeat } from 'contract/orders/refund-seats'
import type { RefundSeat } from './refund-seats.queries.ts'
import type { RefundRow } from './refunds.queries.ts'

/** One captured payment of an order; all in paise. */
export type Owed = {
  payment_id: string
  /** Captured amount. */
  captured: number
  /** Refunded amount. */
  back: number
  /** Refundable amount: less refunds on their way, which return to it when they fail. */
  left: number
  /** The part owed automatically, and its reason. */
  owed: number
  reason: string
  /** An automatic refund has failed: the owner was notified, and decides. */
  failed: boolean
}

type Sold = {
  lines: readonly { course_id: string; quantity: number; owned: boolean }[]
  /** Charge of each seat, split over the amount received; unread where nothing was owned. */
  seats: readonly SoldSeat[]
  /** Courses of it that it does not give: the buyer had them already when it was paid, say. */
  owned: readonly string[]
  /** The buyer had none of them: what was sold was gone. */
  lost: boolean
  /** What they hang on went back. */
  hung?: boolean
  /** Agreed total. */
  total: number
}
type Refund = Pick<RefundRow, 'payment_id' | 'amount_paise' | 'status' | 'origin'> & {
  /** The seats that it gives back; none where it is a sum. */
  picked: readonly RefundSeat[]
}

/** The gateway gives back no less than a rupee; the owner's bank sends any sum. */
export const LEAST_BY_GATEWAY = 100
export const giveable = (paise: number, least = LEAST_BY_GATEWAY) => (paise < least ? 0 : paise)

/**
 * Computes the amounts owed back of an order's captured payments. `payer` pays it once: of that payment the share
 * already owned is owed, of any other all. No refund, automatic or by hand, exceeds `left`.
 */
export function owedBack(
  captured: readonly { payment_id: string; amount_paise: number }[],
  payer: string | null,
  sold: Sold,
  refunds: readonly Refund[],
): Owed[] {
  // Parts of one sum wait for the owner: nobody has paid twice who has not paid more than was agreed on.
  const inParts = captured.reduce((paise, { amount_paise }) => paise + amount_paise, 0) <= sold.total
  return captured.map(({ payment_id, amount_paise }) => {
    const of = refunds.filter((refund) => refund.payment_id === payment_id)
    const sum = (...states: RefundRow['status'][]) =>
      of.reduce((paise, refund) => paise + (states.includes(refund.status) ? refund.amount_paise : 0), 0)
    const held = sum('requested', 'pending', 'processed')
    const paysOrder = payment_id === payer
    const due = paysOrder ? Math.min(shareOfOwned(sold), amount_paise) : inParts ? 0 : amount_paise
    // A refund of other seats does not settle the owned share.
    const beside = paysOrder ? of.filter((refund) => refund.status !== 'failed' && isBeside(refund, sold)) : []
    const forOwned = held - beside.reduce((paise, refund) => paise + refund.amount_paise, 0)
    const left = Math.max(0, amount_paise - held)
    return {
      payment_id,
      captured: amount_paise,
      back: sum('processed'),
      left,
      owed: giveable(Math.min(due - forOwned, left)),
      reason: paysOrder
        ? `${sold.hung ? 'Went back with what it extends' : sold.lost ? 'Nothing given' : 'Owned already'}: ${sold.owned.join(', ')}`
        : 'The order was paid already',
      failed: of.some(({ status, origin }) => status === 'failed' && origin === 'duplicate_payment'),
    }
  })
}

/** One seat of each course that was owned, or everything when nothing of the order was new. */
function shareOfOwned({ lines, seats, owned }: Sold): number {
  const isOwned = (line: number) => owned.includes(lines[line]?.course_id ?? '')
  if (lines.every(({ quantity, owned: credited }, line) => (credited || isOwned(line)) && quantity === 1))
    return Number.POSITIVE_INFINITY
  const own = seats.filter(({ line, seat }) => seat === 0 && isOwned(line))
  return own.reduce((sum, { parts }) => parts.reduce((all, paise) => all + paise, sum), 0)
}

/** Returns true when seats were picked, and none of them was owned before. */
const isBeside = ({ picked }: Refund, { owned }: Sold) =>
  picked.length > 0 && !picked.some(({ course_id, seat }) => seat === 0 && owned.includes(course_id))
