import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [{ title: 'Own GST rate', words: 'course rate tax printed', tab: 'courses' }]
