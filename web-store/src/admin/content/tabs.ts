import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'content',
    label: 'Lessons',
    place: 'under courses',
    at: 100,
    roles: ['editor'],
    file: 'content/ContentTab.tsx',
    words: 'manage course content lessons videos sections upload curriculum chapters files captions',
    alone: true,
  }),
] as const
