import { because, ending, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'memberships.add': plain('made the membership'),
  'memberships.save': plain('changed the membership'),
  'memberships.remove': plain('deleted the membership'),
  'memberships.end': ending('ended the membership of', ({ after }) => because(after)),
}
