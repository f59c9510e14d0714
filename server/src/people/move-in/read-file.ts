import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { ReadFile } from 'contract/move-in/file'
import type { MoveSource } from 'contract/move-sources'
import { cleanName } from 'contract/spelling'
import type { CallContext, Context, Db } from '../../context.ts'
import { listCourseNames } from '../../courses/courses/course-lists.queries.ts'
import { adminSender } from '../../courses/media/foreign-look.ts'
import { readForeignTable } from '../../courses/media/foreign-table.ts'
import { plainError } from '../../errors.ts'
import { patiently } from '../../platform/db/knex.ts'
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
import { plainWords } from './understand/field-words.ts'
import { similarCourse } from './understand/similar-course.ts'
import { type Chosen, type Understood, understand } from './understand/understand.ts'

/** Rows of one statement. */
const AT_ONCE = 2_000
const PASTED = 'Pasted list'

type FileInput = { upload: CallContext['upload']; text?: string | undefined; source?: MoveSource | undefined }
type How = NonNullable<Parameters<typeof readForeignTable>[2]>
type Admin = { id: number }

/** Reads a file or a pasted text, stores its bytes and rows, and guesses. 413, 415 and 422 for what cannot be read. */
export async function startMove(ctx: Context, admin: Admin, { upload, text, source }: FileInput): Promise<ReadFile> {
  if (!upload && text === undefined) throw plainError('invalid', 'Please choose a file')
  const from = adminSender(admin.id)
  const table = await readForeignTable(from, upload ? { path: upload.path } : { text: text ?? '' })
  const bytes = upload ? await readFile(upload.path) : Buffer.from(text ?? '')
  const understood = await understand(table, {}, await namesOf(ctx.db))
  const file_name = upload ? cleanName(upload.name) || 'table' : PASTED
  const { headings_key, ...read } = await guess(ctx.db, understood, { file_name, source })
  const made = { bytes, headings_key, file_name, pasted: !upload, made_by: admin.id, made_at: ctx.now() }
  return patiently(ctx.db, async (trx) => {
    const move_id = await insertMove(trx, { ...made, read, source: read.source_guess, rows: read.rows })
    await storeRows(trx, move_id, understood)
    return { move_id, ...read }
  })
}

/** Reads the stored bytes of a move again. 409 once it has begun or its bytes are gone. */
export async function readFileAgain(
  ctx: Context,
  admin: Admin,
  moveId: string,
  { source, kind, columns, ...how }: How & Chosen & { source?: MoveSource | undefined },
): Promise<ReadFile> {
  const bytes = await findBytes(ctx.db, moveId)
  if (!bytes) throw plainError('conflict', 'The file is no longer stored. Choose it again.')
  return patiently(ctx.db, async (trx) => {
    const move = await lockMove(trx, moveId)
    if (move?.status !== 'read' && move?.status !== 'planned') throw plainError('conflict', 'This move has begun')
    const wanted = { ...move.how, ...how }
    const table = await readStored(ctx, admin, { bytes, pasted: move.pasted, how: wanted })
    const understood = await understand(table, { kind, columns }, await namesOf(trx))
    const about = { file_name: move.file_name, source: source ?? move.source, kind, columns }
    const { headings_key, ...read } = await guess(trx, understood, about)
    await deleteRows(trx, moveId)
    await storeRows(trx, moveId, understood)
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

const namesOf = async (db: Db) => (await listCourseNames(db)).map(({ name }) => name)

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

async function storeRows(trx: Db, moveId: string, { table }: Understood): Promise<void> {
  for (let at = 0; at < table.rows.length; at += AT_ONCE)
    await insertRows(trx, moveId, table.rows.slice(at, at + AT_ONCE))
}

/** Adds to the guesses what was chosen for the last file with these headings, and for these course names in any file. */
async function guess(
  db: Db,
  { table, courses, statuses, ...understood }: Understood,
  about: Chosen & { file_name: string; source?: MoveSource | undefined },
): Promise<StoredRead & { headings_key: string }> {
  const headings_key = headingsKey(table.headings)
  const last = await findChoices(db, headings_key)
  const chosen = about.kind === undefined || last?.plan.kind === about.kind ? last : undefined
  const before = await findCourseChoices(
    db,
    courses.map(({ name }) => name),
  )
  const ours = courses.length === 0 ? [] : await listCourseNames(db)
  const ids = new Set(ours.map(({ course_id }) => course_id))
  const fields = new Map(
    Object.entries(chosen?.plan.columns ?? {}).map(([heading, field]) => [plainWords(heading), field]),
  )
  const orders = new Map(
    Object.entries(chosen?.plan.dates ?? {}).map(([heading, order]) => [plainWords(heading), order]),
  )
  return {
    headings_key,
    file_name: about.file_name,
    rows: table.rows.length,
    kind_guess: chosen?.plan.kind ?? understood.kind_guess,
    problem: understood.problem,
    source_guess: about.source ?? chosen?.source ?? understood.source_guess,
    encoding: table.encoding,
    encoding_sure: table.encoding_sure,
    delimiter: table.delimiter,
    sheets: table.sheets,
    sheet: table.sheet,
    head_row: table.head_row,
    columns: understood.columns.map((column) => {
      const heading = plainWords(column.heading)
      const field = about.columns && Object.hasOwn(about.columns, column.heading) ? undefined : fields.get(heading)
      const order = orders.get(heading)
      return {
        ...column,
        ...(field !== undefined && { guess: field, sure: true }),
        dates: column.dates && order && !column.dates.proven ? { ...column.dates, order } : column.dates,
      }
    }),
    courses: courses.map(({ name, rows }) => {
      const guesses = [before.get(name) ?? []].flat().filter((id) => ids.has(id))
      const [first] = guesses
      if (first) return { name, rows, guess: first, guesses, close: 'remembered' as const }
      const similar = similarCourse(name, ours)
      return { name, rows, guess: similar?.course_id ?? null, close: similar?.close ?? ('none' as const) }
    }),
    statuses: statuses.map((status) => {
      const choice = chosen?.plan.statuses?.[status.value]
      return choice ? { ...status, guess: choice, sure: true } : status
    }),
    remembered: chosen !== undefined,
  }
}

/** Is the same for the same set of headings, in any order and spelling. */
const headingsKey = (headings: readonly string[]) =>
  createHash('sha256').update(headings.map(plainWords).toSorted().join('\n')).digest('hex')
