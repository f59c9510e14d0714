import type { Db } from '../../context.ts'
import { CATALOGUE_TAG } from '../../platform/net/keep-at-edge.ts'

/** The channel on which every instance hears of a new catalogue version; the payload is the version. */
export const CATALOGUE_CHANNEL = 'catalogue'

/** The present version, for a connection that is not the pool's. */
export const SELECT_VERSION = 'select version from catalogue_version'

type Listener = () => void
type Companion = (trx: Db, tags: readonly string[]) => Promise<void>

/** Who keeps answers made from this pool's catalogue, so that its own writes are seen without the way through PostgreSQL. */
const listeners = new WeakMap<Db, Set<Listener>>()

/** Calls `listener` after every catalogue write made through `db`; answers how to stop that. */
export function onCatalogueWrite(db: Db, listener: Listener): () => void {
  const known = listeners.get(db) ?? new Set()
  listeners.set(db, known.add(listener))
  return () => known.delete(listener)
}

/** What goes along with each write, in its transaction: another may have to be told once it is there. */
const companions = new WeakMap<Db, Companion>()

/** Does `companion` in the transaction of every catalogue write made through `db`; `tags` name what the write may have changed. */
export function alongCatalogueWrites(db: Db, companion: Companion): void {
  companions.set(db, companion)
}

/**
 * The one way to change what the public catalogue shows: the work, the new version and the notice to all instances are one
 * transaction. `db` is the pool. Throws what the work throws; then nothing has changed. `tags` name what a CDN shows of the change: all of
 * the catalogue, unless the work is about less.
 */
export async function writeCatalogue<T>(
  db: Db,
  work: (trx: Db) => Promise<T>,
  tags: readonly string[] = [CATALOGUE_TAG],
): Promise<T> {
  const result = await db.transaction(async (trx) => {
    await raiseCatalogueVersion(trx)
    await companions.get(db)?.(trx, tags)
    return work(trx)
  })
  for (const listener of listeners.get(db) ?? []) listener()
  return result
}

/** The present version; it grows with every write. */
export async function catalogueVersion(db: Db): Promise<number> {
  const row = await db<{ version: number }>('catalogue_version').first('version')
  if (!row) throw new Error('catalogue_version has lost its row')
  return row.version
}

// First in the transaction: its row is locked until the commit, so that writers wait for each other here, where they hold nothing
// yet. A course that moves may number all others anew. The notice leaves with the commit.
async function raiseCatalogueVersion(trx: Db): Promise<void> {
  const [row] = await trx<{ version: number }>('catalogue_version').increment('version', 1).returning('version')
  await trx.select(trx.raw('pg_notify(?, ?)', [CATALOGUE_CHANNEL, String(row?.version)]))
}
