import type { MoveKind } from 'contract/move-in/fields'
import type { MoveColumn } from 'contract/move-in/file'
import type { ForeignTable } from '../../../courses/media/foreign-table.ts'
import { isCutShort } from '../../students/people-list.ts'
import { orderCount, readDate } from './dates.ts'
import { fieldOf, plainWords, SHARED, type Topic, topicOf } from './field-words.ts'
import { inTurns } from './reading.ts'
import { type exportOf, topicAt } from './sources.ts'
import { brokenReason, filled, isFormula, readEmail, readPhone, statusGuess } from './values.ts'

/** Values of one column, as far as guesses need them. */
export type Profile = {
  heading: string
  samples: string[]
  filled: number
  /** Cells with an `@`, with a rounded number, with question marks for letters, and with a readable date among the first ones. */
  at: number
  cut: number
  marks: number
  dates: number
  proved: number
  /** Cells without a value: formulas, and errors of the spreadsheet. */
  formulas: number
  errors: number
  /** Different values, up to a few. */
  values: Map<string, number>
  order: ReturnType<ReturnType<typeof orderCount>['result']>
}

const SAMPLES = 5
const MOST_VALUES = 60
/** So many cells prove that a column has dates. */
const MOST_PROVED = 300

/** Looks at every cell once. */
export async function profileOf({ headings, rows }: Pick<ForeignTable, 'headings' | 'rows'>): Promise<Profile[]> {
  const counts = headings.map(() => orderCount())
  const profiles: Omit<Profile, 'order'>[] = headings.map((heading) => ({
    heading,
    samples: [],
    filled: 0,
    at: 0,
    cut: 0,
    marks: 0,
    dates: 0,
    proved: 0,
    formulas: 0,
    errors: 0,
    values: new Map(),
  }))
  for await (const part of inTurns(rows)) {
    for (const { cells } of part) {
      for (const [column, profile] of profiles.entries()) {
        const cell = filled(cells[column])
        if (cell !== '') look(cell, profile, counts[column])
      }
    }
  }
  return profiles.map((profile, column) => ({
    ...profile,
    order: counts[column]?.result() ?? { order: 'day_first', proven: true, against: { many: 0, first: '' } },
  }))
}

function look(cell: string, profile: Omit<Profile, 'order'>, count: ReturnType<typeof orderCount> | undefined): void {
  profile.filled += 1
  if (profile.samples.length < SAMPLES && !profile.samples.includes(cell)) profile.samples.push(cell.slice(0, 200))
  if (cell.length <= 100 && (profile.values.size < MOST_VALUES || profile.values.has(cell)))
    profile.values.set(cell, (profile.values.get(cell) ?? 0) + 1)
  if (isFormula(cell)) profile.formulas += 1
  else if (brokenReason(cell)) profile.errors += 1
  if (cell.includes('@')) profile.at += 1
  else if (isCutShort(cell)) profile.cut += 1
  else if (cell.length < 200 && /^[?\s]*\?\?[?\s]*$/.test(cell)) profile.marks += 1
  else count?.add(cell)
  if (profile.filled > MOST_PROVED) return
  profile.proved += 1
  if (cell.length < 60 && /\D/.test(cell) && readDate(cell, 'day_first')) profile.dates += 1
}

const DATE_FIELDS = new Set(['enrolled_on', 'access_ends', 'completed_on', 'ordered_on'])

export type Guess = { topic: Topic | undefined; field: string | null; sure: boolean }

/** Guesses what each column is: by its heading, then by its values. Two columns share a field only where that is of use. */
export function guessColumns(
  profiles: readonly Profile[],
  kind: MoveKind,
  known: ReturnType<typeof exportOf>,
): Guess[] {
  const guesses = profiles.map((profile) => guessOf(profile, kind, known))
  if (kind !== 'courses' && !guesses.some(({ field }) => field === 'email')) {
    // The values prove an address without a known heading.
    const found = profiles.findIndex(({ at, filled: all }) => all > 0 && at >= all * 0.8)
    if (found >= 0) guesses[found] = { topic: 'email', field: 'email', sure: true }
  }
  const best = new Map<string, number>()
  for (const [at, { field, sure, topic }] of guesses.entries()) {
    if (field === null || SHARED.has(field) || topic === 'giftee') continue
    const other = best.get(field)
    const isBetter =
      other === undefined ||
      (sure && !guesses[other]?.sure) ||
      (profiles[other]?.filled === 0 && (profiles[at]?.filled ?? 0) > 0)
    if (isBetter) best.set(field, at)
  }
  return guesses.map((guess, at) =>
    guess.field === null || SHARED.has(guess.field) || guess.topic === 'giftee' || best.get(guess.field) === at
      ? guess
      : { ...guess, field: null, sure: known !== undefined || profiles[at]?.filled === 0 },
  )
}

