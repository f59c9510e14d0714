import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from './knex.ts'

const PROBE_EVERY_MS = 1_000
/** Longer than a busy machine needs for a connection of its own. */
const PROBE_MS = 5_000

export type Outage = {
  /**
   * Returns true for an error that only repeats that the database is away or too slow. The watch logs the outage
   * itself, so the line of each request and job is dropped.
   */
  covers(error: unknown): boolean
  /** Begins to watch the database at this address, over a connection of its own. */
  watch(url: string, log: Logger): void
  close(): void
}

/** Watches outages of the database: one line when one begins and one when it ends, in place of a line per request. */
export function createOutage(): Outage {
  let watched: { url: string; log: Logger } | undefined
  let covered = 0
  let isOn = false
  const closing = new AbortController()

  async function isAnswering(connectionString: string): Promise<boolean> {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
    // A connection that breaks later was reported by its statement.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function follow({ url, log }: { url: string; log: Logger }, first: Error): Promise<void> {
    const began = performance.now()
    const answers = await isAnswering(url)
    const why = first.message.split(' - ').at(-1)
    // A full pool or one slow statement: the database is there.
    if (answers) log.warn({ why, lines: covered }, 'the database answered too late')
    else log.error({ why }, 'the database is away')
    if (!answers) {
      do await sleep(PROBE_EVERY_MS, undefined, { signal: closing.signal, ref: false })
      while (!(await isAnswering(url)))
      log.info({ seconds: Math.round((performance.now() - began) / 1000), lines: covered }, 'the database is back')
    }
    isOn = false
    covered = 0
  }

  return {
    covers(error) {
      if (!watched || !(error instanceof Error) || !isDatabaseUnavailable(error)) return false
      // The server itself ended a statement: the line says which, unless nothing answers anyway.
      if (!isOn && (error as { code?: string }).code === '57014') return false
      covered++
      if (!isOn) {
        isOn = true
        // Only `close` ends the watch early.
        follow(watched, error).catch(() => {})
      }
      return true
    },
    watch(url, log) {
      watched = { url, log }
    },
    close() {
      watched = undefined
      closing.abort()
    },
  }
}
