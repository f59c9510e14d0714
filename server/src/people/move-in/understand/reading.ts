import type { MoveKind } from 'contract/move-in/fields'
import type { MoveStatus } from 'contract/move-in/file'
import type { ForeignTable, SheetRow } from '../../../courses/media/foreign-table.ts'
import { type Order, orderCount, readDate } from './dates.ts'
import { plainWords, type Topic, topicOf } from './field-words.ts'
import { exportOf, topicAt } from './sources.ts'
import { brokenReason, currencyIn, filled, type StatusCell, statusGuess } from './values.ts'

/** Choices for a table: fields by heading, and differences from the guesses. */
export type Choices = {
  kind: MoveKind
  columns: Record<string, string | null>
  dates?: Record<string, Order> | undefined
  statuses?: Record<string, 'take' | 'skip'> | undefined
}

export type ReadColumn = {
  at: number
  heading: string
  field: string
  topic: Topic | undefined
  order: Order
  /** Times without a zone are in UTC. */
  utc: boolean
  /** The column has shares from 0 to 1 instead of percents. */
  is_share: boolean
  by_bar: boolean
  /** Each item of a cell has its own sum. */
  has_sums: boolean
  /** Plain words of names that the column has by themselves, and of the shop's courses that are within its cells. */
  alone: string[]
  ours: string[]
  currency: string | null
}

/** All that reading a row needs to know of the whole table. Plain data: a job stores it and reads the rows later. */
export type Reading = {
  kind: MoveKind
  columns: ReadColumn[]
  /** The column that says that a dispute was won; null without one. */
  won: number | null
  statuses: Record<string, 'take' | 'skip'>
}

const AT_ONCE = 1_000
/** Divides rows, with pauses between: the shop answers others meanwhile. */
export async function* inTurns(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve))
    yield rows.slice(at, at + AT_ONCE)
  }
}

/** Learns what only whole columns tell: the order of day and month, the scale of progress, what divides courses. `courses`: names of ours. */
export async function prepareReading(
  { headings, rows }: Pick<ForeignTable, 'headings' | 'rows'>,
  { kind, columns, dates, statuses }: Choices,
  courses: readonly string[] = [],
): Promise<Reading> {
  const known = exportOf(headings)
  const chosen = headings.flatMap((heading, at) => {
    const field = Object.hasOwn(columns, heading) ? columns[heading] : null
    return field ? [{ heading, at, field }] : []
  })
  const counts = chosen.map(() => orderCount())
  const largest = chosen.map(() => 0)
  for await (const part of inTurns(rows)) {
    for (const { cells } of part) {
      for (const [place, { at, field }] of chosen.entries()) {
        const cell = cells[at] ?? ''
        if (DATES.has(field)) counts[place]?.add(cell)
        else if (field === 'progress')
          largest[place] = Math.max(largest[place] ?? 0, cell.includes('%') ? 100 : Number(cell) || 0)
      }
    }
  }
  const won = headings.findIndex((heading) => plainWords(heading) === 'dispute won')
  return {
    kind,
    won: won < 0 ? null : won,
    statuses: statuses ?? {},
    columns: chosen.map(({ heading, at, field }, place) => ({
      heading,
      at,
      field,
      topic: topicAt(known, heading) ?? topicOf(heading, kind)?.topic,
      order:
        (dates && Object.hasOwn(dates, heading) ? dates[heading] : undefined) ??
        counts[place]?.result().order ??
        'day_first',
      utc:
        /\butc\b/i.test(heading) ||
        known?.source === 'gumroad' ||
        known?.source === 'thinkific' ||
        known?.source === 'teachable',
      is_share: field === 'progress' && (largest[place] ?? 0) <= 1,
      by_bar: field === 'course' && dividesByBar(rows, at),
      has_sums: field === 'course' && hasSums(rows, at),
      alone: field === 'course' ? namesAlone(rows, at) : [],
      ours: field === 'course' ? oursWithin(rows, at, courses) : [],
      currency: currencyIn(heading) ?? null,
    })),
  }
}

const DATES = new Set(['enrolled_on', 'access_ends', 'completed_on', 'ordered_on'])

export type Filled = { column: ReadColumn; cell: string }
const filledOf = ({ cells }: SheetRow, { columns }: Reading): Filled[] =>
  columns.flatMap((column) => {
    const cell = filled(cells[column.at])
    return cell === '' ? [] : [{ column, cell }]
  })

/** Fields whose reader refuses what it does not know: an empty cell would be an access without end, or a consent. */
const STRICT = new Set(['access_ends', 'news', 'status'])
const isBroken = ({ column, cell }: Filled) => !STRICT.has(column.field) && brokenReason(cell) !== undefined

