import type { Pictured, RungAnswer, RungOrder } from './make-rung-worker.ts'
import type { VideoFacts } from './make-set.ts'
import { NotMade } from './not-made.ts'

type Reading = { size: number; read(start: number, end: number): Promise<Blob | Uint8Array> }
type Make = Omit<RungOrder & { is: 'make' }, 'is' | 'bytes'>
type Draw = { file: string } & Pictured

/** A stopped thread closes its file first; one that does not is ended. */
const STOPPING_MS = 3_000

type Made = RungAnswer & { is: 'made' }

/**
 * Makes one quality in a thread of its own. Its output is in the browser's storage, even after an interruption: the next try resumes at the
 * last whole segment. Returns the loudness of the sound alone. Rejects with `NotMade`, or with the reason of `stopping`.
 */
export async function makeRung(
  order: Make,
  source: Reading,
  stopping: AbortSignal,
  onPart: (part: number) => void,
): Promise<number | undefined> {
  const { loudness } = await inThread({ is: 'make', bytes: source.size, ...order }, source, stopping, onPart)
  return loudness
}

/** Draws one picture of a set into the browser's storage; rejects as `makeRung`. */
export async function drawPicture(order: Draw, source: Reading, stopping: AbortSignal): Promise<void> {
  await inThread({ is: 'draw', bytes: source.size, ...order }, source, stopping, () => {})
}

/** Reads the facts of a video; rejects as `makeRung`. */
export async function lookAt(source: Reading, stopping: AbortSignal): Promise<VideoFacts> {
  const { facts } = await inThread({ is: 'look', bytes: source.size }, source, stopping, () => {})
  if (!facts) throw new NotMade('no-decoder')
  return facts
}

/** Makes an MP4 of a video at `file` of the browser's storage; false for one that the shop can copy. Rejects as `makeRung`. */
export async function makeMp4(
  file: string,
  source: Reading,
  stopping: AbortSignal,
  onPart: (part: number) => void,
): Promise<boolean> {
  const { converted = false } = await inThread({ is: 'convert', file, bytes: source.size }, source, stopping, onPart)
  return converted
}

async function inThread(
  order: RungOrder,
  source: Reading,
  stopping: AbortSignal,
  onPart: (part: number) => void,
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
      notify(order)
    })
  } finally {
    clearTimeout(deadline)
    thread.terminate()
  }
}

const bytesOf = async (read: Blob | Uint8Array) =>
  new Uint8Array(read instanceof Blob ? await read.arrayBuffer() : read)
