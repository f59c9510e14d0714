import { rm, writeFile } from 'node:fs/promises'
import type { Context, Db } from '../context.ts'
import { appError } from '../errors.ts'
import { storageError } from '../files/storage-error.ts'
import { detectImage } from '../media/file-types.ts'
import type { FinishContext } from '../media/finish-upload.ts'
import { type HeldUpload, takeHeldUpload } from '../media/held-uploads.ts'
import { remakePicture } from '../media/pictures.ts'

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
      if (bytes > MOST_BYTES) throw appError('too_large', 'This picture is too large for a set')
      if ((await detectImage(path)) !== 'jpeg') throw appError('invalid', 'This is no JPEG')
      const made = await remakePicture(path, 'jpeg')
      if (made.width !== wanted.width || made.height !== wanted.height)
        throw appError('invalid', `This picture is not ${wanted.width} by ${wanted.height} pixels`)
      await writeFile(keep, made.bytes, { flag: 'w', mode: 0o600 }).catch((error) => {
        throw storageError(error)
      })
      return { keep, write }
    })
  } finally {
    await rm(keep, { force: true })
  }
}
