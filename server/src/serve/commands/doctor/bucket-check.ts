import { randomBytes } from 'node:crypto'
import type { Config } from '../../../config.ts'
import { putBytes } from '../../../platform/files/s3/objects.ts'
import { createS3Client, packedText, packingOf, type S3Client } from '../../../platform/files/s3/s3-client.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const quiet = { error() {}, warn() {} }

/** A text that compresses well, and long enough that a proxy would do it. */
const TEXT = Buffer.from('WEBVTT\n\n00:00.000 --> 00:04.000\nनमस्ते\n\n'.repeat(60))
const RANGE = { start: 100, end: 199 }
const NAME = "attachment; filename*=UTF-8''%E0%A4%AA%E0%A4%BE%E0%A4%A0.vtt"

/**
 * Stores, reads and deletes an object of its own in the bucket, as the shop does with its files: whole, its length, a part of it, and by a link with the name of
 * a download in Hindi.
 */
export async function checkBucket({ media }: Pick<Config, 'media'>): Promise<Finding | Finding[]> {
  if (!media.s3) return ok('the files are on the disk')
  const client = createS3Client(media.s3, quiet)
  const key = `doctor/${randomBytes(8).toString('hex')}.vtt`
  await putBytes(client, key, TEXT, 'text/vtt')
  let found: Finding[] = []
  try {
    found = [...(await checkReads(client, key)), ...(await checkLink(client, key))]
  } finally {
    await client.once('DELETE', key, {}).catch(() => undefined)
  }
  const left = await client.once('HEAD', key, {})
  if (left.status !== 404) found.push(warn(`the bucket keeps ${key} after its deletion (it answers ${left.status})`))
  return found.length > 0 ? found : ok('the bucket stores, reads in parts, names downloads and deletes')
}

async function checkReads(client: S3Client, key: string): Promise<Finding[]> {
  const [head, whole] = [await client.once('HEAD', key, {}), await client.once('GET', key, {})]
  const packed = packingOf(head) ?? packingOf(whole)
  if (packed) return [fail(`${packedText(packed)} Turn that off for the bucket.`)]
  const found: Finding[] = []
  if (!Buffer.from(await whole.arrayBuffer()).equals(TEXT))
    found.push(fail('an object reads otherwise than it was stored.'))
  const length = head.headers.get('content-length')
  if (Number(length) !== TEXT.length)
    found.push(fail(`the length of an object is wrong: ${length ?? 'none'} instead of ${TEXT.length}.`))
  const part = await client.once('GET', key, { headers: { Range: `bytes=${RANGE.start}-${RANGE.end}` } })
  const bytes = Buffer.from(await part.arrayBuffer())
  if (part.status !== 206 || !bytes.equals(TEXT.subarray(RANGE.start, RANGE.end + 1)))
    found.push(fail(`a part of an object cannot be read (status ${part.status}), so a film cannot be wound forward.`))
  return found
}

async function checkLink(client: S3Client, key: string): Promise<Finding[]> {
  const address = await client.presign(key, 60, { 'response-content-disposition': NAME })
  if (!address) return []
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  await answer.body?.cancel()
  const otherwise = 'Set MEDIA_S3_PUBLIC_ENDPOINT=off, so that the shop sends the files itself.'
  if (!answer.ok) return [fail(`the bucket refuses a signed link (status ${answer.status}). ${otherwise}`)]
  if (answer.headers.get('content-disposition') === NAME) return []
  return [warn(`the bucket ignores response-content-disposition, so a download has no readable name. ${otherwise}`)]
}
