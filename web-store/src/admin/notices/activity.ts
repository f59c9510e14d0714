import { plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = { 'notices.publish': plain('published') }
