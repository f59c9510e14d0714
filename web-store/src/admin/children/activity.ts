import type { Sentences } from '../activity/phrases.ts'

export const activity: Sentences = { 'children.forget': () => ({ did: 'forgot the age of' }) }
