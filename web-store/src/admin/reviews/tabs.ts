import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'reviews',
    label: 'Reviews',
    place: 'teach',
    at: 158,
    roles: ['support', 'editor'],
    file: 'reviews/ReviewsTab.tsx',
    tool: 'Read what students say about your courses, and answer.',
    words: 'stars ratings testimonials moderate',
    waits: ['reviews'],
  }),
] as const
