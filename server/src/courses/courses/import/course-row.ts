import type { Course } from 'contract/courses/courses'
import { CreateCourseBody, UpdateCourseBody } from 'contract/courses/input'
import { isMediaUrl } from 'contract/fields'
import { isBelowFloor, isGivable } from 'contract/giveaway'
import { toPaise, toRupees } from 'contract/money'
import { ChosenState } from 'contract/placement'
import { cleanName } from 'contract/spelling'
import { isTrusted, type Trusted } from '../../../context.ts'
import type { PictureOf } from './find-pictures.ts'
import type { NamedCourse } from './import.queries.ts'

/** A row of a table of courses. Absent and null fields change nothing; money is in paise. */
export type CourseRow = {
  course_id?: string | null
  name: string
  description?: string | null
  long_description?: string | null
  price_paise?: number | null
  /** Price before a discount; the price of a row without another. */
  list_price_paise?: number | null
  /** Topics, separated by `;` or `|`. */
  category?: string | null
  level?: string | null
  /** An address, or the name of an image in the library. */
  image?: string | null
  state?: string | null
}

/** A field of a row that is not taken as it is, with the reason; the row is taken. */
export type LeftOut = { field: keyof CourseRow; message: string }

type Fields = Partial<Omit<Course, 'course_id'>>
type Read = { fields: Fields; state: ChosenState | undefined; left_out: LeftOut[] }

const FIELD_OF: Record<string, keyof CourseRow> = { banner: 'image', price: 'price_paise', topics: 'category' }
/** Names a wire field as the row does. */
export const rowField = (field: string): keyof CourseRow => FIELD_OF[field] ?? (field as keyof CourseRow)

const MAX_NAME = 200
const [MAX_DESCRIPTION, MAX_TOPICS] = [2000, 5]
const STATES: Record<string, ChosenState> = { live: 'published', active: 'published', unpublished: 'draft' }

/**
 * Reads a row for a new course, or for `present`. Leaves out values that the contract refuses, and those that would
 * leave a course on sale incomplete.
 */
export function readRow(
  row: CourseRow,
  { present, pictureOf, by }: { present: NamedCourse | undefined; pictureOf: PictureOf; by: Trusted },
): Read {
  const left_out: LeftOut[] = []
  const leave = (field: keyof CourseRow, message: string) => left_out.push({ field, message })
  const fields: Record<string, unknown> = { name: cleanName(row.name).slice(0, MAX_NAME).trim() }
  if (cleanName(row.name).length > MAX_NAME) leave('name', `Shortened to ${MAX_NAME} characters`)
  const description = plainOf(row.description)
  const long = plainOf(row.long_description)
  if (description !== undefined) {
    fields.description = shortened(description)
    if (fields.description !== description) fields.long_description = description
  }
  if (long !== undefined) fields.long_description = long
  const paise = row.price_paise ?? row.list_price_paise
  if (present?.course.free) {
    if (paise) leave('price_paise', 'This course is free')
  } else if (paise != null && paise > 0) fields.price = toRupees(paise)
  else if (row.price_paise === 0) {
    if (isTrusted(by)) fields.free = true
    else leave('price_paise', 'Only an owner can make a course free, and confirms it')
  }
  if (row.list_price_paise != null && paise != null && row.list_price_paise > paise)
    leave('list_price_paise', 'A course has one price. Plan a sale for a lower one')
  const topics = topicsOf(row, leave)
  if (topics.length > 0) fields.topics = topics
  if (row.image) {
    const found = isMediaUrl(row.image) ? { url: row.image, note: undefined } : pictureOf(row.image)
    if (found) fields.banner = found.url
    if (found?.note) leave('image', found.note)
    if (!found) leave('image', `There is no image “${row.image}” in the library`)
  }
  const state = stateOf(row.state)
  if (row.state && !state) leave('state', 'Must be published, unlisted, draft or archived')

  const rules = present && (present.onSale || present.planned) ? CreateCourseBody.shape : UpdateCourseBody.shape
  for (const [field, value] of Object.entries(fields)) {
    const { error, data } = rules[field as keyof typeof rules].safeParse(value)
    const was = present?.course[field as keyof Course]
    // A stored value needs no check.
    if (JSON.stringify(was) === JSON.stringify(value)) continue
    const reason = error?.issues[0]?.message ?? refusedPrice(field, { price: Number(data), was, present, by })
    if (reason === undefined) fields[field] = data
    else {
      leave(rowField(field), reason)
      delete fields[field]
    }
  }
  return { fields: fields as Fields, state, left_out }
}

type Priced = { price: number; was: unknown; present: NamedCourse | undefined; by: Trusted }

function refusedPrice(field: string, { price, was, present, by }: Priced): string | undefined {
  if (field !== 'price' || price === was) return undefined
  if (isBelowFloor(price) && !isTrusted(by)) return 'Only an owner can set a price below ₹10, and confirms it'
  if (!isTrusted(by) && !isGivable(toPaise(price), toPaise(Number(was ?? 0))))
    return 'Only an owner can set a price this low'
  return present && present.salePaise > 0 && price <= toRupees(present.salePaise)
    ? 'The price must be above the sale price'
    : undefined
}

function topicsOf({ category, level }: CourseRow, leave: (field: keyof CourseRow, message: string) => void): string[] {
  const shown = (field: 'category' | 'level', text: string) =>
    text
      .split(/[;|]/)
      .map(cleanName)
      .filter((topic) => {
        if (topic.length > 40) leave(field, 'Must be 1 to 40 characters')
        return topic !== '' && topic.length <= 40
      })
  const topics = [...new Set([...shown('category', category ?? ''), ...shown('level', level ?? '')])]
  if (topics.length > MAX_TOPICS) leave('category', `At most ${MAX_TOPICS} topics`)
  return topics.slice(0, MAX_TOPICS)
}

function stateOf(state: string | null | undefined): ChosenState | undefined {
  const word = cleanName(state ?? '').toLowerCase()
  return STATES[word] ?? ChosenState.safeParse(word).data
}

/** Cuts a text after a paragraph, sentence or word to the length of a description. */
function shortened(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const start = text.slice(0, MAX_DESCRIPTION).toWellFormed()
  const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf('. ') + 1)
  return start.slice(0, end > MAX_DESCRIPTION / 4 ? end : Math.max(start.lastIndexOf(' '), 1)).trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', rsquo: '’' }
const IS_HTML = /<\/(?:p|div|span|li|ul|ol|h[1-6]|a|b|i|em|strong|u|td)\s*>|<(?:br|p|div|li|hr|img)\b[^<>]*>|&nbsp;/i
const BLOCKS = /^(?:p|div|br|li|ul|ol|h[1-6]|tr|table|section|blockquote|hr)$/
const UNSHOWN = /^(?:script|style|head|title)$/

/** Turns the HTML of another platform into paragraphs; other texts stay as they are. Undefined without a text. */
function plainOf(text: string | null | undefined): string | undefined {
  const typed = (text ?? '').trim()
  if (typed === '') return undefined
  if (!IS_HTML.test(typed)) return typed
  let unshown: string | undefined
  const words = typed
    .replace(/<!--[^>]*>/g, '')
    .split(/(<\/?[a-z][^<>]*>)/i)
    .map((part) => {
      const [, end, tag = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(part) ?? []
      const name = tag.toLowerCase()
      if (unshown !== undefined && !(end && name === unshown)) return ''
      unshown = name !== '' && !end && UNSHOWN.test(name) ? name : undefined
      if (name === '') return part.replace(/\s+/g, ' ')
      return BLOCKS.test(name) ? '\n' : ''
    })
    .join('')
  return words
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
    })
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}
