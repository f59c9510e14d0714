import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Privacy notice versions', words: 'policy consent text', tab: 'privacy', params: { part: 'notice' } },
]
