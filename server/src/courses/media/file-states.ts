import { olderMediaId, storedName } from 'contract/media/address'
import type { Context } from '../../context.ts'
import type { FileKey } from '../../platform/files/store.ts'
import { fileNameOf, findPaidState, type PaidState } from './media.queries.ts'

/** Lifetime of a cached public image. */
const KNOWN_MS = 10_000
const MAX_KNOWN = 20_000
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/

/** Where a file is stored, and its shown name. */
type PublicFile = { key: FileKey; name: string }

/**
 * Decides which files are public. A public image stays cached for 10 s, and longer while the database is unreachable,
 * so that pages stay whole; every other file is queried by its row's key. Unknown means not public.
 */
export function createFileStates({ db, files, now }: Pick<Context, 'db' | 'files' | 'now'>) {
  // The first is the oldest.
  const known = new Map<string, { at: number; row: PaidState }>()

  function note(mediaId: string, at: number, row: PaidState): void {
    known.delete(mediaId)
    known.set(mediaId, { at, row })
    const oldest = known.size > MAX_KNOWN ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
  }

  async function mayHold(mediaId: string): Promise<boolean> {
    const older = olderMediaId(mediaId)
    return (await files.mayHold(mediaId)) || (older !== undefined && (await files.mayHold(older)))
  }

  const fileOf = (row: PaidState, asked: string): PublicFile => ({
    key: { mediaId: row.media_id, name: storedName(asked, fileNameOf(row)) },
    name: row.name,
  })

  return {
    /** Returns what a public file's address asks for; undefined for all others. */
    async publicFile({ mediaId, name }: FileKey): Promise<PublicFile | undefined> {
      const at = now().getTime()
      const picture = PICTURE.test(name)
      const last = picture ? known.get(mediaId) : undefined
      if (last && at >= last.at && at - last.at < KNOWN_MS) return fileOf(last.row, name)
      // On the disk a made-up id costs no query.
      if (!(await mayHold(mediaId))) return undefined
      const found = await findPaidState(db, mediaId).catch((error) => {
        if (!last) throw error
        return last.row
      })
      const row = found?.paid === false ? found : undefined
      if (row && picture) note(mediaId, at, row)
      else known.delete(mediaId)
      return row && fileOf(row, name)
    },
  }
}
