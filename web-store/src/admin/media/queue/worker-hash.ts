import type { HashAnswer, HashOrder } from './hash-worker.ts'
import { type Hasher, hashSource } from './source-bytes.ts'
import type { QueueHost } from './upload-types.ts'

let worker: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

class NoHashError extends Error {}

/** SHA-256 of a file in a thread of its own, one file after the other; undefined where that does not work. */
export const hashInWorker: QueueHost['hash'] = (source, signal, onProgress) => {
  const made = last.then(async () => {
    signal.throwIfAborted()
    try {
      return await hashSource(source, await openHasher(), signal, onProgress)
    } catch (error) {
      if (!(error instanceof NoHashError)) throw error
      return undefined
    }
  })
  last = made.catch(() => {})
  return made
}

async function openHasher(): Promise<Hasher> {
  worker ??= new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  const thread = worker
  await requestHash(thread, { is: 'begin' })
  return {
    update: async (bytes) => void (await requestHash(thread, { is: 'bytes', bytes }, [bytes.buffer])),
    digest: async () => (await requestHash(thread, { is: 'digest' })).hex ?? '',
  }
}

function requestHash(thread: Worker, order: HashOrder, handedOver: Transferable[] = []): Promise<HashAnswer> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new NoHashError())
    thread.onerror = fail
    thread.onmessage = ({ data }: MessageEvent<HashAnswer>) => (data.failed ? fail() : resolve(data))
    thread.postMessage(order, handedOver)
  })
}
