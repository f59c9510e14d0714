import type { MoveKind } from 'contract/move-in/fields'
import { runMoves } from '../src/people/move-in/run-move.ts'
import type { ApiClient, TestServer } from './server.ts'

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
