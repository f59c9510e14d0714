import { cleanName, cleanText } from 'contract/spelling'
import type { SheetRow } from '../../../courses/media/foreign-table.ts'
import { currencyIn, readMoney, statusWord } from './cells.ts'
import { isSum, type Reading } from './columns.ts'
import { wordsIn } from './platforms.ts'
import { type AnyRow, reader } from './read-row.ts'

export type CourseRow = AnyRow & {
  name: string | null
  course_id: string | null
  description: string | null
  long_description: string | null
  /** In paise. */
  price: number | null
  list_price: number | null
  topics: string[]
  image: string | null
  state: 'draft' | 'published' | 'hidden' | null
}

const STATES = new Map<string, CourseRow['state']>([
  ...wordsIn('draft, unpublished, inactive, private, no, false, 0, -1').map((word) => [word, 'draft'] as const),
  ...wordsIn('publish, published, active, live, public, yes, true, 1').map((word) => [word, 'published'] as const),
  ...wordsIn('hidden, unlisted, archived').map((word) => [word, 'hidden'] as const),
])

export function readCourse(row: SheetRow, reading: Reading): CourseRow {
  const read = reader(row, reading)
  const { notes, first, text, of, note } = read
  const [unit] = of('currency')
  // A shop has rupees alone: a price in anything else is left out.
  const money = (field: string) =>
    first(field, (cell, { currency: ofHeading }) => {
      const { value, note: message } = readMoney(cell)
      if (!value) return message ? { note: message } : {}
      const beside = unit && (currencyIn(unit.cell.toUpperCase()) ?? unit.cell.slice(0, 20))
      const currency = value.currency ?? ofHeading ?? beside ?? 'INR'
      if (currency === 'INR' || value.amount === 0) return { value: value.amount }
      return { note: value.currency ? `“${cell}” is not rupees` : `“${cell}” is in ${currency}, not rupees` }
    })
  const name = text('name', 200)
  const state = of('state')[0]
  const read_state = state && (STATES.get(state.cell.toLowerCase()) ?? STATES.get(statusWord(state.cell)))
  if (state && !read_state) note(state, `“${state.cell.slice(0, 40)}” is no state`)
  const words = (field: string) => of(field).flatMap(({ cell }) => cell.split(/[;|,>\n]/).map(cleanName))
  const plain = (field: string) => plainText(of(field)[0]?.cell ?? '') || null
  return {
    row: row.row,
    name,
    course_id: text('course_id', 100),
    description: plain('description'),
    long_description: plain('long_description'),
    price: money('price'),
    list_price: money('list_price'),
    topics: [...new Set([...words('category'), ...words('level')].filter(Boolean))],
    image:
      of('image')[0]
        ?.cell.split(/[\n]|, (?=http)/)[0]
        ?.trim() ?? null,
    state: read_state ?? null,
    skipped: isSum(row) ? 'A sum, not a row of its own' : null,
    problem: name ? null : 'There is no title',
    notes,
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
/** Shops describe their products in HTML; its paragraphs become lines. */
function plainText(cell: string): string {
  if (!/<\/?[a-z][^<>]{0,500}>/i.test(cell)) return cleanText(cell)
  const lines = cell
    .replaceAll(/<(?:script|style)\b[^<>]*>[^<]*/gi, '')
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replaceAll(/<li\b[^<>]*>/gi, '• ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
  return cleanText(lines.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/\s*\n\s*\n\s*/g, '\n\n'))
}
