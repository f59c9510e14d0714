import { ORPCError } from '@orpc/server'
import type { MediaUse } from 'contract/media/media'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { moveMedia } from './library.queries.ts'
import { removeMedia } from './library.service.ts'

type Use = z.output<typeof MediaUse>

/** Moves files into a folder, which then exists; an empty name takes them out of theirs. */
export async function moveFiles(
  { db }: Pick<Context, 'db'>,
  mediaIds: readonly string[],
  folder: string,
): Promise<number> {
  return db.transaction(async (trx) => {
    const moved = await moveMedia(trx, mediaIds, folder)
    const name = moved === 1 ? '1 file' : `${moved} files`
    await noteChange(trx, { kind: 'media', name, after: { folder } })
    return moved
  })
}

/**
 * Deletes the unused ones of these files, one by one, and returns the others with their uses. A missing file counts as
 * deleted.
 */
export async function removeFiles(
  ctx: Pick<Context, 'db' | 'files'>,
  mediaIds: readonly string[],
): Promise<{ deleted: string[]; refused: { media_id: string; used_in: Use[] }[] }> {
  const deleted: string[] = []
  const refused: { media_id: string; used_in: Use[] }[] = []
  for (const media_id of new Set(mediaIds)) {
    try {
      await removeMedia(ctx, media_id)
      deleted.push(media_id)
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error
      if (error.code === 'in_use') refused.push({ media_id, used_in: error.data.used_in })
      else if (error.code === 'not_found') deleted.push(media_id)
      else throw error
    }
  }
  return { deleted, refused }
}
