import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createDb, isDatabaseUnavailable } from './knex.ts'

/**
 * Runs `work` on a database that holds every commit before the call, so each writer reads its own writes at any
 * instance. `work` only reads; it may restart on another pool. Its errors pass through.
 */
export type Read = <T>(work: (db: Knex) => Promise<T>) => Promise<T>

export type Reads = {
  read: Read
  /** Pool of most reads; undefined without a replica. */
  replica: Knex | undefined
  close(): Promise<void>
}

/** Bounds a read's wait for the replica, which normally lags some milliseconds. */
const PATIENCE_MS = 60
const LOOK_EVERY_MS = 4
/** Bounds the replica's answer to a position query. */
const ANSWER_WITHIN_MS = 500
/** After a lag, outage or abort, all reads use the primary for this long. */
const REST_MS = 500

/** The end of visible commits: flushed before they are visible, unless commits are asynchronous. */
const COMMITTED = `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end::text as position`
const REACHED = `select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= :position::pg_lsn, false) as reached`
const CLUSTER = 'select system_identifier::text as cluster from pg_control_system()'

/** Cancelled by the replica's replay, or by its promotion. */
const CONFLICTS = new Set(['40001', '40P01', '25006'])

/**
 * Reads from the streaming replica of `url` without staleness: it must have replayed the primary's present log
 * position. A lagging or failing replica falls back to the primary. Without an address the primary serves all reads.
 */
export function createReads(options: { db: Knex; url: string | undefined; log: Log }): Reads {
  const { db, url, log } = options
  if (url === undefined) return { read: (work) => work(db), replica: undefined, close: async () => {} }
  const replica = createDb(url, { applicationName: 'skillhaat-replica' })
  let restsUntil = 0
  let trusted = false
  let state: 'used' | 'behind' | 'away' | undefined

  function turn(next: typeof state, error?: unknown): void {
    if (next !== 'used') restsUntil = performance.now() + REST_MS
    if (next !== state && next === 'used') log.info({}, 'the replica is used')
    else if (next !== state) log.warn({ err: error, state: next }, 'the replica is not used; reads go to the primary')
    state = next
  }

  const request = async <T>(pool: Knex, sql: string, bindings: Record<string, string> = {}): Promise<T | undefined> =>
    (await pool.raw<{ rows: T[] }>(sql, bindings)).rows[0]

  /** Rejects a replica of another cluster, which would return foreign rows. */
  async function requireSameCluster(): Promise<void> {
    if (trusted) return
    const [ours, theirs] = await Promise.all([db, replica].map((pool) => request<{ cluster: string }>(pool, CLUSTER)))
    if (!ours || ours.cluster !== theirs?.cluster)
      throw new Error('DATABASE_REPLICA_URL leads to a server that is no copy of DATABASE_URL')
    trusted = true
  }

  async function reaches(position: string): Promise<boolean> {
    await requireSameCluster()
    const patient = performance.now() + PATIENCE_MS
    for (;;) {
      const found = await request<{ reached: boolean }>(replica, REACHED, { position })
      if (found?.reached) return true
      if (performance.now() > patient) return false
      await sleep(LOOK_EVERY_MS)
    }
  }

  /** Checks that the replica has replayed the primary's position. */
  async function isThere(): Promise<boolean> {
    if (performance.now() < restsUntil) return false
    const committed = await request<{ position: string }>(db, COMMITTED)
    const late = new AbortController()
    try {
      const there = await Promise.race([
        reaches(String(committed?.position)),
        sleep(ANSWER_WITHIN_MS, undefined, { signal: late.signal }).then(() => {
          throw new Error('The replica does not answer')
        }),
      ])
      turn(there ? 'used' : 'behind')
      return there
    } catch (error) {
      trusted = false
      turn('away', error)
      return false
    } finally {
      late.abort()
    }
  }

  return {
    replica,
    async read(work) {
      if (!(await isThere())) return work(db)
      try {
        return await work(replica)
      } catch (error) {
        const broken = isDatabaseUnavailable(error) || CONFLICTS.has(String((error as { code?: unknown }).code))
        if (!broken) throw error
        turn('away', error)
        return work(db)
      }
    },
    close: () => replica.destroy(),
  }
}

type Log = { info(data: object, message: string): void; warn(data: object, message: string): void }
