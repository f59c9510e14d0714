import type { OrderStatus } from 'contract/orders/orders'

export interface DemoOrder {
  status: OrderStatus
  /** Days before the seed. */
  daysAgo: number
  lines: { course_id: string; quantity: number }[]
  promocode?: { promocode: string; discount: number }
  /** Captured rupees, if not the total. */
  captured?: number
  /** Refunded rupees. */
  refund?: number
}

/** Orders of the demo student, at least one in each state; further seats become gift codes. */
export const studentOrders: DemoOrder[] = [
  {
    status: 'paid',
    daysAgo: 21,
    lines: [
      { course_id: 'reels-growth-mega-bundle', quantity: 3 },
      { course_id: 'voice-over-from-home', quantity: 1 },
    ],
    promocode: { promocode: 'WELCOME10', discount: 10 },
  },
  { status: 'paid', daysAgo: 40, lines: [{ course_id: 'phone-video-editing-masterclass', quantity: 1 }] },
  {
    status: 'partially_refunded',
    daysAgo: 16,
    lines: [
      { course_id: 'sell-on-social-catalogue-to-cash', quantity: 1 },
      { course_id: 'hindi-script-vault', quantity: 1 },
    ],
    refund: 150,
  },
  { status: 'refunded', daysAgo: 14, lines: [{ course_id: 'local-ads-made-simple', quantity: 1 }], refund: 1299 },
  { status: 'review', daysAgo: 2, lines: [{ course_id: 'youtube-shorts-starter-kit', quantity: 1 }], captured: 299 },
  { status: 'failed', daysAgo: 9, lines: [{ course_id: 'telegram-channel-playbook', quantity: 1 }] },
  { status: 'expired', daysAgo: 7, lines: [{ course_id: 'social-media-manager-toolkit', quantity: 1 }] },
  { status: 'cancelled', daysAgo: 5, lines: [{ course_id: 'product-photos-on-your-phone', quantity: 1 }] },
  { status: 'created', daysAgo: 0, lines: [{ course_id: 'thumbnail-design-lab', quantity: 1 }] },
]

/** Completed lessons of each owned course, and minutes spent on each. */
export const studentProgress: { course_id: string; finished: number | 'all'; minutes: number }[] = [
  { course_id: 'reels-growth-mega-bundle', finished: 3, minutes: 14 },
  { course_id: 'phone-video-editing-masterclass', finished: 'all', minutes: 22 },
  { course_id: 'hindi-script-vault', finished: 1, minutes: 9 },
]

/** The coin ledger, oldest first, with the shop's own reasons: `CoinList` translates them. */
export const studentCoins: { change: number; reason: string; daysAgo: number }[] = [
  { change: 80, reason: 'added by admin', daysAgo: 40 },
  { change: 157, reason: 'added by admin', daysAgo: 21 },
  { change: 50, reason: 'added by admin', daysAgo: 12 },
  { change: -20, reason: 'subtracted by admin', daysAgo: 4 },
]
