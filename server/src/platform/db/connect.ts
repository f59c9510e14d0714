import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { createDb, type DbOptions } from './knex.ts'

export interface ConnectedDatabase {
  url: string
  db: Knex
  /** Closes the pool and lets go of the embedded server, which stops when nobody else uses it. */
  close(): Promise<void>
}

/**
 * The database that the settings name, else the embedded one, which is started when it does not run yet. Past a pooler: a
 * command may need its session for longer than a transaction.
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

/** The log of a command at a terminal: what goes on is uninteresting, a warning is not. */
export const terminalLog: EmbeddedOptions['log'] = {
  info() {},
  warn: (data, message) => console.warn(message, data),
}
