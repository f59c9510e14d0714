import { createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extensionOf, servedTypes } from 'contract/media/kinds'
import type { Response as Answer } from 'express'
import { storageError } from '../storage-error.ts'
import type { FileKey, ListedStore } from '../store.ts'
import { bytesUnder, deleteObject, listObjects, putFile } from './objects.ts'
import type { S3Client } from './s3-client.ts'

const LIBRARY = 'media/'
/** One range, the form that browsers send. */
const RANGE = /^bytes=(?:\d+-\d*|-\d+)$/

export const keyOf = ({ mediaId, name }: FileKey) => `${LIBRARY}${mediaId}/${name}`

/** Returns the file of an object's key; undefined for every other object. */
function fileOf(key: string): FileKey | undefined {
  const [, mediaId, name] = /^media\/([A-Za-z0-9_-]+)\/([A-Za-z0-9._-]+)$/.exec(key) ?? []
  return mediaId && name ? { mediaId, name } : undefined
}

/** Stores files as objects `media/{mediaId}/{name}` of a bucket. `tempPath` names local copies. */
export function createS3Store(client: S3Client, tempPath: () => string): ListedStore {
  const put = (path: string, key: FileKey) => putFile(client, path, keyOf(key), typeOf(key.name))

  async function names(mediaId: string): Promise<string[]> {
    const found: string[] = []
    for await (const { key } of listObjects(client, `${LIBRARY}${mediaId}/`)) found.push(fileOf(key)?.name ?? '')
    return found.filter(Boolean)
  }

  async function open(key: FileKey) {
    const answer = await client.call('GET', keyOf(key))
    if (!answer.ok) {
      await answer.text()
      return undefined
    }
    const bytes = Number(answer.headers.get('content-length'))
    return { bytes, stream: Readable.from(client.bytesOf(answer), { objectMode: false }) }
  }

  return {
    async keep(path, key) {
      await put(path, key)
      await rm(path, { force: true })
    },
    async read(key) {
      const chunks: Buffer[] = []
      for await (const chunk of (await open(key))?.stream ?? []) chunks.push(chunk)
      // No file of the library is empty.
      return chunks.length > 0 ? Buffer.concat(chunks) : undefined
    },
    open,
    has: async (key) => (await bytesUnder(client, keyOf(key))) !== undefined,
    bytes: (key) => bytesUnder(client, keyOf(key)),
    // The database is nearer than the bucket.
    mayHold: async () => true,
    names,
    async *list() {
      for await (const { key } of listObjects(client, LIBRARY)) {
        const file = fileOf(key)
        if (file) yield file
      }
    },
    send: (res, key) => send(client, res, key),
    async useLocal(key, work) {
      // Readers decide by the extension.
      const path = `${tempPath()}.${extensionOf(key.name)}`
      try {
        const file = await open(key)
        if (file) await pipeline(file.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(fail)
        return await work(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    async adopt(folder, mediaId) {
      for (const name of await readdir(folder)) await put(join(folder, name), { mediaId, name })
    },
    remove: (key) => deleteObject(client, keyOf(key)),
    async removeAll(mediaId) {
      for (const name of await names(mediaId)) await deleteObject(client, keyOf({ mediaId, name }))
    },
  }
}

const typeOf = (name: string) => servedTypes.get(extensionOf(name))?.type ?? 'application/octet-stream'

const fail = (error: unknown) => {
  throw storageError(error)
}

/** Streams an object like the disk store: one range with 206, several with the whole file. */
async function send(client: S3Client, res: Answer, key: FileKey): Promise<boolean> {
  const { req } = res
  const etag = `"${key.mediaId}"`
  const range = req.headers.range ?? ''
  const fits = (req.headers['if-range'] ?? etag) === etag
  const answer = await client.call(
    req.method === 'HEAD' ? 'HEAD' : 'GET',
    keyOf(key),
    RANGE.test(range) && fits && req.method === 'GET' ? { headers: { Range: range } } : {},
  )
  if (answer.status === 404) {
    await answer.text()
    return false
  }
  res.setHeader('ETag', etag)
  res.setHeader('Accept-Ranges', 'bytes')
  if (answer.status === 416) {
    await answer.text()
    res.setHeader('Content-Range', `bytes */${await bytesUnder(client, keyOf(key))}`)
    res.status(416).removeHeader('Content-Type')
    res.end()
    return true
  }
  res.status(answer.status === 206 ? 206 : 200)
  if (req.fresh) {
    await answer.body?.cancel()
    res.status(304).end()
    return true
  }
  for (const name of ['content-length', 'content-range']) {
    const value = answer.headers.get(name)
    if (value !== null) res.setHeader(name, value)
  }
  if (req.method === 'HEAD') {
    res.end()
    return true
  }
  // The reader may leave, and a store that stops midway aborts the answer.
  await pipeline(client.bytesOf(answer), res).catch(() => res.destroy())
  return true
}
