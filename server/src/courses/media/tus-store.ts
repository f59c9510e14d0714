import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { canBegin, SIGNATURE_BYTES } from 'contract/media/beginnings'
import { claimedKind, type MediaKind, typeMessage } from 'contract/media/kinds'
import { unknownMessage } from 'contract/media/ways-out'
import { cleanFileName } from 'contract/spelling'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { requireRoom } from '../../platform/files/require-room.ts'
import { checkSize } from './media.service.ts'
import {
  deleteUpload,
  findUpload,
  insertUpload,
  listOpenUploads,
  markUploadRefused,
  touchUpload,
  type UploadSender,
} from './uploads.queries.ts'

export type StoreContext = Pick<Context, 'config' | 'db' | 'files' | 'now'>

export type UploadCaller = {
  sender: UploadSender
  /** Throws for an upload that this sender may not begin, before its bytes are stored. */
  expect?:
    | ((upload: { name: string; bytes: number; metadata: Record<string, string | null> }) => Promise<void>)
    | undefined
  /** The reason why storing failed, which tus may rephrase. */
  failure?: unknown
}

/** The sender of the running request. */
export const caller = new AsyncLocalStorage<UploadCaller>()

/** Bounds the open uploads of one admin; a queue needs a handful. */
const MAX_OPEN_UPLOADS = 300
/** A student's oldest uploads give way, so that nobody fills the disk or is locked out by aborted ones. */
const MAX_OPEN_OF_STUDENT = 3

/**
 * Stores uploads for tus: the bytes where all instances find them, the facts in a row. Only the bytes tell how much has
 * arrived.
 */
export class TusStore extends DataStore {
  private readonly ctx: StoreContext

  constructor(ctx: StoreContext) {
    super()
    this.ctx = ctx
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  /** Refuses before storing a byte: 413, 415 by the claimed type, 422, 429, 507. */
  override async create(upload: Upload): Promise<Upload> {
    const { config, db, files, now } = this.ctx
    const { sender, expect } = caller.getStore() ?? {}
    if (!sender) throw new Error('an upload without a caller')
    const { name, kind, sha256 } = claimsOf(upload)
    const bytes = upload.size ?? 0
    await expect?.({ name, bytes, metadata: upload.metadata ?? {} })
    checkSize(kind, bytes, config)
    await requireRoom(files, bytes)
    const open = await listOpenUploads(db, sender)
    if ('user_id' in sender) for (const oldest of open.slice(MAX_OPEN_OF_STUDENT - 1)) await this.remove(oldest)
    else if (open.length >= MAX_OPEN_UPLOADS) {
      throw plainError('rate_limited', 'Too many uploads have been begun and not finished')
    }
    const metadata = upload.metadata ?? {}
    await insertUpload(db, { upload_id: upload.id, ...sender, kind, name, metadata, bytes, sha256, created_at: now() })
    try {
      await files.createIncoming(upload.id)
    } catch (error) {
      await deleteUpload(db, upload.id)
      throw error
    }
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.ctx.db, id)
    if (!row) throw ERRORS.FILE_NOT_FOUND
    const arrived = row.finished_at ? row.bytes : await this.ctx.files.incomingBytes(id)
    if (arrived === undefined) throw ERRORS.FILE_NO_LONGER_EXISTS
    const { bytes, metadata, created_at } = row
    return new Upload({ id, size: bytes, offset: arrived, metadata, creation_date: created_at })
  }

  /**
   * Appends; arrived bytes survive the sender's loss. 415 as soon as the beginning matches no format of its kind, 507.
   */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const { db, files, now } = this.ctx
    const row = await findUpload(db, id)
    if (!row) throw ERRORS.FILE_NOT_FOUND
    if (row.finished_at) return offset
    let arrived = offset
    const wrong = plainError('unsupported_media_type', typeMessage(row.kind))
    const check = offset === 0 ? beginningOf(row.kind, wrong) : undefined
    const fail = (error: unknown) => {
      const request = caller.getStore()
      if (request) request.failure = error
      return error
    }
    async function* checked() {
      for await (const chunk of readable as AsyncIterable<Buffer>) {
        check?.(chunk)
        arrived += chunk.length
        yield chunk
      }
    }
    try {
      await files.appendIncoming(id, offset, checked())
      return arrived
    } catch (error) {
      if (error === wrong) {
        await markUploadRefused(db, id, wrong, now())
        await files.removeIncoming(id)
        throw fail(wrong)
      }
      if (error instanceof ORPCError) throw fail(error)
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw ERRORS.FILE_NO_LONGER_EXISTS
      throw error
    } finally {
      await touchUpload(db, id, now()).catch(() => {})
    }
  }

  /** Removes the file first: a sweep finds a row without a file, but no file without a row. */
  override async remove(id: string): Promise<void> {
    await this.ctx.files.removeIncoming(id)
    await deleteUpload(this.ctx.db, id)
  }
}

/**
 * Throws `wrong` once the first bytes have arrived and do not match. A shorter first piece is checked with the whole
 * file.
 */
function beginningOf(kind: MediaKind, wrong: Error) {
  let seen = Buffer.alloc(0)
  return (chunk: Buffer) => {
    if (seen.length >= SIGNATURE_BYTES) return
    seen = Buffer.concat([seen, chunk.subarray(0, SIGNATURE_BYTES)])
    if (seen.length >= SIGNATURE_BYTES && !canBegin(kind, seen)) throw wrong
  }
}

function claimsOf(upload: Upload): { name: string; kind: MediaKind; sha256: string | null } {
  const { filename, filetype, sha256 } = upload.metadata ?? {}
  const all = Object.entries(upload.metadata ?? {})
    .flat()
    .join('')
  if (all.length > 2_000 || all.includes('\0')) throw plainError('invalid', 'The metadata of the upload cannot be kept')
  const name = cleanFileName(filename ?? '')
  const kind = claimedKind({ type: filetype ?? '', name })
  if (!kind) throw plainError('unsupported_media_type', unknownMessage({ type: filetype ?? '', name }))
  if (sha256 && !/^[0-9a-f]{64}$/.test(sha256)) throw plainError('invalid', 'sha256 must be 64 hex digits')
  return { name, kind, sha256: sha256 ?? null }
}
