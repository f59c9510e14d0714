import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  {
    title: 'Pay link terms',
    words: 'switch on off custom amount link to pay support percent',
    tab: 'pay-links',
    params: { part: 'pay-link-terms' },
  },
]
