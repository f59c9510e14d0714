import { mediaKinds } from 'contract/media-kinds'
import type { Context } from '../../../context.ts'
import { appError } from '../../../errors.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../../shop/catalogue/catalogue.queries.ts'
import { replaceLogo } from '../../../shop/settings/settings.queries.ts'
import { replaceAddresses } from '../../courses/courses-by-media.queries.ts'
import { deleteMediaRow, lockMedia, type MediaRow, setPaid } from '../media.queries.ts'
import { clearUnreferencedFile } from '../media-store.ts'
import { insertUnreferencedFile } from '../unreferenced-files.queries.ts'
import { moveMedia } from './library.queries.ts'
import { missing } from './library.service.ts'
import { findUses } from './media-uses.ts'
import { settlePaidFiles } from './paid-files.ts'

/**
 * Puts a file of the library in the place of another of its kind: courses, lessons and the logo name it from then on, and the old one
 * goes with its bytes. It takes the folder, and is paid for or public by its new uses. Of two who replace the same file the second has
 * 404; 422 for another kind. One transaction: a kill leaves either the old file everywhere, or the new one.
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
    if (old === next) throw appError('invalid', 'This is the same file')
    if (old.kind !== next.kind) {
      const { noun, formats } = mediaKinds[old.kind]
      throw appError('invalid', `Only another ${noun} file can take its place (${formats})`)
    }
    await replaceAddresses(trx, old, next, ctx.now())
    await replaceLogo(trx, old.url, next.url)
    if (old.folder) await moveMedia(trx, [withId], old.folder)
    // One that nothing uses is what the old one was.
    await setPaid(trx, [withId], old.paid ?? false)
    await settlePaidFiles(trx, [withId])
    // An address that is not that of the file itself, such as one of its widths, still needs it.
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
