import { changed, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'settings.update': (entry) => ({ ...changed(entry), thing: 'the shop' }),
}
