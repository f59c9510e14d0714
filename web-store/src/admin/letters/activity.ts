import { about, changed, gone, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'segments.create': plain('saved the segment'),
  'segments.update': changed,
  'segments.delete': gone('deleted the segment'),
  'letters.create': plain('wrote the email'),
  'letters.update': changed,
  'letters.delete': gone('deleted the email'),
  'letters.test': plain('sent a test of the email'),
  'letters.send': plain('sent the email'),
  'letters.stop': plain('stopped the email'),
  'letters.setPace': (entry) => ({ ...changed(entry), thing: 'the sending speed of emails' }),
  'sequences.create': plain('wrote the automatic emails'),
  'sequences.update': changed,
  'whatsapp.save': (entry) => ({ ...changed(entry), thing: 'the WhatsApp keys' }),
  'whatsapp.test': about('tested', 'the WhatsApp keys'),
  'letters.clearUnread': about('cleared', 'the returned mails that could not be read'),
  'letters.renewBounceAddress': about('made', 'a new address for bounces'),
}
