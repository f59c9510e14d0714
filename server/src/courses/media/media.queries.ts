import { olderMediaId } from 'contract/media/address'
import type { MediaKind } from 'contract/media/kinds'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'

export type MediaRow = {
  media_id: string
  kind: MediaKind
  /** The shown name, in any script: at first that of the file as it was sent. */
  name: string
  /** Root-relative. */
  url: string
  bytes: number
  width: number | null
  height: number | null
  seconds: number | null
  colour: string | null
  /** The hash of the received bytes; for images from before 2026-11-20, of the stored ones. */
  sha256: string
  /** Widths of an image stored beside it as AVIF and WebP. */
  widths: number[]
  /** For buyers only. Absent in new rows: a new file has no uses. */
  paid?: boolean
  /** The file's folder; empty or absent for none. */
  folder?: string
  /** Arrives from the database as ISO text. */
  created_at: Date | string
}

/** Returns the file's stored name: the last segment of its address. */
export function fileNameOf({ url }: Pick<MediaRow, 'url'>): string {
  return url.split('/').at(-1) ?? ''
}

export async function insertMedia(db: Db, row: MediaRow): Promise<void> {
  await db('media').insert(row)
}

/** Finds a stored file; undefined when it is gone. */
export async function findMedia(db: Db, mediaId: string): Promise<MediaRow | undefined> {
  return db('media').where({ media_id: mediaId }).first()
}

export type PaidState = Pick<MediaRow, 'media_id' | 'name' | 'paid' | 'url'>

const queryPaidFile = prepared<PaidState>(
  'file of an address',
  () => 'select media_id, paid, name, url from media where media_id in (:mediaId, :olderId)',
)

/** Finds a file under its id, or that of before 2026-12, and if it is for buyers only; undefined without a file. */
export async function findPaidState(db: Db, mediaId: string): Promise<PaidState | undefined> {
  const rows = await queryPaidFile(db, { mediaId, olderId: olderMediaId(mediaId) ?? mediaId })
  return rows[0]
}

export type FileFacts = Pick<MediaRow, 'url' | 'bytes' | 'kind' | 'width' | 'height' | 'seconds'> & { paid: boolean }

/** Returns the library's facts of these files, by address. */
export async function findFileFacts(db: Db, urls: readonly string[]): Promise<Map<string, FileFacts>> {
  const own = urls.filter((url) => url.startsWith('/'))
  if (own.length === 0) return new Map()
  const rows: FileFacts[] = await db('media')
    .whereIn('url', own)
    .select('url', 'paid', 'bytes', 'kind', 'width', 'height', 'seconds')
  return new Map(rows.map((row) => [row.url, row]))
}

/** A name that a camera or a chat gave says nothing. */
const NAMELESS = /^(?:vid|img|mvi|dsc|pxl|mov|whatsapp|screen|record|video|untitled)|^[^\p{L}]*$/iu

/** Returns the name of a file in words: `reel-hooks.mp4` is `Reel hooks`; empty for one without words. */
function titleOf(name: string): string {
  const words = name
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
  return NAMELESS.test(words) ? '' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Finds title and length of clips by their addresses; empty and null where unknown. */
export async function findClips(db: Db, urls: readonly string[]): Promise<{ name: string; seconds: number | null }[]> {
  const rows: Pick<MediaRow, 'url' | 'name' | 'seconds'>[] = await db('media')
    .whereIn('url', urls)
    .select('url', 'name', 'seconds')
  return urls.map((url) => {
    const row = rows.find((one) => one.url === url)
    return { name: titleOf(row?.name ?? ''), seconds: row?.seconds ? Math.ceil(row.seconds) : null }
  })
}

export async function setPaid(db: Db, mediaIds: readonly string[], paid: boolean): Promise<void> {
  if (mediaIds.length === 0) return
  await db('media')
    .whereIn('media_id', [...mediaIds])
    .whereNot({ paid })
    .update({ paid })
}

/** Makes public every file whose address is in this text. */
export async function publishFilesIn(trx: Db, text: string): Promise<void> {
  await trx('media').whereRaw('paid and media_id = any(media_ids(?))', [text]).update({ paid: false })
}

/** Lists the library's ids in order, after `after`. */
export async function listMediaIds(db: Db, after: string, limit: number): Promise<string[]> {
  const rows: { media_id: string }[] = await db('media')
    .where('media_id', '>', after)
    .orderBy('media_id')
    .limit(limit)
    .select('media_id')
  return rows.map(({ media_id }) => media_id)
}

/** Stores an image's new widths; false when the image is gone. */
export async function updateMediaWidths(db: Db, mediaId: string, widths: number[]): Promise<boolean> {
  return (await db('media').where({ media_id: mediaId }).update({ widths })) > 0
}

/** Lists addresses of one kind, newest first. */
export async function listMediaUrls(db: Db, kind: MediaRow['kind']): Promise<string[]> {
  const rows: { url: string }[] = await db('media')
    .where({ kind })
    .orderBy([{ column: 'created_at', order: 'desc' }, 'media_id'])
    .select('url')
  return rows.map(({ url }) => url)
}

export async function renameMedia(db: Db, mediaId: string, name: string): Promise<void> {
  await db('media').where({ media_id: mediaId }).update({ name })
}

/** Locks the row until the transaction ends; undefined when it is gone. */
export async function lockMedia(trx: Db, mediaId: string): Promise<MediaRow | undefined> {
  return trx('media').where({ media_id: mediaId }).forUpdate().first()
}

export async function deleteMediaRow(trx: Db, mediaId: string): Promise<void> {
  await trx('media').where({ media_id: mediaId }).delete()
}

/** Stores a video's facts; unknown ones leave the former values. */
export async function updateMediaProbe(
  db: Db,
  mediaId: string,
  { now, ...facts }: Pick<MediaRow, 'width' | 'height' | 'seconds'> & { now: Date },
): Promise<void> {
  await db('media')
    .where({ media_id: mediaId })
    .update({
      ...Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null)),
      probed_at: now,
    })
}

/** Lists unexamined videos, at most `limit`. */
export async function listUnprobedVideos(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows: { media_id: string }[] = await db('media')
    .where({ kind: 'video' })
    .whereNull('probed_at')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .select('media_id')
  return rows.map(({ media_id }) => media_id)
}

/** Filters existing addresses of our own media. */
export async function findMediaUrls(db: Db, urls: readonly string[]): Promise<Set<string>> {
  const rows: { url: string }[] = await db('media')
    .whereIn('url', [...urls])
    .select('url')
  return new Set(rows.map(({ url }) => url))
}

/** Lists the files by address; other features use it in their statements. */
export const MEDIA = '(select url, seconds, bytes from media)'

/** Lists the videos; other features use it in their statements. */
export const VIDEOS = `(select media_id, url, created_at from media where kind = 'video')`

/** Lists the images that have one of these names, in any case, newest first. */
export async function listImagesNamed(db: Db, names: readonly string[]): Promise<Pick<MediaRow, 'name' | 'url'>[]> {
  return db('media')
    .where({ kind: 'image' })
    .whereRaw('lower(name) in (select lower(asked) from unnest(?::text[]) asked)', [[...names]])
    .orderBy([{ column: 'created_at', order: 'desc' }, 'media_id'])
    .select('name', 'url')
}
