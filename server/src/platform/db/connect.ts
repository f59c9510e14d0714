import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { createDb, type DbOptions } from './knex.ts'

export interface ConnectedDatabase {
  url: string
  db: Knex
  /** Closes the pool and releases the embedded server, which stops with its last user. */
  close(): Promise<void>
}

/**
 * Connects to the configured database, else starts the embedded one. Bypasses a pooler: a command may need its session
 * for longer than a transaction.
 */
export async function connectDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  { log, ...options }: DbOptions & Pick<EmbeddedOptions, 'log'>,
): Promise<ConnectedDatabase> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log })
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? embedded?.url ?? ''
  const db = createDb(url, options)
  return {
    url,
    db,
    async close() {
      await db.destroy()
      await embedded?.stop()
    },
  }
}

/** Logs warnings only: a command at a terminal needs no progress. */
export const terminalLog: EmbeddedOptions['log'] = {
  info() {},
  warn: (data, message) => console.warn(message, data),
}