function guessOf(profile: Profile, kind: MoveKind, known: ReturnType<typeof exportOf>): Guess {
  const here = topicAt(known, profile.heading)
  const found = here ? { topic: here, sure: true } : topicOf(profile.heading, kind)
  // Nobody knows what a heading means that is neither in our words nor in an export that we know.
  const none: Guess = { topic: found?.topic, field: null, sure: Boolean(found ?? known) || profile.filled === 0 }
  if (!found) return none
  const field = fieldOf(found.topic, kind) ?? null
  if (field === null) return none
  const { at, filled: all, samples } = profile
  const holdsAddresses = all > 0 && at >= all * 0.8
  if (field === 'email') return { ...found, field, sure: all === 0 ? found.sure : holdsAddresses }
  if (holdsAddresses && kind !== 'courses') return { topic: 'email', field: 'email', sure: true }
  if (field === 'status' && !isStatus(profile, found.topic)) return none
  if (field === 'phone')
    return { ...found, field, sure: found.sure && (all === 0 || samples.some((one) => /[\d०-९]{5}|e\+/i.test(one))) }
  if (
    DATE_FIELDS.has(field) &&
    field !== 'access_ends' &&
    all > 0 &&
    !samples.some((one) => readDate(one, 'day_first'))
  )
    return { ...found, field, sure: false }
  return { ...found, field, sure: found.sure }
}

/** Decides by its words whether a column `State` holds statuses, or parts of addresses. */
function isStatus({ heading, values, filled: all }: Profile, topic: Topic): boolean {
  if (topic === 'flag' || all === 0) return true
  if (plainWords(heading) !== 'state') return values.size <= MOST_VALUES / 2
  return (
    values.size <= MOST_VALUES / 2 &&
    [...values.keys()].some((value) => statusGuess({ heading: '', word: value, isFlag: false }, 'students').sure)
  )
}

export function describeColumn(profile: Profile, { field, sure, topic }: Guess): MoveColumn {
  const { heading, samples, dates, proved, order } = profile
  const isDate = field === null ? proved > 0 && dates >= proved * 0.8 : DATE_FIELDS.has(field)
  const example = samples.map((one) => readDate(one, order.order)).find(Boolean)?.day
  return {
    heading,
    samples,
    guess: field,
    sure,
    note: noteOf(profile, field, isDate) ?? ofOrders(field, topic),
    dates: isDate && example ? { order: order.order, proven: order.proven, example } : null,
  }
}

/** A list of students takes no amounts; the same file as past orders does. */
const ofOrders = (field: string | null, topic: Topic | undefined) =>
  field === null && topic === 'amount' ? 'For amounts, bring the same file again as Past orders' : null

function noteOf(
  { cut, marks, filled: all, at, samples, formulas, errors, order: { against, order } }: Profile,
  field: string | null,
  isDate: boolean,
): string | null {
  const count = (many: number, one: string, more: string) =>
    `${many.toLocaleString('en-IN')} ${many === 1 ? one : more}`
  if (formulas > 0)
    return `${count(formulas, 'cell holds a formula', 'cells hold formulas')} without a value. Open the file in a spreadsheet, save it, and choose it again`
  if (errors > 0) return `${count(errors, 'cell holds an error', 'cells hold errors')} of the spreadsheet`
  if (isDate && against.many > 0)
    return `${count(against.many, 'cell is', 'cells are')} ${order === 'day_first' ? 'month' : 'day'} first, such as ${against.first}`
  if (cut > 0) return `Excel shortened ${count(cut, 'number', 'numbers')}: the last digits are lost`
  if (marks > 0)
    return `${count(marks, 'cell has', 'cells have')} question marks for letters. Save the sheet as XLSX or CSV UTF-8`
  if (field === 'email' && at < all) return `${count(all - at, 'cell holds', 'cells hold')} no email address`
  if (field === 'email' && samples.length > 0 && !samples.some((one) => readEmail(one).value))
    return 'These are no email addresses'
  if (field === 'phone' && samples.length > 0 && !samples.some((one) => readPhone(one).value))
    return 'These are no phone numbers'
  return null
}
