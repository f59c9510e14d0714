import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [{ title: 'Live lessons joined', words: 'attendance zoom meet', tab: 'users' }]
