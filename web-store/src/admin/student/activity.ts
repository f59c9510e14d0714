import { valueText } from '../activity/field-labels.ts'
import { ending, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'enrolments.give': ending('gave access to', ({ after }) => `(${valueText('courses', after?.courses)})`),
  'enrolments.extend': ending(
    'extended access to a course for',
    ({ after }) => `(${valueText('course', after?.course)}, until ${valueText('until', after?.until)})`,
  ),
  'enrolments.take': ending('removed access of', ({ before }) => `(${valueText('courses', before?.courses)})`),
  'students.addNote': plain('wrote a note about'),
  'students.deleteNote': plain('deleted a note about'),
  'students.beginView': ({ after }) => ({ did: after?.view === 'ended' ? 'ended the view as' : 'saw the shop as' }),
  'students.endSession': plain('logged out of a device'),
  'students.endSessions': plain('logged out everywhere'),
}
