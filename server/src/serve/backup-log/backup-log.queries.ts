import type { Db } from '../../context.ts'

/** A backup that ended. `size_bytes`: bytes of the written file, null for a failed one; `place`: path or bucket. */
export type BackupRow = {
  started_at: string
  finished_at: string
  ok: boolean
  size_bytes: number | null
  message: string
  place: string
}

/** Older rows are deleted: a year of nights, and some by hand. */
const ROWS = 500

/** Records a finished backup. */
export async function insertBackup(db: Db, row: BackupRow): Promise<void> {
  await db('backups').insert(row)
  await db('backups').whereIn('id', db('backups').select('id').orderBy('finished_at', 'desc').offset(ROWS)).delete()
}

export type LastBackup = {
  /** End and size of the last good backup; null before the first. */
  last_at: string | null
  size_bytes: number | null
  /** The outcome of the last backup, good or not; null before the first. */
  ok: boolean | null
  message: string | null
}

export async function findLastBackup(db: Db): Promise<LastBackup> {
  const good = db('backups').where({ ok: true }).orderBy('finished_at', 'desc').first('finished_at', 'size_bytes')
  const last = db('backups').orderBy('finished_at', 'desc').first('ok', 'message')
  const [{ finished_at = null, size_bytes = null } = {}, { ok = null, message = null } = {}] = await Promise.all([
    good,
    last,
  ])
  return { last_at: finished_at, size_bytes, ok, message }
}

/** A restore: the moment of its backup, and a sentence about the numbers of documents. */
export type RestoreRow = { restored_at: string; backup_at: string; message: string }

export async function insertRestore(db: Db, row: RestoreRow): Promise<void> {
  await db('restores').insert(row)
}

/** Finds the last restore of this shop, if any. */
export function findLastRestore(db: Db): Promise<RestoreRow | undefined> {
  return db('restores').orderBy('id', 'desc').first('restored_at', 'backup_at', 'message')
}
