import { valueText } from '../activity/field-labels.ts'
import { changed, exported, gone, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'promocodes.add': ({ after }) => ({
    did: 'added the promo code',
    ...(after?.discount !== undefined && { rest: `with ${valueText('discount', after.discount)} off` }),
  }),
  'promocodes.update': changed,
  'promocodes.delete': gone('deleted the promo code'),
  'promocodes.restore': plain('restored the promo code'),
  'exports.promocodes': exported('the promo codes'),
}
