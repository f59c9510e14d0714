import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Layout and signature', words: 'certificate look design name title', tab: 'certificates' },
]
