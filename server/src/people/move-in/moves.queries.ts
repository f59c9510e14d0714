import { randomBytes } from 'node:crypto'
import type { MoveKind } from 'contract/move-in/fields'
import type { ReadFile } from 'contract/move-in/file'
import type { MoveCounts, MovePlan } from 'contract/move-in/plan'
import type { MoveSource } from 'contract/move-sources'
import type { Db } from '../../context.ts'
import { hook } from '../../platform/features/hooks.ts'

/** Returns what became of the letter to the people of a move; null without anybody to write to. */
export const moveLetterCounted =
  hook<(db: Db, moveId: string) => Promise<{ recipients: number; sent: number; came: number } | null>>()

/** Guesses about a file, without the id of its move. */
export type StoredRead = Omit<ReadFile, 'move_id'>

/** A move without its bytes. */
export type MoveRow = {
  move_id: string
  status: 'read' | 'planned' | 'running' | 'stopped' | 'done' | 'failed' | 'undone'
  kind: MoveKind | null
  source: MoveSource
  file_name: string
  pasted: boolean
  how: object
  read: StoredRead
  plan: MovePlan | null
  counts: MoveCounts | null
  rows: number
  done: number
  planned: number
  message: string | null
  made_by: number
  made_at: string
  started_at: string | null
  finished_at: string | null
}

const COLUMNS = [
  ...(['move_id', 'status', 'kind', 'source', 'file_name', 'pasted', 'how', 'read', 'plan', 'counts'] as const),
  ...(['rows', 'done', 'planned', 'message', 'made_by', 'made_at', 'started_at', 'finished_at'] as const),
]

export type NewMove = Pick<MoveRow, 'source' | 'file_name' | 'pasted' | 'read' | 'rows' | 'made_by'> & {
  bytes: Buffer
  headings_key: string
  made_at: Date
}

export async function insertMove(trx: Db, move: NewMove): Promise<string> {
  const move_id = `mov_${randomBytes(12).toString('hex')}`
  await trx('moves').insert({ ...move, move_id, status: 'read' })
  return move_id
}

export type MoveChange = Partial<Omit<MoveRow, 'move_id' | 'started_at' | 'finished_at'>> & {
  bytes?: null
  headings_key?: string
  started_at?: Date
  finished_at?: Date | null
}

export async function updateMove(trx: Db, moveId: string, change: MoveChange): Promise<void> {
  await trx('moves').where({ move_id: moveId }).update(change)
}

/** Deletes a move with its file and rows. */
export const deleteMove = (trx: Db, moveId: string): Promise<number> => trx('moves').where({ move_id: moveId }).delete()

export const findMove = (db: Db, moveId: string): Promise<MoveRow | undefined> =>
  db('moves').where({ move_id: moveId }).first(COLUMNS)

/**
 * Locks a move, so that its chunks, its stop and its plan run one after another. `skipLocked` returns undefined for one
 * that another transaction holds.
 */
export function lockMove(
  trx: Db,
  moveId: string,
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<MoveRow | undefined> {
  const found = trx('moves').where({ move_id: moveId }).forNoKeyUpdate()
  return (skipLocked ? found.skipLocked() : found).first(COLUMNS)
}

export async function findBytes(db: Db, moveId: string): Promise<Buffer | null> {
  return (await db('moves').where({ move_id: moveId }).first('bytes'))?.bytes ?? null
}

/** Lists the moves of some kinds, newest first. */
export const listMoves = (db: Db, kinds: readonly MoveKind[], limit: number): Promise<MoveRow[]> =>
  db('moves')
    .whereRaw(`coalesce(kind, read->>'kind_guess') = any(?)`, [[...kinds]])
    .orderBy('made_at', 'desc')
    .limit(limit)
    .select(COLUMNS)

export const findRunning = (db: Db): Promise<string[]> =>
  db('moves').where({ status: 'running' }).orderBy('made_at').pluck('move_id')

/** Finds the choices of the newest move with these headings. */
export const findChoices = (db: Db, headingsKey: string): Promise<{ plan: MovePlan; source: MoveSource } | undefined> =>
  db('moves')
    .where({ headings_key: headingsKey })
    .whereNotNull('plan')
    .orderBy('made_at', 'desc')
    .first('plan', 'source')

/** Finds what names of courses became in earlier moves, whatever their source: the newest choice of each name. */
export async function findCourseChoices(db: Db, names: readonly string[]): Promise<Map<string, string | string[]>> {
  if (names.length === 0) return new Map()
  const { rows } = await db.raw<{ rows: { name: string; choice: string | string[] }[] }>(
    `select distinct on (name) name, choice from (
       select c.key as name, c.value as choice, m.made_at from moves m, jsonb_each(m.plan->'courses') c
       where m.plan is not null and c.key = any(:names) and c.value <> 'null'::jsonb and c.value <> '"new"'::jsonb
     ) chosen order by name, made_at desc`,
    { names: [...names] },
  )
  return new Map(rows.map(({ name, choice }) => [name, choice]))
}

/** Deletes bytes and rows of moves older than this, and those that were never begun. */
export async function forgetMoves(db: Db, before: Date): Promise<void> {
  await db('moves').where('made_at', '<', before).whereIn('status', ['read', 'planned']).delete()
  const old = db('moves').where('made_at', '<', before).whereNot({ status: 'running' })
  await db('move_rows').whereIn('move_id', old.clone().select('move_id')).delete()
  await old.whereNotNull('bytes').update({ bytes: null })
}

/** Notes the accounts that a move brought. */
export async function insertPeople(
  trx: Db,
  moveId: string,
  people: readonly { user_id: number; made: boolean }[],
): Promise<void> {
  if (people.length === 0) return
  const each = [...new Map(people.map((one) => [one.user_id, one])).values()]
  await trx.raw(
    `insert into move_people (move_id, user_id, made)
     select :moveId, * from unnest(cast(:users as bigint[]), cast(:made as boolean[])) on conflict do nothing`,
    { moveId, users: each.map(({ user_id }) => user_id), made: each.map(({ made }) => made) },
  )
}

export async function countPeople(db: Db, moveId: string): Promise<{ people: number; accounts: number }> {
  const row = await db('move_people')
    .where({ move_id: moveId })
    .first(db.raw('count(*)::int as people, count(*) filter (where made)::int as accounts'))
  return row as { people: number; accounts: number }
}

/** Reads the accounts that a move brought, in order of their ids. */
export const findPeople = (
  db: Db,
  moveId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ user_id: number; made: boolean }[]> =>
  db('move_people')
    .where({ move_id: moveId })
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .select('user_id', 'made')

/** Takes accounts from a move. Its rows stay, without the accounts. */
export async function forgetPeople(trx: Db, moveId: string, userIds: readonly number[]): Promise<void> {
  await trx('move_people')
    .where({ move_id: moveId })
    .whereIn('user_id', [...userIds])
    .delete()
  await trx('move_rows')
    .where({ move_id: moveId })
    .whereIn('user_id', [...userIds])
    .update({ user_id: null })
}

/** Finds which accounts a move has made. */
export const findMadeBy = (db: Db, moveId: string, userIds: readonly number[]): Promise<number[]> =>
  db('move_people')
    .where({ move_id: moveId, made: true })
    .whereIn('user_id', [...userIds])
    .pluck('user_id')
