import { MOST_SEGMENTS, type SavedSegment, type Segment } from 'contract/segments'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import {
  countPeople,
  deleteSegment,
  findSegments,
  hasName,
  insertSegment,
  lockNumber,
  lockSegment,
  updateSegment,
} from './segments.queries.ts'

type Write = Pick<Context, 'db' | 'now'>

/** Counts one segment after the other: together they would take every connection. */
export async function listSegments({ db, now }: Write): Promise<SavedSegment[]> {
  const counted: SavedSegment[] = []
  for (const row of await findSegments(db)) {
    counted.push({ ...row, people: await countPeople(db, row.segment, now()) })
  }
  return counted
}

/** 409 `segment_exists`; `conflict` when the shop has all that it may. */
export async function addSegment({ db, now }: Write, input: { name: string; segment: Segment }): Promise<SavedSegment> {
  const segment_id = await db.transaction(async (trx) => {
    if ((await lockNumber(trx)) >= MOST_SEGMENTS) {
      throw plainError('conflict', `A shop saves at most ${MOST_SEGMENTS} segments. Please delete one first.`)
    }
    const id = await insertSegment(trx, { ...input, now: now() })
    if (id === null) throw exists()
    await noteChange(trx, { ...target(id, input.name), after: input })
    return id
  })
  return { ...input, segment_id, people: await countPeople(db, input.segment, now()) }
}

/** 404; 409 `segment_exists`. */
export async function changeSegment(
  { db, now }: Write,
  segmentId: string,
  input: { name?: string | undefined; segment?: Segment | undefined },
): Promise<SavedSegment> {
  const after = await db.transaction(async (trx) => {
    const before = await lockSegment(trx, segmentId)
    if (!before) throw notFound()
    const changed = { name: input.name ?? before.name, segment: input.segment ?? before.segment }
    if (await hasName(trx, changed.name, segmentId)) throw exists()
    await updateSegment(trx, segmentId, changed)
    await noteChange(trx, { ...target(segmentId, changed.name), ...changedFields(before, changed) })
    return { ...changed, segment_id: segmentId }
  })
  return { ...after, people: await countPeople(db, after.segment, now()) }
}

/** 404, also the second time. */
export async function removeSegment({ db }: Write, segmentId: string): Promise<void> {
  await db.transaction(async (trx) => {
    const name = await deleteSegment(trx, segmentId)
    if (name === undefined) throw notFound()
    await noteChange(trx, target(segmentId, name))
  })
}

const target = (id: string, name: string) => ({ kind: 'other' as const, id, name })
const notFound = () => plainError('not_found', 'Segment not found')
const exists = () => plainError('segment_exists', 'A segment has this name already')
