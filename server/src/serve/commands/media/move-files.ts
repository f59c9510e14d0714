import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { FileKey, ListedStore, OpenedFile } from '../../../platform/files/store.ts'

export type Moved = {
  files: number
  bytes: number
  /** Files that an earlier move copied and did not remove yet. */
  known: number
}

type Move = {
  from: ListedStore
  to: ListedStore
  tempPath: () => string
  /** Delay before a copied file's removal, when no reader has the old address any more. */
  graceMs: number
  signal: AbortSignal
  onMoved?: (moved: Moved) => void
}

/** A store is far away: so many files are under way at once. */
const LANES = 6

/**
 * Moves every file from one store to the other: copied, compared by hash, only then removed. A killed move can be repeated, and goes on.
 * Nobody may remove files meanwhile (`holdFiles`), and new ones must go to `to`. Rejects when a file cannot be moved, and when cancelled.
 */
export async function moveFiles({ from, to, tempPath, graceMs, signal, onMoved }: Move): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, known: 0 }
  const there = new Set<string>()
  for await (const key of to.list()) there.add(nameOf(key))
  const copied: { key: FileKey; at: number }[] = []
  const source = from.list()
  // A failure in one lane stops the others.
  const failed = new AbortController()
  const stopping = AbortSignal.any([signal, failed.signal])

  async function copy(key: FileKey): Promise<void> {
    const known = there.has(nameOf(key))
    const before = known ? await hashOf(await to.open(key)) : undefined
    const path = tempPath()
    try {
      const sent = await take(await from.open(key), path)
      if (before?.sha256 !== sent.sha256) {
        await to.keep(path, key)
        const stored = await hashOf(await to.open(key))
        if (stored.sha256 !== sent.sha256) throw new Error(`${nameOf(key)} is another file after it was copied`)
      } else moved.known += 1
      copied.push({ key, at: performance.now() })
      moved.files += 1
      moved.bytes += sent.bytes
      onMoved?.(moved)
    } finally {
      await rm(path, { force: true })
    }
  }

  async function removeCopied(olderThan: number): Promise<void> {
    while (copied[0] && performance.now() - copied[0].at >= olderThan) {
      const next = copied.shift()
      if (next) await from.remove(next.key)
    }
  }

  async function lane(): Promise<void> {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      stopping.throwIfAborted()
      await copy(next.value)
      await removeCopied(graceMs)
    }
  }

  const lanes = Array.from({ length: LANES }, lane)
  for (const one of lanes) one.catch((error) => failed.abort(error))
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
  const last = copied.at(-1)
  if (last) await delay(Math.max(0, last.at + graceMs - performance.now()), undefined, { signal })
  await Promise.all(Array.from({ length: LANES }, () => removeCopied(0)))
  return moved
}

const nameOf = ({ mediaId, name }: FileKey) => `${mediaId}/${name}`

async function take(file: OpenedFile | undefined, path: string): Promise<{ sha256: string; bytes: number }> {
  if (!file) throw new Error('a file is gone that was there a moment ago')
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    file.stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  return { sha256: hash.digest('hex'), bytes }
}

async function hashOf(file: OpenedFile | undefined): Promise<{ sha256?: string }> {
  if (!file) return {}
  const hash = createHash('sha256')
  for await (const chunk of file.stream) hash.update(chunk)
  return { sha256: hash.digest('hex') }
}
