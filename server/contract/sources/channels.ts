/** How an order was made. */
export const CHANNELS = [
  'store',
  'membership',
  'upgrade',
  'renewal',
  'part',
  'after_offer',
  'pay_link',
  'recorded',
] as const
export type Channel = (typeof CHANNELS)[number]
