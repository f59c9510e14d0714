import { type Breach, BreachInput, type BreachPeople } from 'contract/breaches/breaches'
import type { SavedSegment } from 'contract/segments'
import { sentHour, typedHour } from '../forms/indian-hour.ts'

/** Texts of the form in their order; the first group is enough for a first report. */
export const TEXTS = {
  found_by: 'Found by',
  happened: 'When it happened',
  place: 'Place or system',
  nature: 'What happened',
  data: 'Data concerned',
  extent: 'Extent',
  consequences: 'Likely consequences',
  done: 'Done so far',
  to_do: 'What people can do',
  cause: 'Cause',
  who: 'Who did it, as far as known',
  prevention: 'Against a repeat',
} as const
type TextField = keyof typeof TEXTS

/** Texts that a student reads, by the field of the form that has them in another language. */
export const READ = {
  nature: 'What happened',
  consequences: 'Likely consequences',
  done: 'Done so far',
  to_do: 'What people can do',
} as const
export type ReadField = keyof typeof READ

export type Typed = Record<TextField | `hi_${ReadField}` | `mr_${ReadField}`, string> & {
  title: string
  /** Indian time of a field. */
  known_at: string
  kind: BreachPeople['kind']
  /** Id of a saved segment, or `as-stored`: the segment that the breach has. */
  segment: string
  emails: string
  false_alarm: string
}

export const AS_STORED = 'as-stored'

const readOf = (breach: Breach | undefined, language: 'hi' | 'mr', field: ReadField) =>
  breach?.[language]?.[field] ?? ''

export function typedOf(breach: Breach | undefined, now: Date): Typed {
  const texts = Object.keys(TEXTS) as TextField[]
  const read = Object.keys(READ) as ReadField[]
  return {
    title: breach?.title ?? '',
    known_at: typedHour(breach?.known_at ?? now),
    kind: breach?.people.kind ?? 'all',
    segment: breach?.people.kind === 'segment' ? AS_STORED : '',
    emails: breach?.people.kind === 'emails' ? breach.people.emails.join('\n') : '',
    false_alarm: breach?.false_alarm ?? '',
    ...(Object.fromEntries(texts.map((field) => [field, breach?.[field] ?? ''])) as Record<TextField, string>),
    ...(Object.fromEntries(
      (['hi', 'mr'] as const).flatMap((language) =>
        read.map((field) => [`${language}_${field}`, readOf(breach, language, field)]),
      ),
    ) as Record<`hi_${ReadField}` | `mr_${ReadField}`, string>),
  }
}

const wordsIn = (typed: Typed, language: 'hi' | 'mr') =>
  Object.fromEntries((Object.keys(READ) as ReadField[]).map((field) => [field, typed[`${language}_${field}`]]))

function peopleOf({ kind, segment, emails }: Typed, stored: Breach | undefined, saved: readonly SavedSegment[]) {
  if (kind === 'all') return { kind }
  if (kind === 'emails') return { kind, emails: emails.split(/[\s,;]+/).filter(Boolean) }
  if (segment === AS_STORED) return stored?.people
  const chosen = saved.find(({ segment_id }) => segment_id === segment)
  return { kind, name: chosen?.name ?? '', segment: chosen?.segment }
}

/** Names the field of the form that a problem of the contract is about. */
export function fieldOf([first, second]: readonly PropertyKey[], kind: Typed['kind']): keyof Typed {
  if (first === 'people') return kind === 'emails' ? 'emails' : 'segment'
  return (first === 'hi' || first === 'mr' ? `${first}_${String(second)}` : first) as keyof Typed
}

/** Returns the wire form of what is typed, as far as it is one. */
export const parseBreach = (typed: Typed, stored: Breach | undefined, saved: readonly SavedSegment[]) =>
  BreachInput.safeParse({
    ...typed,
    known_at: sentHour(typed.known_at) ?? '',
    people: peopleOf(typed, stored, saved),
    hi: wordsIn(typed, 'hi'),
    mr: wordsIn(typed, 'mr'),
  })
