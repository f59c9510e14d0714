import type { RungAnswer, RungOrder, RungTask } from './make-rung-worker.ts'
import { NotMade } from './not-made.ts'

type Reading = { size: number; read(start: number, end: number): Promise<Blob | Uint8Array> }

/** A stopped thread closes its file first; one that does not is ended. */
const STOPPING_MS = 3_000

type Made = RungAnswer & { is: 'made' }

/**
 * Reads a video, or makes a file of it, in a thread of its own. Its output is in the browser's storage, even after an interruption: the next
 * try resumes a quality at the last whole segment. Rejects with `NotMade`, or with the reason of `stopping`.
 */
export async function inThread(
  task: RungTask,
  source: Reading,
  stopping: AbortSignal,
  onPart: (part: number) => void = () => {},
): Promise<Made> {
  const thread = new Worker(new URL('./make-rung-worker.ts', import.meta.url), { type: 'module' })
  const notify = (order: RungOrder) => thread.postMessage(order)
  let deadline: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Made>((resolve, reject) => {
      const stop = () => {
        notify({ is: 'stop' })
        deadline = setTimeout(() => reject(stopping.reason), STOPPING_MS)
      }
      stopping.addEventListener('abort', stop, { once: true })
      thread.onerror = () => reject(new NotMade('other', 'the thread did not start'))
      thread.onmessage = async ({ data }: MessageEvent<RungAnswer>) => {
        if (data.is === 'made') resolve(data)
        else if (data.is === 'failed')
          reject(stopping.aborted ? stopping.reason : new NotMade(data.cause, data.message))
        else if (data.is === 'progress') onPart(data.part)
        else {
          const { number, start, end } = data
          const bytes = await source.read(start, end).then(bytesOf, () => undefined)
          notify({ is: 'bytes', number, bytes })
        }
      }
      notify({ ...task, bytes: source.size })
    })
  } finally {
    clearTimeout(deadline)
    thread.terminate()
  }
}

const bytesOf = async (read: Blob | Uint8Array) =>
  new Uint8Array(read instanceof Blob ? await read.arrayBuffer() : read)
