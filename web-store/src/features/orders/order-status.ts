import type { UserOrder } from 'contract/orders/orders'
import { t } from '../../language/text.ts'
import { amountText, dateText } from '../../ui/format.ts'

type Look = {
  label: string
  /** Colour of the tag; grey without one. */
  palette?: 'success' | 'buy' | 'danger'
  /** Label above the total. */
  totalLabel: string
  /** Note beside it without a payment to name. */
  note?: string
  /** The courses are the buyer's. */
  owned?: boolean
}

export const orderLooks: Record<UserOrder['status'], Look> = {
  paid: { label: t('Paid'), palette: 'success', totalLabel: t('Total paid'), owned: true },
  partially_refunded: { label: t('Partly refunded'), palette: 'success', totalLabel: t('Total paid'), owned: true },
  created: { label: t('Payment pending'), palette: 'buy', totalLabel: t('Total') },
  review: { label: t('Under review'), palette: 'buy', totalLabel: t('Total'), note: t('We are checking this payment') },
  failed: { label: t('Payment failed'), palette: 'danger', totalLabel: t('Total') },
  expired: { label: t('Expired'), totalLabel: t('Total'), note: t('Not paid in time') },
  cancelled: { label: t('Cancelled'), totalLabel: t('Total') },
  // Payments in another sum or currency are refunded whole, too: the total is the sum requested, and the refunds show the sum paid.
  refunded: { label: t('Refunded'), totalLabel: t('Total') },
}

/** Returns the look of an order; an open one names a try that failed. */
export function lookOf({
  status,
  last_try_failed,
  moved,
}: Pick<UserOrder, 'status' | 'last_try_failed' | 'moved'>): Look {
  const look = orderLooks[status]
  if (moved) return { ...look, owned: false }
  return last_try_failed ? { ...look, note: t('The last try failed. You can pay again.') } : look
}

/** Describes each refund of an order. */
export function refundNotes({ refunds = [] }: Pick<UserOrder, 'refunds'>): string[] {
  return refunds.map(({ amount: sum, currency, status: state, at }) => {
    const amount = amountText(sum, currency)
    if (state === 'pending') return t('A refund of {amount} is on its way', { amount })
    if (state === 'failed') return t('A refund of {amount} failed, we are looking at it', { amount })
    return t('Refund of {amount} sent on {day}', { amount, day: dateText(new Date(at)) })
  })
}

type Sorted = 'waiting' | 'bought' | 'attempt'

/** Sorts an order: it waits for a payment, was bought, or was an attempt. Money that went back is worth a card of its own. */
export function sortOf({
  status,
  owned,
  refunds,
  documents,
}: Pick<UserOrder, 'status' | 'owned' | 'refunds' | 'documents'>): Sorted {
  if (refunds || documents) return 'bought'
  if (owned) return 'attempt'
  if (status === 'created' || status === 'review') return 'waiting'
  return ['failed', 'expired', 'cancelled'].includes(status) ? 'attempt' : 'bought'
}
