import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'tools',
    label: 'More tools',
    place: 'bottom',
    at: 347,
    roles: ['editor', 'support', 'finance'],
    file: 'tools/ToolsTab.tsx',
    words: 'all everything in your menu hidden features',
  }),
] as const
