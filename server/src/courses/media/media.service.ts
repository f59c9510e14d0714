import { createHash, randomBytes } from 'node:crypto'
import { open, rm, stat, writeFile } from 'node:fs/promises'
import { addressName, mediaIdWith } from 'contract/media/address'
import { claimedKind, megabytes, sizeTemplate, typeMessage } from 'contract/media/kinds'
import { cleanFileName } from 'contract/spelling'
import type { Config } from '../../config.ts'
import { appError, plainError } from '../../errors.ts'
import { storageError } from '../../platform/files/storage-error.ts'
import type { SentKind } from './content/prove-content.ts'
import { lookInto, type Sender } from './foreign-look.ts'
import type { MediaRow } from './media.queries.ts'
import { type MediaContext, storeFile } from './media-store.ts'
import { useProven } from './prove-sent.ts'

/** A received file on the disk. */
export type Received = {
  path: string
  /** The original name, which the library shows. */
  name: string
  /** The folder of the library that takes it. */
  folder?: string | undefined
  bytes: number
  from: Sender
  /** The resumable upload behind it. */
  uploadId?: string
  /** The sender's announced hash, hex. */
  sha256?: string | null
}

/**
 * Stores an image, re-encoded. 413, 415 by content, 422 when it cannot be decoded or differs from the announcement,
 * 507. The received file stays in place.
 */
export async function storeImage(ctx: MediaContext, received: Received): Promise<MediaRow> {
  checkSize('image', received.bytes, ctx.config)
  const path = ctx.files.tempPath()
  try {
    const made = await lookInto(received.from, 'picture', { path: received.path, to: path })
    if (!made) throw plainError('unsupported_media_type', typeMessage('image'))
    const { bytes, extension, width, height, colour, moving } = made
    const sha256 = await hashOf(received)
    const media_id = mediaIdWith(newId(), { width, height, colour, moving })
    const facts = { kind: 'image', bytes, width, height, seconds: null, colour, sha256 } as const
    const row = rowOf(ctx, received, { media_id, extension, ...facts })
    return await storeFile(ctx, path, row, received.uploadId ?? null)
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Stores a file unchanged and moves the received one; of a video that no browser plays, an MP4. 413, 415 by content, 422
 * with the reason for harmful content or a difference from the announcement, 507.
 */
export async function storeSent(ctx: MediaContext, kind: SentKind, received: Received): Promise<MediaRow> {
  checkSize(kind, received.bytes, ctx.config)
  return useProven(ctx, kind, received, async ({ path, bytes, extension }) => {
    const sha256 = await hashOf(received)
    return storeFile(ctx, path, newRow(ctx, kind, received, { bytes, extension, sha256 }), received.uploadId ?? null)
  })
}

/** Stores the MP4 at `path` that was made of a received video. 422 for a difference from the announcement, 507. */
export async function storeMade(ctx: MediaContext, path: string, received: Received): Promise<MediaRow> {
  const [{ size: bytes }, sha256] = [await stat(path), await hashOf(received)]
  const row = newRow(ctx, 'video', received, { bytes, extension: 'mp4', sha256 })
  return storeFile(ctx, path, row, received.uploadId ?? null)
}

/** Stores subtitles, rewritten as WebVTT. 413, 415, 422 with the wrong lines, 507. The received file stays in place. */
export async function storeSubtitles(ctx: MediaContext, received: Received): Promise<MediaRow> {
  checkSize('subtitles', received.bytes, ctx.config)
  const captions = await lookInto(received.from, 'captions', { path: received.path })
  if (!captions) throw plainError('unsupported_media_type', typeMessage('subtitles'))
  if ('problems' in captions) throw plainError('invalid', captions.problems.join('\n'))
  const sha256 = await hashOf(received)
  const path = ctx.files.tempPath()
  try {
    await writeFile(path, captions.vtt, { flag: 'wx', mode: 0o600 }).catch((error) => {
      throw storageError(error)
    })
    const unknown = { width: null, height: null, seconds: null, colour: null }
    const facts = { kind: 'subtitles' as const, bytes: Buffer.byteLength(captions.vtt), ...unknown, sha256 }
    const row = rowOf(ctx, received, { media_id: newId(), extension: 'vtt', ...facts })
    return await storeFile(ctx, path, row, received.uploadId ?? null)
  } finally {
    await rm(path, { force: true })
  }
}

/** Throws 413 with the kind's message above its bound. */
export function checkSize(kind: MediaRow['kind'], bytes: number, { maxBytes }: Pick<Config, 'maxBytes'>): void {
  if (bytes > maxBytes[kind])
    throw appError('too_large', sizeTemplate(kind), { values: { size: megabytes(maxBytes[kind]) } })
}

/** Draws 128 bits: only the address protects a public file. */
const newId = () => randomBytes(16).toString('hex')

type Proven = Omit<MediaRow, 'name' | 'url' | 'widths' | 'created_at'> & { extension: string }

function rowOf({ now }: MediaContext, { name, folder = '' }: Received, { extension, ...facts }: Proven): MediaRow {
  const { media_id, kind } = facts
  const own = cleanFileName(name)
  return {
    ...facts,
    // A name that claims another kind gets the ending of its content.
    name: claimedKind({ type: '', name: own }) === kind ? own : cleanFileName(`${own}.${extension}`),
    url: `/media/${media_id}/${addressName(extension)}`,
    folder,
    widths: [],
    created_at: now(),
  }
}

/** Builds the row of a file whose content is proven. A job finds sides and length of videos. */
function newRow(
  ctx: MediaContext,
  kind: SentKind,
  received: Received,
  { extension, ...facts }: { bytes: number; sha256: string; extension: string },
): MediaRow {
  const unknown = { width: null, height: null, seconds: null, colour: null }
  return rowOf(ctx, received, { media_id: newId(), kind, extension, ...unknown, ...facts })
}

const HASH_BUFFER_BYTES = 512 * 1024

/** Reuses one buffer for the whole file: a stream would leave as much garbage as the file is long. */
async function hashOf({ path, sha256 }: Received): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(HASH_BUFFER_BYTES)
  const file = await open(path)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
  const found = hash.digest('hex')
  if (sha256 && sha256 !== found) throw plainError('invalid', 'The file changed while it was uploaded')
  return found
}
