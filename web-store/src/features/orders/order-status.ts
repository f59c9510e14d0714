import type { UserOrder } from 'contract/orders/orders'
import { t } from '../../language/text.ts'
import { amountText, dateText } from '../../ui/format.ts'

type Look = {
  label: string
  /** Colour of the tag; grey without one. */
  palette?: 'success' | 'buy' | 'danger'
  /** What stands above the total. */
  totalLabel: string
  /** What stands beside it where there is no payment to name. */
  note?: string
  /** The courses are the buyer's. */
  owned?: boolean
}

/** How each state of an order is shown. */
export const orderLooks: Record<UserOrder['status'], Look> = {
  paid: { label: t('Paid'), palette: 'success', totalLabel: t('Total paid'), owned: true },
  partially_refunded: { label: t('Partly refunded'), palette: 'success', totalLabel: t('Total paid'), owned: true },
  created: { label: t('Payment pending'), palette: 'buy', totalLabel: t('Total'), note: t('Waiting for the payment') },
  review: { label: t('Under review'), palette: 'buy', totalLabel: t('Total'), note: t('We are checking this payment') },
  failed: { label: t('Payment failed'), palette: 'danger', totalLabel: t('Total') },
  expired: { label: t('Expired'), totalLabel: t('Total'), note: t('Not paid in time') },
  cancelled: { label: t('Cancelled'), totalLabel: t('Total') },
  // What came in another sum or currency went back whole, too: the total is what was asked for, and the refunds say what came.
  refunded: { label: t('Refunded'), totalLabel: t('Total') },
}

/** What is said of each refund of an order, in its own words. */
export function refundNotes({ refunds = [] }: Pick<UserOrder, 'refunds'>): string[] {
  return refunds.map(({ amount: sum, currency, status: state, at }) => {
    const amount = amountText(sum, currency)
    if (state === 'pending') return t('A refund of {amount} is on its way', { amount })
    if (state === 'failed') return t('A refund of {amount} failed, we are looking at it', { amount })
    return t('Refund of {amount} sent on {day}', { amount, day: dateText(new Date(at)) })
  })
}

/** `7K2MQX9DABCD` as it is read out: `7K2M-QX9D-ABCD`. Whoever redeems it may type it with the dashes. */
export const readableCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')
