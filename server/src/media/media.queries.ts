import type { Db } from '../context.ts'

export type MediaRow = {
  media_id: string
  kind: 'image' | 'video'
  /** The last segment of `url`. */
  name: string
  /** Root-relative. */
  url: string
  bytes: number
  width: number | null
  height: number | null
  seconds: number | null
  colour: string | null
  sha256: string
  /** Widths of a picture that lie beside it as AVIF and WebP. */
  widths: number[]
  created_at: Date
}

export async function insertMedia(db: Db, row: MediaRow): Promise<void> {
  await db('media').insert(row)
}

/** A stored file, or undefined when it is gone. */
export async function findMedia(db: Db, mediaId: string): Promise<MediaRow | undefined> {
  return db('media').where({ media_id: mediaId }).first()
}

/** Notes the widths that lie beside a picture from now on. */
export async function updateMediaWidths(db: Db, mediaId: string, widths: number[]): Promise<void> {
  await db('media').where({ media_id: mediaId }).update({ widths })
}

/** Addresses of one kind, newest first. */
export async function listMediaUrls(db: Db, kind: MediaRow['kind']): Promise<string[]> {
  const rows: { url: string }[] = await db('media')
    .where({ kind })
    .orderBy([{ column: 'created_at', order: 'desc' }, 'media_id'])
    .select('url')
  return rows.map(({ url }) => url)
}
