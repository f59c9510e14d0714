import { valueText } from '../activity/field-labels.ts'
import type { Sentences } from '../activity/phrases.ts'

const on = (value: unknown) => valueText('starts_at', value)

export const activity: Sentences = {
  'workshops.create': ({ after }) => ({ did: `added the date ${on(after?.starts_at)} to`, whole: true }),
  'workshops.update': ({ after }) => ({ did: `changed the date ${on(after?.starts_at)} of`, whole: true }),
  'workshops.move': ({ before, after }) => ({
    did: `moved ${String(after?.students ?? '')} from ${on(before?.starts_at)} to ${on(after?.starts_at)} of`,
    whole: true,
  }),
  'workshops.cancel': ({ after }) => ({ did: `cancelled the date ${on(after?.starts_at)} of`, whole: true }),
}
