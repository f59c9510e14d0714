import { afterAll, beforeAll, expect, test } from 'vitest'
import { allInvariants } from '../src/platform/features/features.ts'
import { checkInvariants } from '../src/platform/invariants/check-invariants.ts'
import { invariant } from '../src/platform/invariants/invariant.ts'
import * as users from '../src/shop/users/users.invariants.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { askInvariants, breaks } from './invariants.ts'
import { NOW, planted, SMALL_SHOP } from './planted-breaks.ts'
import { startTestServer } from './server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.raw(SMALL_SHOP)
})
afterAll(() => database.drop())

/** Returns what the invariants find after this SQL, and undoes it. */
async function foundAfter(sql: string) {
  const undo = new Error('undo')
  let found: Awaited<ReturnType<typeof checkInvariants>> = []
  const work = database.db.transaction(async (trx) => {
    await trx.raw(sql)
    found = await checkInvariants(trx, allInvariants, { now: NOW })
    throw undo
  })
  await expect(work).rejects.toBe(undo)
  return found.filter(({ rows }) => rows?.length !== 0)
}

test('a shop whose orders, access and papers agree breaks no invariant', async () => {
  expect(await foundAfter('select')).toEqual([])
})

test.each(planted)('a planted break of “$sentence” is found by it alone', async (broken, sql) => {
  const found = await foundAfter(sql)
  expect(found.map(({ invariant: { sentence }, rows }) => ({ sentence, rows }))).toEqual([
    { sentence: broken.sentence, rows: [{ id: expect.any(String), what: expect.any(String) }] },
  ])
})

test('every invariant has a planted break, and no two say the same', () => {
  const known = new Set(planted.map(([{ sentence }]) => sentence))
  expect(allInvariants.filter(({ sentence }) => !known.has(sentence)).map(({ sentence }) => sentence)).toEqual([])
  expect(new Set(allInvariants.map(({ sentence }) => sentence)).size).toBe(allInvariants.length)
})

test('a dropped database tells of a broken invariant with its rows, and of an excuse that is none', async () => {
  const other = await createTestDatabase()
  await other.db.raw(`insert into users (user_id, name, referral_code, coins) values ('usr_rich', 'Asha', 'A', 7)`)
  const said = (await askInvariants(other.url)) ?? ''
  expect(said).toContain(`✗ ${users.walletIsItsEntries.sentence}`)
  expect(said).toContain('usr_rich: 7 coins')
  breaks(other.db, users.walletIsItsEntries, 'seven coins from nowhere')
  expect(await askInvariants(other.url)).toBeUndefined()
  await other.db('users').update({ coins: 0 })
  breaks(other.db, users.walletIsItsEntries, 'seven coins from nowhere')
  expect(await askInvariants(other.url)).toContain(`✓ ${users.walletIsItsEntries.sentence}`)
  await other.drop()
})

test('an invariant that runs into its time leaves the others to run', async () => {
  const slow = invariant('Nothing is slow.', `select 1 as id, 'x' as what from pg_sleep(600)`)
  const found = await checkInvariants(database.db, [slow, users.walletIsItsEntries], { now: NOW, seconds: 1 })
  expect(found.map(({ rows }) => rows)).toEqual([undefined, []])
})

test('the sandbox names what is broken when it is asked', async () => {
  const server = await startTestServer({ work: false })
  expect(await server.gateway('control/invariants')).toEqual({ broken: [] })
  await server.db('users').insert({ user_id: 'usr_rich', name: 'Asha', referral_code: 'A', coins: 7 })
  breaks(server.db, users.walletIsItsEntries, 'seven coins from nowhere')
  expect(await server.gateway('control/invariants')).toMatchObject({
    broken: [{ sentence: users.walletIsItsEntries.sentence, rows: [{ id: 'usr_rich' }] }],
  })
  await server.stop()
})
