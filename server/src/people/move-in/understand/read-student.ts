import { cleanName } from 'contract/spelling'
import type { SheetRow } from '../../../courses/media/foreign-table.ts'
import { readDate } from './dates.ts'
import { type AnyRow, type Person, reader, readPerson, skippedOf } from './read-row.ts'
import type { Reading } from './reading.ts'
import { readPercent } from './values.ts'

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
  }

const NOBODY = 'There is neither an email address nor a phone number'

export function readStudent(row: SheetRow, reading: Reading, now: Date): StudentRow {
  const read = reader(row, reading)
  const { notes, first, date, of, note } = read
  const person = readPerson(read)
  const steps = ['steps_done', 'steps_total'].map((field) => Number.parseInt(of(field)[0]?.cell ?? '', 10))
  const share = stepsDone(steps[0], steps[1])
  const enrolled = date('enrolled_on')
  const done = of('lessons_done').flatMap(({ cell }) => lessonsOf(cell))
  const completed = date('completed_on')
  const ends = of('access_ends')[0]
  let accessEnds: string | null = null
  if (ends && !/^(?:life ?time|never|unlimited|forever|no expiry|always)/i.test(ends.cell)) {
    const read = readDate(ends.cell, ends.column.order, ends.column.utc)
    if (read) accessEnds = read.day
    else note(ends, `“${ends.cell.slice(0, 40)}” is no date`)
  }
  return {
    ...{ row: row.row, ...person },
    enrolled_on: enrolled && (enrolled.at > now.toISOString() ? now.toISOString() : enrolled.at),
    access_ends: accessEnds,
    progress:
      first('progress', (cell, { is_share }) => readPercent(cell, is_share)) ?? share ?? (completed ? 100 : null),
    lessons_done: done.length > 0 ? done : null,
    completed_on: completed && (completed.at > now.toISOString() ? now.toISOString() : completed.at),
    skipped: skippedOf(row, reading, read),
    problem:
      person.email || person.phone ? null : (notes.find(({ message }) => / is no /.test(message))?.message ?? NOBODY),
    notes,
  }
}

const stepsDone = (done = Number.NaN, total = Number.NaN): number | null =>
  total > 0 && done >= 0 ? Math.min(100, Math.round((done / total) * 10_000) / 100) : null

/** `Welcome; First cut` or positions: `1-5, 7`. */
function lessonsOf(cell: string): (string | number)[] {
  if (!/^[\d\s,;|–-]+$/.test(cell))
    return cell
      .split(/[;|\n]/)
      .map(cleanName)
      .filter(Boolean)
  return cell.split(/[,;|\s]+/).flatMap((part) => {
    const [, from = '', to = from] = /^(\d{1,4})(?:[–-](\d{1,4}))?$/.exec(part) ?? []
    const [begin, end] = [Number(from), Number(to)]
    return from === '' || end < begin ? [] : Array.from({ length: end - begin + 1 }, (_, at) => begin + at)
  })
}
