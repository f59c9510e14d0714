import type { FileKey, Incoming, Store } from './store.ts'

/**
 * Writes to the first store and reads both, while files move from second to first. A miss in both retries the first:
 * the file may have moved in between.
 */
export function bothStores(first: Store, second: Store): Store {
  async function find<T>(look: (store: Store) => Promise<T>, found: (what: T) => boolean): Promise<T> {
    const there = await look(first)
    if (found(there)) return there
    const beside = await look(second)
    return found(beside) ? beside : look(first)
  }
  const whereIs = async (key: FileKey) => {
    if (await first.has(key)) return first
    return (await second.has(key)) ? second : first
  }
  return {
    keep: first.keep,
    adopt: first.adopt,
    read: (key) => find((store) => store.read(key), Boolean),
    open: (key) => find((store) => store.open(key), Boolean),
    has: (key) => find((store) => store.has(key), Boolean),
    bytes: (key) => find((store) => store.bytes(key), Boolean),
    mayHold: (mediaId) => find((store) => store.mayHold(mediaId), Boolean),
    async names(mediaId) {
      // The second first: a moved file is then in the first.
      const beside = await second.names(mediaId)
      return [...new Set([...(await first.names(mediaId)), ...beside])].toSorted()
    },
    send: (res, key) => find((store) => store.send(res, key), Boolean),
    useLocal: async (key, work) => (await whereIs(key)).useLocal(key, work),
    async remove(key) {
      await first.remove(key)
      await second.remove(key)
    },
    async removeAll(mediaId) {
      await first.removeAll(mediaId)
      await second.removeAll(mediaId)
    },
  }
}

/** Resumes each upload in its own store. */
export function bothIncoming(first: Incoming, second: Incoming): Incoming {
  const whereIs = async (uploadId: string) => {
    if ((await first.incomingBytes(uploadId)) !== undefined) return first
    return (await second.incomingBytes(uploadId)) === undefined ? first : second
  }
  return {
    createIncoming: first.createIncoming,
    incomingBytes: async (uploadId) => (await first.incomingBytes(uploadId)) ?? (await second.incomingBytes(uploadId)),
    appendIncoming: async (uploadId, offset, chunks) =>
      (await whereIs(uploadId)).appendIncoming(uploadId, offset, chunks),
    useIncoming: async (uploadId, work) => (await whereIs(uploadId)).useIncoming(uploadId, work),
    async removeIncoming(uploadId) {
      await first.removeIncoming(uploadId)
      await second.removeIncoming(uploadId)
    },
  }
}
