import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [{ title: 'Questions of a quiz', words: 'answers pass mark', tab: 'content' }]
