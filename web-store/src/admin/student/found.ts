import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Devices of a student', words: 'logged in limit', tab: 'users' },
  { title: 'Notes on a student', words: 'remark', tab: 'users' },
  { title: 'Courses and progress', words: 'lessons finished extend', tab: 'users' },
]
