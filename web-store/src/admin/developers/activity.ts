import { gone, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'apiKeys.create': () => ({ did: 'made the API key', to: null }),
  'apiKeys.revoke': gone('revoked the API key'),
}
