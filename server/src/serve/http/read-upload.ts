import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { BodyFile } from 'contract/define-call'
import { sizeMessage } from 'contract/media/kinds'
import type { Request, Response } from 'express'
import { type CallContext, type Context, requireUser } from '../../context.ts'
import { expectWorkFile } from '../../courses/assignments/hand-ins.service.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { TOO_MANY } from '../../shop/limits/rate-limits.ts'
import type { CallName } from './call-costs.ts'
import { expectUpload } from './connections.ts'
import { countBeforeFile } from './count-call.ts'

type Upload = NonNullable<CallContext['upload']>
type UploadKind = BodyFile & Required<Pick<BodyFile, 'atMost'>>

/** Asks for rights before a byte of the file is read: anybody may have an account, and the disk is everybody's. */
const OF_STUDENTS: CallName = 'assignments.addFile'

/**
 * Reads the one file of a multipart call to the temporary folder and answers the call's body, in which the file is
 * backed by the disk. `discard` removes the file unless it was moved meanwhile.
 */
export function createUploadReader(ctx: Pick<Context, 'config' | 'files'>) {
  const { video } = ctx.config.maxBytes
  const takePlace = createPlaces()
  return async (
    req: Request,
    res: Response,
    { context, params, file: of }: { context: CallContext; params: Record<string, string>; file: BodyFile },
  ) => {
    const kind = { atMost: [video, sizeMessage('video', video)] as const, ...of }
    if (context.call === OF_STUDENTS)
      await expectWorkFile(context.ctx, {
        userId: requireUser(context).id,
        lessonId: decodeURIComponent(params.lesson_id ?? ''),
      })
    expectUpload(res)
    if (!/^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? '')) {
      throw plainError('unsupported_media_type', 'The body must be multipart/form-data')
    }
    await countBeforeFile(context)
    const leave = takePlace(context.user?.id)
    try {
      const file = await receive(req, res, kind, ctx.files.tempPath())
      const upload: Upload = { path: file.path, name: file.originalname, bytes: file.size }
      const blob = await openAsBlob(file.path)
      const discard = () => rm(upload.path, { force: true }).finally(leave)
      const sent = Object.entries(req.body ?? {}).filter(([name]) => kind.fields?.includes(name))
      return { upload, body: { ...Object.fromEntries(sent), [kind.field]: new File([blob], upload.name) }, discard }
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** Simultaneous files of one student: those of an hour would fill the disk together. */
const MOST_AT_ONCE = 3

/** Takes one of the places that a student has, until it is left; 429 where all are taken. Admins are not counted. */
function createPlaces(): (userId: number | undefined) => () => void {
  const arriving = new Map<number, number>()
  return (userId) => {
    if (userId === undefined) return () => {}
    const before = arriving.get(userId) ?? 0
    if (before >= MOST_AT_ONCE) throw appError('rate_limited', TOO_MANY)
    arriving.set(userId, before + 1)
    return () => {
      const left = (arriving.get(userId) ?? 1) - 1
      if (left > 0) arriving.set(userId, left)
      else arriving.delete(userId)
    }
  }
}

async function receive(req: Request, res: Response, kind: UploadKind, path: string): Promise<Express.Multer.File> {
  // Uploads are rare: what reads them is loaded with the first.
  const { default: multer } = await import('multer')
  const middleware = multer({
    storage: multer.diskStorage({
      destination: dirname(path),
      filename: (_req, _file, name) => name(null, basename(path)),
    }),
    // Browsers write names in it.
    defParamCharset: 'utf8',
    limits: { fileSize: kind.atMost[0], files: 1, fields: 20, fieldSize: 10_000, headerPairs: 50 },
  }).single(kind.field)
  await new Promise<void>((resolve, reject) => {
    middleware(req, res, (error: unknown) => (error ? reject(toUploadError(error, kind)) : resolve()))
  }).catch(async (error) => {
    // Multer leaves the empty beginning of a file that the disk did not take.
    await rm(path, { force: true })
    throw error
  })
  if (!req.file) throw invalidField(kind.field, kind.missing)
  return req.file
}

/** Blames the sender for what the form reader rejects; other failures are the disk's. */
function toUploadError(error: unknown, kind: UploadKind): Error {
  const { code, name, message } = error as { code?: string; name?: string; message?: string }
  if (code === 'LIMIT_FILE_SIZE') return plainError('too_large', kind.atMost[1])
  if (code === 'LIMIT_UNEXPECTED_FILE') {
    return invalidField(kind.field, kind.missing)
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return appError('storage_full', 'There is no space left for this file')
  if (code?.startsWith('LIMIT_')) return appError('too_large', 'The request is too large')
  const unreadable = /aborted|Malformed|Unexpected end|Boundary|Multipart/i.test(message ?? '')
  if (name === 'MulterError' || code === undefined || unreadable) {
    return appError('bad_request', 'The upload could not be read')
  }
  return error as Error
}
