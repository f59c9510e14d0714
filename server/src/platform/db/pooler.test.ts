import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { createDb, prepared } from './knex.ts'
import { setUpPooledSessions } from './pooler.ts'

let database: TestDatabase
let pooled: TestDatabase['db']
beforeAll(async () => {
  database = await createTestDatabase()
  pooled = createDb(database.url, { pooled: true, poolMax: 1, applicationName: 'pooled' })
})
afterAll(async () => {
  await pooled.destroy()
  await database.drop()
})

const settingsOf = async (db: typeof pooled) => {
  const { rows } = await db.raw(
    `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  return rows[0]
}

test('a connection to a pooler begins without options, which the pooler would refuse', async () => {
  expect(await settingsOf(pooled)).toMatchObject({ statement: '0', idle: '0' })
})

test('sessions opened earlier are reported with advice', async () => {
  await expect(setUpPooledSessions(database.db, pooled, database.url)).rejects.toThrow(
    /psql -h 127\.0\.0\.1 -p \d+ -U \w+ pgbouncer -c RECONNECT.*may not do so itself/,
  )
})

test('new sessions have the shop’s time zone and time limits by their role', async () => {
  const later = createDb(database.url, { pooled: true, poolMax: 1, applicationName: 'pooled later' })
  try {
    await setUpPooledSessions(database.db, later, database.url)
    await setUpPooledSessions(database.db, later, database.url)
    expect(await settingsOf(later)).toEqual({ zone: 'UTC', statement: '2800ms', idle: '30s' })
  } finally {
    await later.destroy()
  }
})

test('statements have names on direct connections and none behind a pooler, also in transactions', async () => {
  const names = async (db: typeof pooled) => {
    await prepared('one', () => 'select 1')(db)
    return db.transaction(async (trx) => {
      await prepared('two', () => 'select 2')(trx)
      const { rows } = await trx.raw('select name from pg_prepared_statements order by name')
      return rows.map(({ name }: { name: string }) => name)
    })
  }
  const own = createDb(database.url, { poolMax: 1 })
  expect(await names(own)).toEqual(['one', 'two'])
  expect(await names(pooled)).toEqual([])
  await own.destroy()
})
