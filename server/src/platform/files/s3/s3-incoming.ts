import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { storageError } from '../storage-error.ts'
import type { Incoming } from '../store.ts'
import { deleteObject, type Listed, listObjects, putBytes } from './objects.ts'
import type { S3Client } from './s3-client.ts'

/** So much is held in memory of what comes in, and so long where nothing more comes. */
const PIECE_BYTES = 4 * 1024 * 1024
const QUIET_MS = 400

const INCOMING = 'incoming/'
const TYPE = 'application/octet-stream'

/** The offset of a piece is its name, in digits that sort. */
const pieceKey = (uploadId: string, offset: number) => `${INCOMING}${uploadId}/${String(offset).padStart(15, '0')}`

/**
 * Uploads as objects: one for each piece that has arrived, named by its offset, so that any instance goes on where another has stopped.
 * The first is there from the beginning, empty at first. Two instances may have written the same bytes twice: pieces that overlap count once.
 */
export function createS3Incoming(client: S3Client, tempPath: () => string): Incoming {
  /** The pieces in their order, as far as there is no gap, each with how much of it stands in those before. */
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
      // The first one last: without it the rest would be nobody's.
      for (const key of keys.toReversed()) await deleteObject(client, key)
    },
  }
}

class SenderError extends Error {}

/** What comes, and undefined whenever nothing has come for so long after something had; at last a `SenderError` when the sender breaks off. */
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
    // One that waits for its sender ends with it.
    void iterator.return?.().catch(() => {})
  }
}
