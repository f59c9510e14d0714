import { about, changed, own, plain, type Sentences } from './phrases.ts'

const sheet = 'the Google sheet'

const named =
  (did: string): Sentences[string] =>
  ({ target_name }) => ({ did: `${did}: ${target_name ?? ''}`, thing: '', whole: true })

/** Sentences of calls that an earlier version had. Their entries stay. */
export const activity: Sentences = {
  'breaches.add': plain('reported a breach:'),
  'breaches.update': changed,
  'breaches.noteSent': plain('noted a report about the breach'),
  'breaches.send': plain('emailed the people of the breach'),
  'children.forget': () => ({ did: 'forgot the age of' }),
  'claims.prove': named('proved a claim'),
  'claims.unprove': named('removed the proof of a claim'),
  'claims.hide': own('hid the claims without a proof'),
  'sheet.save': (entry) =>
    entry.before === null ? { did: 'connected', thing: sheet } : { ...changed(entry), thing: sheet },
  'sheet.remove': () => ({ did: 'disconnected', thing: sheet, to: null }),
  'sheet.test': () => ({ did: 'tested', thing: sheet }),
  'moveArchive.begin': about('checked', 'the archive of another shop'),
  'moveArchive.run': about('brought', 'the archive of another shop'),
  'moveArchive.discard': about('discarded', 'the archive of another shop'),
}
