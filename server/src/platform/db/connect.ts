import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { type Config, VERSION } from '../../config.ts'
import { firstFailure } from './database-away.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { createDb, type DbOptions, isDatabaseUnavailable } from './knex.ts'

export interface ConnectedDatabase {
  url: string
  db: Knex
  /** Closes the pool and releases the embedded server, which stops with its last user. */
  close(): Promise<void>
}

/**
 * Connects to the configured database, else starts the embedded one. Bypasses a pooler: a command may need its session
 * for longer than a transaction. Waits while the database is away, and has a person's patience, not a request's.
 */
export async function connectDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  { log, ...options }: DbOptions & Pick<EmbeddedOptions, 'log'>,
): Promise<ConnectedDatabase> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log })
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? embedded?.url ?? ''
  const close = async (db?: Knex) => {
    await db?.destroy()
    await embedded?.stop()
  }
  try {
    // Scripts read stdout alone.
    console.error(`SkillHaat ${VERSION}, ${options.applicationName}: database ${placeOf(url)}`)
    const db = await openPatiently(url, (sentence) => console.error(sentence), options)
    return { url, db, close: () => close(db) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Logs warnings only: a command at a terminal needs no progress. */
export const terminalLog: EmbeddedOptions['log'] = {
  info() {},
  warn: (data, message) => console.warn(message, data),
}

const WAIT_SECONDS = 30
const AGAIN_MS = 500
const SLOW_MS = 2_000
/** The database answers, and refuses: wrong login, no such database. */
const REFUSED = /^(28|3D)/

/**
 * Opens a pool for work that nobody waits for behind a page. While the database cannot be reached, it says so once and
 * tries again, for 30 s or the `connect_timeout` of the address.
 */
export async function openPatiently(
  url: string,
  show: (sentence: string) => void,
  options: Omit<DbOptions, 'timeouts'> = {},
): Promise<Knex> {
  const seconds = Number(URL.parse(url)?.searchParams.get('connect_timeout')) || WAIT_SECONDS
  const patience = seconds * 1000
  const timeouts = { connect: patience, acquire: patience + 5_000, statement: 60_000, query: 65_000 }
  const db = createDb(url, { ...options, timeouts })
  let shown = false
  const showOnce = () => {
    if (!shown) show(`Waiting for the database at ${placeOf(url)} (${seconds} s at most) …`)
    shown = true
  }
  const showing = setTimeout(showOnce, SLOW_MS)
  const deadline = Date.now() + patience
  try {
    for (;;) {
      try {
        await db.raw('select 1')
        return db
      } catch (error) {
        const code = String((firstFailure(error) as { code?: unknown }).code)
        if (!isDatabaseUnavailable(firstFailure(error)) || REFUSED.test(code) || Date.now() > deadline) throw error
      }
      showOnce()
      await sleep(AGAIN_MS)
    }
  } catch (error) {
    await db.destroy()
    throw error
  } finally {
    clearTimeout(showing)
  }
}

/** Returns host and database of an address, without its login. */
export function placeOf(url: string): string {
  const address = URL.parse(url)
  return `${address?.searchParams.get('host') ?? decodeURIComponent(address?.host ?? '')}${address?.pathname ?? ''}`
}
