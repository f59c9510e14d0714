import { about, ending, exported, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'moveIn.discard': about('discarded', 'the file'),
  'moveIn.testLetter': about('sent', 'a test of the email'),
  'moveIn.sendLetter': ({ after }) => ({
    did: `sent the email “${after?.letter}” to ${after?.students} people`,
    whole: true,
  }),
  'moveIn.stopLetter': ending('stopped the email', ({ after }) => `after ${after?.students} emails`),
  'exports.movedPeople': exported('the students of a move'),
  'moveIn.run': ending('moved in', ({ after }) => `(${after?.taken} of ${after?.rows} rows of ${after?.moved})`),
  'moveIn.stop': ending('stopped moving in', ({ after }) => `after ${after?.done} rows`),
  'moveIn.undo': ending(
    'took back what was moved in by',
    ({ before }) => `(${before?.courses} courses of ${before?.people} people)`,
  ),
}
