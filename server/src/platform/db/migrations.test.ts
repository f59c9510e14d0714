import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { openScratchDatabases, type ScratchDatabases } from '../../../test/scratch-databases.ts'
import { foldedSteps as folds } from './folded-steps.ts'
import { createDb, PATIENT } from './knex.ts'
import { migrate, pendingMigrations, rollback } from './migrations.ts'

const BASELINE = '20261126182202_baseline'
const names = readdirSync(new URL('../../../../migrations/', import.meta.url)).map((file) => file.replace('.ts', ''))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.drop())

const tables = async () => {
  const { rows } = await database.db.raw(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
  )
  return rows.map(({ name }: { name: string }) => name)
}

test('three instances that start at once apply every step exactly once, in order', async () => {
  expect(await pendingMigrations(database.db)).toEqual(names)
  const instances = [1, 2, 3].map(() => createDb(database.url, { poolMax: 2, timeouts: PATIENT }))
  const applied = await Promise.all(instances.map((db) => migrate(db)))
  await Promise.all(instances.map((db) => db.destroy()))
  expect(applied.flat().sort()).toEqual(names)
  expect(await database.db('migrations').orderBy('name').pluck('name')).toEqual([...folds, ...names].sort())
  expect(await pendingMigrations(database.db)).toEqual([])
  expect(await migrate(database.db)).toEqual([])
})

test('every step can be rolled back and applied again', async () => {
  const before = await tables()
  expect(await rollback(database.db, names.length)).toEqual(names.toReversed())
  expect(await tables()).toEqual(['migrations.applied_at', 'migrations.name'])
  expect(await migrate(database.db)).toEqual(names)
  expect(await tables()).toEqual(before)
})

test('a killed migration leaves no lock behind', async () => {
  await rollback(database.db, 1)
  const doomed = createDb(database.url, { poolMax: 1, timeouts: PATIENT })
  const holding = doomed.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(7021984113)')
    const { rows } = await trx.raw('select pg_backend_pid() as pid')
    const waiting = migrate(database.db)
    await vi.waitFor(async () => {
      const locks = await database.db.raw(`select from pg_locks where locktype = 'advisory' and not granted`)
      expect(locks.rows).toHaveLength(1)
    }, 45_000)
    await database.db.raw('select pg_terminate_backend(?)', [rows[0].pid])
    expect(await waiting).toEqual(names.slice(-1))
  })
  await holding.catch(() => {})
  await doomed.destroy()
  expect(await pendingMigrations(database.db)).toEqual([])
})

test('a step whose table a long query uses lets requests pass, and goes through afterwards', async () => {
  const step = '20261127044900_orders_received_at'
  await rollback(database.db, names.length - names.indexOf(step))
  // With the time limits of a request.
  const request = createDb(database.url, { poolMax: 1, timeouts: {} })
  const shown: string[] = []
  const doing = await database.db.transaction(async (reader) => {
    await reader.raw('select count(*) from orders')
    const migrating = migrate(database.db, (line) => shown.push(line))
    await expect.poll(() => shown).toEqual([expect.stringMatching(`^${step} waits for a table`)])
    // Each request would queue behind a waiting migration until the reader ends.
    for (let n = 0; n < 3; n++) await request.raw('select from orders')
    return { migrating }
  })
  expect(await doing.migrating).toContain(step)
  await request.destroy()
})

test('a version rolls back onto the schema of a later one, with a log line', async () => {
  const later = '20991201090000_users'
  await database.db('migrations').insert({ name: later })
  const shown: string[] = []
  expect(await migrate(database.db, (line) => shown.push(line))).toEqual([])
  expect(shown).toEqual([`the schema is of a later version, by a step that this one does not know: ${later}`])
  await database.db('migrations').where({ name: later }).delete()
})

test('a database with foreign steps and without ours is refused with advice, and stays unchanged', async () => {
  const before = await tables()
  const other = '20261201090000_users'
  await database
    .db('migrations')
    .where({ name: names.at(-1) })
    .update({ name: other })
  await expect(migrate(database.db)).rejects.toThrow(/made by another version of the shop.*empty DATA_DIR/)
  expect(await tables()).toEqual(before)
  await database
    .db('migrations')
    .where({ name: other })
    .update({ name: names.at(-1) })
  expect(await migrate(database.db)).toEqual([])
})

test('no step carries a stamp of the future, which tomorrow’s step would precede', () => {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  expect(names.filter((name) => name.slice(0, 14) > now)).toEqual([])
})

test('a shop of 0.7.0 runs the later steps alone, and its rows stay', async () => {
  await rollback(database.db, names.length - 1)
  // The record of this database has the steps that it ran, and no baseline.
  await database.db('migrations').where({ name: BASELINE }).delete()
  expect(await database.db('migrations').orderBy('name').pluck('name')).toEqual(folds)
  const ticket = {
    ticket_no: 'T-ABCDEF',
    name: 'Asha',
    email: 'asha@example.com',
    subject: 'A question',
    message: 'When?',
  }
  await database.db('tickets').insert({ ...ticket, created_at: new Date() })
  expect(await migrate(database.db)).toEqual(names.slice(1))
  expect(await database.db('tickets').pluck('ticket_no')).toEqual(['T-ABCDEF'])
  expect(await pendingMigrations(database.db)).toEqual([])
})

test('a shop of 0.6.0 is refused with the way over 0.7.1, and nothing changes', async () => {
  const before = await tables()
  const since = folds.filter((name) => name > '20261126155300')
  expect(since.length).toBeGreaterThan(5)
  await database.db('migrations').whereIn('name', since).delete()
  const record = await database.db('migrations').orderBy('name').pluck('name')
  await expect(migrate(database.db)).rejects.toThrow(/before 0\.7\.0.*Start version 0\.7\.1 on it once, then this one/)
  expect(await tables()).toEqual(before)
  expect(await database.db('migrations').orderBy('name').pluck('name')).toEqual(record)
})

describe('before the first step', () => {
  let databases: ScratchDatabases
  const refusalOf = async (name: string, options: string, before = '') => {
    const address = new URL(await databases.create(name))
    const path = address.pathname.slice(1)
    await database.db.raw(`drop database "${path}"`)
    await database.db.raw(`create database "${path}" template template0 ${options}`)
    const db = createDb(address.href, { poolMax: 1, timeouts: PATIENT })
    try {
      if (before) await db.raw(before)
      return await migrate(db).then(
        () => 'accepted',
        (error: Error) => error.message,
      )
    } finally {
      await db.destroy()
    }
  }
  beforeAll(async () => {
    databases = await openScratchDatabases(database.url, 'unfit')
  })
  afterAll(() => databases.close())

  test('an empty database without UTF8 or a folding locale is refused with the statement that helps', async () => {
    const advice =
      /it needs UTF8 and an ICU or UTF-8 locale.*create database "unfit_\w+" owner "\w+" template template0 encoding 'UTF8'/
    expect(await refusalOf('ascii', "encoding 'SQL_ASCII' locale 'C'")).toMatch(advice)
    expect(await refusalOf('latin', "encoding 'LATIN1' locale 'C'")).toMatch(advice)
    expect(await refusalOf('plain', "encoding 'UTF8' locale 'C'")).toMatch(advice)
  })

  test('an empty database in which the role may create no table is refused with a hint', async () => {
    expect(await refusalOf('closed', '', 'drop schema public')).toMatch(
      /may not create tables.*grant create on schema public/,
    )
  })
})
