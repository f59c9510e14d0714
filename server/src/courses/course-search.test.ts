import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buildCourse } from '../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { writeCatalogue } from '../catalogue.ts'
import { listAnswer } from './catalogue-answers.ts'
import { createCatalogueCache } from './catalogue-cache.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.db('courses').del())

const build = (course_id: string, name: string, description = '') =>
  buildCourse(database.db, { course_id, name, description })

const idsOf = async (query: Parameters<typeof listAnswer>[1]) =>
  (await listAnswer(database.db, query)).value.map(({ course_id }) => course_id)

it('finds each word, in any case, in the name or the description', async () => {
  await build('reels', 'Reels Growth', 'For busy people')
  await build('hindi', 'हिन्दी स्क्रिप्ट', 'Ready to read. É')
  for (const q of ['reels', 'GROWTH reels', 'busy  reel', 'eels gro']) expect(await idsOf({ q }), q).toEqual(['reels'])
  for (const q of ['हिन्दी', 'स्क्रिप्ट read', 'e\u0301']) expect(await idsOf({ q }), q).toEqual(['hindi'])
  expect(await idsOf({ q: 'reels hindi' })).toEqual([])
})

it('takes every sign as it is', async () => {
  await build('percent', '100% yours_now', 'a \\ b')
  await build('other', '1000 for yours now')
  for (const q of ['100%', 's_n', '%', '_', '\\']) expect(await idsOf({ q }), q).toEqual(['percent'])
  for (const q of ['.*', '[a-z]', "'; drop table courses; --"]) expect(await idsOf({ q }), q).toEqual([])
})

it('answers in every order and by the page, with the number of all', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const given = [
    { course_id: 'a', position: 2, price: 300, created_at: at(1) },
    { course_id: 'b', position: 0, price: 100, created_at: at(2) },
    { course_id: 'c', position: 1, price: 100, created_at: at(3) },
    { course_id: 'd', position: 1, price: 200, created_at: at(4) },
  ]
  for (const fields of given) await buildCourse(database.db, { ...fields, name: `Course ${fields.course_id}` })
  await buildCourse(database.db, { name: 'Course of before', deleted_at: at(5) })
  for (const sort of [undefined, 'newest', 'price', '-price'] as const) {
    const all = await idsOf({ sort })
    expect(all).toHaveLength(4)
    expect(await idsOf({ q: 'course', sort }), sort).toEqual(all)
    // Also without a search a window is what it is in the whole list.
    for (const q of ['course', undefined]) {
      const page = await listAnswer(database.db, { ...(q && { q }), sort, limit: 2, offset: 1 })
      expect(page.value.map(({ course_id }) => course_id)).toEqual(all.slice(1, 3))
      expect([page.total, page.headers['X-Total-Count']]).toEqual([4, '4'])
    }
  }
  expect(await listAnswer(database.db, { q: 'course', limit: 2, offset: 9 })).toMatchObject({ value: [], total: 4 })
})

it('answers some courses by their ids, in that order and each once, without those that are gone', async () => {
  for (const id of ['a', 'b', 'c']) await build(id, `Course ${id}`)
  await buildCourse(database.db, { course_id: 'gone', deleted_at: new Date() })
  const { total } = await listAnswer(database.db, { ids: ['c', 'gone', 'a', 'c', 'unknown'], limit: 1 })
  expect(await idsOf({ ids: ['c', 'gone', 'a', 'c', 'unknown'] })).toEqual(['c', 'a'])
  expect(total).toBe(2)
})

it('reads the courses once for all searches until the catalogue changes', async () => {
  await build('reels', 'Reels Growth')
  const log = pino({ level: 'silent' })
  const cache = createCatalogueCache({ db: database.db, databaseUrl: database.url, log })
  try {
    await vi.waitUntil(() => cache.hearing())
    const read: string[] = []
    database.db.on('query', ({ sql }: { sql: string }) => read.push(sql))
    const readings = () => read.filter((sql) => sql.includes('"description", "price_paise", "created_at"')).length
    for (const q of ['reels', 'growth', 'rubbish']) await cache.list({ q })
    // Past the cache, as the router asks.
    await listAnswer(database.db, { q: 'reels' })
    expect(readings()).toBe(1)
    await writeCatalogue(database.db, (trx) => trx('courses').update({ name: 'Scripts' }))
    expect((await cache.list({ q: 'reels' })).total).toBe(0)
    expect((await cache.list({ q: 'scripts' })).total).toBe(1)
    expect(readings()).toBeGreaterThan(1)
  } finally {
    database.db.removeAllListeners('query')
    await cache.close()
  }
})
