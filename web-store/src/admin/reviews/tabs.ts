import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'reviews',
    label: 'Reviews',
    place: 'students',
    at: 210,
    roles: ['support', 'editor'],
    file: 'reviews/ReviewsTab.tsx',
    words: 'stars ratings testimonials moderate',
    waits: ['reviews'],
  }),
] as const
