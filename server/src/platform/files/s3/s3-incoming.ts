import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { storageError } from '../storage-error.ts'
import type { Incoming } from '../store.ts'
import { deleteObject, type Listed, listObjects, putBytes } from './objects.ts'
import type { S3Client } from './s3-client.ts'

/** Bounds the buffered bytes, and the wait for more before they are stored. */
const PIECE_BYTES = 4 * 1024 * 1024
const QUIET_MS = 400

const INCOMING = 'incoming/'
const TYPE = 'application/octet-stream'

/** Names a piece by its offset, in digits that sort. */
const pieceKey = (uploadId: string, offset: number) => `${INCOMING}${uploadId}/${String(offset).padStart(15, '0')}`

/**
 * Stores uploads as one object per arrived piece, named by offset, so that any instance resumes them. The first piece
 * exists from the start, empty. Two instances may write the same bytes twice: overlapping pieces count once.
 */
export function createS3Incoming(client: S3Client, tempPath: () => string): Incoming {
  /** Returns the gapless pieces in order, each with its overlap with earlier ones. */
  async function piecesOf(
    uploadId: string,
  ): Promise<{ pieces: (Listed & { known: number })[]; bytes: number } | undefined> {
    const pieces: (Listed & { known: number })[] = []
    let bytes: number | undefined
    for await (const piece of listObjects(client, `${INCOMING}${uploadId}/`)) {
      const offset = Number(piece.key.split('/').at(-1))
      const end = offset + piece.bytes
      if (offset > (bytes ?? 0)) break
      if (end > (bytes ?? 0)) pieces.push({ ...piece, known: (bytes ?? 0) - offset })
      bytes = Math.max(bytes ?? 0, end)
    }
    return bytes === undefined ? undefined : { pieces, bytes }
  }

  return {
    createIncoming: (uploadId) => putBytes(client, pieceKey(uploadId, 0), Buffer.alloc(0), TYPE),
    incomingBytes: async (uploadId) => (await piecesOf(uploadId))?.bytes,
    async appendIncoming(uploadId, offset, chunks) {
      let at = offset
      let held: Buffer[] = []
      let bytes = 0
      const put = async () => {
        if (bytes === 0) return
        const body = Buffer.concat(held)
        held = []
        bytes = 0
        await putBytes(client, pieceKey(uploadId, at), body, TYPE)
        at += body.length
      }
      for await (const chunk of withQuiet(chunks, QUIET_MS)) {
        if (chunk instanceof SenderError) {
          await put()
          throw chunk.cause
        }
        if (chunk !== undefined) {
          held.push(chunk)
          bytes += chunk.length
        }
        if (chunk === undefined || bytes >= PIECE_BYTES) await put()
      }
      await put()
    },
    async useIncoming(uploadId, work) {
      const { pieces } = (await piecesOf(uploadId)) ?? { pieces: [] }
      const path = tempPath()
      async function* whole() {
        for (const { key, known } of pieces) {
          const answer = await client.call('GET', key, known > 0 ? { headers: { Range: `bytes=${known}-` } } : {})
          yield* client.bytesOf(answer)
        }
      }
      try {
        await pipeline(whole(), createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch((error) => {
          throw storageError(error)
        })
        return await work(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    async removeIncoming(uploadId) {
      const keys: string[] = []
      for await (const { key } of listObjects(client, `${INCOMING}${uploadId}/`)) keys.push(key)
      // The first piece goes last: it marks the upload's existence.
      for (const key of keys.toReversed()) await deleteObject(client, key)
    },
  }
}

class SenderError extends Error {}

/** Yields chunks, and undefined after each silence; ends with a `SenderError` when the sender breaks off. */
async function* withQuiet(
  chunks: AsyncIterable<Buffer>,
  quietMs: number,
): AsyncGenerator<Buffer | SenderError | undefined> {
  const iterator = chunks[Symbol.asyncIterator]()
  type Turn = { done?: boolean | undefined; value: Buffer | SenderError }
  const take = (): Promise<Turn> =>
    iterator.next().catch((cause: unknown) => ({ value: new SenderError('', { cause }) }))
  try {
    let next = take()
    let holds = false
    for (;;) {
      const over = new AbortController()
      const quiet = delay(quietMs, undefined, { signal: over.signal }).catch(() => undefined)
      const turn: Turn | undefined = await (holds ? Promise.race([next, quiet]) : next)
      over.abort()
      if (turn?.done) return
      holds = turn !== undefined
      if (turn) next = take()
      yield turn?.value
    }
  } finally {
    // A pending read ends with its sender.
    void iterator.return?.().catch(() => {})
  }
}
