import { changed, gone, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'offers.add': plain('added an offer of'),
  'offers.update': changed,
  'offers.delete': gone('deleted the offer of'),
}
