import { type Entry, entryOf, giveFile, knownFor, newUpload, refusalOf } from './queue-entry.ts'
import type { FileSource } from './upload-types.ts'

type Queue = {
  entries(): Entry[]
  isPaused(): boolean
  start(entry: Entry): void
  change(entry: Entry, state: Entry['state'], problem?: string): void
  /** Its file need not be found again. */
  forget(gone: readonly Entry[]): void
}

/**
 * Takes a file into the queue, and returns its entry. A lost or failed one resumes; a queued one is not queued twice.
 */
export function admit(queue: Queue, source: FileSource): Entry {
  const known = knownFor(queue.entries(), source)
  if (known?.state === 'lost' || known?.state === 'failed') {
    queue.forget([known])
    giveFile(known, source)
    queue.start(known)
  }
  if (known) return known
  const entry = entryOf(newUpload(source), source)
  const refusal = refusalOf(source)
  queue.entries().push(entry)
  queue.change(entry, refusal ? 'failed' : queue.isPaused() ? 'paused' : 'waiting', refusal)
  return entry
}
