import { about, changed, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'partners.add': plain('added the partner'),
  'partners.update': changed,
  'partners.paid': plain('noted the payment of'),
  'partners.saveTds': about('changed', 'the TDS of partners'),
}
