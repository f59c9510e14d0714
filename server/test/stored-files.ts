import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBucket } from '../src/platform/files/open-files.ts'
import type { FileKey } from '../src/platform/files/store.ts'
import type { TestServer } from './server.ts'

type Shop = Pick<TestServer, 'ctx'>

/**
 * Returns the library's folder on disk, where leftovers count too: an empty folder, half a file. Undefined for a
 * bucket.
 */
const libraryOf = ({ ctx: { config } }: Shop) =>
  config.media.store === 's3' ? undefined : join(config.dataDir, 'media')

/** Lists the ids of a shop's files, on disk or in the test bucket. */
export async function storedIds(shop: Shop): Promise<string[]> {
  const library = libraryOf(shop)
  if (library) return (await readdir(library)).sort()
  const { config, files, log } = shop.ctx
  if (!config.media.s3) throw new Error('the settings name no bucket')
  const bucket = await openBucket(config.media.s3, log, files.tempPath)
  const ids = new Set<string>()
  for await (const { mediaId } of bucket.list()) ids.add(mediaId)
  return [...ids].sort()
}

/** Lists the file names under an id. */
export async function storedNames(shop: Shop, mediaId: string): Promise<string[]> {
  const library = libraryOf(shop)
  return (library ? await readdir(join(library, mediaId)) : await shop.ctx.files.names(mediaId)).sort()
}

/** Stores these bytes under a key, without any check. */
export async function putStored({ ctx }: Shop, key: FileKey, bytes: Buffer | string): Promise<void> {
  const path = ctx.files.tempPath()
  await writeFile(path, bytes)
  await ctx.files.keep(path, key)
}

/** Reads the bytes under a key. */
export async function readStored({ ctx }: Shop, mediaId: string, name: string): Promise<Buffer> {
  const bytes = await ctx.files.read({ mediaId, name })
  if (!bytes) throw new Error(`no ${name} is kept under ${mediaId}`)
  return bytes
}
