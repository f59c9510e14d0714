import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { Files } from '../files.ts'
import type { Incoming, ListedStore } from '../store.ts'
import { bothIncoming, bothStores } from '../two-stores.ts'
import { checkBucket } from './check-bucket.ts'
import { createS3Client, type S3Settings } from './s3-client.ts'
import { createS3Incoming } from './s3-incoming.ts'
import { createS3Store, keyOf } from './s3-store.ts'

/**
 * An address of the store opens for so long. Together with the 30 s for which a right is known it is dead a minute after a refund; the
 * clocks of shop and store must agree to within seconds.
 */
const PRESIGNED_SECONDS = 30

/** The files of the disk and those of a bucket as one; new ones go where the settings say. */
export async function filesWithBucket(
  settings: S3Settings,
  store: Config['media']['store'],
  { disk, incoming }: { disk: Files; incoming: Incoming },
  log: Logger,
): Promise<Files> {
  const client = createS3Client(settings, log)
  await checkBucket(client, settings, log)
  const bucket = createS3Store(client, disk.tempPath)
  const pieces = createS3Incoming(client, disk.tempPath)
  return {
    ...disk,
    ...(store === 's3' ? bothStores(bucket, disk) : bothStores(disk, bucket)),
    ...(store === 's3' ? bothIncoming(pieces, incoming) : bothIncoming(incoming, pieces)),
    async directAddress(key, { type, disposition }) {
      if (await disk.has(key)) return undefined
      return client.presign(keyOf(key), PRESIGNED_SECONDS, {
        'response-content-type': type,
        'response-content-disposition': disposition,
        'response-cache-control': 'private, no-store',
      })
    },
  }
}

/** The bucket alone. */
export function bucketAlone(settings: S3Settings, log: Logger, tempPath: () => string): ListedStore {
  return createS3Store(createS3Client(settings, log), tempPath)
}
