import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { MAX_WORK_BYTES, WORK_KINDS, WORK_SIZE_MESSAGE, type WorkKind } from 'contract/limits'
import { addressName } from 'contract/media/address'
import { claimedKind, mediaKinds, typeMessage } from 'contract/media/kinds'
import { cleanFileName } from 'contract/spelling'
import type { CallContext, Context, Db } from '../../context.ts'
import { appError, plainError } from '../../errors.ts'
import { requireRoom } from '../../platform/files/require-room.ts'
import { lookInto, type Sender } from '../media/foreign-look.ts'
import { checkSize } from '../media/media.service.ts'
import { clearUnreferencedFile } from '../media/media-store.ts'
import { useProven } from '../media/prove-sent.ts'
import { insertUnreferencedFile, takeUnreferencedFile } from '../media/unreferenced-files.queries.ts'
import type { HandInFile } from './hand-in-files.queries.ts'

type Upload = NonNullable<CallContext['upload']>
type Proven = { path: string; extension: string; bytes: number; holds_formulas: boolean }

/**
 * Stores a submission's file, checked by content like the library's; `commit` inserts its row. The file has no library
 * row, so it is public to nobody. It counts as unreferenced until its row exists: a sweep removes it after a crash.
 * 413, 415, 422, 507.
 */
export async function storeWorkFile(
  ctx: Pick<Context, 'config' | 'db' | 'files'>,
  upload: Upload & { from: Sender },
  kinds: readonly WorkKind[],
  commit: (trx: Db, file: Omit<HandInFile, 'user_id'>) => Promise<void>,
): Promise<Omit<HandInFile, 'user_id'>> {
  const name = cleanFileName(upload.name)
  const kind = checkWorkFile({ name, bytes: upload.bytes }, kinds)
  checkSize(kind, upload.bytes, ctx.config)
  await requireRoom(ctx.files, upload.bytes)
  return useProof(ctx, kind, { ...upload, name }, async ({ path, extension, ...proven }) => {
    const file_id = randomBytes(16).toString('hex')
    const stored = addressName(extension)
    const file = { file_id, url: `/media/${file_id}/${stored}`, name, kind, ...proven }
    await insertUnreferencedFile(ctx.db, { media_id: file_id, upload_id: null, media: null })
    try {
      await ctx.files.keep(path, { mediaId: file_id, name: stored })
      await ctx.db.transaction(async (trx) => {
        if (!(await takeUnreferencedFile(trx, file_id))) throw new Error(`${file_id} is not unreferenced any more`)
        await commit(trx, file)
      })
    } catch (error) {
      await clearUnreferencedFile(ctx, file_id).catch(() => {})
      throw error
    } finally {
      await rm(path, { force: true })
    }
    return file
  })
}

async function useProof<T>(
  ctx: Pick<Context, 'files'>,
  kind: WorkKind,
  upload: Upload & { from: Sender },
  take: (proof: Proven) => Promise<T>,
): Promise<T> {
  const { path, from } = upload
  if (kind !== 'image') {
    return useProven(ctx, kind, upload, async (proven) => {
      const holds_formulas = proven.extension === 'csv' && (await lookInto(from, 'formulas', { path }))
      return take({ ...proven, holds_formulas })
    })
  }
  // Re-encoded, so that a photo loses its location.
  const to = ctx.files.tempPath()
  const made = await lookInto(from, 'picture', { path, to })
  if (!made) throw plainError('unsupported_media_type', typeMessage(kind))
  return take({ path: to, extension: made.extension, bytes: made.bytes, holds_formulas: false })
}

/** Returns a file's kind by its name. 413, 415. */
export function checkWorkFile({ name, bytes }: { name: string; bytes: number }, kinds: readonly WorkKind[]): WorkKind {
  if (bytes > MAX_WORK_BYTES) throw appError('too_large', WORK_SIZE_MESSAGE)

  const claimed = claimedKind({ type: '', name })
  const kind = WORK_KINDS.find((one) => one === claimed)
  if (kind && kinds.includes(kind)) return kind
  const formats = kinds.map((one) => mediaKinds[one].formats).join('; ')
  throw appError('unsupported_media_type', 'Please choose one of these: {formats}', { values: { formats } })
}
