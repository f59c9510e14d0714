import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import { cleanFolder } from 'contract/spelling'
import { plainError } from '../../errors.ts'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { finishUpload } from '../media/finish-upload.ts'
import { adminSender, lookInto } from '../media/foreign-look.ts'
import { storeMade } from '../media/media.service.ts'
import { markUploadRefused, setConvertTries, type UploadRow } from '../media/uploads.queries.ts'
import { probeVideo } from '../media/video-probe.ts'
import { convertArgs } from './ffmpeg-args.ts'
import { type Making, type MakingContext, SPARED_BYTES } from './make-set.ts'

const MOST_TRIES = 2

/**
 * Makes a library file of a complete upload, as an MP4 by ffmpeg. Returns false when the disk is full; refuses an upload
 * that fails repeatedly. Rejects when stopped.
 */
export async function convertUpload(ctx: MakingContext, upload: UploadRow, making: Making): Promise<boolean> {
  const { db, files, log, now } = ctx
  const { upload_id, admin_id, bytes } = upload
  if ((await files.freeBytes()) < 2 * bytes + SPARED_BYTES) return false
  const to = files.tempPath()
  try {
    if (admin_id === null) throw new Error('its admin is gone')
    await files.useIncoming(upload_id, (path) => convert(ctx, upload, { path, to, ...making }))
    await finishUpload(ctx, upload_id, async ({ name, metadata, sha256 }) => {
      const folder = cleanFolder(metadata.folder ?? '')
      const received = { name, folder, bytes, from: adminSender(admin_id), uploadId: upload_id, sha256 }
      await files.useIncoming(upload_id, (path) => storeMade(ctx, to, { path, ...received }))
      await files.removeIncoming(upload_id)
    })
  } catch (error) {
    making.stopping.throwIfAborted()
    if ((await files.freeBytes()) < SPARED_BYTES) return false
    log.warn({ err: error, upload_id }, 'converting an upload failed')
    const tries = (upload.convert_tries ?? 0) + 1
    await setConvertTries(db, upload_id, tries)
    if (tries < MOST_TRIES) return true
    await markUploadRefused(db, upload_id, plainError('invalid', CONVERT_MESSAGE), now())
    await files.removeIncoming(upload_id)
  } finally {
    await rm(to, { force: true })
  }
  return true
}

async function convert(
  { config }: MakingContext,
  { upload_id, name, bytes }: UploadRow,
  { program, stopping, path, to }: Making & { path: string; to: string },
): Promise<void> {
  const from = { who: upload_id }
  const container = await lookInto(from, 'content', { kind: 'video', path, name, bytes })
  // ffmpeg alone reads AVI.
  const read = container === 'avi' ? undefined : await lookInto(from, 'remux', { path, to })
  const copied = read && 'copies' in read ? read.copies : null
  const { hdr = null } = await probeVideo(path)
  const threads = Math.max(1, availableParallelism() >> 1)
  const args = convertArgs({ source: path, container: container ?? '', copied, file: to, hdr, threads })
  await runFfmpeg(config, program, args, { stopping })
  const { width, seconds } = await probeVideo(to)
  if (!width || !seconds) throw new Error('no video came of it')
}
