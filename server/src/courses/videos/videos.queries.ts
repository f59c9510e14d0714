import type { VideoPlan } from 'contract/media/videos'
import type { Db } from '../../context.ts'
import { LESSON_FILES } from '../courses/courses.sql.ts'
import { VIDEOS } from '../media/media.queries.ts'
import type { MadeRung } from './read-rung.ts'

export type SetState = 'waiting' | 'making' | 'ready' | 'failed'

/** Small images on one sheet, row by row. */
export type Sprite = VideoPlan['sprite']

export type VideoSet = {
  media_id: string
  /** The source file. */
  url: string
  state: SetState
  /** Progress in percent. */
  percent: number
  tries: number
  /** Reason of a failure or a pause. */
  problem: string | null
  loudness: number | null
  poster: boolean
  sprite: Sprite | null
}

/** A finished rung. `width` and `height` are null for the sound alone. */
export type VideoRung = MadeRung & { media_id: string; rung: string; width: number | null; height: number | null }

/** Adds a waiting set for each lesson video without one, and drops sets of replaced files. */
export async function noteWantedSets(db: Db): Promise<void> {
  await db.raw(`delete from video_sets s using ${VIDEOS} v where v.media_id = s.media_id and v.url <> s.url`)
  await db.raw(
    `insert into video_sets (media_id, url, created_at)
     select v.media_id, v.url, v.created_at from ${VIDEOS} v
     where not exists (select 1 from video_sets s where s.media_id = v.media_id)
       and exists (select 1 from ${LESSON_FILES} l where l.media_ids && array[v.media_id])
     on conflict do nothing`,
  )
}

/** Finds the next set to make: with the fewest attempts, then waiting longest. */
export async function findOpenSet(db: Db): Promise<VideoSet | undefined> {
  return db('video_sets').whereIn('state', ['waiting', 'making']).orderBy(['tries', 'created_at', 'media_id']).first()
}

/** Finds the sets of these files, by id. */
export async function findSets(db: Db, mediaIds: readonly string[]): Promise<Map<string, VideoSet>> {
  if (mediaIds.length === 0) return new Map()
  const rows: VideoSet[] = await db('video_sets').whereIn('media_id', [...mediaIds])
  return new Map(rows.map((row) => [row.media_id, row]))
}

export type RungFacts = Pick<VideoRung, 'media_id' | 'rung' | 'width' | 'height' | 'bytes'>

/** Lists the rungs of these sets without segments, lowest first. */
export async function listRungs(db: Db, mediaIds: readonly string[]): Promise<RungFacts[]> {
  if (mediaIds.length === 0) return []
  return db('video_rungs')
    .whereIn('media_id', [...mediaIds])
    .orderBy(['media_id', 'bytes'])
    .select('media_id', 'rung', 'width', 'height', 'bytes')
}

/** Lists a ready set's rungs with their segments, lowest first; empty for an unfinished set. */
export async function listReadyRungs(db: Db, mediaId: string): Promise<VideoRung[]> {
  return db('video_rungs as r')
    .join('video_sets as s', 's.media_id', 'r.media_id')
    .where({ 'r.media_id': mediaId, 's.state': 'ready' })
    .orderBy('r.bytes')
    .select('r.*')
}

/** Updates the set; returns false when it is gone. */
export async function updateSet(db: Db, mediaId: string, change: Partial<VideoSet>): Promise<boolean> {
  const { sprite, ...rest } = change
  const sets = await db('video_sets')
    .where({ media_id: mediaId })
    .update({ ...rest, ...(sprite === undefined ? {} : { sprite: JSON.stringify(sprite) }) })
  return sets > 0
}

/** Stores a finished rung; returns false when the set is gone. */
export async function insertRung(db: Db, rung: VideoRung): Promise<boolean> {
  return db.transaction(async (trx) => {
    const set = await trx('video_sets').where({ media_id: rung.media_id }).forShare().first('media_id')
    if (!set) return false
    await trx('video_rungs').insert(rung).onConflict(['media_id', 'rung']).merge()
    return true
  })
}

/** Takes the turn to make sets, across all processes, until `until`; returns false while another holds it. */
export async function takeTurn(db: Db, holder: string, { now, until }: { now: Date; until: Date }): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into video_turn (holder, until) values (:holder, :until)
     on conflict (one) do update set holder = excluded.holder, until = excluded.until
     where video_turn.until <= :now or video_turn.holder = :holder
     returning 1`,
    { holder, now, until },
  )
  return rows.length > 0
}

export async function giveTurn(db: Db, holder: string): Promise<void> {
  await db('video_turn').where({ holder }).delete()
}
