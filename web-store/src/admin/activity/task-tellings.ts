import { valueText } from './field-labels.ts'
import type { Entry, Phrase } from './phrases.ts'

/** Describes a quiz or assignment, created or changed; its entry names the lesson under `quiz_of` or `assignment_of`. */
export const taskSaved =
  (what: 'quiz' | 'assignment') =>
  ({ before, after }: Entry): Phrase => ({
    did: `${before ? 'changed' : 'added'} the ${what} of ${valueText('name', after?.[`${what}_of`])} in`,
    whole: true,
  })

export const taskRemoved =
  (what: 'quiz' | 'assignment') =>
  ({ before }: Entry): Phrase => ({
    did: `removed the ${what} of ${valueText('name', before?.[`${what}_of`])} in`,
    whole: true,
  })
