import type { MoveKind } from 'contract/move-in/fields'
import type { DateOrder, MoveColumn, MoveStatus } from 'contract/move-in/file'
import type { ForeignTable, SheetRow } from '../../../courses/media/foreign-table.ts'
import { brokenReason, currencyIn, filled, statusGuess } from './cells.ts'
import { readDate } from './dates.ts'
import { fieldsOf, type Platform, plainWords, platformOf } from './platforms.ts'

/** Choices of a person in place of what the table of platforms says. */
export type Choices = {
  kind?: MoveKind | undefined
  columns?: Record<string, string | null> | undefined
  dates?: Record<string, DateOrder> | undefined
  statuses?: Record<string, 'take' | 'skip'> | undefined
}

type ReadColumn = {
  at: number
  heading: string
  field: string | null
  /** The heading is known, or the column is empty. */
  sure: boolean
  /** Different filled cells, as they are in the file. */
  samples: string[]
  order: DateOrder
  /** A day above 12 decides for the whole column. */
  proven: boolean
  utc: boolean
  /** The column has shares from 0 to 1 instead of percents. */
  is_share: boolean
  currency: string | null
}

/** All that reading a row needs to know of the whole table. */
export type Reading = {
  platform: Platform | undefined
  kind: MoveKind
  columns: ReadColumn[]
  statuses: Record<string, 'take' | 'skip'>
}

const SAMPLES = 5
const AT_ONCE = 1_000
/** Fields that several columns fill together; of the others the first filled column is taken. */
const SHARED: ReadonlySet<string | null> = new Set([
  'course',
  'status',
  'flag',
  'returned',
  'category',
  'lessons_done',
  'news',
  null,
])
const DATES: ReadonlySet<string | null> = new Set(['enrolled_on', 'access_ends', 'completed_on', 'ordered_on'])

/** Divides rows, with pauses between: the shop answers others meanwhile. */
async function* inTurns(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve))
    yield rows.slice(at, at + AT_ONCE)
  }
}

/** Says what each column is: by the person's choice, by the platform, by the usual headings; and what only whole columns tell. */
export async function readColumns(
  { headings, rows }: Pick<ForeignTable, 'headings' | 'rows'>,
  { kind: chosenKind, columns = {}, dates = {}, statuses = {} }: Choices,
): Promise<Reading> {
  const known = platformOf(headings)
  const kind = chosenKind ?? known?.kind ?? kindOf(headings)
  // An export of sales tells of people and of orders; neither is a list of courses.
  const platform = (known?.kind === 'courses') === (kind === 'courses') ? known : undefined
  const facts = await factsOf(headings.length, rows)
  const fieldOf = fieldsOf(kind, platform)
  const taken = new Map<string, number>()
  const found = headings.map((heading) => fieldOf(heading))
  for (const isFilled of [true, false])
    for (const [at, field] of found.entries())
      if (field && !taken.has(field) && (facts[at]?.samples.length !== 0) === isFilled) taken.set(field, at)
  return {
    platform,
    kind,
    statuses,
    columns: headings.map((heading, at): ReadColumn => {
      const { samples, day, month, open, most } = facts[at] as Facts
      const proven = Math.min(day, month) === 0 && (open === 0 || day + month > 0)
      const order = month > day ? 'month_first' : 'day_first'
      const named = found[at]
      const isSecond = named != null && !SHARED.has(named) && taken.get(named) !== at
      const chosen = Object.hasOwn(columns, heading) ? columns[heading] : undefined
      const field = chosen !== undefined ? chosen : isSecond ? null : (named ?? null)
      return {
        at,
        heading,
        field,
        sure:
          samples.length === 0 || chosen !== undefined || platform !== undefined || (named !== undefined && !isSecond),
        samples,
        order: (!proven && Object.hasOwn(dates, heading) ? dates[heading] : undefined) ?? order,
        proven,
        utc: /\butc\b/i.test(heading) || platform?.dates === 'utc',
        is_share: field === 'progress' && most <= 1,
        currency: currencyIn(heading) ?? null,
      }
    }),
  }
}

