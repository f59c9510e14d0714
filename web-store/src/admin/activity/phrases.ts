import type { ActivityEntry } from 'contract/activity'
import { fieldLabel, valueText } from './field-labels.ts'

export type Entry = Omit<ActivityEntry, 'at'> & { at: string }

/** The verb and the thing of a write; `to: null` where the thing is deleted. */
export type Phrase = { did: string; rest?: string; whole?: boolean; thing?: string; to?: string | null }

/** The sentence of each call, in the words of one admin to another; the `activity.ts` of a folder has those of its calls. */
export type Sentences = Record<string, (entry: Entry) => Phrase>

type Fields = Record<string, unknown>

export const namesOf = ({ before, after }: Entry): string[] => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
]

function listed(words: readonly string[]): string {
  const shown = words.length > 3 ? [...words.slice(0, 2), `${words.length - 2} more fields`] : words
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** Long texts and lists are read below the sentence, not in it. */
const short = (field: string, value: unknown): string | undefined => {
  const text = valueText(field, value)
  return text.length <= 40 ? text : undefined
}

/** `changed the price of … from ₹499 to ₹599`, or the names of the fields where there are several. */
export function changed(entry: Entry): Phrase {
  const names = namesOf(entry)
  const [field] = names
  if (field === undefined) return { did: 'saved', rest: 'without a change', whole: true }
  if (names.length > 1) return { did: `changed ${listed(names.map(fieldLabel))} of` }
  const was = short(field, entry.before?.[field])
  const now = short(field, entry.after?.[field])
  if (was === undefined || now === undefined) return { did: `changed the ${fieldLabel(field)} of` }
  return { did: `changed the ${fieldLabel(field)} of`, rest: `from ${was} to ${now}`, whole: true }
}

export const because = (fields: Fields | null): string =>
  typeof fields?.reason === 'string' && fields.reason !== '' && fields.reason !== 'no reason given'
    ? `: ${fields.reason}`
    : ''

export const plain =
  (did: string, rest?: string): (() => Phrase) =>
  () => ({ did, whole: true, ...(rest !== undefined && { rest }) })

/** Describes a write on something that has one name: `tested` `the WhatsApp keys`. */
export const about = (did: string, thing: string) => (): Phrase => ({ did, thing, whole: true })

/** Describes a write whose last words are made of its entry. */
export const ending =
  (did: string, rest: (entry: Entry) => string) =>
  (entry: Entry): Phrase => ({ did, rest: rest(entry), whole: true })

export const gone = (did: string) => (): Phrase => ({ did, whole: true, to: null })

/** Describes writes of an admin on their own account. */
export const own = (did: string) => (): Phrase => ({ did, thing: '', whole: true })

/** `renamed a.webp to b.webp` */
export const by =
  (did: string, word: string) =>
  ({ before, after }: Entry): Phrase => {
    return {
      did: `${did} ${valueText('name', before?.name)} ${word}`,
      thing: valueText('name', after?.name),
      whole: true,
    }
  }

export const exported =
  (what: string) =>
  ({ after }: Entry): Phrase => ({
    did: `exported ${what} as ${after?.format === 'json' ? 'JSON' : 'CSV'}`,
    thing: '',
    ...(typeof after?.q === 'string' && after.q !== '' && { rest: `that match “${after.q}”` }),
    whole: Object.keys(after ?? {}).every((field) => field === 'q'),
  })

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
