import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Next step after paying', words: 'thank you whatsapp group message', tab: 'courses' },
]