type Facts = { samples: string[]; day: number; month: number; open: number; most: number }
const BEGINS = /^\s*(\d{1,2})[-/. ](\d{1,2})[-/. ]\d{2}/

/** Looks at every cell once. */
async function factsOf(columns: number, rows: readonly SheetRow[]): Promise<Facts[]> {
  const facts = Array.from({ length: columns }, (): Facts => ({ samples: [], day: 0, month: 0, open: 0, most: 0 }))
  for await (const part of inTurns(rows)) {
    for (const { cells } of part) {
      for (const [at, fact] of facts.entries()) {
        const cell = filled(cells[at])
        if (cell === '') continue
        if (fact.samples.length < SAMPLES && !fact.samples.includes(cell)) fact.samples.push(cell.slice(0, 200))
        fact.most = Math.max(fact.most, cell.includes('%') ? 100 : Number(cell) || 0)
        const [, one, other] = BEGINS.exec(cell) ?? []
        if (one === undefined || one === other) continue
        fact[Number(one) > 12 ? 'day' : Number(other) > 12 ? 'month' : 'open'] += 1
      }
    }
  }
  return facts
}

function kindOf(headings: readonly string[]): MoveKind {
  const fieldsIn = (kind: MoveKind) => new Set(headings.map(fieldsOf(kind, undefined)))
  const [orders, students, courses] = [fieldsIn('orders'), fieldsIn('students'), fieldsIn('courses')]
  const isSale = orders.has('amount') && (orders.has('order_ref') || orders.has('payment_ref'))
  if (isSale && !students.has('progress') && !students.has('access_ends')) return 'orders'
  const isPriced = ['description', 'long_description', 'price', 'list_price', 'image'].some((field) =>
    courses.has(field),
  )
  return !students.has('email') && !students.has('phone') && courses.has('name') && isPriced ? 'courses' : 'students'
}

const NO_CONTACT = 'This file has no email addresses and no phone numbers. Export it again with a column for them.'

/** Says why nothing can be made of a file. */
export function problemOf({ platform, kind, columns }: Reading): string | null {
  if (platform?.problem) return platform.problem
  const isContact = ({ field, samples }: ReadColumn) =>
    field === 'email' || field === 'phone' || samples.some((cell) => cell.includes('@'))
  return kind !== 'students' || columns.some(isContact) ? null : NO_CONTACT
}

export function describeColumn({ heading, samples, field, sure, order, proven }: ReadColumn): MoveColumn {
  const days = samples.map((cell) => readDate(cell, order)?.day)
  const example = days.find(Boolean)
  const isDated = example !== undefined && (DATES.has(field) || days.every(Boolean))
  return { heading, samples, guess: field, sure, dates: isDated ? { order, proven, example } : null }
}

export type Filled = { column: ReadColumn; cell: string }
/** The cells of a row that have a field, and those of them in which a spreadsheet has left no value. */
export function cellsOf({ cells }: SheetRow, { columns }: Reading): { cells: Filled[]; broken: Filled[] } {
  const all = columns.flatMap((column) => {
    const cell = column.field === null ? '' : filled(cells[column.at])
    return cell === '' ? [] : [{ column, cell }]
  })
  const isBroken = ({ column, cell }: Filled) => !STRICT.has(column.field) && brokenReason(cell) !== undefined
  return { cells: all.filter((one) => !isBroken(one)), broken: all.filter(isBroken) }
}
/** Fields whose reader refuses what it does not know: an empty cell would be an access without end, or a consent. */
const STRICT: ReadonlySet<string | null> = new Set(['access_ends', 'news', 'news_message', 'status'])

const SUM = /^(?:grand |sub ?)?totals?\s*:?$|^sum\s*:?$|^(?:कुल|एकूण)\s*:?$/i
/** The sum below a table. */
export const isSum = ({ cells }: SheetRow): boolean =>
  SUM.test(cells.find((cell) => cell !== '') ?? '') && !cells.some((cell) => cell.includes('@'))

