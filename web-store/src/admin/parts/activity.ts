import { because, ending, type Sentences } from '../activity/phrases.ts'

const dayOf = (values: Record<string, unknown> | null | undefined) => String(Object.values(values ?? {})[0] ?? '')

export const activity: Sentences = {
  'parts.remind': ({ after }) => ({
    did: `emailed the link of part ${String(after?.reminded ?? '')} of the order`,
    whole: true,
  }),
  'parts.move': ({ before, after }) => ({
    did: `moved ${(Object.keys(after ?? {})[0] ?? 'a part').replace('_', ' ')} from ${dayOf(before)} to ${dayOf(after)} for the order`,
    whole: true,
  }),
  'parts.end': ending('ended the plan of the order', ({ after }) => because(after)),
}
