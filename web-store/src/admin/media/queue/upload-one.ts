import { cleanFileName, cleanFolder } from 'contract/spelling'
import { type Entry, kindOf } from './queue-entry.ts'
import { SendError, sendFile } from './send-file.ts'
import { FileChangedError } from './source-bytes.ts'
import type { FileSource, QueueHost, StoredMedia, UploadState } from './upload-types.ts'

type Outcome = {
  is:
    | 'done'
    | 'duplicate'
    | 'failed'
    /** This one did not go; it is worth another try. */
    | 'again'
    /** It is the server's turn, for a while. */
    | 'converting'
    /** Nobody answers. */
    | 'away'
    | 'signed-out'
  media?: StoredMedia
  problem?: string | undefined
}

/** The work on one file. */
type Task = {
  host: QueueHost
  entry: Entry
  source: FileSource
  signal: AbortSignal
  show: (state: UploadState) => void
  remember: () => void
  /** So many bytes went out. */
  moved: (bytes: number) => void
}

/** Answers that another try may change. 404: the server has given the upload up, and a new one is begun. */
const WORTH_ANOTHER = new Set([404, 408, 409, 410, 423, 425, 429])

/** A server that answers, but cannot take a file, is tried so often in a row; what has arrived stays there. */
const MOST_REFUSALS = 5

/** Works on one file until it is in the library, or something is in the way. Never rejects. */
export async function uploadOne(task: Task): Promise<Outcome> {
  try {
    if (task.entry.unproven) await prove(task)
    const became = await whatBecame(task)
    if (became) return became
    const sent = { ...task, source: await asMp4(task) }
    return (await sameInLibrary(sent)) ?? (await send(sent))
  } catch (error) {
    return outcomeOf(error, task.entry)
  }
}

/** Notes the hash of the file; undefined where it cannot be made. */
async function hash({ host, entry, source, signal, show, remember }: Task, then: (sha256?: string) => void) {
  show('checking')
  then(await host.hash(source, signal, () => {}))
  entry.unproven = false
  remember()
}

/** Goes on with what has arrived of a file only when this one has the same bytes; else it begins anew. */
const prove = (task: Task): Promise<void> =>
  hash(task, (sha256) => {
    const { kept } = task.entry
    if (sha256 === undefined || sha256 !== kept.sha256) kept.upload_url = undefined
    Object.assign(kept, { sha256, modified_at: task.source.modified_at })
  })

/** The answer to the last piece may have been lost: the server knows what became of it. */
async function whatBecame({ host, entry: { kept } }: Task): Promise<Outcome | undefined> {
  if (!kept.upload_url) return undefined
  const status = await host.statusOf(idOf(kept.upload_url))
  if (!status) kept.upload_url = undefined
  if (status?.status === 'refused') {
    kept.upload_url = undefined
    return { is: 'failed', problem: status.detail ?? undefined }
  }
  if (status?.converting) return { is: 'converting' }
  const { media_id, url } = status ?? {}
  if (status?.status !== 'finished') return undefined
  // Without an address it was deleted from the library since.
  return media_id && url ? stored(kept.name, media_id, url) : { is: 'done' }
}

/** Returns what to upload: the file, or the MP4 that this machine made of it, which takes its place. */
async function asMp4({ host, entry, source, signal, show, moved, remember }: Task): Promise<FileSource> {
  const { kept } = entry
  // A begun upload continues with its bytes.
  if (kept.part || kept.upload_url || kindOf(kept) !== 'video') return source
  const made = await host.toMp4?.(source, kept.key, signal, (part) => {
    if (signal.aborted) return
    entry.encoded = part
    if (entry.state === 'encoding') moved(0)
    else show('encoding')
  })
  if (!made) return source
  if (kept.kept !== undefined) host.forget([kept.kept])
  const { name, size, type, modified_at } = made
  Object.assign(kept, { name, size, type, modified_at, kept: made.kept, sha256: undefined })
  entry.source = made
  remember()
  return made
}

async function sameInLibrary(task: Task): Promise<Outcome | undefined> {
  const { host, entry } = task
  const { kept } = entry
  // One that is a part of something is wanted, whatever the library has.
  if (kept.part) return undefined
  if (kept.sha256 === undefined)
    await hash(task, (sha256) => {
      if (sha256) kept.sha256 = sha256
    })
  if (!kept.sha256 || kept.forced || kept.upload_url) return undefined
  const media = await host.findByHash(kept.sha256)
  if (!media) return undefined
  // A folder that is added again puts its files in order; one that the owner has moved stays where it is.
  const folder = cleanFolder(kept.folder)
  if (folder !== '' && media.folder === '') await host.putInFolder?.(media.media_id, folder)
  return { is: 'duplicate', media }
}

async function send(task: Task): Promise<Outcome> {
  const { host, entry, source, signal, show, remember, moved } = task
  const { kept } = entry
  signal.throwIfAborted()
  show('uploading')
  const { media_id, url } = await sendFile({
    source,
    signal,
    endpoint: host.endpoint,
    url: kept.upload_url,
    sha256: kept.sha256,
    setOf: kept.part?.set_of,
    authorization: host.authorization,
    onUrl: (made) => {
      if (made === kept.upload_url) return
      kept.upload_url = made
      remember()
    },
    onOffset: (offset) => {
      entry.resent += Math.max(0, entry.furthest - offset)
      entry.sent = offset
      // Bytes that are sent again count once.
      entry.furthest = offset
    },
    onProgress: (sent) => {
      const bytes = Math.max(0, sent - entry.sent)
      entry.sent = sent
      entry.furthest = Math.max(entry.furthest, sent)
      entry.rest.end()
      entry.meter.add(bytes)
      if (sent === kept.size && entry.state === 'uploading') show('finishing')
      moved(bytes)
    },
  })
  if (kept.part && kept.upload_url) {
    await host.takePart?.(kept.part, idOf(kept.upload_url))
    return { is: 'done' }
  }
  if (media_id && url) return stored(kept.name, media_id, url)
  return (await whatBecame(task)) ?? { is: 'again' }
}

const stored = (name: string, media_id: string, url: string): Outcome => ({
  is: 'done',
  media: { media_id, url, name: cleanFileName(name) },
})

const idOf = (url: string) => url.split('/').at(-1) ?? ''

function outcomeOf(error: unknown, entry: Entry): Outcome {
  if (error instanceof FileChangedError) {
    // The sent bytes belong to a deleted file.
    entry.kept.sha256 = undefined
    return { is: 'failed', problem: error.message }
  }
  const { status, message } = error as { status?: unknown; message?: unknown }
  if (typeof status !== 'number') return { is: 'away' }
  if (status === 401) return { is: 'signed-out' }
  if (status === 502 || status === 503 || status === 504) return { is: 'away' }
  if (status === 404 || status === 410) entry.kept.upload_url = undefined
  if (WORTH_ANOTHER.has(status)) return { is: 'again' }
  if (status >= 500 && status !== 507) return { is: entry.rest.count() + 1 < MOST_REFUSALS ? 'again' : 'failed' }
  const shown = typeof message === 'string' && message !== ''
  // The server has refused the file and dropped its bytes; a full disk keeps them.
  if (status !== 507 && error instanceof SendError) entry.kept.upload_url = undefined
  return { is: 'failed', ...(shown && { problem: message }) }
}
