import type { Entry, Phrase } from './phrases.ts'
import { places } from './places.ts'
import { tellings } from './tellings.ts'

/** `Priya` `changed the price of` `Reels` `from ₹499 to ₹599`: the thing stands apart, for it is a link. */
export type Sentence = {
  who: string
  did: string
  thing: string
  rest: string
  /** Where the thing is shown; undefined where it is gone or nowhere. */
  to: string | undefined
  /** Whether the sentence says all there is, so that no list of fields follows. */
  whole: boolean
}

/** An entry of the activity as a sentence. A call that has no telling yet is named by its summary. */
export function sentenceOf(entry: Entry): Sentence {
  const { call, action, kind, target_id, target_name, admin } = entry
  const told: Phrase = tellings[call]?.(entry) ?? { did: `used “${action}”` }
  const to = told.to === undefined ? target_id !== null && places[kind]?.(target_id, target_name) : told.to
  const thing = told.thing ?? target_name ?? target_id ?? ''
  return {
    who: admin.name || admin.email,
    did: told.did,
    thing,
    rest: told.rest ?? '',
    // A link without words leads nobody.
    to: (thing !== '' && to) || undefined,
    whole: told.whole ?? false,
  }
}

/** What follows the thing, with the space before it that it needs. */
export const restText = (rest: string): string => (rest === '' || rest.startsWith(':') ? rest : ` ${rest}`)
