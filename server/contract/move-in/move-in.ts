import { z } from 'zod'
import { limit, MINUTE, searches, toFiles } from '../call-cost.ts'
import { Message, Moment, whole, wholeNumber } from '../fields.ts'
import { Encoding, foreignFile, MOVE_IN_ROWS } from '../foreign-table.ts'
import { MoveSource } from '../move-sources.ts'
import { MoveKind } from './fields.ts'
import { ReadFile } from './file.ts'
import { moveCall as anyMoveCall, OneMove } from './move-call.ts'
import { MoveCounts, MoveLine, MovePlan, MoveState } from './plan.ts'

/** `read` → `planned` → `running` → `done` or `stopped`; `failed` can be run again, and so can `stopped`; `undone` took back what it gave. */
export const MoveStatusName = z.enum(['read', 'planned', 'running', 'stopped', 'done', 'failed', 'undone'])

export const Move = z.object({
  move_id: z.string(),
  status: MoveStatusName,
  kind: MoveKind.nullable(),
  source: MoveSource,
  file_name: z.string(),
  rows: z.number().int(),
  /** Rows that are finished, of those that the plan takes. */
  done: z.number().int(),
  of: z.number().int(),
  counts: MoveCounts.nullable(),
  /** The reason of a failure, or of a stop by itself. */
  message: z.string().nullable(),
  made_at: Moment,
  finished_at: Moment.nullable(),
  /** The move can be reverted until then; null where it cannot. */
  undo_until: Moment.nullable(),
  /** People to whom the letter can go, and to whom it went. Only `get` has it. */
  letter: z.object({ recipients: z.number().int(), sent: z.number().int(), came: z.number().int() }).nullable(),
})
export type Move = z.output<typeof Move>

const ROW = 'Must be a row of the sheet, at most 100'

/** CSV as in exports: sent while it is read. */
const csv = z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream)

const moveCall = (...[method, path, summary, options]: Parameters<typeof anyMoveCall>) =>
  anyMoveCall(method, path, summary, { ...options, roles: ['support', 'editor'] })

export const moveIn = {
  /**
   * Reads a file (CSV, TSV or XLSX as multipart `file`) or a pasted list (JSON `text`), and guesses. Changes nothing. 413 over 20 MB, 415
   * for what is no table, 422 for over 100,000 rows and for an unreadable one. `source` and `file_name` may come with it.
   */
  start: moveCall('POST', '', 'Read a file to move in', {
    status: 201,
    file: { ...foreignFile, fields: ['source'], orJson: true },
    cost: 'export',
    limits: [limit('move_in_read', 'caller', 60, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    noted: false,
  })
    .input(
      z.object({
        file: z.file({ error: foreignFile.missing }).optional(),
        text: z
          .string({ error: 'Must be text' })
          .max(700_000, { error: 'Must be at most 700000 characters' })
          .optional(),
        source: MoveSource.optional(),
      }),
    )
    .output(ReadFile),

  /** Reads the same file again: in another encoding, from another sheet, with another row of headings. */
  readAgain: moveCall('POST', '/{move_id}/read', 'Read it in another way', {
    cost: 'export',
    limits: [limit('move_in_read', 'caller', 60, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    noted: false,
  })
    .input(
      OneMove.extend({
        encoding: Encoding.optional(),
        sheet: z.string().max(100).optional(),
        /** 0 for a sheet without headings. */
        head_row: whole(0, 100, ROW).optional(),
        source: MoveSource.optional(),
        /** Guesses the columns for this kind. */
        kind: MoveKind.optional(),
        /** Fields by heading, in place of guesses: the courses and statuses are those of the columns that were chosen for them. */
        columns: z.record(z.string(), z.string().nullable()).optional(),
      }),
    )
    .output(ReadFile),

  /** Looks at every row; nothing is made yet. 409 once it runs. The choices are remembered for the next file with these headings. */
  plan: moveCall('POST', '/{move_id}/plan', 'See what moving in would do', {
    cost: 'export',
    limits: [limit('move_in_plan', 'caller', 60, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    codes: ['conflict'],
    noted: false,
  })
    .input(OneMove.extend(MovePlan.shape))
    .output(z.object({ counts: MoveCounts, lines: z.array(MoveLine) })),

  lines: moveCall('GET', '/{move_id}/lines', 'Rows of a move', { cost: 'search', limits: [searches] })
    .input(
      OneMove.extend({
        /** `noted`: taken with a cell left out. `taken`: new, existing and waiting. `left_out`: same, skipped and invalid. */
        state: z.enum([...MoveState.options, 'noted', 'taken', 'left_out']).optional(),
        q: z.string().max(200).optional(),
        offset: wholeNumber(0, MOVE_IN_ROWS, 'Must be a whole number').optional(),
      }),
    )
    .output(z.object({ lines: z.array(MoveLine), total: z.number().int() })),

  /** Begins, or goes on with, the job. It survives a closed tab, a kill and a restart. 409 without a plan. */
  run: moveCall('POST', '/{move_id}/run', 'Move in', { status: 202, confirm: 'caller', codes: ['conflict'] })
    .input(OneMove)
    .output(Move),

  get: moveCall('GET', '/{move_id}', 'State of a move').input(OneMove).output(Move),

  /** Ends it after the rows that are being written. */
  stop: moveCall('POST', '/{move_id}/stop', 'Stop a move', { confirm: { without: 'another run goes on' } })
    .input(OneMove)
    .output(Move),

  /** Takes back what this move gave and nobody has used since, for seven days. 409 later. */
  undo: moveCall('POST', '/{move_id}/undo', 'Undo a move', { confirm: 'caller', codes: ['conflict'] })
    .input(OneMove)
    .output(Move),

  /** Deletes the file and rows of a move that was never begun. 409 for any other one. */
  discard: moveCall('DELETE', '/{move_id}', 'Discard a move', {
    confirm: { without: 'nothing of it is in the shop yet, and the file can be chosen again' },
    codes: ['conflict'],
  })
    .input(OneMove)
    .output(Message),

  /** Moves of this shop, newest first, and what was chosen: to go on with one, and to see what came from where. */
  list: moveCall('GET', '', 'Moves').output(z.object({ moves: z.array(Move) })),

  /** The rows that were left out, and those taken with a cell left out, as they were in the file, with a column `Reason`. CSV. */
  skipped: moveCall('GET', '/{move_id}/skipped.csv', 'Rows that were left out', { cost: 'export', limits: [toFiles] })
    .input(OneMove)
    .output(csv),

  /** The file and the choices so far, to go on after a reload. */
  draft: moveCall('GET', '/{move_id}/draft', 'A move that is being prepared')
    .input(OneMove)
    .output(z.object({ read: ReadFile, plan: MovePlan.nullable() })),
}
