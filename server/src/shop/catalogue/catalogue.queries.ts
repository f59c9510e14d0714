import type { Db } from '../../context.ts'
import { CATALOGUE_TAG } from '../../platform/net/cache-at-edge.ts'

/** Notifies every instance of a new catalogue version; the payload is the version. */
export const CATALOGUE_CHANNEL = 'catalogue'

/** Reads the version over a connection outside the pool. */
export const SELECT_VERSION = 'select version from catalogue_version'

type Listener = () => void
type Companion = (trx: Db, tags: readonly string[]) => Promise<void>

/** Listeners of this pool see its own writes without a round trip through PostgreSQL. */
const listeners = new WeakMap<Db, Set<Listener>>()

/** Calls `listener` after every catalogue write through `db`; returns a function that stops it. */
export function onCatalogueWrite(db: Db, listener: Listener): () => void {
  const known = listeners.get(db) ?? new Set()
  listeners.set(db, known.add(listener))
  return () => known.delete(listener)
}

/** Work that joins the transaction of each write. */
const companions = new WeakMap<Db, Companion>()

/** Runs `companion` in the transaction of every catalogue write through `db`; `tags` name what may have changed. */
export function alongCatalogueWrites(db: Db, companion: Companion): void {
  companions.set(db, companion)
}

/** Looks at the shop before a write, and returns the check of what the write leaves; the check throws what it refuses. */
export type Judge = (trx: Db) => Promise<() => Promise<void>>

const judges = new WeakMap<Db, Judge>()

/** Makes `judge` check every write of the catalogue, and of what else changes a price, through `db`. */
export function judgeWrites(db: Db, judge: Judge): void {
  judges.set(db, judge)
}

/** Runs work that changes what something costs; `db` is the pool. */
export async function judged<T>(db: Db, trx: Db, work: () => Promise<T>): Promise<T> {
  const check = await judges.get(db)?.(trx)
  const result = await work()
  await check?.()
  return result
}

declare const inCatalogueWrite: unique symbol
/** A transaction that `writeCatalogue` began. */
export type CatalogueTrx = Db & { readonly [inCatalogueWrite]: true }

/**
 * Changes the public catalogue: work, new version and notice to all instances in one transaction. No other way may
 * write it. `db` is the pool. Throws what the work throws, and then changes nothing. `tags` name the CDN's stale pages;
 * by default the whole catalogue.
 */
export async function writeCatalogue<T>(
  db: Db,
  work: (trx: CatalogueTrx) => Promise<T>,
  tags: readonly string[] = [CATALOGUE_TAG],
): Promise<T> {
  const result = await db.transaction(async (trx: Db) => {
    await raiseCatalogueVersion(trx)
    await companions.get(db)?.(trx, tags)
    return judged(db, trx, () => work(trx as CatalogueTrx))
  })
  for (const listener of listeners.get(db) ?? []) listener()
  return result
}

export async function catalogueVersion(db: Db): Promise<number> {
  const row = await db<{ version: number }>('catalogue_version').first('version')
  if (!row) throw new Error('catalogue_version has lost its row')
  return row.version
}

// Runs first: its row stays locked until the commit, so that writers wait here, where they hold nothing yet. Moving a
// course may renumber all others. The commit sends the notice.
async function raiseCatalogueVersion(trx: Db): Promise<void> {
  const [row] = await trx<{ version: number }>('catalogue_version').increment('version', 1).returning('version')
  await trx.select(trx.raw('pg_notify(?, ?)', [CATALOGUE_CHANNEL, String(row?.version)]))
}
