import { randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { DAY_MS } from 'contract/indian-time'
import { ARCHIVE_DAYS, type MoveOutState } from 'contract/move-out'
import type { Context, Db } from '../../context.ts'
import { signAddress } from '../../courses/media/signed-address.ts'
import { plainError } from '../../errors.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findAdminSession } from '../../shop/auth/sessions.queries.ts'
import { archiveName, makeArchive } from './make-archive.ts'
import {
  claimMoveOut,
  deleteMoveOut,
  estimateBytes,
  findMoveOut,
  insertMoveOut,
  type MoveOutRow,
  updateMoveOut,
} from './move-out.queries.ts'

/** A silent writer loses the archive to another process after this long. */
const LEASE_MS = 30_000
const BEAT_MS = 5_000
/** Left free for the shop, which goes on selling meanwhile. */
const SPARE_BYTES = 500e6

const fileName = ({ asked_at }: Pick<MoveOutRow, 'asked_at'>) => archiveName(new Date(asked_at))
const keyOf = (row: Pick<MoveOutRow, 'file_id' | 'asked_at'>) => ({ mediaId: row.file_id, name: fileName(row) })

export async function readMoveOut(db: Db): Promise<MoveOutState> {
  const [estimated_bytes, row] = await Promise.all([estimateBytes(db), findMoveOut(db)])
  if (!row) return { estimated_bytes, archive: null }
  const { file_id: _, asked_by: __, held_until: ___, ...shown } = row
  return { estimated_bytes, archive: shown }
}

/** Orders a new archive in place of the one before, whose file goes; does nothing while one is made. 507 without room. */
export async function beginMoveOut(ctx: Context, adminId: number): Promise<void> {
  const { db, files, now, queue } = ctx
  const total_bytes = await requireArchiveRoom(ctx)
  await db.transaction(async (trx) => {
    await trx.raw('lock table move_outs in share row exclusive mode')
    const before = await findMoveOut(trx)
    if (before && (before.state === 'waiting' || before.state === 'running')) return
    // A kill in between leaves a row without a file, which is replaced like any other.
    if (before) await files.removeAll(before.file_id)
    await insertMoveOut(trx, {
      file_id: randomBytes(16).toString('hex'),
      asked_by: adminId,
      asked_at: now(),
      total_bytes,
    })
    await noteChange(trx, { kind: 'settings', id: 'move_out', name: 'Archive of the shop' })
    await queue.send(trx, 'move-out', {})
  })
}

async function requireArchiveRoom({ db, files }: Pick<Context, 'db' | 'files'>): Promise<number> {
  const [needed, free] = await Promise.all([estimateBytes(db), files.freeBytes()])
  if (free < needed + SPARE_BYTES) {
    const [size, left] = [needed, Math.max(0, free - SPARE_BYTES)].map((bytes) => `${Math.ceil(bytes / 1e6)} MB`)
    throw plainError('storage_full', `The archive needs about ${size}, and the server has room for ${left}.`)
  }
  return needed
}

/** Deletes the archive, or stops its making. */
export async function removeMoveOut({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  const row = await findMoveOut(db)
  if (!row) return
  await files.removeAll(row.file_id)
  await deleteMoveOut(db, row.file_id)
  await noteChange(db, { kind: 'settings', id: 'move_out', name: 'Archive of the shop' })
}

/** Signs the archive's address for one session. 404 before it is ready. */
export async function linkMoveOut({ db, config, now }: Context, sessionId: string): Promise<string> {
  const row = await findMoveOut(db)
  if (row?.state !== 'ready') throw plainError('not_found', 'There is no archive. Make a new one.')
  const { mediaId, name } = keyOf(row)
  await noteChange(db, { kind: 'settings', id: 'move_out', name: 'Archive of the shop' })
  return signAddress(config, `/media/${mediaId}/${name}`, { audience: 'admin', sessionId }, now())
}

/** Returns the name of the archive to a session of an owner. */
export async function allowArchive(
  { db, now }: Pick<Context, 'db' | 'now'>,
  opener: { audience: 'user' | 'admin'; sessionId: string },
  mediaId: string,
): Promise<{ name: string } | undefined> {
  if (opener.audience !== 'admin') return undefined
  const row = await findMoveOut(db)
  if (row?.file_id !== mediaId || row.state !== 'ready') return undefined
  const admin = await findAdminSession(db, opener.sessionId, now())
  return admin?.role === 'owner' ? { name: fileName(row) } : undefined
}

/** Deletes an expired archive, and makes one that waits or whose writer is gone, from its start. */
export async function workOnMoveOut(ctx: Context, stopping: AbortSignal): Promise<void> {
  const { db, files, now, log } = ctx
  const present = await findMoveOut(db)
  if (present?.expires_at && Date.parse(present.expires_at) <= now().getTime()) await removeMoveOut(ctx)
  const holder = randomBytes(12).toString('hex')
  const lease = () => new Date(now().getTime() + LEASE_MS)
  const row = await claimMoveOut(db, holder, { now: now(), until: lease() })
  if (!row) return
  const over = new AbortController()
  let done_bytes = 0
  const beat = setInterval(async () => {
    const mine = await updateMoveOut(db, holder, { held_until: lease(), done_bytes }).catch(() => true)
    if (!mine) over.abort(new Error('the archive was deleted, or another process makes it'))
  }, BEAT_MS)
  const path = files.tempPath()
  try {
    // A killed writer may have left its file.
    await files.removeAll(row.file_id)
    await requireArchiveRoom(ctx)
    const made = await makeArchive(
      {
        ...ctx,
        store: files,
        signal: AbortSignal.any([stopping, over.signal]),
        wrote: (bytes) => {
          done_bytes += bytes
        },
      },
      path,
    )
    const { size } = await stat(path)
    await files.keep(path, keyOf(row))
    failpoint(ctx, 'move-out:after-keep')
    const ready = { state: 'ready', bytes: size, ready_at: now(), held_until: null } as const
    const expires_at = new Date(now().getTime() + ARCHIVE_DAYS * DAY_MS)
    if (!(await updateMoveOut(db, holder, { ...ready, expires_at, done_bytes }))) await files.removeAll(row.file_id)
    log.info({ bytes: size, files: made.files, missing: made.missing.length }, 'the archive of the shop is ready')
  } catch (error) {
    if (over.signal.aborted) return
    // The next process begins again.
    if (stopping.aborted) await updateMoveOut(db, holder, { held_until: null, state: 'waiting' })
    else {
      log.warn({ err: error }, 'the archive of the shop failed')
      const problem = error instanceof Error ? error.message : String(error)
      await updateMoveOut(db, holder, { state: 'failed', problem, held_until: null })
    }
  } finally {
    clearInterval(beat)
    await rm(path, { force: true })
  }
}
