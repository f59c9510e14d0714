import { mediaKinds } from 'contract/media/kinds'
import type { Context, Db } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { hook } from '../../../platform/features/hooks.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../../shop/catalogue/catalogue.queries.ts'
import { replaceLogo } from '../../../shop/settings/settings.queries.ts'
import { deleteMediaRow, lockMedia, type MediaRow, setPaid } from '../media.queries.ts'
import { clearUnreferencedFile } from '../media-store.ts'
import { insertUnreferencedFile } from '../unreferenced-files.queries.ts'
import { moveMedia } from './library.queries.ts'
import { missing } from './library.service.ts'
import { findUses } from './media-uses.ts'
import { settlePaidFiles } from './paid-files.ts'

/** A file of the library is replaced by another wherever it is used. */
export const fileReplaced = hook<(trx: Db, files: { from: MediaRow; to: MediaRow; now: Date }) => Promise<void>>()

/**
 * Replaces a library file by another of its kind: courses, lessons and the logo name the new one, and the old one goes
 * with its bytes. The new one takes the folder, and is paid or public by its new uses. The second of two simultaneous
 * replacements gets 404; 422 for another kind. One transaction: a kill leaves either the old file everywhere, or the
 * new one.
 */
export async function replaceFile(
  ctx: Pick<Context, 'db' | 'files' | 'now'>,
  mediaId: string,
  withId: string,
): Promise<MediaRow> {
  const { file, isOver } = await writeCatalogue(ctx.db, async (trx) => {
    const old = await lockMedia(trx, mediaId)
    const next = mediaId === withId ? old : await lockMedia(trx, withId)
    if (!old || !next) throw missing()
    if (old === next) throw plainError('invalid', 'This is the same file')
    if (old.kind !== next.kind) {
      const { noun, formats } = mediaKinds[old.kind]
      throw plainError('invalid', `Only another ${noun} file can take its place (${formats})`)
    }
    await replaceLogo(trx, old.url, next.url)
    await fileReplaced(trx, { from: old, to: next, now: ctx.now() })
    if (old.folder) await moveMedia(trx, [withId], old.folder)
    // An unused file keeps the old one's state.
    await setPaid(trx, [withId], old.paid ?? false)
    await settlePaidFiles(trx, [withId])
    // Another address, such as one of its widths, still needs it.
    const isOver = ((await findUses(trx, [mediaId])).get(mediaId) ?? []).length === 0
    if (isOver) {
      await deleteMediaRow(trx, mediaId)
      await insertUnreferencedFile(trx, { media_id: mediaId, upload_id: null, media: null })
    }
    const [before, after] = [old, next].map(({ name, url, bytes }) => ({ name, url, bytes }))
    await noteChange(trx, { kind: 'media', id: withId, name: next.name, before: before ?? null, after: after ?? null })
    return { file: (await lockMedia(trx, withId)) ?? next, isOver }
  })
  if (isOver) await clearUnreferencedFile(ctx, mediaId)
  return file
}
