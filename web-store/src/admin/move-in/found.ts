import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Where do your students come from', words: 'import platform', tab: 'movein' },
]
