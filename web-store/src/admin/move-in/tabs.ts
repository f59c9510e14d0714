import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'movein',
    label: 'Move in',
    place: 'under users',
    at: 200,
    roles: ['support', 'editor'],
    file: 'move-in/MoveInTab.tsx',
    words: 'import from another platform students orders columns csv excel xlsx graphy teachable',
    alone: true,
  }),
] as const
