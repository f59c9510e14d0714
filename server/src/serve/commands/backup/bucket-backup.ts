import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pino, { type Logger } from 'pino'
import type { Config } from '../../../config.ts'
import { createFiles } from '../../../platform/files/files.ts'
import { deleteObject, listObjects, putBytes, putFile } from '../../../platform/files/s3/objects.ts'
import { createS3Client, type S3Client } from '../../../platform/files/s3/s3-client.ts'
import { createS3Store } from '../../../platform/files/s3/s3-store.ts'
import { APART_FORMAT, Refusal } from './archive-format.ts'
import { backupName, pickName, requireRoom, sortBackups } from './folder-backup.ts'
import { type Backup, type BackupOptions, emptySum, filesOf, writeBackup } from './make-backup.ts'

/** Names the library's bucket where a command takes a folder. */
export const BUCKET = 'bucket:'

const BACKUPS = 'backups/'
const TYPE = 'application/octet-stream'

type Settings = Pick<Config, 'media'>

/**
 * Writes `backups/skillhaat-<stamp>.backup` into the bucket that stores the library, and removes all but the newest `keep`.
 * The library is not copied; each of its files is looked for in the bucket's list. The object appears whole or not at all.
 */
export function makeBucketBackup(
  options: BackupOptions,
  { keep }: { keep?: number | undefined } = {},
): Promise<Backup & { removed: number }> {
  const { config, log = silent } = options
  return withBucket(config, log, async (client, address) => {
    if (config.media.store !== 's3') throw new Refusal('MEDIA_STORE is not s3, so the library is not in the bucket.')
    const madeAt = options.now()
    const { tempDir, tempPath } = createFiles(config)
    const name = backupName(madeAt)
    let removed = 0
    try {
      const backup = await writeBackup(options, madeAt, {
        format: APART_FORMAT,
        async prepare() {
          await requireRoom(tempDir, config.dataDir, 0)
          return join(tempDir, name)
        },
        async addLibrary(_archive, _store, rows) {
          const stored = await all(createS3Store(client, tempPath).list())
          const byId = Map.groupBy(stored, ({ mediaId }) => mediaId)
          const names = async (mediaId: string) => (byId.get(mediaId) ?? []).map((file) => file.name)
          const media = emptySum()
          // Counts what is missing.
          await all(filesOf({ names }, rows, media))
          return { media }
        },
        async finished({ path }) {
          await putFile(client, path, BACKUPS + name, TYPE)
          if (keep !== undefined) removed = await removeOlder(client, name, keep)
        },
      })
      return { ...backup, path: address + name, removed }
    } finally {
      await rm(tempDir, { recursive: true, force: true })
    }
  })
}

/** Proves that backups can be written into the bucket. */
export function checkBucket(config: Settings, log: Logger): Promise<void> {
  return withBucket(config, log, async (client) => {
    await putBytes(client, `${BACKUPS}writable`, Buffer.from('A trial of the nightly backup.'), TYPE)
    await deleteObject(client, `${BACKUPS}writable`)
  })
}

/** Downloads the newest backup of the bucket, or the newest whose stamp begins with `at`, into a folder. */
export function fetchBackup(
  config: Settings,
  { at, into, log = silent }: { at?: string | undefined; into: string; log?: Logger },
): Promise<string> {
  return withBucket(config, log, async (client, address) => {
    const name = pickName(await namesIn(client), at, address)
    const answer = await client.call('GET', BACKUPS + name)
    if (!answer.ok) throw new Refusal(`${address}${name} is not there any more.`)
    const path = join(into, name)
    await pipeline(client.bytesOf(answer), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return path
  })
}

const silent = pino({ level: 'silent' })

/** Calls `work` with the bucket and the address of its backups; its faults are named as the bucket's. */
async function withBucket<T>(
  { media }: Settings,
  log: Logger,
  work: (client: S3Client, address: string) => Promise<T>,
): Promise<T> {
  const { s3 } = media
  if (!s3) throw new Refusal('This shop has no bucket: MEDIA_S3_BUCKET and the settings beside it are not set.')
  try {
    return await work(createS3Client(s3, log), `s3://${s3.bucket}/${s3.prefix}${BACKUPS}`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'storage_full') throw new Refusal(`The bucket ${s3.bucket} is full.`)
    if (code === 'unavailable') throw new Refusal(`The bucket ${s3.bucket} cannot be reached, or refuses us.`)
    throw error
  }
}

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of found) items.push(item)
  return items
}

async function namesIn(client: S3Client): Promise<string[]> {
  const found = await all(listObjects(client, BACKUPS))
  return found.map(({ key }) => basename(key))
}

async function removeOlder(client: S3Client, newest: string, store: number): Promise<number> {
  // A clock that ran ahead must not remove the one just made.
  const others = sortBackups(await namesIn(client)).filter(({ name }) => name !== newest)
  const old = others.slice(store - 1)
  for (const { name } of old) await deleteObject(client, BACKUPS + name)
  return old.length
}
