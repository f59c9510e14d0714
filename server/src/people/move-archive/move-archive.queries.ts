import type { ArchiveCheck, ArchiveResult, MoveArchiveState } from 'contract/move-archive'
import type { Db } from '../../context.ts'

export type ArchiveRow = Omit<MoveArchiveState, 'result' | 'check'> & {
  upload_id: string
  with_settings: boolean
  made_by: number
  move_id: string | null
  result: ArchiveResult | null
  checked: ArchiveCheck | null
}

export function findNewest(db: Db): Promise<ArchiveRow | undefined> {
  return db('move_archives').orderBy('made_at', 'desc').first()
}

export async function insertArchive(
  trx: Db,
  row: Pick<
    ArchiveRow,
    'archive_id' | 'upload_id' | 'file_name' | 'with_settings' | 'made_by' | 'total_bytes' | 'state'
  > & {
    made_at: Date
  },
): Promise<ArchiveRow> {
  const [made]: ArchiveRow[] = await trx('move_archives').insert(row).returning('*')
  if (!made) throw new Error('a row that was inserted is not there')
  return made
}

/** Locks an archive. */
export const lockArchive = (trx: Db, archiveId: string): Promise<ArchiveRow | undefined> =>
  trx('move_archives').where({ archive_id: archiveId }).forUpdate().first()

/** Brings a checked archive from now on. */
export async function runArchive(trx: Db, archiveId: string, settings: boolean): Promise<void> {
  await trx('move_archives').where({ archive_id: archiveId }).update({ state: 'waiting', with_settings: settings })
}

export const deleteArchive = (trx: Db, archiveId: string): Promise<number> =>
  trx('move_archives').where({ archive_id: archiveId }).delete()

/** Takes the oldest archive that waits for its check or to be brought, or whose worker is gone; undefined without one. */
export async function claimArchive(
  db: Db,
  holder: string,
  { now, until }: { now: Date; until: Date },
): Promise<ArchiveRow | undefined> {
  const { rows } = await db.raw<{ rows: ArchiveRow[] }>(
    `update move_archives set state = case when state = 'checking' then state else 'running' end, holder = :holder, held_until = :until, done_bytes = 0, problem = null
     where archive_id = (select archive_id from move_archives
       where state in ('checking', 'waiting', 'running') and (held_until is null or held_until <= :now) order by made_at limit 1 for update skip locked)
     returning *`,
    { holder, now, until },
  )
  return rows[0]
}

type Worked = Partial<Pick<ArchiveRow, 'state' | 'step' | 'done_bytes' | 'total_bytes' | 'problem'>> & {
  result?: string
  checked?: string
  move_id?: string
  held_until?: Date | null
  finished_at?: Date
}

/** Returns false once another process works on it. */
export async function updateArchive(db: Db, holder: string, fields: Worked): Promise<boolean> {
  return (await db('move_archives').where({ holder }).whereIn('state', ['checking', 'running']).update(fields)) > 0
}

export type Bringing = {
  archiveId: string
  fileName: string
  adminId: number
  settings: boolean
  signal: AbortSignal
  /** Returns the move of the people, which `make` inserts the first time. */
  moveOf: (make: (trx: Db) => Promise<string>) => Promise<string>
  /** Notes what is shown of the work. */
  tell: (fields: Partial<Pick<ArchiveRow, 'step' | 'done_bytes' | 'total_bytes'>>) => void
}
