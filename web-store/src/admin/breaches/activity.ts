import { changed, gone, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'breaches.add': plain('reported a breach:'),
  'breaches.update': changed,
  'breaches.noteSent': plain('noted a report about the breach'),
  'breaches.send': plain('emailed the people of the breach'),
  'processors.add': plain('added the processor'),
  'processors.update': changed,
  'processors.delete': gone('removed the processor'),
}
