import { adminClient } from '../host/admin-api.ts'
import type { Platform } from '../host/platform.tsx'
import type { MediaItem } from '../media/media.queries.ts'
import { notePreparing, type Preparing, preparingOf } from '../media/preparing-state.ts'
import { adminQueue, queueRestored } from '../media/queue/admin-queue.ts'
import { createTurns } from '../media/queue/turns.ts'
import type { FileSource } from '../media/queue/upload-types.ts'
import { inThread } from './make-rung.ts'
import { makeAhead, makeSet, type SetHost } from './make-set.ts'
import { NotMade, problemOf } from './not-made.ts'
import { rungInStorage } from './rung-storage.ts'
import { sendBegun, sendRung } from './rung-uploads.ts'

const running = new Map<string, { stopping: AbortController; over: Promise<void> }>()
/** Videos of the shop wait for one another, and so do those that upload. Only one quality is made at a time; meanwhile another may be sent. */
const [inTurnOfShop, inTurnOfUploads, alone] = [createTurns(), createTurns(), createTurns()]

/**
 * Processes a video on this computer, one after the other: each quality is made in a thread of its own, uploads through the queue and is taken
 * by the shop. Earlier output is not made or sent again. Resolves when the set is ready, was stopped or cannot be made.
 */
export const prepare = (item: MediaItem, platform: Platform): Promise<void> =>
  begin(
    item.media_id,
    inTurnOfShop,
    async (stopping, show) => makeSet(await hostOf(item, platform, stopping), stopping, show),
    (error) =>
      error === undefined
        ? { part: 1, ready: true }
        : { part: preparingOf(item.media_id)?.part ?? 0, ...problemOf(error) },
  )

/** A video on its way to the shop: the key of its upload, its SHA-256 in hex, and its bytes. */
type OnItsWay = { key: string; sha256: string; file: FileSource }

/**
 * Makes the qualities of a video while it uploads, in its turn. They stay in this browser until `prepare` finds them there, which makes what is
 * missing. Resolves when they are made, when it was stopped, and when they cannot be made, which `prepare` tells of.
 */
export const prepareAhead = ({ key, sha256, file }: OnItsWay): Promise<void> =>
  begin(
    key,
    inTurnOfUploads,
    async (stopping, show) => {
      const { facts } = await inThread({ is: 'look' }, file, stopping)
      if (!facts) throw new NotMade('no-decoder')
      await makeAhead(facts, makeOf(sha256, file, stopping), stopping, show)
    },
    (error) => {
      if (error !== undefined) console.warn(`${file.name} is not prepared while it uploads`, error)
      return undefined
    },
  )

/** Makes qualities of a source into files that are named by its SHA-256. */
const makeOf =
  (sha256: string, source: Pick<FileSource, 'size' | 'read'>, stopping: AbortSignal): SetHost['make'] =>
  (wanted, onPart) =>
    alone(stopping, async () => {
      const file = rungInStorage(sha256, wanted.rung, wanted.sides)
      return (await inThread({ is: 'make', file, ...wanted }, source, stopping, onPart)).loudness
    })

type Work = (stopping: AbortSignal, show: (part: number) => void) => Promise<void>

/** Does it in its turn and notes how far it is; `ended` answers what is noted in the end. Once for each `id` at a time. */
function begin(
  id: string,
  inTurn: ReturnType<typeof createTurns>,
  work: Work,
  ended: (error?: unknown) => Preparing | undefined,
): Promise<void> {
  const begun = running.get(id)
  if (begun) return begun.over
  const stopping = new AbortController()
  notePreparing(id, { part: 0, waiting: true })
  const made = inTurn(stopping.signal, async () => {
    notePreparing(id, { part: 0 })
    await work(stopping.signal, (part) => notePreparing(id, { part }))
  })
  const end = (state: Preparing | undefined) => {
    running.delete(id)
    notePreparing(id, state)
  }
  const over = made.then(
    () => end(ended()),
    (error: unknown) => end(stopping.signal.aborted ? undefined : ended(error)),
  )
  running.set(id, { stopping, over })
  return over
}

/** Ends it; `id` is that of the video, or the key of its upload. Its output stays in this browser, so that another start resumes it. */
export const stopPreparing = (id: string): void => running.get(id)?.stopping.abort()

async function hostOf(item: MediaItem, platform: Platform, stopping: AbortSignal): Promise<SetHost> {
  const { media_id, name } = item
  const queue = adminQueue(platform)
  const [plan] = await Promise.all([adminClient.media.setPlan({ media_id }), queueRestored()])
  const library = libraryFile(item)
  const partOf = (rung: string, loudness?: number) => ({
    set_of: media_id,
    rung,
    ...(loudness !== undefined && { loudness }),
  })
  const fileOf = (rung: string) =>
    rungInStorage(
      plan.source,
      rung,
      plan.rungs.find(({ id }) => id === rung),
    )
  return {
    plan,
    make: makeOf(plan.source, library, stopping),
    draw: (drawn) => {
      const picture = drawn === 'poster' ? { poster: plan.poster } : { sprite: plan.sprite }
      const task = { is: 'draw', file: fileOf(drawn), picture } as const
      return alone(stopping, async () => void (await inThread(task, library, stopping)))
    },
    sendBegun: (rung) => sendBegun(queue, partOf(rung), stopping),
    send: (rung, loudness) => sendRung(queue, { name, file: fileOf(rung), part: partOf(rung, loudness) }, stopping),
    onLeftOut: (picture, error) => console.warn(`${name} is prepared without its ${picture}`, error),
  }
}

/** A video of the library, read in parts under the address that this session sees it by. */
function libraryFile({ media_id, name, bytes, preview_url }: MediaItem) {
  let address = preview_url
  const part = (start: number, end: number) =>
    fetch(new URL(address, document.baseURI), { headers: { range: `bytes=${start}-${end - 1}` } })
  return {
    size: bytes,
    async read(start: number, end: number): Promise<Blob> {
      let answer = await part(start, end)
      if (answer.status === 404) {
        // It was good for some minutes.
        const { media } = await adminClient.media.list({ q: name, kind: 'video', limit: '100' })
        address = media.find((item) => item.media_id === media_id)?.preview_url ?? address
        answer = await part(start, end)
      }
      if (answer.status !== 206) throw new Error(`The video answered ${answer.status}`)
      return answer.blob()
    },
  }
}
