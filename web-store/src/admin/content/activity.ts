import type { Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'learning.addContent': ({ before, after }) => ({
    did: 'changed the lessons of',
    ...(before?.number !== undefined &&
      before.number !== after?.number && { rest: `from ${before.number} to ${after?.number} lessons` }),
  }),
}
