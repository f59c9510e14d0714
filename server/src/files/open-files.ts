import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createDiskIncoming } from './disk-incoming.ts'
import { createFiles, type Files } from './files.ts'

type Settings = Pick<Config, 'dataDir' | 'media'>

/** The files of the shop, where its settings have them. What speaks to a bucket is loaded only where there is one. */
export async function openFiles(config: Settings, log: Logger): Promise<Files> {
  const disk = createFiles(config)
  if (!config.media.s3) return disk
  const { filesWithBucket } = await import('./s3/with-bucket.ts')
  return filesWithBucket(
    config.media.s3,
    config.media.store,
    { disk, incoming: createDiskIncoming(disk.incomingDir) },
    log,
  )
}
