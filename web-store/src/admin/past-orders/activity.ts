import { exported, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'exports.pastOrders': exported('the past orders'),
}
