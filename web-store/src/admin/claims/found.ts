import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Proofs', words: 'claims evidence advertising', tab: 'settings', params: { section: 'claims' } },
]
