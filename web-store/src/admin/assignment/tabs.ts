import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'assignment',
    label: 'Assignment of a lesson',
    place: 'under content',
    at: 120,
    roles: ['editor'],
    file: 'assignment/AssignmentTab.tsx',
    words: 'homework rubric marking submit',
  }),
] as const
