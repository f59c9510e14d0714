import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [{ title: 'Rubric', words: 'marks assignment criteria', tab: 'content' }]
