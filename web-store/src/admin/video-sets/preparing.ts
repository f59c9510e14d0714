import { adminClient } from '../admin-api.ts'
import { adminQueue, queueRestored } from '../media/admin-queue.ts'
import type { MediaItem } from '../media/media.queries.ts'
import type { Platform } from '../platform.tsx'
import { libraryFile } from './library-file.ts'
import { drawPicture, makeRung } from './make-rung.ts'
import { makeSet, type SetHost } from './make-set.ts'
import { notePreparing, type Preparing, preparingOf } from './preparing-state.ts'
import { problemOf } from './problem-text.ts'
import { rungInStorage } from './rung-storage.ts'
import { sendBegun, sendRung } from './rung-uploads.ts'

const running = new Map<string, { stopping: AbortController; over: Promise<void> }>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Prepares a video on this computer, one after the other: each quality is made in a thread of its own, goes up through the queue and is taken by
 * the shop. What was made or sent before is not made or sent again. Resolves when the set is ready, was stopped or cannot be made.
 */
export function prepare(item: MediaItem, platform: Platform): Promise<void> {
  const { media_id } = item
  const begun = running.get(media_id)
  if (begun) return begun.over
  const stopping = new AbortController()
  notePreparing(media_id, { part: 0, waiting: running.size > 0 })
  const made = last.then(async () => {
    stopping.signal.throwIfAborted()
    notePreparing(media_id, { part: 0 })
    const host = await hostOf(item, platform, stopping.signal)
    await makeSet(host, stopping.signal, (part) => notePreparing(media_id, { part }))
  })
  last = made.catch(() => {})
  const run = { stopping, over: Promise.resolve() }
  const end = (state: Preparing | undefined) => {
    // One that was stopped while it waited may have been begun again since.
    if (running.get(media_id) !== run) return
    running.delete(media_id)
    notePreparing(media_id, state)
  }
  run.over = made.then(
    () => end({ part: 1, ready: true }),
    (error: unknown) =>
      end(stopping.signal.aborted ? undefined : { part: preparingOf(media_id)?.part ?? 0, ...problemOf(error) }),
  )
  running.set(media_id, run)
  return run.over
}

/** Ends it. What was made stays in this browser, so that pressing again goes on with it. */
export function stopPreparing(mediaId: string): void {
  running.get(mediaId)?.stopping.abort()
  if (!preparingOf(mediaId)?.waiting) return
  running.delete(mediaId)
  notePreparing(mediaId, undefined)
}

async function hostOf(item: MediaItem, platform: Platform, stopping: AbortSignal): Promise<SetHost> {
  const { media_id } = item
  const queue = adminQueue(platform)
  await queueRestored()
  const source = libraryFile(item)
  const partOf = (rung: string, loudness?: number) => ({
    set_of: media_id,
    rung,
    ...(loudness !== undefined && { loudness }),
  })
  return {
    plan: () => adminClient.media.setPlan({ media_id }),
    make: ({ rung, ...wanted }, onPart) =>
      makeRung({ file: rungInStorage(media_id, rung), ...wanted }, source, stopping, onPart),
    draw: (picture, { poster, sprite }) =>
      drawPicture(
        { file: rungInStorage(media_id, picture), ...(picture === 'poster' ? { poster } : { sprite }) },
        source,
        stopping,
      ),
    sendBegun: (rung) => sendBegun(queue, partOf(rung), stopping),
    send: (rung, loudness) => sendRung(queue, item.name, partOf(rung, loudness), stopping),
    onLeftOut: (picture, error) => console.warn(`${item.name} is prepared without its ${picture}`, error),
  }
}
