import { exported, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'moveIn.discard': () => ({ did: 'discarded', thing: 'the file', whole: true }),
  'moveIn.testLetter': () => ({ did: 'sent', thing: 'a test of the letter', whole: true }),
  'moveIn.sendLetter': ({ after }) => ({
    did: `sent the letter “${after?.letter}” to ${after?.students} people`,
    whole: true,
  }),
  'moveIn.stopLetter': ({ after }) => ({
    did: 'stopped the letter',
    rest: `after ${after?.students} emails`,
    whole: true,
  }),
  'exports.movedPeople': exported('the students of a move'),
  'moveIn.run': ({ after }) => ({
    did: 'moved in',
    rest: `(${after?.taken} of ${after?.rows} rows of ${after?.moved})`,
    whole: true,
  }),
  'moveIn.stop': ({ after }) => ({ did: 'stopped moving in', rest: `after ${after?.done} rows`, whole: true }),
  'moveIn.undo': ({ before }) => ({
    did: 'took back what was moved in by',
    rest: `(${before?.courses} courses of ${before?.people} people)`,
    whole: true,
  }),
}
