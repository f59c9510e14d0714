import type { Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'moveOut.begin': () => ({ did: 'made', thing: 'an archive of the shop', whole: true }),
  'moveOut.link': () => ({ did: 'downloaded', thing: 'the archive of the shop', whole: true }),
  'moveOut.remove': () => ({ did: 'deleted', thing: 'the archive of the shop', whole: true }),
}
