import { exported, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'registers.file': exported('a record of personal data'),
  'privacy.decide': ({ after, target_name }) => ({
    did: after?.request === 'refused' ? 'refused privacy request' : 'answered privacy request',
    thing: target_name ?? '',
  }),
}
