import { open } from 'node:fs/promises'
import { appError } from '../../../errors.ts'
import { type S3Client, tagOf } from './s3-client.ts'

export type Listed = { key: string; bytes: number }

/** Part size of multipart uploads: the least that all stores accept; 50 GB in their most parts. */
const PART_BYTES = 5 * 1024 * 1024

/** Stores a local file under a key: whole, or not at all. */
export async function putFile(client: S3Client, path: string, key: string, type: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const part = async (at: number) => {
      const buffer = Buffer.allocUnsafe(Math.min(PART_BYTES, size - at))
      for (let read = 0; read < buffer.length; ) {
        const { bytesRead } = await file.read(buffer, read, buffer.length - read, at + read)
        if (bytesRead === 0) throw new Error('the file became shorter while it was sent')
        read += bytesRead
      }
      return buffer
    }
    if (size <= PART_BYTES) await putBytes(client, key, await part(0), type)
    else await putParts(client, key, type, { size, part })
  } finally {
    await file.close()
  }
}

export async function putBytes(client: S3Client, key: string, body: Buffer, type: string): Promise<void> {
  await settled(client.call('PUT', key, { body, headers: { 'Content-Type': type } }))
}

type Parts = { size: number; part: (at: number) => Promise<Buffer> }

async function putParts(client: S3Client, key: string, type: string, { size, part }: Parts): Promise<void> {
  const begun = await client.call('POST', key, { query: { uploads: '' }, headers: { 'Content-Type': type } })
  const uploadId = tagOf(await begun.text(), 'UploadId')
  if (!begun.ok || !uploadId) throw unclear()
  try {
    const parts: string[] = []
    for (let at = 0; at < size; at += PART_BYTES) {
      const query = { partNumber: String(parts.length + 1), uploadId }
      const answer = await settled(client.call('PUT', key, { query, body: await part(at) }))
      const tag = answer.headers.get('etag')
      if (!tag) throw unclear()
      parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    }
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const ended = await client.call('POST', key, { query: { uploadId }, body, headers: { 'Content-Type': 'text/xml' } })
    // A store may send status 200 before it knows the result. The first of two simultaneous requests has done the work.
    const shown = await ended.text()
    if ((!ended.ok || shown.includes('<Error>')) && (await bytesUnder(client, key)) !== size) throw unclear()
  } catch (error) {
    await settled(client.call('DELETE', key, { query: { uploadId } })).catch(() => {})
    throw error
  }
}

/** Returns the object's length; undefined without an object. */
export async function bytesUnder(client: S3Client, key: string): Promise<number | undefined> {
  const answer = await client.call('HEAD', key)
  return answer.ok ? Number(answer.headers.get('content-length')) : undefined
}

/** Lists objects by key prefix, in key order. */
export async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<Listed> {
  let token: string | undefined
  do {
    const query = {
      'list-type': '2',
      prefix: client.prefix + prefix,
      ...(token ? { 'continuation-token': token } : {}),
    }
    const answer = await client.call('GET', '', { query })
    if (!answer.ok) throw unclear()
    const text = await answer.text()
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = tagOf(entry, 'Key') ?? ''
      yield { key: key.slice(client.prefix.length), bytes: Number(tagOf(entry, 'Size')) }
    }
    token = tagOf(text, 'IsTruncated') === 'true' ? tagOf(text, 'NextContinuationToken') : undefined
  } while (token)
}

/** Deletes an object; a missing one is no error. */
export async function deleteObject(client: S3Client, key: string): Promise<void> {
  await (await client.call('DELETE', key)).text()
}

/** Reads the answer to its end; a 404 means the bucket. */
async function settled(requested: Promise<Response>): Promise<Response> {
  const answer = await requested
  await answer.text()
  if (!answer.ok) throw unclear()
  return answer
}

const unclear = () => appError('unavailable', 'The files cannot be reached at the moment. Please try again shortly.')
