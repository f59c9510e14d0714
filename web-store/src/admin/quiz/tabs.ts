import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'quiz',
    label: 'Quiz of a lesson',
    place: 'under content',
    at: 110,
    roles: ['editor'],
    file: 'quiz/QuizTab.tsx',
    words: '',
  }),
] as const
