import { changed, gone, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'segments.create': plain('saved the segment'),
  'segments.update': changed,
  'segments.delete': gone('deleted the segment'),
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
  'letters.clearUnread': () => ({ did: 'cleared', thing: 'the returned mails that could not be read', whole: true }),
  'letters.renewBounceAddress': () => ({ did: 'made', thing: 'a new address for bounces', whole: true }),
}
