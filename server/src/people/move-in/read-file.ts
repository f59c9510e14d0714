import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { ReadFile } from 'contract/move-in/file'
import type { MoveSource } from 'contract/move-sources'
import { cleanName } from 'contract/spelling'
import type { CallContext, Context, Db } from '../../context.ts'
import { listCourseNames } from '../../courses/courses/course-lists.queries.ts'
import { adminSender } from '../../courses/media/foreign-look.ts'
import { type ForeignTable, readForeignTable } from '../../courses/media/foreign-table.ts'
import { plainError } from '../../errors.ts'
import { patiently } from '../../platform/db/knex.ts'
import { coursesNamed } from './match-courses.ts'
import { deleteRows, insertRows } from './move-rows.queries.ts'
import {
  findBytes,
  findChoices,
  findCourseChoices,
  insertMove,
  lockMove,
  type StoredRead,
  updateMove,
} from './moves.queries.ts'
import { arrangeTable } from './reader/arrange.ts'
import { type Choices, describeColumn, namesIn, problemOf, readColumns } from './reader/columns.ts'
import { plainWords } from './reader/platforms.ts'

/** Rows of one statement. */
const AT_ONCE = 2_000
const PASTED = 'Pasted list'

type FileInput = { upload: CallContext['upload']; text?: string | undefined; source?: MoveSource | undefined }
type How = NonNullable<Parameters<typeof readForeignTable>[2]>
type Chosen = Pick<Choices, 'kind' | 'columns'> & { source?: MoveSource | undefined }
type Admin = { id: number }

/** Reads a file or a pasted text, stores its bytes and rows, and what its columns are. 413, 415 and 422 for what cannot be read. */
export async function startMove(ctx: Context, admin: Admin, { upload, text, source }: FileInput): Promise<ReadFile> {
  if (!upload && text === undefined) throw plainError('invalid', 'Please choose a file')
  const from = adminSender(admin.id)
  const table = arrangeTable(await readForeignTable(from, upload ? { path: upload.path } : { text: text ?? '' }))
  const bytes = upload ? await readFile(upload.path) : Buffer.from(text ?? '')
  const file_name = upload ? cleanName(upload.name) || 'table' : PASTED
  const { headings_key, ...read } = await describeTable(ctx.db, table, { file_name, source })
  const made = { bytes, headings_key, file_name, pasted: !upload, made_by: admin.id, made_at: ctx.now() }
  return patiently(ctx.db, async (trx) => {
    const move_id = await insertMove(trx, { ...made, read, source: read.source_guess, rows: read.rows })
    await storeRows(trx, move_id, table)
    return { move_id, ...read }
  })
}

/** Reads the stored bytes of a move again. 409 once it has begun or its bytes are gone. */
export async function readFileAgain(
  ctx: Context,
  admin: Admin,
  moveId: string,
  { source, kind, columns, ...how }: How & Chosen,
): Promise<ReadFile> {
  const bytes = await findBytes(ctx.db, moveId)
  if (!bytes) throw plainError('conflict', 'The file is no longer stored. Choose it again.')
  return patiently(ctx.db, async (trx) => {
    const move = await lockMove(trx, moveId)
    if (move?.status !== 'read' && move?.status !== 'planned') throw plainError('conflict', 'This move has begun')
    const wanted = { ...move.how, ...how }
    const table = arrangeTable(await readStored(ctx, admin, { bytes, pasted: move.pasted, how: wanted }))
    const about = { file_name: move.file_name, source: source ?? move.source, kind, columns }
    const { headings_key, ...read } = await describeTable(trx, table, about)
    await deleteRows(trx, moveId)
    await storeRows(trx, moveId, table)
    await updateMove(trx, moveId, {
      headings_key,
      read,
      source: read.source_guess,
      rows: read.rows,
      how: wanted,
      status: 'read',
      kind: null,
      plan: null,
      counts: null,
      planned: 0,
    })
    return { move_id: moveId, ...read }
  })
}

async function readStored(
  ctx: Context,
  admin: Admin,
  { bytes, pasted, how }: { bytes: Buffer; pasted: boolean; how: How },
) {
  const from = adminSender(admin.id)
  if (pasted) return readForeignTable(from, { text: bytes.toString() }, how)
  const path = ctx.files.tempPath()
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    return await readForeignTable(from, { path }, how)
  } finally {
    await rm(path, { force: true })
  }
}

async function storeRows(trx: Db, moveId: string, { rows }: ForeignTable): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) await insertRows(trx, moveId, rows.slice(at, at + AT_ONCE))
}

/** Says what a table is: by the choices of now, by those for the last file with these headings, and by the table of platforms. */
async function describeTable(
  db: Db,
  table: ForeignTable,
  { file_name, source, kind, columns }: Chosen & { file_name: string },
): Promise<StoredRead & { headings_key: string }> {
  const { rows, headings, encoding, encoding_sure, delimiter, sheets, sheet, head_row } = table
  const headings_key = headingsKey(headings)
  const last = await findChoices(db, headings_key)
  const chosen = kind === undefined || last?.plan.kind === kind ? last : undefined
  const reading = await readColumns(table, {
    kind: kind ?? chosen?.plan.kind,
    columns: { ...respelled(headings, chosen?.plan.columns), ...columns },
    dates: respelled(headings, chosen?.plan.dates),
  })
  const names = await namesIn(rows, reading)
  const courseNames = names.courses.map(({ name }) => name)
  const before = await findCourseChoices(db, courseNames)
  const ours = courseNames.length === 0 ? [] : await listCourseNames(db)
  const ids = new Set(ours.map(({ course_id }) => course_id))
  const named = coursesNamed(ours)
  return {
    headings_key,
    file_name,
    rows: rows.length,
    kind_guess: reading.kind,
    source_guess: source ?? chosen?.source ?? reading.platform?.source ?? 'other',
    problem: problemOf(reading),
    ...(reading.platform?.people && { people: true }),
    encoding,
    encoding_sure,
    delimiter,
    sheets,
    sheet,
    head_row,
    columns: reading.columns.map(describeColumn),
    courses: names.courses.map(({ name, rows }) => {
      const remembered = [before.get(name) ?? []].flat().filter((id) => ids.has(id))
      const guesses = remembered.length > 0 ? remembered : (named(name) ?? [])
      const close = remembered.length > 0 ? 'remembered' : guesses.length > 0 ? 'same' : 'none'
      return { name, rows, guess: guesses[0] ?? null, ...(guesses.length > 0 && { guesses }), close }
    }),
    statuses: names.statuses.map((status) => {
      const choice = chosen?.plan.statuses?.[status.value]
      return choice ? { ...status, guess: choice, sure: true } : status
    }),
    remembered: chosen !== undefined,
  }
}

/** Choices by heading of an earlier file, which may spell its headings differently. */
function respelled<T>(headings: readonly string[], chosen: Record<string, T> = {}): Record<string, T> {
  const byWords = new Map(Object.entries(chosen).map(([heading, choice]) => [plainWords(heading), choice]))
  return Object.fromEntries(
    headings.flatMap((heading) => {
      const choice = byWords.get(plainWords(heading))
      return choice === undefined ? [] : [[heading, choice]]
    }),
  )
}

/**
 * Is the same for the same set of headings, in any order and spelling. `2` forgets the choices of before 0.15: they know no fields for yes
 * and no, and `Refunded?` as a status takes whoever it names.
 */
const headingsKey = (headings: readonly string[]) =>
  createHash('sha256')
    .update(['2', ...headings.map(plainWords).toSorted()].join('\n'))
    .digest('hex')
