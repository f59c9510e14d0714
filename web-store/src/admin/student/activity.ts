import { valueText } from '../activity/field-labels.ts'
import { plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
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
  'students.addNote': plain('wrote a note about'),
  'students.deleteNote': plain('deleted a note about'),
  'students.beginView': ({ after }) => ({ did: after?.view === 'ended' ? 'ended the view as' : 'saw the shop as' }),
  'students.endSession': plain('logged out of a device'),
  'students.endSessions': plain('logged out everywhere'),
}
