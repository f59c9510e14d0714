import type { Knex } from 'knex'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import type { Context } from '../src/context.ts'
import { terminalLog } from '../src/platform/db/connect.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { createDb, PATIENT } from '../src/platform/db/knex.ts'
import { migrate } from '../src/platform/db/migrations.ts'
import { createQueue } from '../src/platform/queue/queue.ts'
import { createJobs } from '../src/serve/jobs/index.ts'
import { databaseFolder } from './database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server for test databases, and the migrated database that tests clone. */
    testDatabase: { serverUrl: string; template: string }
  }
}

/**
 * Prepares one server and one migrated template for the whole run. Several runs may share the server at the same time.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const ownServer = process.env.TEST_DATABASE_URL
  const dataDir = databaseFolder('test-database')
  const embedded = ownServer ? undefined : await startEmbedded({ dataDir, log: terminalLog, durable: false })
  const serverUrl = ownServer ?? embedded?.serverUrl ?? ''
  const template = `test_${process.pid}_template`
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await dropLeftovers(server)
  await server.query(`create database ${template}`)
  const db = createDb(databaseUrl(serverUrl, template), { poolMax: 1, timeouts: PATIENT })
  await migrate(db)
  await prepareQueues(db)
  await db.destroy()
  project.provide('testDatabase', { serverUrl, template })
  return async () => {
    await dropDatabases(server, process.pid)
    await server.end()
    await embedded?.stop()
  }
}

/** Prepares the queue's schema, which takes longer than the rest of a start, so it is cloned too. */
async function prepareQueues(db: Knex): Promise<void> {
  const queue = createQueue({ db, log: pino({ level: 'silent' }) })
  // Only a job's name and policy are needed; nothing uses the context before one runs.
  await queue.prepare(createJobs({} as Context))
  await queue.stop()
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Drops databases of killed runs; their names contain the process number. */
async function dropLeftovers(server: pg.Client): Promise<void> {
  const { rows } = await server.query<{ pid: string }>(
    `select distinct split_part(datname, '_', 2) as pid from pg_database where datname like 'test\\_%'`,
  )
  for (const pid of rows.map((row) => Number(row.pid))) {
    if (pid === process.pid || !isRunning(pid)) await dropDatabases(server, pid)
  }
}

async function dropDatabases(server: pg.Client, pid: number): Promise<void> {
  const pattern = `test\\_${pid}\\_%`
  const { rows } = await server.query<{ datname: string }>('select datname from pg_database where datname like $1', [
    pattern,
  ])
  for (const { datname } of rows) await server.query(`drop database if exists "${datname}" with (force)`)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
