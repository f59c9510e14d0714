import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Context } from '../../context.ts'
import type { FileKey } from '../../platform/files/store.ts'
import { createTurns } from '../../platform/queue/turns.ts'
import type { Stamp, StampedFile } from '../media/serve.ts'
import { copiesFolder } from './copies-folder.ts'
import { type StampLimits, stampLimits, stampPdf } from './stamp-pdf.ts'

/** Bounds how often a copy's time of last use is updated. */
const NOTED_MS = 60 * 60_000
/** Suffixes of an empty note's name: the reason why this file has no copy. */
const NEVER = 'never'
const STOPPED = 'stopped'
/** The machine may have been busy: retry after this long. */
const STOPPED_MS = 10 * 60_000

type Work = Pick<Context, 'config' | 'files' | 'log'>

/**
 * Returns the copy of a PDF with a student's email. The first request stores it in the data folder: ranges and resumed
 * downloads need the same bytes. Undefined for a file sent without a stamp: too large, encrypted, broken, or beyond the
 * time limit. Makes one at a time; 503 when the queue is full.
 */
export function createStampedCopies(
  { config, files, log }: Work,
  limits: StampLimits = stampLimits,
): (key: FileKey, stamp: Stamp) => Promise<StampedFile | undefined> {
  const underway = new Map<string, Promise<StampedFile | undefined>>()
  const inTurn = createTurns({
    atOnce: 1,
    waiting: 50,
    patienceMs: 20_000,
    says: 'Too many files are being prepared at the moment. Please try again.',
  })

  return async (key, stamp) => {
    const size = await files.bytes(key)
    if (size === undefined || size > limits.bytes) return undefined
    const folder = join(copiesFolder(config), String(stamp.userId))
    const name = `${key.mediaId}-${digestOf(stamp.line)}-`
    const known = await findCopy(folder, name)
    if (known) return known.file
    // A reader of ranges sends many requests before the first copy is made.
    const made = underway.get(folder + name) ?? make(key, stamp, folder, name)
    underway.set(folder + name, made)
    return made.finally(() => underway.delete(folder + name))
  }

  function make(key: FileKey, stamp: Stamp, folder: string, name: string): Promise<StampedFile | undefined> {
    return inTurn({ lane: 'proven', rank: 0 }, async () => {
      const to = files.tempPath()
      const outcome = await files.useLocal(key, (from) => stampPdf({ from, to, line: stamp.line }, limits))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if ('failed' in outcome) {
        await rm(to, { force: true })
        log.warn({ media_id: key.mediaId, reason: outcome.failed }, 'PDF sent without a stamp')
        await writeFile(join(folder, name + (outcome.failed === 'stopped' ? STOPPED : NEVER)), '', { mode: 0o600 })
        return undefined
      }
      const path = join(folder, `${name}${outcome.sha256.slice(0, 16)}`)
      await rename(to, path)
      return { path, etag: etagOf(path) }
    })
  }
}

/** Finds an earlier copy, or the note that none is possible. */
async function findCopy(folder: string, name: string): Promise<{ file: StampedFile | undefined } | undefined> {
  const names = await readdir(folder).catch(() => [])
  const found = names.find((one) => one.startsWith(name))
  if (!found) return undefined
  const path = join(folder, found)
  const seen = await stat(path).catch(() => undefined)
  if (!seen) return undefined
  const age = Date.now() - seen.mtimeMs
  if (found.endsWith(NEVER)) return { file: undefined }
  if (found.endsWith(STOPPED)) {
    if (age < STOPPED_MS) return { file: undefined }
    await rm(path, { force: true })
    return undefined
  }
  if (age > NOTED_MS) await utimes(path, new Date(), new Date()).catch(() => {})
  return { file: { path, etag: etagOf(path) } }
}

const digestOf = (line: string) => createHash('sha256').update(line).digest('hex').slice(0, 16)
/** Digests of the line and of the bytes: a copy by another library version is another file. */
const etagOf = (path: string) => `"${basename(path)}"`
