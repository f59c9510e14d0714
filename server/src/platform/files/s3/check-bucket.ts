import type { Logger } from 'pino'
import { ConfigError } from '../../../config.ts'
import { type S3Client, type S3Settings, tagOf } from './s3-client.ts'

/** So far apart, clocks make addresses end before they are used. */
const MAX_SKEW_MS = 10_000

/** Throws a `ConfigError` where the store says that a setting is wrong. A store that is away is none: it may come back. */
export async function checkBucket(client: S3Client, settings: S3Settings, log: Pick<Logger, 'warn'>): Promise<void> {
  const { endpoint, bucket } = settings
  const answer = await client.once('GET', '', { query: { 'list-type': '2', 'max-keys': '1' } }).catch((error) => {
    log.warn({ err: error, endpoint }, 'the S3 store does not answer; the shop starts without it')
  })
  if (!answer) return
  const said = await answer.text().catch(() => '')
  const code = tagOf(said, 'Code') ?? String(answer.status)
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
  if (skew > MAX_SKEW_MS)
    log.warn({ endpoint, seconds: Math.round(skew / 1000) }, 'the clock of the S3 store is another')
}
