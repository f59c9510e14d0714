import type { Db } from '../../context.ts'
import { archivedSettings } from '../../platform/features/features.ts'

export type FileRow = {
  url: string
  name: string
  folder: string
  kind: string
  /** Titles of the courses that use it. */
  used_in: string | null
  received_sha256: string | null
  created_at: string
  /** The folder of a student's work. */
  submission: string | null
}

/** Lists the library, and the work of students who were not erased, with the courses that use each file. */
export async function listFiles(trx: Db): Promise<FileRow[]> {
  const { rows } = await trx.raw<{ rows: FileRow[] }>(
    `with uses as (
      select id, string_agg(distinct name, '; ') as used_in from (
        select unnest(media_ids(to_jsonb(c)::text)) as id, c.name from courses c
        union all
        select unnest(media_ids(to_jsonb(l)::text)), c.name from lessons l join courses c on c.course_id = l.course_id) found
      group by id)
    select m.url, m.name, m.folder, m.kind, u.used_in, m.sha256 as received_sha256, m.created_at, null as submission
      from media m left join uses u on u.id = m.media_id
    union all
    select f.url, f.name, '', f.kind, null, null, f.created_at, 'submissions/' || coalesce(f.hand_in_id::text, 'not submitted')
      from hand_in_files f join users s on s.id = f.user_id and s.deleted_at is null
    order by submission nulls first, folder, name, url`,
  )
  return rows
}

/** Lists the ids of the documents, in the order of their issue. */
export const listDocumentIds = (trx: Db): Promise<string[]> =>
  trx('documents').orderBy(['issued_at', 'document_id']).pluck('document_id')

/** Reads settings without secrets, table by table. */
export async function readSettings(trx: Db): Promise<Record<string, unknown[]>> {
  const settings: Record<string, unknown[]> = {}
  for (const [table, select] of Object.entries(archivedSettings)) {
    const { rows } = await trx.raw<{ rows: unknown[] }>(select)
    settings[table] = rows
  }
  return settings
}

export type MoveOutRow = {
  file_id: string
  state: 'waiting' | 'running' | 'ready' | 'failed'
  asked_by: number
  asked_at: string
  held_until: string | null
  done_bytes: number
  total_bytes: number
  bytes: number | null
  ready_at: string | null
  expires_at: string | null
  problem: string | null
}

export function findMoveOut(db: Db): Promise<MoveOutRow | undefined> {
  return db('move_outs').first()
}

/** Replaces the archive by a new one that waits. */
export async function insertMoveOut(
  trx: Db,
  row: Pick<MoveOutRow, 'file_id' | 'asked_by' | 'total_bytes'> & { asked_at: Date },
): Promise<void> {
  await trx('move_outs').delete()
  await trx('move_outs').insert({ ...row, state: 'waiting' })
}

export async function deleteMoveOut(db: Db, fileId: string): Promise<void> {
  await db('move_outs').where({ file_id: fileId }).delete()
}

/** Takes the archive that waits, or whose writer is gone; undefined without one. */
export async function claimMoveOut(
  db: Db,
  holder: string,
  { now, until }: { now: Date; until: Date },
): Promise<MoveOutRow | undefined> {
  const [row]: MoveOutRow[] = await db('move_outs')
    .whereIn('state', ['waiting', 'running'])
    .where((free) => free.whereNull('held_until').orWhere('held_until', '<=', now))
    .update({ state: 'running', holder, held_until: until, done_bytes: 0 })
    .returning('*')
  return row
}

type Written = Partial<Pick<MoveOutRow, 'state' | 'done_bytes' | 'bytes' | 'problem'>> & {
  held_until?: Date | null
  ready_at?: Date
  expires_at?: Date
}

/** Returns false once the archive was deleted, or another process writes it. */
export async function updateMoveOut(db: Db, holder: string, fields: Written): Promise<boolean> {
  return (await db('move_outs').where({ holder, state: 'running' }).update(fields)) > 0
}

/** Estimates the bytes of an archive: files as they are, and tables as text. */
export async function estimateBytes(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { bytes: number }[] }>(
    `select ((select coalesce(sum(bytes), 0) from media) + (select coalesce(sum(bytes), 0) from hand_in_files)
      + (select count(*) from documents) * 60000 + (select count(*) from lesson_progress) * 40
      + (select count(*) from users) * 100 + 200000)::bigint as bytes`,
  )
  return rows[0]?.bytes ?? 0
}
