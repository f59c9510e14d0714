import { addPeriod } from 'contract/access-period'
import { DAY_MS, indianDay } from 'contract/indian-time'
import type { Language } from 'contract/languages'
import { cleanName } from 'contract/spelling'
import type { SheetRow } from '../../../courses/media/foreign-table.ts'
import { short } from '../../students/people-list.ts'
import { readCount, readLanguage, readNews, readPercent } from './cells.ts'
import type { Filled, Reading } from './columns.ts'
import { readDate } from './dates.ts'
import { type AnyRow, type Person, reader, readPerson, skippedOf } from './read-row.ts'

export type StudentRow = AnyRow &
  Person & {
    /** An instant in UTC. A day alone is midnight in India, one in the future is now. */
    enrolled_on: string | null
    /** The last day of access in India. */
    access_ends: string | null
    /** From 0 to 100. */
    progress: number | null
    /** Titles, or positions from 1. */
    lessons_done: (string | number)[] | null
    completed_on: string | null
    /** Consent to news by email as the file says it; null where it says nothing. */
    news: FoundConsent | null
    /** The same for WhatsApp. */
    news_message: FoundConsent | null
    language: Language | null
  }

type FoundConsent = { agreed: boolean; heading: string; agreed_on: string | null }

const NOBODY = 'There is neither an email address nor a phone number'

export function readStudent(row: SheetRow, reading: Reading, now: Date): StudentRow {
  const read = reader(row, reading)
  const { notes, first, date, of, note } = read
  const person = readPerson(read)
  const steps = stepsOf(read)
  const enrolled = date('enrolled_on')
  const done = of('lessons_done').flatMap((one) => {
    const lessons = lessonsOf(one.cell)
    if (!lessons) note(one, `“${short(one.cell)}” is no list of lessons`)
    return lessons ?? []
  })
  const completed = date('completed_on')
  const ends = of('access_ends')[0]
  const accessEnds = ends && !NO_END.test(ends.cell) ? endOf(ends, enrolled?.at) : null
  // Without this cell the access would never end.
  const endless = ends && accessEnds === undefined ? endlessReason(ends, enrolled === null) : null
  return {
    row: row.row,
    ...person,
    enrolled_on: enrolled && (enrolled.at > now.toISOString() ? now.toISOString() : enrolled.at),
    access_ends: accessEnds ?? null,
    progress:
      first('progress', (cell, { is_share }) => readPercent(cell, is_share)) ?? steps ?? (completed ? 100 : null),
    lessons_done: done.length > 0 ? done : null,
    completed_on: completed && (completed.at > now.toISOString() ? now.toISOString() : completed.at),
    news: newsOf(read, 'news'),
    news_message: newsOf(read, 'news_message'),
    language: first('language', readLanguage),
    skipped: skippedOf(row, reading, read),
    problem:
      person.email || person.phone
        ? endless
        : (notes.find(({ message }) => / is no /.test(message))?.message ?? NOBODY),
    notes,
  }
}

function endlessReason({ cell, column }: Filled, isUndated: boolean): string {
  if (isUndated && PERIOD.test(withUnit(cell, column.heading)))
    return `End of access “${short(cell)}” counts from a day of joining, and the row has none`
  return `End of access “${short(cell)}” is no date`
}

const NO_END = /^(?:life ?time|never|unlimited|forever|no expiry|always|permanent)/i
const PERIOD =
  /^(?:for\s+)?(\d{1,4})[\s-]*(?:(days?|d|दिन|दिवस)|(weeks?|wks?|हफ़्ते|हफ्ते|आठवडे)|(months?|mths?|mo|m|महीने|महिने)|(years?|yrs?|y|साल|वर्ष|वर्षे))\.?(?: (?:of )?access)?$/iu

/** A number below `Access (months)` counts months. */
function withUnit(cell: string, heading: string): string {
  const unit =
    /^\d{1,4}$/.test(cell) && /\b(days|weeks|months|years)\b|(दिन|दिवस|महीने|महिने|साल|वर्ष)/iu.exec(heading)?.[0]
  return unit ? `${cell} ${unit}` : cell
}

/** The last day of access: a date, or a period such as `365 days` since the day of enrolment. Undefined for anything else. */
function endOf({ cell, column }: Filled, enrolledAt: string | undefined): string | undefined {
  const read = readDate(cell, column.order, column.utc)
  if (read) return read.day
  const [, count, days, weeks, months, years] = PERIOD.exec(withUnit(cell, column.heading)) ?? []
  if (!count || Number(count) === 0 || enrolledAt === undefined) return undefined
  const from = new Date(enrolledAt)
  if (days ?? weeks) return indianDay(new Date(from.getTime() + Number(count) * (weeks ? 7 : 1) * DAY_MS))
  const many = Number(count) * (years ? 12 : 1)
  return (months ?? years) && many <= 999 ? indianDay(addPeriod(from, `P${many}M`)) : undefined
}

/** A refusal in any column wins. An unreadable cell is no consent, and is named. */
function newsOf({ of, note }: ReturnType<typeof reader>, field: 'news' | 'news_message'): FoundConsent | null {
  const read = of(field).flatMap((one) => {
    const { heading, order, utc } = one.column
    const day = readDate(one.cell, order, utc)?.day ?? null
    const { value, note: message } = readNews(one.cell, heading, day !== null)
    if (message !== undefined) note(one, message)
    const agreed = message === undefined ? value : false
    return agreed === undefined ? [] : [{ agreed, heading, agreed_on: day }]
  })
  return read.find(({ agreed }) => !agreed) ?? read[0] ?? null
}

/** The progress by numbers of lessons, which takes both of them. */
function stepsOf({ first, of, note }: ReturnType<typeof reader>): number | null {
  const [done, total] = [first('steps_done', readCount), first('steps_total', readCount)]
  if (done !== null && total) return Math.min(100, Math.round((done / total) * 10_000) / 100)
  const [alone] = done === null ? [] : of('steps_done')
  if (alone) note(alone, `“${short(alone.cell)}” is a progress only beside the number of lessons in all`)
  return null
}

/** `Welcome; First cut` or positions: `1-5, 7`. Undefined where a position is none. */
function lessonsOf(cell: string): (string | number)[] | undefined {
  if (!/^[\d\s,;|–-]+$/.test(cell))
    return cell
      .split(/[;|\n]/)
      .map(cleanName)
      .filter(Boolean)
  const ranges = cell
    .split(/[,;|\s]+/)
    .filter(Boolean)
    .map((part) => {
      const [, from = '', to = from] = /^(\d{1,4})(?:[–-](\d{1,4}))?$/.exec(part) ?? []
      const [begin, end] = [Number(from), Number(to)]
      return from === '' || end < begin ? [] : Array.from({ length: end - begin + 1 }, (_, at) => begin + at)
    })
  return ranges.every(({ length }) => length > 0) ? ranges.flat() : undefined
}
