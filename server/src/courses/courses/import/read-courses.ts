import { MOST_COURSE_LINES } from 'contract/courses/import'
import { isMediaUrl } from 'contract/fields'
import { ChosenState } from 'contract/placement'
import { plainError } from '../../../errors.ts'
import { bareCell, readTable } from '../../../platform/files/read-table.ts'

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

export type LineFields = { fields: Record<string, unknown>; state: ChosenState | undefined; problems: Problem[] }
export type Problem = { column: Column; message: string }

/** Maps a row to the contract's fields; `pictures` are the library's images by file name. */
export function fieldsOf({ cells }: CourseLine, pictures: ReadonlyMap<string, string>): LineFields {
  const { name, description, long_description, price, topics, level, image, state } = cells
  const problems: Problem[] = []
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries({ name, description, long_description })) {
    if (value !== undefined) fields[field] = value
  }
  if (price !== undefined) fields.price = Number(price.replace(/^(₹|rs\.?|inr)\s*/i, '').replaceAll(',', ''))
  const words = [...(topics ?? '').split(/[;|]/), level ?? ''].map((word) => word.trim()).filter(Boolean)
  if (words.length > 0) fields.topics = [...new Set(words)]
  if (image !== undefined) {
    const banner = isMediaUrl(image) ? image : pictures.get(image.toLowerCase())
    if (banner) fields.banner = banner
    else problems.push({ column: 'image', message: `There is no image “${image}” in the library` })
  }
  const read = state === undefined ? undefined : ChosenState.safeParse(state.toLowerCase())
  if (read?.error) problems.push({ column: 'state', message: read.error.issues[0]?.message ?? '' })
  return { fields, state: read?.data, problems }
}