/** A longer list means a wrong column. */
const MOST_NAMES = 1_000
/** Names of courses and words of statuses in the chosen columns, the most frequent first. */
export async function namesIn(rows: readonly SheetRow[], reading: Reading) {
  const [courses, statuses] = [new Map<string, number>(), new Map<string, MoveStatus>()]
  for await (const part of inTurns(rows)) {
    for (const row of part) {
      if (isSum(row)) continue
      const { cells } = cellsOf(row, reading)
      for (const { name } of itemsIn(cells)) courses.set(name, (courses.get(name) ?? 0) + 1)
      for (const { value, guess, sure } of statusesOf(cells, reading))
        statuses.set(value, { value, guess, sure, rows: (statuses.get(value)?.rows ?? 0) + 1 })
    }
  }
  const byRows = (one: { rows: number }, other: { rows: number }) => other.rows - one.rows
  return {
    courses: [...courses]
      .map(([name, many]) => ({ name, rows: many }))
      .toSorted(byRows)
      .slice(0, MOST_NAMES),
    statuses: [...statuses.values()].toSorted(byRows).slice(0, MOST_NAMES),
  }
}

/** Statuses of a row as the choices name them: `Heading: value` for a flag, and where several columns have one. */
function statusesOf(cells: readonly Filled[], { kind, columns }: Reading) {
  const isStatus = ({ field }: ReadColumn) => field === 'status' || field === 'flag' || field === 'returned'
  const several = columns.filter(isStatus).length > 1
  return cells.flatMap(({ column, cell }) => {
    if (!isStatus(column)) return []
    const { field, heading, order } = column
    // A flag may be the day since when it is so.
    const word = field !== 'status' && readDate(cell, order) ? 'yes' : cell.replaceAll(/\s+/g, ' ').slice(0, 100)
    const value = several || field !== 'status' ? `${heading}: ${word}` : word
    return [{ heading, value, ...statusGuess(kind, field, word) }]
  })
}

/** The first status because of which a row is not taken. */
export function skippedBy(cells: readonly Filled[], reading: Reading): string | undefined {
  const isWon = cells.some(({ column, cell }) => column.field === 'won' && /^(?:1|yes|true)$/i.test(cell))
  return statusesOf(cells, reading).find(({ heading, value, guess }) => {
    if (isWon && plainWords(heading) === 'disputed') return false
    return (Object.hasOwn(reading.statuses, value) ? reading.statuses[value] : guess) === 'skip'
  })?.value
}

/** A longer title is cut off. */
const MOST_TITLE = 300
const COUNTED = /^\d+\s*[×x]\s*/i
/** One item of WooCommerce: `name:Reels|product_id:12|quantity:1|total:999.00`. */
const WOO_ITEM = /^\s*name:([\s\S]*?)\|(?=\w+:)/i

/** A course in a cell; `total` is the text of its own sum, where the cell has one. */
type Item = { name: string; total: string | null }

/** Courses of a row, each once: line items with their own sums, one a line, divided by `;`, or counted as `1× Reels, 2× Canva`. */
export function itemsIn(cells: readonly Filled[]): Item[] {
  const items = cells
    .filter(({ column }) => column.field === 'course')
    .flatMap(({ cell }): Item[] => {
      if (WOO_ITEM.test(cell))
        return cell.split(/;(?=\s*name:)/i).map((part) => ({
          name: WOO_ITEM.exec(part)?.[1] ?? part,
          total: /\|total:([^|]*)/i.exec(part)?.[1] ?? null,
        }))
      const names = COUNTED.test(cell) ? cell.split(/,\s*(?=\d+\s*[×x]\s)/i) : cell.split(/[;\n]/)
      return names.map((name) => ({ name: name.replace(COUNTED, ''), total: null }))
    })
    .map(({ name, total }) => ({ name: name.slice(0, MOST_TITLE).replaceAll(/\s+/g, ' ').trim(), total }))
    .filter(({ name }) => name !== '')
  return [...new Map(items.toReversed().map((item) => [item.name, item])).values()].toReversed()
}
