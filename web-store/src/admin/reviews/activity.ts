import type { Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'reviews.reply': ({ after }) => ({
    did: after?.reply ? 'replied to a review of' : 'removed the reply to a review of',
  }),
  'reviews.hide': ({ after }) => ({
    did: after?.hidden_reason ? 'hid the text of a review of' : 'showed again a review of',
  }),
}
