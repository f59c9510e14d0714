import type { Logger } from 'pino'
import { type Config, ConfigError } from '../../../config.ts'
import type { Files } from '../files.ts'
import type { Incoming, ListedStore } from '../store.ts'
import { bothIncoming, bothStores } from '../two-stores.ts'
import { createS3Client, type S3Client, type S3Settings, tagOf } from './s3-client.ts'
import { createS3Incoming } from './s3-incoming.ts'
import { createS3Store, keyOf } from './s3-store.ts'

/** Beyond this clock skew, addresses expire before their use. */
const MAX_SKEW_MS = 10_000

/** Throws a `ConfigError` where the store reports a wrong setting. An unreachable store passes: it may return. */
async function checkBucket(client: S3Client, settings: S3Settings, log: Pick<Logger, 'warn'>): Promise<void> {
  const { endpoint, bucket } = settings
  const answer = await client.once('GET', '', { query: { 'list-type': '2', 'max-keys': '1' } }).catch((error) => {
    log.warn({ err: error, endpoint }, 'the S3 store does not answer; the shop starts without it')
  })
  if (!answer) return
  const shown = await answer.text().catch(() => '')
  const code = tagOf(shown, 'Code') ?? String(answer.status)
  if (answer.status === 404) throw new ConfigError([`MEDIA_S3_BUCKET: there is no bucket ${bucket} at ${endpoint}`])
  if (code === 'RequestTimeTooSkewed') {
    throw new ConfigError([`MEDIA_S3_ENDPOINT: the clock of this machine is not that of ${endpoint}; set it by NTP`])
  }
  if (answer.status === 401 || answer.status === 403) {
    throw new ConfigError([
      `MEDIA_S3_ACCESS_KEY, MEDIA_S3_SECRET_KEY: ${endpoint} refuses them for ${bucket} (${code})`,
    ])
  }
  if (answer.status < 500 && !answer.ok) {
    throw new ConfigError([
      `MEDIA_S3_ENDPOINT, MEDIA_S3_REGION, MEDIA_S3_PATH_STYLE: ${endpoint} does not take them for ${bucket} (${code})`,
    ])
  }
  if (!answer.ok) log.warn({ endpoint, code }, 'the S3 store is not available; the shop starts without it')
  const skew = Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now())
  if (skew > MAX_SKEW_MS) log.warn({ endpoint, seconds: Math.round(skew / 1000) }, 'the clock of the S3 store differs')
}

/**
 * Lifetime of a direct address. With the 30 s of a cached permission it is dead a minute after a refund; the clocks of
 * shop and store must agree to within seconds.
 */
const PRESIGNED_SECONDS = 30

/** Combines the files of disk and bucket; new ones go where the settings say. */
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

/** Opens the bucket alone. */
export function bucketAlone(settings: S3Settings, log: Logger, tempPath: () => string): ListedStore {
  return createS3Store(createS3Client(settings, log), tempPath)
}
