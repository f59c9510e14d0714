import { valueText } from './field-labels.ts'
import { changed, type Entry, gone, type Phrase, plain } from './phrases.ts'

/** Tells about students, their access, moves of many, and letters to them. */
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
  'letters.create': plain('wrote the letter'),
  'letters.update': changed,
  'letters.delete': gone('deleted the letter'),
  'letters.test': plain('sent a test of the letter'),
  'letters.send': plain('sent the letter'),
  'letters.stop': plain('stopped the letter'),
  'letters.setPace': (entry) => ({ ...changed(entry), thing: 'the pace of letters' }),
  'sequences.create': plain('wrote the automatic letter'),
  'sequences.update': changed,
  'whatsapp.save': (entry) => ({ ...changed(entry), thing: 'the WhatsApp keys' }),
  'whatsapp.test': () => ({ did: 'tested', thing: 'the WhatsApp keys', whole: true }),
  'ads.save': (entry) => ({ ...changed(entry), thing: 'the reports of sales to Meta or Google' }),
  'ads.test': () => ({ did: 'sent', thing: 'a test sale to Meta or Google', whole: true }),
  'letters.clearUnread': () => ({ did: 'cleared', thing: 'the returned mails that could not be read', whole: true }),
  'letters.renewBounceAddress': () => ({ did: 'made', thing: 'a new address for bounces', whole: true }),
}
