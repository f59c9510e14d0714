import pg from 'pg'
import type { Logger } from 'pino'
import { CATALOGUE_CHANNEL, SELECT_VERSION } from '../../shop/catalogue/catalogue.queries.ts'

const CHECK_EVERY_MS = 5_000
const ANSWER_WITHIN_MS = 2_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

export type CatalogueListener = {
  /** Returns the catalogue's version; undefined while notices are lost, when nothing may be cached. */
  version(): number | undefined
  close(): Promise<void>
}

/**
 * Listens to the catalogue writes of all instances, on its own connection, which reconnects. Checks it every 5 s,
 * because a connection can die silently. Calls `onChange` when the version changes and when listening stops. Resolves
 * at once; listening begins with the connection.
 */
export function listenToCatalogue(options: {
  databaseUrl: string
  log: Pick<Logger, 'warn' | 'info'>
  onChange: () => void
}): CatalogueListener {
  const { databaseUrl, log, onChange } = options
  let version: number | undefined
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = FIRST_PAUSE_MS
  let closed = false

  function setVersion(next: number | undefined): void {
    if (next === version) return
    version = next
    onChange()
  }

  function later(work: () => Promise<void>, ms: number): void {
    if (closed) return
    timer = setTimeout(() => void work(), ms).unref()
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'skillhaat-catalogue',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    })
    client = opened
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened))
    opened.on('notification', ({ channel, payload }) => {
      // Notices arrive in commit order; a lower number precedes the version query.
      const received = Number(payload)
      if (channel === CATALOGUE_CHANNEL && client === opened && version !== undefined && received > version)
        setVersion(received)
    })
    try {
      await opened.connect()
      await opened.query(`listen ${CATALOGUE_CHANNEL}`)
      await check(opened)
      pauseMs = FIRST_PAUSE_MS
    } catch (error) {
      lose(opened, error)
    }
  }

  async function check(opened: pg.Client): Promise<void> {
    try {
      const { rows } = await opened.query<{ version: string }>(SELECT_VERSION)
      if (client !== opened) return
      setVersion(Math.max(Number(rows[0]?.version), version ?? 0))
      later(() => check(opened), CHECK_EVERY_MS)
    } catch (error) {
      lose(opened, error)
    }
  }

  function lose(lost: pg.Client, error?: unknown): void {
    if (client !== lost) return
    client = undefined
    clearTimeout(timer)
    if (!closed) log.warn({ err: error }, 'catalogue notices lost; reconnecting')
    setVersion(undefined)
    lost.end().catch(() => {})
    later(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }

  void connect()
  return {
    version: () => version,
    async close() {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      setVersion(undefined)
      await last?.end().catch(() => {})
    },
  }
}
