import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [{ title: 'Coming soon', words: 'waiting list launch interest', tab: 'courses' }]
