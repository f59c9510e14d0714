import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Move out', words: 'export everything leave zip archive take away', tab: 'backups' },
]
