import { rm } from 'node:fs/promises'
import type { Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import type { FinishContext } from '../media/finish-upload.ts'
import { adminSender, lookInto } from '../media/foreign-look.ts'
import { type HeldUpload, takeHeldUpload } from '../media/held-uploads.ts'

/** A sheet of a hundred busy pictures has a tenth of it. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * Takes a picture of a set that was made elsewhere, as the library takes any: what stands in its place was encoded here. 413 for more bytes
 * than such a picture has, 422 when it is no JPEG of exactly the `wanted` pixels; else as `takeHeldUpload`.
 */
export async function takePicture(
  ctx: FinishContext & Pick<Context, 'files'>,
  upload: HeldUpload,
  wanted: { width: number; height: number },
  write: (trx: Db) => Promise<void>,
): Promise<void> {
  const keep = ctx.files.tempPath()
  try {
    await takeHeldUpload(ctx, upload, async (path, bytes) => {
      if (bytes > MOST_BYTES) throw appError('too_large', 'This image is too large for a set')
      await rm(keep, { force: true })
      const made = await lookInto(adminSender(upload.adminId), 'picture', { path, to: keep })
      if (made?.format !== 'jpeg') throw appError('invalid', 'This is no JPEG')
      if (made.width !== wanted.width || made.height !== wanted.height)
        throw appError('invalid', `This image is not ${wanted.width} by ${wanted.height} pixels`)
      return { keep, write }
    })
  } finally {
    await rm(keep, { force: true })
  }
}
