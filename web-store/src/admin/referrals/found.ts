import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  {
    title: 'Referral reward',
    words: 'coins friend invite refer',
    tab: 'settings',
    params: { section: 'coins', part: 'referral-reward' },
  },
]
