import { MOST_COURSE_LINES } from 'contract/courses/import'
import { toPaise } from 'contract/money'
import { plainError } from '../../../errors.ts'
import { bareCell, readTable } from '../../../platform/files/read-table.ts'
import type { CourseRow } from './course-row.ts'

const HEADS = {
  course_id: /^(course )?id$/i,
  name: /^(title|name|course)( name)?$/i,
  description: /^(short )?description$/i,
  long_description: /^(long description|about|details)$/i,
  price: /^price( \(?(₹|inr|rs\.?)\)?)?$/i,
  topics: /^(category|categories|topics?)$/i,
  level: /^level$/i,
  image: /^(image|picture|banner|cover|thumbnail)( (url|address|link|file))?$/i,
  state: /^(state|status)$/i,
}
export type Column = keyof typeof HEADS

/** Default names of columns that a table lacks. */
export const COLUMN_NAMES: Record<Column, string> = {
  course_id: 'Course id',
  name: 'Title',
  description: 'Description',
  long_description: 'Long description',
  price: 'Price',
  topics: 'Category',
  level: 'Level',
  image: 'Image',
  state: 'State',
}

export type CourseLine = {
  line: number
  /** The non-empty cells. */
  cells: Partial<Record<Column, string>>
}

export type CourseTable = { lines: CourseLine[]; headings: Partial<Record<Column, string>>; unknown: string[] }

/** Reads the rows of a table of courses. 422 without a heading for titles, and for too many lines. */
export function readCourses(text: string): CourseTable {
  const [first, ...body] = readTable(text)
  const heads = (first?.cells ?? []).map(bareCell)
  const columns = heads.map((head) =>
    (Object.keys(HEADS) as Column[]).find((column) => HEADS[column].test(head.replaceAll(/[_\s]+/g, ' '))),
  )
  if (!columns.includes('name'))
    throw plainError('invalid', 'The first line must name the columns, and one must be Title')
  if (body.length > MOST_COURSE_LINES) {
    throw plainError('invalid', `At most ${MOST_COURSE_LINES.toLocaleString('en-IN')} lines at once`)
  }
  const headings: CourseTable['headings'] = {}
  columns.forEach((column, at) => {
    if (column) headings[column] ??= heads[at] ?? ''
  })
  const lines = body.map(({ line, cells }) => {
    const said: CourseLine['cells'] = {}
    columns.forEach((column, at) => {
      const cell = bareCell(cells[at])
      if (column && cell !== '') said[column] ??= cell
    })
    return { line, cells: said }
  })
  return { lines, headings, unknown: heads.filter((head, at) => head !== '' && !columns[at]) }
}

export type Problem = { column: Column; message: string }

/** Returns a row with its price in paise; a price that cannot be read is a problem. */
export function rowOf({ cells }: CourseLine): { row: CourseRow; problems: Problem[] } {
  const { price, topics, ...texts } = cells
  const rupees = price
    ?.replace(/^(₹|rs\.?|inr)\s*/i, '')
    .replace(/\s*\/-$/, '')
    .replaceAll(',', '')
  const readable = rupees !== undefined && /^\d{1,9}(\.\d{1,2})?$/.test(rupees)
  return {
    row: {
      ...{ ...texts, name: cells.name ?? '', category: topics ?? null },
      price_paise: readable ? toPaise(Number(rupees)) : null,
    },
    problems: price === undefined || readable ? [] : [{ column: 'price', message: 'Price must be positive' }],
  }
}
