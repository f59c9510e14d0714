import type { MoveKind } from 'contract/move-in/fields'
import type { ForeignTable } from '../src/courses/media/foreign-table.ts'
import { arrangeTable } from '../src/people/move-in/reader/arrange.ts'
import { type Choices, describeColumn, namesIn, problemOf, readColumns } from '../src/people/move-in/reader/columns.ts'
import { readCourse } from '../src/people/move-in/reader/read-course.ts'
import { readOrder } from '../src/people/move-in/reader/read-order.ts'
import { readStudent } from '../src/people/move-in/reader/read-student.ts'
import { runMoves } from '../src/people/move-in/run-move.ts'
import type { ApiClient, TestServer } from './server.ts'

const TODAY = new Date('2026-11-26T12:00:00Z')

/** A table of cells as a file has it. */
export const cellTable = (headings: string[], ...cells: string[][]): ForeignTable => ({
  encoding: null,
  encoding_sure: true,
  delimiter: ',',
  sheets: [],
  sheet: null,
  head_row: 1,
  headings,
  rows: cells.map((one, at) => ({ row: at + 2, cells: one })),
})

const readers = { students: readStudent, orders: readOrder, courses: readCourse }
type Rows = { [K in MoveKind]: ReturnType<(typeof readers)[K]> }

/** Reads a table as when nobody changes anything; `kind` is what it is read as. */
export async function readTable<K extends MoveKind>(read: ForeignTable, choices: Choices & { kind: K }) {
  const table = arrangeTable(read)
  const reading = await readColumns(table, choices)
  const columns = reading.columns.map(describeColumn)
  return {
    ...(await namesIn(table.rows, reading)),
    table,
    source: reading.platform?.source ?? 'other',
    problem: problemOf(reading),
    columns,
    guesses: Object.fromEntries(columns.map(({ heading, guess }) => [heading, guess])),
    rows: table.rows.map((row) => readers[reading.kind](row, reading, TODAY)) as Rows[K][],
  }
}

/** The kind that a table is taken for. */
export const kindOfTable = async (table: ForeignTable) => (await readColumns(table, {})).kind

/** A table as a file. */
export const tableFile = (...lines: string[]) => new File([lines.join('\n')], 'students.csv')

/** Moves files in through the calls, as the wizard does. */
export function mover(server: TestServer, api: ApiClient) {
  /** Reads a file and plans it as it was guessed, with some choices. */
  async function plan(file: File, choices: object = {}) {
    const read = await api.moveIn.start({ file })
    const columns = Object.fromEntries(read.columns.map(({ heading, guess }) => [heading, guess]))
    const kind: MoveKind = read.kind_guess
    const planned = await api.moveIn.plan({ move_id: read.move_id, kind, columns, mail: false, ...choices })
    return { read, move_id: read.move_id, ...planned }
  }
  /** Runs a planned move to its end. */
  async function run(move_id: string) {
    await api.moveIn.run({ move_id })
    await runMoves(server.ctx, new AbortController().signal)
    return api.moveIn.get({ move_id })
  }
  const move = async (file: File, choices: object = {}) => run((await plan(file, choices)).move_id)
  return { plan, run, move }
}

/** Access of an address: course, since when, until when. */
export const accessOf = (server: TestServer, email: string) =>
  server
    .db('enrolments as e')
    .join('users as u', 'u.id', 'e.user_id')
    .where({ 'u.email': email, 'e.revoked_at': null, 'e.continued': false })
    .orderBy('e.course_id')
    .select('e.course_id', 'e.granted_at', 'e.ends_at', 'e.move_id')
