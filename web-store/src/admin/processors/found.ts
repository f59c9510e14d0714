import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  {
    title: 'Who gets data',
    words: 'with whom you share data razorpay host',
    tab: 'privacy',
    params: { part: 'processors' },
  },
  {
    title: 'Retention',
    words: 'records what is kept, and why how long delete',
    tab: 'privacy',
    params: { part: 'registers' },
  },
]
