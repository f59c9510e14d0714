import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import pg from 'pg'
import { inject } from 'vitest'
import { createDb, PATIENT } from '../src/platform/db/knex.ts'
import { askInvariants } from './invariants.ts'

export interface TestDatabase {
  url: string
  db: Knex
  /**
   * Closes `db` and drops the database, despite other connections. Rejects when an invariant of the shop is broken, unless the test declared it
   * by `breaks`.
   */
  drop(): Promise<void>
}

/** Creates a database, cloned from the migrated template (or empty) in about 20 ms. Create one per test file. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { serverUrl, template } = inject('testDatabase')
  const name = `${template.replace('_template', '')}_${randomUUID().slice(0, 8)}`
  await onServer(serverUrl, `create database ${name} template ${empty ? 'template0' : template} strategy file_copy`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const db = createDb(url, { poolMax: 5, applicationName: name, timeouts: PATIENT })
  return {
    url,
    db,
    async drop() {
      await db.destroy()
      const problem = empty ? undefined : await askInvariants(url)
      await onServer(serverUrl, `drop database if exists ${name} with (force)`)
      if (problem) throw new Error(problem)
    },
  }
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
