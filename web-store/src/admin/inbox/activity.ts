import { plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'questions.answer': ({ before, after }) => ({
    did:
      before?.status === 'answered' && before.shown !== after?.shown
        ? after?.shown
          ? 'showed all students a question under'
          : 'hid from other students a question under'
        : 'answered a question under',
    whole: true,
  }),
  'questions.delete': plain('deleted a question under'),
  'tickets.answer': plain('answered the message'),
  'tickets.setStatus': ({ after }) => ({
    did: after?.status === 'done' ? 'marked as done the message' : 'opened again the message',
    whole: true,
  }),
}
