import { MOST_LINES } from 'contract/enrolments'
import { Email, Phone } from 'contract/fields'
import { cleanName } from 'contract/spelling'
import { plainError } from '../../errors.ts'
import { bareCell, readTable } from '../../platform/files/read-table.ts'
import { isCutShort, readListedPerson, short } from './people-list.ts'

/** A person of a pasted list, or why the line is none. */
export type PersonLine = {
  line: number
  email: string | null
  phone: string | null
  name: string | null
  /** Ids or names of courses, where the table has a column for them. */
  courses: string[]
  problem: string | null
}

type Kind = 'email' | 'phone' | 'name' | 'courses'

const HEADS: Record<Kind, RegExp> = {
  email: /^(e-?mail|mail)( ?(id|address))?$/i,
  phone: /^(phone|mobile|whatsapp|contact|cell)( ?(no\.?|number))?$/i,
  name: /^(full |student |customer )?name$/i,
  courses: /^courses?( ?ids?)?$/i,
}

/**
 * Parses a pasted list or table: commas, semicolons or tabs, quotes, a byte order mark, either line end, an optional heading. Without a
 * heading it guesses a cell's field from its content. 422 for an unreadable table and for too many lines.
 */
export function readPeople(text: string): PersonLine[] {
  const rows = readTable(text)
  const [first] = rows
  const heads = first && headsOf(first.cells)
  const body = heads ? rows.slice(1) : rows
  if (body.length > MOST_LINES) {
    throw plainError('invalid', `At most ${MOST_LINES.toLocaleString('en-IN')} lines at once`)
  }
  return body.map(({ line, cells }) => ({ line, ...readPerson(heads ? byHead(cells, heads) : byLook(cells)) }))
}

function headsOf(cells: string[]): (Kind | undefined)[] | undefined {
  const heads = cells.map((cell) => (Object.keys(HEADS) as Kind[]).find((kind) => HEADS[kind].test(cell)))
  return heads.some((head) => head === 'email' || head === 'phone') ? heads : undefined
}

type Cells = Partial<Record<Kind, string>>

const byHead = (cells: string[], heads: (Kind | undefined)[]): Cells =>
  Object.fromEntries(heads.flatMap((kind, at) => (kind && cells[at] ? [[kind, cells[at]]] : [])))

function byLook(cells: string[]): Cells {
  const { name, email, phone } = readListedPerson(cells.filter(Boolean).join(' | '))
  return { name, email, phone }
}

function readPerson(cells: Cells): Omit<PersonLine, 'line'> {
  const [mail, number] = [bareCell(cells.email), bareCell(cells.phone)]
  const name = cleanName(bareCell(cells.name)).slice(0, 100)
  const email = mail === '' ? undefined : Email.safeParse(mail)
  const phone = number === '' ? undefined : Phone.safeParse(number)
  const problem =
    email?.success === false ? `“${short(mail)}” is no email address` : phoneProblem(number, phone?.success)
  return {
    email: email?.success ? email.data : null,
    phone: phone?.success ? phone.data : null,
    name: name.length >= 2 ? name : null,
    courses: [
      ...new Set(
        bareCell(cells.courses)
          .split(/[;|]/)
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    ],
    problem: problem ?? (email || phone ? null : 'There is neither an email nor a phone number'),
  }
}

function phoneProblem(number: string, isOne: boolean | undefined): string | null {
  if (isCutShort(number)) return `The spreadsheet has cut this number short: ${short(number)}`
  return isOne === false ? `“${short(number)}” is no phone number` : null
}