/** The filled cells of a row that have a field. */
export const cellsOf = (row: SheetRow, reading: Reading): Filled[] =>
  filledOf(row, reading).filter((one) => !isBroken(one))

/** Cells in which a spreadsheet has left no value: an error, or a formula. */
export const brokenIn = (row: SheetRow, reading: Reading): Filled[] => filledOf(row, reading).filter(isBroken)

const SUM = /^(?:grand |sub ?)?totals?\s*:?$|^sum\s*:?$|^(?:कुल|एकूण)\s*:?$/i
/** The sum below a table. */
export const isSum = ({ cells }: SheetRow): boolean =>
  SUM.test(cells.find((cell) => cell !== '') ?? '') && !cells.some((cell) => cell.includes('@'))

/** A longer list means a wrong column. */
const MOST_NAMES = 1_000
/** Names of courses in the chosen columns, the most frequent first. */
export async function coursesIn(
  rows: readonly SheetRow[],
  reading: Reading,
): Promise<{ name: string; rows: number }[]> {
  const counts = new Map<string, number>()
  for await (const part of inTurns(rows)) {
    for (const row of part) {
      if (isSum(row)) continue
      for (const name of rowCourses(cellsOf(row, reading))) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const names = [...counts].map(([name, many]) => ({ name, rows: many }))
  return names.toSorted((one, other) => other.rows - one.rows).slice(0, MOST_NAMES)
}

export const rowCourses = (cells: readonly Filled[]): string[] => rowItems(cells).map(({ name }) => name)

/** Values of the chosen status columns, the most frequent first. */
export async function statusesIn(rows: readonly SheetRow[], reading: Reading): Promise<MoveStatus[]> {
  const counts = new Map<string, { rows: number; status: RowStatus }>()
  for await (const part of inTurns(rows)) {
    for (const row of part) {
      if (isSum(row)) continue
      for (const status of rowStatuses(cellsOf(row, reading), reading)) {
        const count = counts.get(status.value) ?? { rows: 0, status }
        count.rows += 1
        counts.set(status.value, count)
      }
    }
  }
  return [...counts]
    .map(([value, { rows: many, status }]) => ({ value, rows: many, ...statusGuess(status, reading.kind) }))
    .toSorted((one, other) => other.rows - one.rows)
    .slice(0, MOST_NAMES)
}

type RowStatus = StatusCell & { value: string }
/** Statuses of a row as the choices name them: `Heading: value` for a flag, and where several columns have one. */
function rowStatuses(cells: readonly Filled[], { columns }: Reading): RowStatus[] {
  const several = columns.filter(({ field }) => field === 'status').length > 1
  return cells.flatMap(({ column: { field, topic, heading, order }, cell }) => {
    if (field !== 'status') return []
    const isFlag = topic === 'flag'
    // A flag may be the day since when it is so.
    const word = isFlag && readDate(cell, order) ? 'yes' : cell.replaceAll(/\s+/g, ' ').slice(0, 100)
    return [{ heading, word, isFlag, value: several || isFlag ? `${heading}: ${word}` : word }]
  })
}

/** The first status because of which a row is not taken. */
export function skippedBy(cells: readonly Filled[], row: SheetRow, reading: Reading): string | undefined {
  const isWon = reading.won !== null && /^(?:1|yes|true)$/i.test(row.cells[reading.won] ?? '')
  return rowStatuses(cells, reading).find((status) => {
    if (isWon && plainWords(status.heading) === 'disputed') return false
    const chosen = Object.hasOwn(reading.statuses, status.value) ? reading.statuses[status.value] : undefined
    return (chosen ?? statusGuess(status, reading.kind).guess) === 'skip'
  })?.value
}

/** A longer title is cut off. */
const MOST_TITLE = 300
const COUNTED = /^\d+\s*[×x]\s*/i

/** A course in a cell; `total` is the text of its own sum, where the cell has one. */
export type Item = { name: string; total: string | null }

/** One item of WooCommerce: `name:Reels|product_id:12|quantity:1|total:999.00`. */
const WOO_ITEM = /^\s*name:([\s\S]*?)\|(?=\w+:)/i
/** One item of Easy Digital Downloads: `Reels - ₹499.00`. */
const PRICED = /^(.+?)\s[-–]\s((?:[^\w\s]|rs\.?|[a-z]{3})?\s?\d[\d,]*(?:\.\d{1,2})?)$/iu

/**
 * Items of a cell: line items with their own sums, one a line, divided by `;`, or counted as `1× Reels, 2× Canva`. Other signs divide only
 * where the column proves it.
 */
function itemsIn(cell: string, { by_bar, has_sums, alone, ours }: ReadColumn): Item[] {
  if (WOO_ITEM.test(cell))
    return cell.split(/;(?=\s*name:)/i).map((part) => ({
      name: WOO_ITEM.exec(part)?.[1] ?? part,
      total: /\|total:([^|]*)/i.exec(part)?.[1] ?? null,
    }))
  if (has_sums) {
    const priced = cell.split(/\s\/\s|[;\n]/).map((part) => PRICED.exec(part.trim()))
    if (priced.every(Boolean)) return priced.map((found) => ({ name: found?.[1] ?? '', total: found?.[2] ?? null }))
  }
  const names = COUNTED.test(cell) ? cell.split(/,\s*(?=\d+\s*[×x]\s)/i) : cell.split(by_bar ? /[;|\n]/ : /[;\n]/)
  return names.flatMap((name) => divided(name, { alone, ours })).map((name) => ({ name, total: null }))
}

/**
 * Divides at a comma, a plus or a slash where each part is a name by itself: one of ours, or one that the column has alone. A name of ours
 * with such a sign stays whole.
 */
function divided(name: string, { alone, ours }: Pick<ReadColumn, 'alone' | 'ours'>): string[] {
  if (name.length > MOST_TITLE || !DIVIDER.test(name)) return [name]
  // The signs are at the odd places.
  const pieces = name.replaceAll(/\s+/g, ' ').split(DIVIDER)
  if (pieces.length > 2 * MOST_PARTS) return [name]
  const names: string[] = []
  for (let from = 0; from < pieces.length; ) {
    const ends = pieces.flatMap((_, to) => (to >= from && (to - from) % 2 === 0 ? [to] : []))
    const isOne = (to: number, of: readonly string[]) => of.includes(plainWords(pieces.slice(from, to + 1).join('')))
    const to = ends.findLast((end) => isOne(end, ours)) ?? ends.find((end) => isOne(end, alone))
    if (to === undefined || (to === pieces.length - 1 && from === 0)) return [name]
    names.push(pieces.slice(from, to + 1).join(''))
    from = to + 2
  }
  return names
}
const DIVIDER = /([,+/&]| (?:and|और|आणि) )/
/** Names in one cell. */
const MOST_PARTS = 50

/** Items of the chosen columns of a row, each name once, cleaned. */
export function rowItems(cells: readonly Filled[]): Item[] {
  const items = cells
    .flatMap(({ column, cell }) => (column.field === 'course' ? itemsIn(cell, column) : []))
    .map(({ name, total }) => ({
      name: name.slice(0, MOST_TITLE).replace(COUNTED, '').replaceAll(/\s+/g, ' ').trim(),
      total,
    }))
    .filter(({ name }) => name !== '')
  return [...Map.groupBy(items, ({ name }) => name).values()].flatMap(([first]) => first ?? [])
}

/** `|` divides names where a part of one cell is another cell: titles have bars, too. */
function dividesByBar(rows: readonly SheetRow[], column: number): boolean {
  const cells = new Set(rows.map(({ cells }) => cells[column] ?? ''))
  return [...cells].some((cell) => cell.includes('|') && cell.split('|').some((part) => cells.has(part.trim())))
}

/** Each item has its sum where some cell has several of them. */
const hasSums = (rows: readonly SheetRow[], column: number): boolean =>
  rows.some(({ cells }) => {
    const parts = (cells[column] ?? '').slice(0, 2_000).split(/\s\/\s/)
    return parts.length > 1 && parts.every((part) => PRICED.test(part.trim()))
  })

/** Plain words of the names that the column has by themselves. */
function namesAlone(rows: readonly SheetRow[], column: number): string[] {
  const cells = new Set(rows.map(({ cells }) => cells[column]?.trim() ?? ''))
  const names = [...cells].filter((cell) => cell !== '' && cell.length <= MOST_TITLE).slice(0, MOST_NAMES)
  return [...new Set(names.map(plainWords))]
}

/** Plain words of our courses that cells of a column name beside another one. */
function oursWithin(rows: readonly SheetRow[], column: number, courses: readonly string[]): string[] {
  const cells = new Set(rows.map(({ cells }) => cells[column] ?? ''))
  const several = [...cells].filter((cell) => cell.length <= MOST_TITLE && DIVIDER.test(cell)).map(plainWords)
  return [...new Set(courses.map(plainWords))].filter((name) => several.some((cell) => cell.includes(name)))
}
