import { changed, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'backups.setPlan': (entry) => ({ ...changed(entry), thing: 'the nightly backup' }),
}
