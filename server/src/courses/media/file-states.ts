import type { Context } from '../../context.ts'
import type { FileKey } from '../../platform/files/store.ts'
import { findPaidState } from './media.queries.ts'

/** Lifetime of a cached public image. */
const KNOWN_MS = 10_000
const MAX_KNOWN = 20_000
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/

/**
 * Decides which files are public. A public image stays cached for 10 s, and longer while the database is unreachable,
 * so that pages stay whole; every other file is queried by its row's key. Unknown means not public.
 */
export function createFileStates({ db, files, now }: Pick<Context, 'db' | 'files' | 'now'>) {
  // The first is the oldest.
  const known = new Map<string, number>()

  function note(mediaId: string, at: number): void {
    known.delete(mediaId)
    known.set(mediaId, at)
    const oldest = known.size > MAX_KNOWN ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
  }

  return {
    /** Returns the shown name of a public file, empty for an image; undefined for all others. */
    async publicName({ mediaId, name }: FileKey): Promise<string | undefined> {
      const at = now().getTime()
      const picture = PICTURE.test(name)
      const since = picture ? known.get(mediaId) : undefined
      if (since !== undefined && at >= since && at - since < KNOWN_MS) return ''
      // On the disk a made-up id costs no query.
      if (!(await files.mayHold(mediaId))) return undefined
      const found = await findPaidState(db, mediaId).catch((error) => {
        if (since === undefined) throw error
        return { paid: false, name: '' }
      })
      const isPublic = found?.paid === false
      if (isPublic && picture) note(mediaId, at)
      else known.delete(mediaId)
      if (!isPublic) return undefined
      return picture ? '' : found.name
    },
  }
}
