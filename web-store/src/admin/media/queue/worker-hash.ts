import type { HashAnswer, HashOrder } from './hash-worker.ts'
import { hashSource } from './source-bytes.ts'
import { createTurns } from './turns.ts'
import type { QueueHost } from './upload-types.ts'

let worker: Worker | undefined
const alone = createTurns()

class NoHashError extends Error {}

/** SHA-256 of a file in a thread of its own, one file after the other; undefined where that does not work. */
export const hashInWorker: QueueHost['hash'] = (source, signal, onProgress) =>
  alone(signal, async () => {
    try {
      worker ??= new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
      const thread = worker
      await order(thread, 'begin')
      const hasher = {
        update: async (bytes: Uint8Array<ArrayBuffer>) => void (await order(thread, bytes, [bytes.buffer])),
        digest: () => order(thread, 'digest'),
      }
      return await hashSource(source, hasher, signal, onProgress)
    } catch (error) {
      if (!(error instanceof NoHashError)) throw error
      return undefined
    }
  })

function order(thread: Worker, order: HashOrder, handedOver: Transferable[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new NoHashError())
    thread.onerror = fail
    thread.onmessage = ({ data }: MessageEvent<HashAnswer>) => (data === undefined ? fail() : resolve(data))
    thread.postMessage(order, handedOver)
  })
}
