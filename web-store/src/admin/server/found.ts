import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Server', words: 'health problems disk space database stored data version', tab: 'backups' },
]
