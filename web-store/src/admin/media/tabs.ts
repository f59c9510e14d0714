import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({ id: 'media', label: 'Media', place: 'courses', at: 160, roles: ['editor'], file: 'media/MediaTab.tsx' }),
] as const
