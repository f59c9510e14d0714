import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type ScratchDatabases = {
  /** Creates a database, empty or as a copy of another scratch database, and returns its address. */
  create(name: string, options?: { template?: string }): Promise<string>
  /** Drops it, despite other connections. */
  drop(name: string): Promise<void>
  close(): Promise<void>
}

/** Manages a run's databases on a server that allows it; their names begin with `prefix`. */
export async function openScratchDatabases(serverUrl: string, prefix: string): Promise<ScratchDatabases> {
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  const made = new Set<string>()
  // One statement at a time: a database cannot be copied twice at once.
  let turn: Promise<unknown> = Promise.resolve()
  const run = (sql: string) => {
    const done = turn.then(() => server.query(sql))
    turn = done.catch(() => undefined)
    return done
  }
  const drop = async (name: string) => {
    await run(`drop database if exists "${prefix}_${name}" with (force)`)
    made.delete(name)
  }
  /** A copied database must have no connections; those of a process killed a moment ago may still exist. */
  const empty = async (name: string) => {
    const count = `select count(*)::int as count from pg_stat_activity where datname = '${prefix}_${name}'`
    for (let look = 0; look < 100 && (await run(count)).rows[0].count > 0; look++) await sleep(50)
  }
  return {
    async create(name, { template } = {}) {
      await drop(name)
      if (template) await empty(template)
      await run(`create database "${prefix}_${name}" template "${template ? `${prefix}_${template}` : 'template0'}"`)
      made.add(name)
      return Object.assign(new URL(serverUrl), { pathname: `/${prefix}_${name}` }).href
    },
    drop,
    async close() {
      for (const name of made) await drop(name)
      await server.end()
    },
  }
}
