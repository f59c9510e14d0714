import type { SavedSegment, Segment } from 'contract/segments'
import type { Db } from '../../context.ts'
import { inSegment } from './segment-rules.ts'

type Row = Omit<SavedSegment, 'people'>

const rowsOf = (db: Db) => db<Row>('segments').select('name', 'segment', { segment_id: db.raw('segment_id::text') })

/** All by name. */
export const findSegments = (db: Db): Promise<Row[]> => rowsOf(db).orderByRaw('lower(name), segment_id')

/** Locks the segment until the transaction ends. */
export const lockSegment = (trx: Db, segmentId: string): Promise<Row | undefined> =>
  rowsOf(trx).where({ segment_id: segmentId }).forUpdate().first()

/** Returns null when another segment has the name. */
export async function insertSegment(
  trx: Db,
  { name, segment, now }: { name: string; segment: Segment; now: Date },
): Promise<string | null> {
  const row = { name, segment: JSON.stringify(segment), created_at: now }
  const { rows } = await trx.raw<{ rows: { segment_id: string }[] }>(
    `insert into segments (name, segment, created_at) values (:name, :segment, :created_at)
     on conflict (lower(name)) do nothing returning segment_id::text`,
    row,
  )
  return rows[0]?.segment_id ?? null
}

export async function updateSegment(trx: Db, segmentId: string, { name, segment }: Pick<Row, 'name' | 'segment'>) {
  await trx('segments')
    .where({ segment_id: segmentId })
    .update({ name, segment: JSON.stringify(segment) })
}

/** Returns true when another segment has the name. */
export async function hasName(trx: Db, name: string, segmentId: string): Promise<boolean> {
  const other = trx('segments').whereRaw('lower(name) = lower(?)', name).whereNot({ segment_id: segmentId })
  return (await other.first('segment_id')) !== undefined
}

export async function deleteSegment(trx: Db, segmentId: string): Promise<string | undefined> {
  const [row] = await trx('segments').where({ segment_id: segmentId }).delete().returning('name')
  return row?.name
}

/** Locks the table for further segments and counts them. */
export async function lockNumber(trx: Db): Promise<number> {
  await trx.raw('lock table segments in share row exclusive mode')
  return Number((await trx('segments').count({ number: '*' }).first())?.number ?? 0)
}

/** Counts the living students of a segment. */
export async function countPeople(db: Db, segment: Segment, now: Date): Promise<number> {
  const people = db('users as u').whereNull('u.deleted_at').modify(inSegment, segment, now)
  return Number((await people.count({ total: '*' }).first())?.total ?? 0)
}

/** Returns true when every rule fits the student (`users.id`). */
export async function isInSegment(db: Db, userId: number, segment: Segment, now: Date): Promise<boolean> {
  const one = db('users as u').where('u.id', userId).modify(inSegment, segment, now)
  return (await one.first('u.id')) !== undefined
}
