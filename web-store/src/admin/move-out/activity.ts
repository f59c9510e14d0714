import { about, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'moveOut.begin': about('made', 'an archive of the shop'),
  'moveOut.link': about('downloaded', 'the archive of the shop'),
  'moveOut.remove': about('deleted', 'the archive of the shop'),
}
