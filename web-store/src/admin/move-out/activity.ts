import type { Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'moveOut.begin': () => ({ did: 'made', thing: 'an archive of the shop', whole: true }),
  'moveOut.link': () => ({ did: 'downloaded', thing: 'the archive of the shop', whole: true }),
  'moveOut.remove': () => ({ did: 'deleted', thing: 'the archive of the shop', whole: true }),
  'moveArchive.begin': () => ({ did: 'checked', thing: 'the archive of another shop', whole: true }),
  'moveArchive.run': () => ({ did: 'brought', thing: 'the archive of another shop', whole: true }),
  'moveArchive.discard': () => ({ did: 'discarded', thing: 'the archive of another shop', whole: true }),
}
