import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'media',
    label: 'Media',
    place: 'courses',
    at: 160,
    roles: ['editor'],
    file: 'media/MediaTab.tsx',
    words: 'upload manager files images videos library storage disk',
  }),
] as const
