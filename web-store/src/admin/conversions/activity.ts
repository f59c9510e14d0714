import { about, changed, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'ads.save': (entry) => ({ ...changed(entry), thing: 'the reports of sales to Meta or Google' }),
  'ads.test': about('sent', 'a test sale to Meta or Google'),
}
