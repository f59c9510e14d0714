import { rm } from 'node:fs/promises'
import { typeMessage } from 'contract/media/kinds'
import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { requireRoom } from '../../platform/files/require-room.ts'
import type { Sent, SentKind } from './content/prove-content.ts'
import { isForeign } from './file-types.ts'
import { lookInto, type Sender } from './foreign-look.ts'

/**
 * Passes a file to `take` as it is stored, with its extension: as it was sent, or a copy of a video as an MP4, which is
 * removed afterwards unless it was moved. 415 by content, and for a video that cannot be copied into an MP4; 422 with
 * the reason for harmful content, 507.
 */
export async function useProven<T>(
  { files }: Pick<Context, 'files'>,
  kind: SentKind,
  sent: Sent & { from: Sender },
  take: (proven: { path: string; bytes: number; extension: string }) => Promise<T>,
): Promise<T> {
  const { path, name, bytes, from } = sent
  const wrong = plainError('unsupported_media_type', typeMessage(kind))
  const extension = await lookInto(from, 'content', { kind, path, name, bytes })
  if (!extension) throw wrong
  if (kind !== 'video' || !isForeign(extension)) return take({ path, bytes, extension })
  // No library here reads it; ffmpeg does.
  if (extension === 'avi') throw plainError('unsupported_media_type', CONVERT_MESSAGE)
  await requireRoom(files, bytes)
  const to = files.tempPath()
  try {
    const made = await lookInto(from, 'remux', { path, to })
    if (!made) throw wrong
    if (!('bytes' in made)) throw plainError('unsupported_media_type', CONVERT_MESSAGE)
    return await take({ path: to, bytes: made.bytes, extension: 'mp4' })
  } finally {
    await rm(to, { force: true })
  }
}
