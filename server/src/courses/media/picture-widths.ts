import { rm, writeFile } from 'node:fs/promises'
import { atWidth, mediaFacts, type WidthFormat } from 'contract/media/address'
import type { Context } from '../../context.ts'
import { storageError } from '../../platform/files/storage-error.ts'
import { fileNameOf, findMedia, updateMediaWidths } from './media.queries.ts'
import { clearUnreferencedFile } from './media-store.ts'
import { narrowPicture } from './pictures.ts'
import { noteToRemove } from './unreferenced-files.queries.ts'

const FORMATS: readonly WidthFormat[] = ['avif', 'webp']

/**
 * Makes the missing widths of a stored image beside it. Safe to repeat; skips a deleted image, or one whose address
 * offers no widths. Throws when the original is unreadable, 507 on a full disk.
 */
export async function makePictureWidths(ctx: Pick<Context, 'db' | 'files'>, mediaId: string): Promise<void> {
  const { db, files } = ctx
  const media = await findMedia(db, mediaId)
  const facts = media && mediaFacts(media.url)
  if (!facts || media.kind !== 'image') return
  const name = fileNameOf(media)
  const original = await files.read({ mediaId, name })
  if (!original) return
  for (const width of facts.widths) {
    for (const format of FORMATS) {
      const key = { mediaId, name: atWidth(name, facts, width, format) }
      if (await files.has(key)) continue
      const path = files.tempPath()
      try {
        await writeFile(path, await narrowPicture(original, width, format), { flag: 'wx', mode: 0o600 }).catch(
          (error) => {
            throw storageError(error)
          },
        )
        await files.keep(path, key)
      } finally {
        await rm(path, { force: true })
      }
    }
  }
  // Deleted meanwhile: the new widths go, too.
  if (await updateMediaWidths(db, mediaId, facts.widths)) return
  await noteToRemove(db, mediaId)
  await clearUnreferencedFile(ctx, mediaId)
}
