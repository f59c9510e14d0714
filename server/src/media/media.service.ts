import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE, MAX_IMAGE_BYTES, VIDEO_TYPE_MESSAGE } from '../../contract/media.ts'
import { mediaIdWith } from '../../contract/media-address.ts'
import { noteChange } from '../activity.ts'
import type { CallContext, Context, Db } from '../context.ts'
import { appError } from '../errors.ts'
import { type FileKey, storageError } from '../files/files.ts'
import { detectImage, detectVideo } from './file-types.ts'
import { insertMedia, type MediaRow } from './media.queries.ts'
import { remakePicture } from './pictures.ts'

type Upload = NonNullable<CallContext['upload']>
type Media = Pick<Context, 'config' | 'db' | 'files' | 'now' | 'queue'>

/** Facts of a file that are known before it has an address. */
type Facts = Omit<MediaRow, 'media_id' | 'name' | 'url' | 'widths' | 'created_at'>

/** Stores a picture, made anew, and answers its address. 413, 415 by content, 422 when it cannot be decoded, 507. */
export async function storeImage(ctx: Media, upload: Upload, name: string | undefined): Promise<string> {
  if (upload.bytes > MAX_IMAGE_BYTES) throw appError('too_large', IMAGE_SIZE_MESSAGE)
  const format = await detectImage(upload.path)
  if (!format) throw appError('unsupported_media_type', IMAGE_TYPE_MESSAGE)
  const { bytes, extension, width, height, colour, moving } = await remakePicture(upload.path, format)
  const path = ctx.files.tempPath()
  try {
    await writeFile(path, bytes, { flag: 'wx' }).catch((error) => {
      throw storageError(error)
    })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const facts: Facts = { kind: 'image', bytes: bytes.length, width, height, seconds: null, colour, sha256 }
    const media_id = mediaIdWith(newId(), { width, height, colour, moving })
    const file = { mediaId: media_id, name: `${cleanName(name || upload.name, 'image')}.${extension}` }
    return await store(ctx, path, file, facts, async (trx) => {
      if (!moving) await ctx.queue.send(trx, 'make-picture-widths', { media_id })
    })
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
  const fileName = `${cleanName(name || upload.name, 'video')}.${extension}`
  return store(ctx, upload.path, { mediaId: newId(), name: fileName }, facts)
}

/** 128 bits: public files are protected by nothing but their address. */
const newId = () => randomBytes(16).toString('hex')

/** The file first, its row and what follows from it after it: the library never shows an address without a file. */
async function store(
  { db, files, now }: Media,
  path: string,
  file: FileKey,
  facts: Facts,
  andThen = async (_trx: Db): Promise<void> => {},
): Promise<string> {
  const { mediaId: media_id, name } = file
  const url = `/media/${media_id}/${name}`
  await files.keep(path, file)
  try {
    await db.transaction(async (trx) => {
      await insertMedia(trx, { ...facts, media_id, name, url, widths: [], created_at: now() })
      await andThen(trx)
      await noteChange(trx, { kind: 'media', id: media_id, name, after: { url, bytes: facts.bytes } })
    })
  } catch (error) {
    await files.remove(file)
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
