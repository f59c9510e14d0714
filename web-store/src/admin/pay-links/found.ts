import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Pay links on or off', words: 'switch custom amount link to pay', tab: 'payment' },
]
