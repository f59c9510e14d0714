import { type Entry, entryOf, isSame, storedState } from './queue-entry.ts'
import type { QueueHost, StoredUpload } from './upload-types.ts'

/** Stores the queue over a restart: a record of each upload, and the files that the host may find again. */
export function createPersistence(host: Pick<QueueHost, 'store' | 'forget' | 'findAgain'>) {
  const findAgain = async ({ kept }: StoredUpload, request: boolean) =>
    kept === undefined ? undefined : host.findAgain(kept, request)
  return {
    /** The file of an upload as it is now, which the browser may have to allow with `ask`. */
    findAgain,
    remember(entry: Entry): void {
      Object.assign(entry.kept, { state: storedState(entry.state), problem: entry.problem })
      host.store.save({ ...entry.kept }).catch(() => {})
    },
    /** The files need not be found again. */
    forget(gone: readonly Entry[]): void {
      const stored = gone.map((entry) => entry.kept.kept).filter((file) => file !== undefined)
      if (stored.length > 0) host.forget(stored)
    },
    remove(entry: Entry): void {
      host.store.remove(entry.kept.key).catch(() => {})
    },
    /** Reads the uploads of an earlier run, the oldest first, each with its file where the host finds it unchanged. */
    async load(): Promise<Entry[]> {
      const stored = (await host.store.load()).sort((a, b) => a.added_at - b.added_at)
      const entries = await Promise.all(
        stored.map(async (upload) => {
          const again = await findAgain(upload, false)
          return entryOf(upload, again && isSame(upload, again) ? again : undefined)
        }),
      )
      // Nobody can choose again what this program has made; it is made anew.
      const lost = entries.filter(({ state, kept }) => kept.part && (state === 'lost' || state === 'done'))
      for (const { kept } of lost) host.store.remove(kept.key).catch(() => {})
      return entries.filter((entry) => !lost.includes(entry))
    },
  }
}
