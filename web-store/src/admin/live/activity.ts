import { valueText } from '../activity/field-labels.ts'
import type { Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'live.save': ({ before, after }) => ({
    did: `${before ? 'changed' : 'set'} the moment of the live lesson ${valueText('name', after?.live_of)} in`,
    whole: true,
  }),
  'live.cancel': ({ before }) => ({
    did: `cancelled the live lesson ${valueText('name', before?.live_of)} in`,
    whole: true,
  }),
}
