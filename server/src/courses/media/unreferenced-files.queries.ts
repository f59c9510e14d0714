import type { Db } from '../../context.ts'
import type { MediaRow } from './media.queries.ts'

/** A file on the disk without a row of `media`, not yet or no longer. */
export type UnreferencedFile = {
  media_id: string
  /** The upload that made the file; null for files of another origin. */
  upload_id: string | null
  /** The file's future row; null when the file is to be removed. The row's `created_at` has become text. */
  media: MediaRow | null
}

export async function insertUnreferencedFile(db: Db, { media, ...file }: UnreferencedFile): Promise<void> {
  await db('unreferenced_files').insert({ ...file, media: media && JSON.stringify(media) })
}

/** Notes an id's files for removal; safe to repeat. */
export async function noteToRemove(db: Db, mediaId: string): Promise<void> {
  await db('unreferenced_files')
    .insert({ media_id: mediaId, upload_id: null, media: null })
    .onConflict('media_id')
    .ignore()
}

/**
 * Takes it off the list for good; false when somebody else has. The transaction that took it is responsible for the
 * file.
 */
export async function takeUnreferencedFile(db: Db, mediaId: string): Promise<boolean> {
  return (await db('unreferenced_files').where({ media_id: mediaId }).delete()) > 0
}

/** Finds the future file of an interrupted upload. */
export async function findUnreferencedFileOf(db: Db, uploadId: string): Promise<UnreferencedFile | undefined> {
  return db('unreferenced_files').where({ upload_id: uploadId }).first('media_id', 'upload_id', 'media')
}

/** Lists ids that no upload will resume, older than `before`, oldest first, at most 500. */
export async function listAbandonedFiles(db: Db, before: Date): Promise<string[]> {
  const rows: { media_id: string }[] = await db('unreferenced_files')
    .where('created_at', '<', before)
    .whereNull('upload_id')
    .orderBy('created_at')
    .limit(500)
    .select('media_id')
  return rows.map(({ media_id }) => media_id)
}
