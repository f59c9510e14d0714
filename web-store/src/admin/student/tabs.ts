import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'student',
    label: 'Student',
    place: 'under users',
    at: 180,
    roles: ['support'],
    file: 'student/StudentTab.tsx',
    words: '',
  }),
] as const
