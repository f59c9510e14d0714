import { randomBytes } from 'node:crypto'
import type { MoveArchiveState } from 'contract/move-archive'
import type { Context, Db } from '../../context.ts'
import { findUpload, markUploadFinished } from '../../courses/media/uploads.queries.ts'
import { plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { bringArchive } from './bring-archive.ts'
import { checkArchive } from './check-archive.ts'
import {
  type ArchiveRow,
  claimArchive,
  deleteArchive,
  findNewest,
  insertArchive,
  lockArchive,
  runArchive,
  updateArchive,
} from './move-archive.queries.ts'
import { ArchiveRefusal } from './unpack.ts'

/** A silent worker loses the archive to another process after this long. */
const LEASE_MS = 30_000
const BEAT_MS = 5_000

export function shownArchive(row: ArchiveRow): MoveArchiveState {
  const { archive_id, file_name, made_at, state, step, done_bytes, total_bytes, result, problem, finished_at } = row
  const shown = { archive_id, file_name, made_at, state, step, done_bytes, total_bytes, result, problem, finished_at }
  return { ...shown, check: row.checked }
}

export async function readArchive(db: Db): Promise<MoveArchiveState | null> {
  const row = await findNewest(db)
  return row ? shownArchive(row) : null
}

/** Orders a complete upload of this admin to be checked; an earlier checked one gives way. 404, 409. */
export async function beginArchive(
  ctx: Pick<Context, 'db' | 'files' | 'now' | 'queue'>,
  adminId: number,
  upload_id: string,
): Promise<MoveArchiveState> {
  const { db, files, now, queue } = ctx
  const upload = await findUpload(db, upload_id)
  if (upload?.admin_id !== adminId || upload.metadata.move_in === undefined)
    throw plainError('not_found', 'Upload not found')
  if ((await files.incomingBytes(upload_id)) !== upload.bytes)
    throw plainError('conflict', 'The upload is not complete')
  return db.transaction(async (trx) => {
    await trx.raw('lock table move_archives in share row exclusive mode')
    const newest = await findNewest(trx)
    if (newest && ['checking', 'waiting', 'running'].includes(newest.state)) {
      if (newest.upload_id === upload_id) return shownArchive(newest)
      throw plainError('conflict', 'Another archive is being brought. Wait until it is done.')
    }
    const archive_id = `arc_${randomBytes(10).toString('hex')}`
    const about = { file_name: upload.name, total_bytes: upload.bytes, made_by: adminId, made_at: now() }
    const row = await insertArchive(trx, { archive_id, upload_id, with_settings: false, state: 'checking', ...about })
    await noteChange(trx, { kind: 'other', id: archive_id, name: upload.name, after: { checked: true } })
    await queue.send(trx, 'bring-archive', {})
    return shownArchive(row)
  })
}

const requireChecked = async (trx: Db, archiveId: string): Promise<ArchiveRow> => {
  const row = await lockArchive(trx, archiveId)
  if (!row) throw plainError('not_found', 'Archive not found')
  if (row.state !== 'checked')
    throw plainError('conflict', 'Only an archive that is checked can be brought or discarded')
  return row
}

/** Orders a checked archive to be brought. 404, 409. */
export function runCheckedArchive(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  archiveId: string,
  settings: boolean,
): Promise<MoveArchiveState> {
  return db.transaction(async (trx) => {
    const row = await requireChecked(trx, archiveId)
    await runArchive(trx, archiveId, settings)
    await noteChange(trx, { kind: 'other', id: archiveId, name: row.file_name, after: { settings } })
    await queue.send(trx, 'bring-archive', {})
    return shownArchive({ ...row, state: 'waiting' })
  })
}

/** Deletes a checked archive and its bytes. 404, 409. */
export async function discardArchive(
  { db, files }: Pick<Context, 'db' | 'files'>,
  archiveId: string,
): Promise<{ message: string }> {
  const row = await db.transaction(async (trx) => {
    const checked = await requireChecked(trx, archiveId)
    await deleteArchive(trx, archiveId)
    await noteChange(trx, { kind: 'other', id: archiveId, name: checked.file_name, before: { checked: true } })
    return checked
  })
  await files.removeIncoming(row.upload_id)
  return { message: `${row.file_name} is discarded` }
}

/** Goes on with an archive that waits, or whose worker is gone: what is here already stays as it is. */
export async function workOnArchive(ctx: Context, stopping: AbortSignal): Promise<void> {
  const { db, files, now, log } = ctx
  const holder = randomBytes(12).toString('hex')
  const lease = () => new Date(now().getTime() + LEASE_MS)
  const row = await claimArchive(db, holder, { now: now(), until: lease() })
  if (!row) return
  const over = new AbortController()
  const signal = AbortSignal.any([stopping, over.signal])
  const notified: Parameters<typeof updateArchive>[2] = {}
  const beat = setInterval(async () => {
    const mine = await updateArchive(db, holder, { ...notified, held_until: lease() }).catch(() => true)
    if (!mine) over.abort(new Error('another process brings the archive'))
  }, BEAT_MS)
  try {
    if (row.state === 'checking') {
      const checked = await files.useIncoming(row.upload_id, (path) => checkArchive(ctx, path, signal))
      await updateArchive(db, holder, { state: 'checked', checked: JSON.stringify(checked), held_until: null })
      return
    }
    const result = await files.useIncoming(row.upload_id, (path) =>
      bringArchive(ctx, path, {
        archiveId: row.archive_id,
        fileName: row.file_name,
        adminId: row.made_by,
        settings: row.with_settings,
        signal,
        moveOf: async (make) =>
          row.move_id ??
          db.transaction(async (trx) => {
            const move_id = await make(trx)
            await updateArchive(trx, holder, { move_id })
            return move_id
          }),
        tell: (fields) => Object.assign(notified, fields),
      }),
    )
    const done = { state: 'done', finished_at: now(), result: JSON.stringify(result), held_until: null } as const
    await db.transaction(async (trx) => {
      if (!(await updateArchive(trx, holder, { ...notified, ...done }))) return
      await markUploadFinished(trx, row.upload_id, { media_id: null, now: now() })
    })
    await files.removeIncoming(row.upload_id)
  } catch (error) {
    if (over.signal.aborted) return
    // The next process goes on.
    if (stopping.aborted)
      await updateArchive(db, holder, {
        held_until: null,
        state: row.state === 'checking' ? 'checking' : 'waiting',
      })
    else {
      if (!(error instanceof ArchiveRefusal)) log.warn({ err: error }, 'the archive of another shop failed')
      const problem = error instanceof Error ? error.message : String(error)
      await updateArchive(db, holder, { state: 'failed', problem, finished_at: now(), held_until: null })
    }
  } finally {
    clearInterval(beat)
  }
}
