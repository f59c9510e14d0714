import type { Sentences } from '../activity/phrases.ts'

export const activity: Sentences = { 'notices.publish': () => ({ did: 'published', whole: true }) }
