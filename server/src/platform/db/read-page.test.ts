import { MOST_COUNTED } from 'contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { plansOf } from '../../../test/query-plans.ts'
import { readPage } from './read-page.ts'

const ROWS = MOST_COUNTED + 2_020

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.raw(
    `insert into users (user_id, name, email, referral_code) select 'usr_' || n, 'Student', n || '@example.com', 'R' || n
    from generate_series(1, :rows) n`,
    { rows: ROWS },
  )
  await database.db.raw('analyze users')
})
afterAll(() => database.drop())

/** Reads users up to this id, by id. */
function page(last: number, window: { limit?: number; offset?: number }) {
  const { db } = database
  return readPage<{ id: number }>(db, db('users').where('id', '<=', last), window, (rows) =>
    db('users').whereIn('id', rows.select('id').orderBy('id')).orderBy('id').select('id'),
  )
}

const shown = async (last: number, window: { limit?: number; offset?: number }) => {
  const { rows, total } = await page(last, window)
  return [rows.length, total]
}

test('a total up to the most counted is exact on every page', async () => {
  expect(await shown(0, { limit: 50 })).toEqual([0, 0])
  expect(await shown(50, { limit: 50 })).toEqual([50, 50])
  expect(await shown(MOST_COUNTED, { limit: 50 })).toEqual([50, MOST_COUNTED])
  expect(await shown(MOST_COUNTED, { limit: 50, offset: MOST_COUNTED - 20 })).toEqual([20, MOST_COUNTED])
  expect(await shown(MOST_COUNTED, { limit: 50, offset: MOST_COUNTED })).toEqual([0, MOST_COUNTED])
})

test('above it the total is one more than was counted or seen, and exact at the end', async () => {
  expect(await shown(ROWS, { limit: 50 })).toEqual([50, MOST_COUNTED + 1])
  expect(await shown(ROWS, { limit: 50, offset: MOST_COUNTED })).toEqual([50, MOST_COUNTED + 51])
  expect(await shown(ROWS, { limit: 50, offset: ROWS - 20 })).toEqual([20, ROWS])
  expect(await shown(ROWS, { limit: 20, offset: ROWS - 20 })).toEqual([20, ROWS])
  expect(await shown(ROWS, { limit: 50, offset: 2 * ROWS })).toEqual([0, MOST_COUNTED + 1])
  expect(await shown(ROWS, {})).toEqual([ROWS, ROWS])
  expect(await shown(ROWS, { offset: 20 })).toEqual([ROWS - 20, ROWS])
})

test('pages read on below the total have each row once', async () => {
  const ids: number[] = []
  for (let offset = 0, total = 1; offset < total; offset += 1000) {
    const read = await page(ROWS, { limit: 1000, offset })
    ids.push(...read.rows.map(({ id }) => id))
    total = read.total
  }
  expect(ids).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1))
})

test('a count stops at the first row that it does not need', async () => {
  const plans = JSON.stringify(await plansOf(database.db, () => page(ROWS, { limit: 50 })))
  const read = [...plans.matchAll(/"Actual Rows": ?(\d+)/g)].map(([, rows]) => Number(rows))
  expect(Math.max(...read)).toBe(MOST_COUNTED + 1)
})
