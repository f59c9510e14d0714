import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ORPCError } from '@orpc/client'
import { UPLOADS_PATH } from 'contract/limits'
import { createApiClient } from '../../../server/test/server.ts'
import { hashSource } from '../../../web-store/src/admin/media/queue/source-bytes.ts'
import type { FileSource, QueueHost, StoredUpload } from '../../../web-store/src/admin/media/queue/upload-types.ts'

/** Returns a file on the disk in the form of the queue; its path finds it again. */
export async function sourceOf(path: string, type: string): Promise<FileSource> {
  const { size, mtimeMs } = await stat(path)
  const modified_at = Math.trunc(mtimeMs)
  return {
    name: basename(path),
    size,
    type,
    modified_at,
    kept: { path, type },
    async read(start, end) {
      const file = await open(path)
      try {
        const now = await file.stat()
        if (now.size !== size || Math.trunc(now.mtimeMs) !== modified_at) throw new Error('changed')
        const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
  }
}

/** Creates a queue's store in memory; a second queue on it is the queue after a restart. */
export function memoryStore() {
  const stored = new Map<string, StoredUpload>()
  return {
    load: async () => [...stored.values()].map((upload) => ({ ...upload })),
    save: async (upload: StoredUpload) => void stored.set(upload.key, { ...upload }),
    remove: async (key: string) => void stored.delete(key),
  }
}

type Network = { online: boolean; listeners: Set<() => void> }

/** Returns the host of a queue outside a browser, and a switch for its network. */
export function uploadHost(url: string, token: string, changes: Partial<QueueHost> = {}) {
  const { media } = createApiClient(url, token)
  const network: Network = { online: true, listeners: new Set() }
  const host: QueueHost = {
    endpoint: `${url}${UPLOADS_PATH}`,
    authorization: () => `Bearer ${token}`,
    signedOut: async () => false,
    findByHash: async (sha256) => (await media.list({ sha256, limit: '1' })).media[0],
    statusOf: (upload_id) =>
      media.upload({ upload_id }).catch((error: unknown) => {
        if (error instanceof ORPCError && error.status === 404) return undefined
        throw error
      }),
    hash(source, signal, onProgress) {
      const hash = createHash('sha256')
      const hasher = { update: (bytes: Uint8Array) => void hash.update(bytes), digest: async () => hash.digest('hex') }
      return hashSource(source, hasher, signal, onProgress)
    },
    async findAgain(stored) {
      const { path, type } = stored as { path: string; type: string }
      return sourceOf(path, type).catch(() => undefined)
    },
    forget: () => {},
    store: memoryStore(),
    isOnline: () => network.online,
    watchOnline(listener) {
      network.listeners.add(listener)
      return () => network.listeners.delete(listener)
    },
    ...changes,
  }
  const setOnline = (online: boolean) => {
    network.online = online
    for (const listener of network.listeners) listener()
  }
  return { host, setOnline }
}

/** Returns the SHA-256 of a file on the disk, in hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
