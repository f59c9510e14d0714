import { LiveInput } from 'contract/courses/live-input'
import type { Live } from 'contract/live'
import { dateTimeText } from '../../ui/format.ts'
import { sentHour, typedHour } from '../forms/indian-hour.ts'
import type { Sent } from '../forms/use-versioned-save.ts'
import { mergedParts, type VersionPart, versionParts } from '../forms/version-parts.ts'

/** As it is typed: the moment as the hour in India, `2026-12-01T10:00`. */
export type LiveForm = { starts_at: string; minutes: string; join_link: string }

export const toForm = (live: Live | null): LiveForm =>
  live
    ? { starts_at: typedHour(live.starts_at), minutes: String(live.minutes), join_link: live.join_link }
    : { starts_at: '', minutes: '60', join_link: '' }

/** The contract's own schema checks the form. A stored moment keeps its seconds while its minute is the same. */
export function parseLive(form: LiveForm, stored: Live | null) {
  const same = stored && typedHour(stored.starts_at) === form.starts_at
  const result = LiveInput.safeParse({
    starts_at: same ? stored.starts_at : sentHour(form.starts_at),
    minutes: form.minutes.trim() === '' ? null : Number(form.minutes),
    join_link: form.join_link,
  })
  return result.success ? { ...result, data: { body: result.data } as Sent<LiveInput> } : result
}

const PARTS = [
  ['starts_at', 'beginning'],
  ['minutes', 'minutes'],
  ['join_link', 'join link'],
  ['cancelled', 'cancelled'],
] as const

type Rules = Pick<Live, (typeof PARTS)[number][0]>

const wordsOf = (live: Rules, part: keyof Rules) =>
  part === 'starts_at' ? `${dateTimeText(live.starts_at)} IST` : live[part]

/** Compares this admin's live lesson, which is to be held, with the stored one; `base` is the one the edit began with. */
export const liveParts = (mine: LiveInput, theirs: Live, base: Live | null): VersionPart[] =>
  versionParts(PARTS, wordsOf, { mine: { ...mine, cancelled: false }, theirs, base })

/** Merges this admin's live lesson with the parts taken from the other; undefined where it stays cancelled. */
export function mergedLive(mine: LiveInput, theirs: Live, taken: ReadonlySet<string>): LiveInput | undefined {
  const { cancelled, ...merged } = mergedParts(PARTS, { ...mine, cancelled: false }, theirs, taken)
  return cancelled ? undefined : merged
}
