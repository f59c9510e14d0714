import { changed, type Sentences } from '../activity/phrases.ts'

const thing = 'the Google sheet'

export const activity: Sentences = {
  'sheet.save': (entry) => (entry.before === null ? { did: 'connected', thing } : { ...changed(entry), thing }),
  'sheet.remove': () => ({ did: 'disconnected', thing, to: null }),
  'sheet.test': () => ({ did: 'tested', thing }),
}
