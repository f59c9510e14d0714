import type { MoveCounts, MoveLine } from 'contract/move-in/plan'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'

export type SheetRow = { row: number; cells: string[] }

/** Stores the rows of a sheet in one statement. */
export async function insertRows(trx: Db, moveId: string, rows: readonly SheetRow[]): Promise<void> {
  if (rows.length === 0) return
  await trx.raw(
    `insert into move_rows (move_id, row_no, cells)
     select :moveId, (line->>0)::integer, array(select jsonb_array_elements_text(line->1))
     from jsonb_array_elements(cast(:rows as jsonb)) line`,
    { moveId, rows: JSON.stringify(rows.map(({ row, cells }) => [row, cells])) },
  )
}

export const deleteRows = (trx: Db, moveId: string): Promise<number> =>
  trx('move_rows').where({ move_id: moveId }).delete()

/** Reads the next unfinished rows after a row, as they are in the file. */
export async function findCells(
  db: Db,
  moveId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ row: number; cells: string[] }[]> {
  return db('move_rows')
    .where({ move_id: moveId, done_at: null })
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .select({ row: 'row_no' }, 'cells')
}

export type PlannedRow = MoveLine & { record: object | null; user_id: number | null }

/** Stores results of rows in one statement; `done` marks them as finished. */
export async function updateRows(
  trx: Db,
  moveId: string,
  rows: readonly PlannedRow[],
  done: Date | null = null,
): Promise<void> {
  if (rows.length === 0) return
  await trx.raw(
    `update move_rows r set state = l.state, reason = l.reason, notes = l.notes, email = l.email, phone = l.phone,
       name = l.name, courses = array(select jsonb_array_elements_text(l.courses)), record = l.record,
       user_id = l.user_id, done_at = :done
     from jsonb_to_recordset(cast(:rows as jsonb)) as l (row integer, state text, reason text, notes jsonb, email text,
       phone text, name text, courses jsonb, record jsonb, user_id bigint)
     where r.move_id = :moveId and r.row_no = l.row`,
    { moveId, done, rows: JSON.stringify(rows) },
  )
}

const LINE = [{ row: 'row_no' }, 'state', 'reason', 'notes', 'email', 'phone', 'name', 'courses'] as const

/** Reads the next rows to bring, after a row: the index still has the finished ones before it. The caller holds the move. */
export const findOpenRows = (
  trx: Db,
  moveId: string,
  { after, limit }: { after: number; limit: number },
): Promise<PlannedRow[]> =>
  trx('move_rows')
    .where({ move_id: moveId, done_at: null })
    .where('row_no', '>', after)
    .whereIn('state', TAKEN)
    .orderBy('row_no')
    .limit(limit)
    .select(...LINE, 'record', 'user_id')

const TAKEN = ['new', 'existing', 'waiting']
const LEFT_OUT = ['same', 'skipped', 'invalid']

export type LineFilter = { state?: string | undefined; q?: string | undefined }

/** One window of the lines of a move. */
export async function findLines(
  db: Db,
  moveId: string,
  { state, q, offset, limit }: LineFilter & { offset: number; limit: number },
): Promise<{ lines: MoveLine[]; total: number }> {
  const found = db('move_rows').where({ move_id: moveId }).whereNotNull('state')
  if (state === 'taken') found.whereIn('state', TAKEN)
  else if (state === 'left_out') found.whereIn('state', LEFT_OUT)
  else if (state === 'noted') found.whereIn('state', TAKEN).whereRaw(`notes <> '[]'`)
  else if (state) found.where({ state })
  const texts = `concat_ws(' ', email, phone, name, array_to_string(courses, ' '), reason)`
  if (q) found.whereRaw(...everyWord(q, [texts], { phone: 'phone' }))
  const [lines, counted] = await Promise.all([
    found
      .clone()
      .orderBy('row_no')
      .offset(offset)
      .limit(limit)
      .select(...LINE),
    found.clone().count({ total: '*' }).first(),
  ])
  return { lines, total: Number(counted?.total ?? 0) }
}

/** Reads rows that were left out, or taken without a cell, as they are in the file. */
export const findLeftOut = (
  db: Db,
  moveId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ row: number; cells: string[]; state: string; reason: string | null; notes: MoveLine['notes'] }[]> =>
  db('move_rows')
    .where({ move_id: moveId })
    .where((either) =>
      either.whereIn('state', ['skipped', 'invalid']).orWhere((noted) => noted.whereRaw(`notes <> '[]'`)),
    )
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .select({ row: 'row_no' }, 'cells', 'state', 'reason', 'notes')

/** Counts the rows by state, and those that are taken without a cell. */
export async function countRows(
  db: Db,
  moveId: string,
): Promise<Pick<MoveCounts, 'new' | 'existing' | 'waiting' | 'same' | 'skipped' | 'invalid' | 'noted'>> {
  const { rows } = await db.raw(
    `select ${[...TAKEN, ...LEFT_OUT].map((state) => `count(*) filter (where state = '${state}')::int as "${state}"`).join(', ')},
       count(*) filter (where state = any(:taken) and notes <> '[]')::int as noted
     from move_rows where move_id = :moveId`,
    { moveId, taken: TAKEN },
  )
  return rows[0]
}

/** Lists the names of courses that open rows of a move want made. */
export async function findNewCourses(db: Db, moveId: string, mark: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select distinct substr(c, length(:mark) + 1) as name
     from move_rows, jsonb_array_elements_text(record->'course_ids') c
     where move_id = :moveId and done_at is null and starts_with(c, :mark) order by 1`,
    { moveId, mark },
  )
  return rows.map(({ name }) => name)
}
