import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE, MAX_IMAGE_BYTES, VIDEO_TYPE_MESSAGE } from '../../contract/media.ts'
import type { CallContext, Context } from '../context.ts'
import { appError } from '../errors.ts'
import { storageError } from '../files/files.ts'
import { detectImage, detectVideo } from './file-types.ts'
import { insertMedia, type MediaRow } from './media.queries.ts'
import { remakePicture } from './pictures.ts'

type Upload = NonNullable<CallContext['upload']>
type Media = Pick<Context, 'config' | 'db' | 'files' | 'now'>

/** Facts of a file that are known before it has an address. */
type Facts = Omit<MediaRow, 'media_id' | 'name' | 'url' | 'created_at'>

/** Stores a picture, made anew, and answers its address. 413, 415 by content, 422 when it cannot be decoded, 507. */
export async function storeImage(ctx: Media, upload: Upload, name: string | undefined): Promise<string> {
  if (upload.bytes > MAX_IMAGE_BYTES) throw appError('too_large', IMAGE_SIZE_MESSAGE)
  const format = await detectImage(upload.path)
  if (!format) throw appError('unsupported_media_type', IMAGE_TYPE_MESSAGE)
  const { bytes, extension, width, height, colour } = await remakePicture(upload.path, format)
  const path = ctx.files.tempPath()
  try {
    await writeFile(path, bytes, { flag: 'wx' }).catch((error) => {
      throw storageError(error)
    })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const facts: Facts = { kind: 'image', bytes: bytes.length, width, height, seconds: null, colour, sha256 }
    return await store(ctx, path, `${cleanName(name || upload.name, 'image')}.${extension}`, facts)
  } finally {
    await rm(path, { force: true })
  }
}

/** Stores a video as it was sent and answers its address. 413, 415 by content, 507. */
export async function storeVideo(ctx: Media, upload: Upload, name: string | undefined): Promise<string> {
  const { maxVideoBytes } = ctx.config
  if (upload.bytes > maxVideoBytes) {
    const megabytes = Math.floor(maxVideoBytes / 1024 / 1024)
    throw appError('too_large', `Video file is too large. Maximum size is ${megabytes}MB`)
  }
  const extension = await detectVideo(upload.path)
  if (!extension) throw appError('unsupported_media_type', VIDEO_TYPE_MESSAGE)
  const hash = createHash('sha256')
  await pipeline(createReadStream(upload.path), hash)
  const none = { width: null, height: null, seconds: null, colour: null }
  const facts: Facts = { kind: 'video', bytes: upload.bytes, ...none, sha256: hash.digest('hex') }
  return store(ctx, upload.path, `${cleanName(name || upload.name, 'video')}.${extension}`, facts)
}

/** The file first, its row after it: the library never shows an address without a file. */
async function store({ db, files, now }: Media, path: string, name: string, facts: Facts): Promise<string> {
  // 128 bits: public files are protected by nothing but their address.
  const media_id = randomBytes(16).toString('hex')
  const url = `/media/${media_id}/${name}`
  await files.keep(path, { mediaId: media_id, name })
  try {
    await insertMedia(db, { ...facts, media_id, name, url, created_at: now() })
  } catch (error) {
    await files.remove({ mediaId: media_id, name })
    throw error
  }
  return url
}

/** What of a given name can stand in an address: its extension goes, the one of the content comes. */
export function cleanName(given: string, fallback: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? ''
  const clean = base
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/([._-])[._-]+/g, '$1')
    .slice(0, 80)
    .replace(/^[._-]+|[._-]+$/g, '')
  return clean || fallback
}
