import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'media',
    label: 'Media',
    place: 'teach',
    at: 160,
    roles: ['editor'],
    file: 'media/MediaTab.tsx',
    tool: 'Find every image, video and file of your shop, and upload more.',
    words: 'upload manager files images videos library storage disk',
  }),
] as const
