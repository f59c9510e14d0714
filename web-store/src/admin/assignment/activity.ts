import { type Sentences, taskRemoved, taskSaved } from '../activity/phrases.ts'

export const activity: Sentences = {
  'assignments.save': taskSaved('assignment'),
  'assignments.remove': taskRemoved('assignment'),
  'assignments.mark': ({ after }) => ({
    did: after?.status === 'accepted' ? 'accepted an assignment under' : 'asked to resubmit under',
    whole: true,
  }),
}
