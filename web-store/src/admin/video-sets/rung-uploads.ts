import { arrival } from '../media/queue/arrivals.ts'
import type { UploadQueue } from '../media/queue/upload-queue.ts'
import { isUnderWay, type SetPart } from '../media/queue/upload-types.ts'
import { rungSource } from './rung-storage.ts'

type Queue = Pick<UploadQueue, 'add' | 'pause' | 'remove' | 'resume' | 'subscribe' | 'view'>

/**
 * Waits for a quality in the queue; false without one, or if it can only be made anew. A paused one resumes; one that the shop has refused is
 * dropped with its file.
 */
export async function sendBegun(queue: Queue, part: SetPart, stopping: AbortSignal): Promise<boolean> {
  const find = () =>
    queue.view().items.find((item) => item.part?.set_of === part.set_of && item.part.rung === part.rung)
  const begun = find()
  if (begun?.state === 'paused') await queue.resume(begun.key)
  const now = find()
  if (!now) return false
  if (isUnderWay(now)) {
    await arrived(queue, now.key, stopping)
    return true
  }
  queue.remove(now.key)
  // The shop has taken finished ones.
  return now.state === 'done'
}

type Made = { name: string; file: string; part: SetPart }

/** Sends a quality of the video `name` that was made, and waits until the shop has taken it. Stopped, it stays in the queue, paused. */
export async function sendRung(queue: Queue, { name, file, part }: Made, stopping: AbortSignal): Promise<void> {
  const [key = ''] = queue.add([await rungSource(name, part, file)])
  await arrived(queue, key, stopping)
}

async function arrived(queue: Queue, key: string, stopping: AbortSignal): Promise<void> {
  const stop = () => queue.pause(key)
  stopping.addEventListener('abort', stop, { once: true })
  try {
    await arrival(queue, key)
    queue.remove(key)
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}
