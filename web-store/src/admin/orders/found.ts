import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  {
    title: 'Refund limit',
    words: 'second person approve approval',
    tab: 'settings',
    params: { section: 'guarantee', part: 'refund-limit' },
  },
]
