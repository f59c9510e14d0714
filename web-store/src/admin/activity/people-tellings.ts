import { valueText } from './field-labels.ts'
import { type Entry, type Phrase, plain } from './phrases.ts'

/** Tells about students, their access, and moves of many. */
export const peopleTellings: Record<string, (entry: Entry) => Phrase> = {
  'enrolments.give': ({ after }) => ({
    did: 'gave access to',
    rest: `(${valueText('courses', after?.courses)})`,
    whole: true,
  }),
  'enrolments.extend': ({ after }) => ({
    did: 'extended access to a course for',
    rest: `(${valueText('course', after?.course)}, until ${valueText('until', after?.until)})`,
    whole: true,
  }),
  'enrolments.take': ({ before }) => ({
    did: 'removed access of',
    rest: `(${valueText('courses', before?.courses)})`,
    whole: true,
  }),
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
  'students.addNote': plain('wrote a note about'),
  'students.deleteNote': plain('deleted a note about'),
  'students.beginView': ({ after }) => ({ did: after?.view === 'ended' ? 'ended the view as' : 'saw the shop as' }),
  'students.endSession': plain('logged out of a device'),
  'students.endSessions': plain('logged out everywhere'),
}
