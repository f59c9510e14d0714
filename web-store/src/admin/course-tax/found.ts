import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [{ title: 'GST of its own', words: 'course rate tax printed', tab: 'courses' }]
