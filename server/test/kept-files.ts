import { writeFile } from 'node:fs/promises'
import { createDiskStore } from '../src/files/disk-store.ts'
import { openBucket } from '../src/files/open-files.ts'
import type { FileKey } from '../src/files/store.ts'
import type { TestServer } from './server.ts'

type Shop = Pick<TestServer, 'ctx'>

/** The ids under which a shop keeps files, on the disk or in the bucket that the tests were given. */
export async function keptIds({ ctx }: Shop): Promise<string[]> {
  const { config, files, log } = ctx
  const { s3, store } = config.media
  const kept = s3 && store === 's3' ? await openBucket(s3, log, files.tempPath) : createDiskStore(config.dataDir)
  const ids = new Set<string>()
  for await (const { mediaId } of kept.list()) ids.add(mediaId)
  return [...ids].sort()
}

/** Puts these bytes under a key, past every check. */
export async function putKept({ ctx }: Shop, key: FileKey, bytes: Buffer | string): Promise<void> {
  const path = ctx.files.tempPath()
  await writeFile(path, bytes)
  await ctx.files.keep(path, key)
}

/** What lies under a key. */
export async function readKept({ ctx }: Shop, mediaId: string, name: string): Promise<Buffer> {
  const bytes = await ctx.files.read({ mediaId, name })
  if (!bytes) throw new Error(`no ${name} is kept under ${mediaId}`)
  return bytes
}
