import type { Media, MediaUpload } from 'contract/media/media'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { appError, plainError } from '../../../errors.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { type FinishContext, finishUpload, isConverted, isSettled } from '../finish-upload.ts'
import { deleteMediaRow, lockMedia, type MediaRow, renameMedia } from '../media.queries.ts'
import { clearUnreferencedFile } from '../media-store.ts'
import { addressFor, type Opener } from '../signed-address.ts'
import { insertUnreferencedFile } from '../unreferenced-files.queries.ts'
import { findUploadUrl } from '../uploads.queries.ts'
import { findVideoStates } from '../video-states.ts'
import { listMedia, type MediaQuery } from './library.queries.ts'
import { findUses } from './media-uses.ts'

type Item = z.input<typeof Media>
type Shown = Pick<Context, 'config' | 'db' | 'now'>

/** Returns a page of the library, each file with its uses. */
export async function libraryPage(
  ctx: Shown,
  query: MediaQuery,
  opener: Opener,
): Promise<{ media: Item[]; total: number; next: string | null }> {
  const { rows, total, next } = await listMedia(ctx.db, query)
  return { media: await withUses(ctx, rows, opener), total, next }
}

/** Changes the shown name only. 404. */
export async function rename(ctx: Shown, mediaId: string, name: string, opener: Opener): Promise<Item> {
  const renamed = await ctx.db.transaction(async (trx) => {
    const row = await lockMedia(trx, mediaId)
    if (!row) throw missing()
    await renameMedia(trx, mediaId, name)
    await noteChange(trx, { kind: 'media', id: mediaId, name, before: { name: row.name }, after: { name } })
    return { ...row, name }
  })
  const [item] = await withUses(ctx, [renamed], opener)
  if (!item) throw missing()
  return item
}

/**
 * Deletes a file with its widths. 409 `in_use` with `used_in` while a course or lesson shows it, 404. The row goes
 * first: a sweep removes the bytes after a kill.
 */
export async function removeMedia(ctx: Pick<Context, 'db' | 'files'>, mediaId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const row = await lockMedia(trx, mediaId)
    if (!row) throw missing()
    const used_in = ((await findUses(trx, [mediaId])).get(mediaId) ?? []).map(({ preview: _, ...use }) => use)
    if (used_in.length > 0) {
      const places = used_in.length === 1 ? '1 place' : `${used_in.length} places`
      throw plainError('in_use', `This file is used in ${places}. Remove it there first.`, { used_in })
    }
    await deleteMediaRow(trx, mediaId)
    await noteChange(trx, { kind: 'media', id: mediaId, name: row.name, before: { url: row.url, bytes: row.bytes } })
    await insertUnreferencedFile(trx, { media_id: mediaId, upload_id: null, media: null })
  })
  await clearUnreferencedFile(ctx, mediaId)
}

/** Returns the progress of this admin's upload, after finishing a complete one. 404. */
export async function uploadState(
  ctx: FinishContext,
  adminId: number,
  uploadId: string,
): Promise<z.input<typeof MediaUpload>> {
  const upload = await finishUpload(ctx, uploadId)
  if (upload?.admin_id !== adminId) throw appError('not_found', 'Upload not found')
  const { upload_id, bytes, finished_at, refused_code, refused_detail, media_id } = upload
  const arrived = finished_at ? bytes : await ctx.files.incomingBytes(uploadId)
  if (arrived === undefined && !refused_code) throw appError('not_found', 'Upload not found')
  return {
    upload_id,
    status: finished_at ? 'finished' : refused_code ? 'refused' : 'receiving',
    offset: arrived ?? 0,
    bytes,
    converting: isConverted(upload) && !isSettled(upload),
    media_id,
    url: (await findUploadUrl(ctx.db, uploadId)) ?? null,
    code: refused_code,
    detail: refused_detail,
  }
}

export async function withUses(ctx: Shown, rows: MediaRow[], opener: Opener): Promise<Item[]> {
  const uses = await findUses(
    ctx.db,
    rows.map(({ media_id }) => media_id),
  )
  const shown = rows.filter(({ media_id, kind }) => kind === 'video' && isLesson(uses.get(media_id)))
  const videos = await findVideoStates(
    ctx,
    shown.map(({ media_id }) => media_id),
  )
  return rows.map(
    ({ media_id, kind, name, url, paid = false, folder = '', bytes, width, height, seconds, created_at }) => ({
      media_id,
      kind,
      name,
      url,
      paid,
      folder,
      bytes,
      width,
      height,
      seconds,
      preview_url: addressFor(ctx.config, { url, paid }, opener, ctx.now()),
      created_at: new Date(created_at).toISOString(),
      used_in: uses.get(media_id) ?? [],
      video: videos.get(media_id) ?? null,
    }),
  )
}

const isLesson = (uses: readonly { lesson_id: string | null }[] = []) =>
  uses.some(({ lesson_id }) => lesson_id !== null)

export const missing = () => appError('not_found', 'File not found')
