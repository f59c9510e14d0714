import { changed, type Sentences } from './phrases.ts'

const sheet = 'the Google sheet'

/** Sentences of calls that an earlier version had. Their entries stay. */
export const activity: Sentences = {
  'sheet.save': (entry) =>
    entry.before === null ? { did: 'connected', thing: sheet } : { ...changed(entry), thing: sheet },
  'sheet.remove': () => ({ did: 'disconnected', thing: sheet, to: null }),
  'sheet.test': () => ({ did: 'tested', thing: sheet }),
}
