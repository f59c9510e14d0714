import type { MoveKind } from 'contract/move-in/fields'
import type { MoveColumn, MoveStatus } from 'contract/move-in/file'
import type { MoveSource } from 'contract/move-sources'
import type { ForeignTable } from '../../../courses/media/foreign-table.ts'
import { arrangeTable } from './arrange.ts'
import { describeColumn, type Guess, guessColumns, type Profile, profileOf } from './columns.ts'
import { topicOf } from './field-words.ts'
import { coursesIn, prepareReading, statusesIn } from './reading.ts'
import { exportOf } from './sources.ts'

export type Understood = {
  /** The rows to store: those of a pasted list have columns, those of one order have its data. */
  table: ForeignTable
  kind_guess: MoveKind
  source_guess: MoveSource
  columns: MoveColumn[]
  /** Names of courses in the file, the most frequent first. */
  courses: { name: string; rows: number }[]
  statuses: MoveStatus[]
  problem: string | null
}

/** Choices of a person in place of guesses: the kind, and fields by heading. */
export type Chosen = { kind?: MoveKind | undefined; columns?: Record<string, string | null> | undefined }

/** Guesses what a table is, what its columns are, and which courses and statuses it names. `ours`: names of the shop's courses. */
export async function understand(
  read: ForeignTable,
  { kind, columns: chosen = {} }: Chosen = {},
  ours: readonly string[] = [],
): Promise<Understood> {
  const table = arrangeTable(read)
  const known = exportOf(table.headings)
  const profiles = await profileOf(table)
  const kind_guess = kind ?? known?.kind ?? kindOf(profiles)
  // An export of sales tells of people and of orders; neither is a list of courses.
  const fits = (known?.kind === 'courses') === (kind_guess === 'courses')
  const guesses = guessColumns(profiles, kind_guess, fits ? known : undefined)
  const columns = profiles.map((profile, at) => {
    const guess = guesses[at] as Guess
    const field = Object.hasOwn(chosen, profile.heading) ? chosen[profile.heading] : undefined
    return describeColumn(profile, field === undefined ? guess : { ...guess, field, sure: true })
  })
  const choices = {
    kind: kind_guess,
    columns: Object.fromEntries(columns.map(({ heading, guess }) => [heading, guess])),
  }
  const reading = await prepareReading(table, choices, ours)
  return {
    table,
    kind_guess,
    source_guess: known?.source ?? 'other',
    columns,
    courses: await coursesIn(table.rows, reading),
    statuses: await statusesIn(table.rows, reading),
    problem: known?.problem && fits ? known.problem : problemOf(profiles, columns, kind_guess),
  }
}

function kindOf(profiles: readonly Profile[]): MoveKind {
  const topics = new Set(profiles.map(({ heading }) => topicOf(heading, 'students')?.topic))
  const hasPeople =
    topics.has('email') || topics.has('phone') || profiles.some(({ at, filled }) => filled > 0 && at >= filled * 0.8)
  const ofCourse = new Set(profiles.map(({ heading }) => topicOf(heading, 'courses')?.topic))
  const parts = (
    ['description', 'long_description', 'price', 'list_price', 'category', 'level', 'image'] as const
  ).filter((one) => ofCourse.has(one))
  const isOrder = topics.has('amount') && (topics.has('order_ref') || topics.has('payment_ref'))
  if (!hasPeople && !isOrder && ofCourse.has('title') && parts.length > 0) return 'courses'
  return isOrder && !topics.has('progress') && !topics.has('access_ends') ? 'orders' : 'students'
}

function problemOf(profiles: readonly Profile[], columns: readonly MoveColumn[], kind: MoveKind): string | null {
  if (kind !== 'students' || columns.some(({ guess }) => guess === 'email' || guess === 'phone')) return null
  if (profiles.some(({ at }) => at > 0)) return null
  return 'This file has no email addresses and no phone numbers. Export it again with a column for them.'
}
