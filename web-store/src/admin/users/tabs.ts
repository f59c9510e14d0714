import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'users',
    label: 'Students',
    place: 'top',
    at: 170,
    roles: ['support'],
    file: 'users/UsersTab.tsx',
    words: 'buyers people members learners segments export contacts coins',
  }),
] as const
