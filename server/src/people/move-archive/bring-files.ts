import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ORPCError } from '@orpc/server'
import { MEDIA_KINDS, type MediaKind } from 'contract/media/kinds'
import type { Context } from '../../context.ts'
import { adminSender } from '../../courses/media/foreign-look.ts'
import { moveMedia } from '../../courses/media/library/library.queries.ts'
import { findByHashes, renameMedia } from '../../courses/media/media.queries.ts'
import { type Received, storeImage, storeSent, storeSubtitles } from '../../courses/media/media.service.ts'
import type { Bringing } from './move-archive.queries.ts'
import type { OpenArchive } from './unpack.ts'

export type FilesBrought = { new: number; same: number; left_out: { path: string; reason: string }[] }

const isKind = (kind: string | undefined): kind is MediaKind => (MEDIA_KINDS as readonly string[]).includes(kind ?? '')

/**
 * Brings the files of the library that this one does not have, as an upload would be: checked by their content. A known
 * hash is the same file. Returns the address here of each address there.
 */
export async function bringFiles(
  ctx: Context,
  archive: OpenArchive,
  { adminId, signal, tell }: Pick<Bringing, 'adminId' | 'signal' | 'tell'>,
): Promise<{ addresses: Map<string, string>; files: FilesBrought }> {
  const addresses = new Map<string, string>()
  const files: FilesBrought = { new: 0, same: 0, left_out: [] }
  let done_bytes = 0
  for await (const row of archive.rows('files.csv')) {
    signal.throwIfAborted()
    const { path = '', kind, address = '', name = '', folder = '', sha256 = '', received_sha256 = '' } = row
    if (!path.startsWith('files/')) continue
    const bytes = archive.entries.get(path)
    if (bytes === undefined || !isKind(kind)) {
      files.left_out.push({ path, reason: 'It is not in the archive' })
      continue
    }
    const there = await findByHashes(ctx.db, kind, [sha256, received_sha256].filter(Boolean))
    if (there) files.same += 1
    try {
      const stored =
        there ??
        (await archive.useFile(path, async (file) => {
          if ((await hashOf(file)) !== sha256) throw new ORPCError('invalid', { message: 'It differs from its hash' })
          return store(ctx, kind, { path: file, name, bytes, from: adminSender(adminId), sha256 })
        }))
      addresses.set(address, stored.url)
      if (!there) {
        files.new += 1
        await renameMedia(ctx.db, stored.media_id, name)
        if (folder) await moveMedia(ctx.db, [stored.media_id], folder)
      }
    } catch (error) {
      if (!(error instanceof ORPCError) || error.code === 'storage_full' || error.code === 'unavailable') throw error
      files.left_out.push({ path, reason: error.message })
    }
    done_bytes += bytes
    tell({ done_bytes })
  }
  return { addresses, files }
}

function store(ctx: Context, kind: MediaKind, received: Received) {
  if (kind === 'image') return storeImage(ctx, received)
  return kind === 'subtitles' ? storeSubtitles(ctx, received) : storeSent(ctx, kind, received)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
