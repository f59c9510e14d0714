import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { createDiskIncoming } from './disk-incoming.ts'
import { createDiskStore } from './disk-store.ts'
import { createFiles, type Files } from './files.ts'
import type { ListedStore, Store } from './store.ts'
import { bothStores } from './two-stores.ts'

type Settings = Pick<Config, 'dataDir' | 'media'>

/** Opens the shop's files by its settings. Loads the bucket's code only for a bucket. */
export async function openFiles(config: Settings, log: Logger): Promise<Files> {
  const disk = createFiles(config)
  const { s3, store } = config.media
  if (!s3) return disk
  const { filesWithBucket } = await import('./s3/with-bucket.ts')
  return filesWithBucket(s3, store, { disk, incoming: createDiskIncoming(disk.incomingDir) }, log)
}

/** Opens the stored files for a command, without uploads. */
export async function openStore({ dataDir, media }: Settings, log: Logger): Promise<Store> {
  const disk = createDiskStore(dataDir)
  if (!media.s3) return disk
  const bucket = await openBucket(media.s3, log, () => join(dataDir, 'uploads', randomBytes(16).toString('hex')))
  return media.store === 's3' ? bothStores(bucket, disk) : bothStores(disk, bucket)
}

export async function openBucket(
  settings: NonNullable<Config['media']['s3']>,
  log: Logger,
  tempPath: () => string,
): Promise<ListedStore> {
  const { bucketAlone } = await import('./s3/with-bucket.ts')
  return bucketAlone(settings, log, tempPath)
}
