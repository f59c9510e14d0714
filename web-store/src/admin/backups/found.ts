import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Backups', words: 'save restore copy archive bucket download', tab: 'backups' },
]
