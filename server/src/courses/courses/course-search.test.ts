import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { filtersAnswer, listAnswer } from './catalogue-answers.ts'
import { createCatalogueCache } from './catalogue-cache.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db('lessons').del()
  await database.db('courses').del()
})

const build = (course_id: string, name: string, description = '') =>
  buildCourse(database.db, { course_id, name, description })

const idsOf = async (query: Parameters<typeof listAnswer>[1]) =>
  (await listAnswer(database.db, query)).value.map(({ course_id }) => course_id)

it('a search finds each word, in any case, in the name or the description', async () => {
  await build('reels', 'Reels Growth', 'For busy people')
  await build('hindi', 'हिन्दी स्क्रिप्ट', 'Ready to read. Été')
  for (const q of ['reels', 'GROWTH reels', 'busy  reel', 'eels gro']) expect(await idsOf({ q }), q).toEqual(['reels'])
  for (const q of ['हिन्दी', 'स्क्रिप्ट read', 'e\u0301te\u0301']) expect(await idsOf({ q }), q).toEqual(['hindi'])
  expect(await idsOf({ q: 'reels hindi' })).toEqual([])
})

it('a search takes every character literally', async () => {
  await build('percent', '100% yours_now', 'a \\ b')
  await build('other', '1000 for yours now')
  for (const q of ['100%', 's_n', '%', '_', '\\']) expect(await idsOf({ q }), q).toEqual(['percent'])
  for (const q of ['.*', '[a-z]', "'; drop table courses; --"]) expect(await idsOf({ q }), q).toEqual([])
})

it('answers in every order and by the page, with the total', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const input = [
    { course_id: 'a', position: 2, price: 300, created_at: at(1) },
    { course_id: 'b', position: 0, price: 100, created_at: at(2) },
    { course_id: 'c', position: 1, price: 100, created_at: at(3) },
    { course_id: 'd', position: 1, price: 200, created_at: at(4) },
  ]
  for (const fields of input) await buildCourse(database.db, { ...fields, name: `Course ${fields.course_id}` })
  await buildCourse(database.db, { name: 'Course of before', deleted_at: at(5) })
  for (const sort of [undefined, 'newest', 'price', '-price'] as const) {
    const all = await idsOf({ sort })
    expect(all).toHaveLength(4)
    expect(await idsOf({ q: 'course', sort }), sort).toEqual(all)
    // A page without a search is a slice of the whole list, too.
    for (const q of ['course', undefined]) {
      const page = await listAnswer(database.db, { ...(q && { q }), sort, limit: 2, offset: 1 })
      expect(page.value.map(({ course_id }) => course_id)).toEqual(all.slice(1, 3))
      expect([page.total, page.headers['X-Total-Count']]).toEqual([4, '4'])
    }
  }
  expect(await listAnswer(database.db, { q: 'course', limit: 2, offset: 9 })).toMatchObject({ value: [], total: 4 })
})

it('answers some courses by their ids, in that order and each once, without deleted ones', async () => {
  for (const id of ['a', 'b', 'c']) await build(id, `Course ${id}`)
  await buildCourse(database.db, { course_id: 'gone', deleted_at: new Date() })
  const { total } = await listAnswer(database.db, { ids: ['c', 'gone', 'a', 'c', 'unknown'], limit: 1 })
  expect(await idsOf({ ids: ['c', 'gone', 'a', 'c', 'unknown'] })).toEqual(['c', 'a'])
  expect(total).toBe(2)
})

it('the index reads the courses once for all searches until the catalogue changes', async () => {
  await build('reels', 'Reels Growth')
  const log = pino({ level: 'silent' })
  const cache = createCatalogueCache({ db: database.db, databaseUrl: database.url, log })
  try {
    await vi.waitUntil(() => cache.hearing())
    const read: string[] = []
    database.db.on('query', ({ sql }: { sql: string }) => read.push(sql))
    /** Counts the reads of topics and prices, and of the texts. */
    const readings = () =>
      ['"created_at", "topics" from', '"long_description"'].map(
        (part) => read.filter((sql) => sql.includes(part)).length,
      )
    await cache.filters()
    await cache.list({ sort: 'price' })
    expect(readings(), 'no page without a search reads texts').toEqual([1, 0])
    for (const q of ['reels', 'growth', 'rubbish']) await cache.list({ q })
    expect((await cache.list({ q: 'rubbish' })).total).toBe(0)
    expect((await cache.list({ q: 'rubbish', near: 'true' })).total).toBe(1)
    // Bypasses the cache, as the router does.
    await listAnswer(database.db, { q: 'reels' })
    expect(readings()).toEqual([1, 1])
    await writeCatalogue(database.db, (trx) => trx('courses').update({ name: 'Scripts' }))
    expect((await cache.list({ q: 'reels' })).total).toBe(0)
    expect((await cache.list({ q: 'scripts' })).total).toBe(1)
    // The own write's PostgreSQL notice drops the cache once more, before, between or after these two.
    for (const times of readings()) expect(times).toBeGreaterThan(1)
  } finally {
    database.db.removeAllListeners('query')
    await cache.close()
  }
})

describe('words in buyers’ spelling', () => {
  beforeEach(async () => {
    const courses = [
      { course_id: 'reels', name: 'Reels Growth Mega Bundle', where_can_i_upload: ['Instagram', 'YouTube Shorts'] },
      {
        course_id: 'voice',
        name: 'Voice-over From Home',
        topics: ['Audio'],
        how_to_make_money: ['Earn by the minute'],
      },
      { course_id: 'hindi', name: 'हिन्दी स्क्रिप्ट', description: 'Ready to read.' },
      {
        course_id: 'video',
        name: 'Phone Video Editing',
        description: 'Cut on your mobile.',
        teacher_name: 'Ritu Malhotra',
      },
    ]
    for (const course of courses) await buildCourse(database.db, course)
    await buildLesson(database.db, { course_id: 'video', title: 'Colour grading in ten minutes' })
  })

  it.each([
    ['a platform', 'instagram', ['reels']],
    ['its short name', 'insta', ['reels']],
    ['its Hindi name', 'इंस्टाग्राम', ['reels']],
    ['the title of a lesson', 'colour grading', ['video']],
    ['a teacher', 'malhotra', ['video']],
    ['a missing letter', 'edting', ['video']],
    ['a letter too many', 'bunddle', ['reels']],
    ['two letters that changed places', 'instagarm', ['reels']],
    ['a beginning with a slip', 'instgra', ['reels']],
    ['a hyphen', 'voice-over', ['voice']],
    ['no hyphen', 'voice over', ['voice']],
    ['one word', 'voiceover', ['voice']],
    ['a hyphen that is not there', 'video-editing', ['video']],
    ['Hindi in Latin letters', 'awaaz', ['voice']],
    ['Hindi for an English word', 'एडिटिंग', ['video']],
    ['another spelling of Hindi', 'हिंदी', ['hindi']],
    ['Hindi by its sound', 'skript', ['hindi']],
    ['a word that means the same', 'mobile', ['video']],
    ['a question in Hinglish', 'ghar se paise kaise kamaye', ['voice']],
    ['fillers alone', 'from', ['voice']],
    ['nothing like it', 'quantum', []],
  ])('%s: %s', async (_what, q, found) => {
    expect(await idsOf({ q })).toEqual(found)
  })

  it('ranks courses with the words in their name first, unless another order is requested', async () => {
    await buildCourse(database.db, { course_id: 'late', position: 9, price: 1, name: 'Growth for cafés' })
    await buildCourse(database.db, {
      course_id: 'early',
      position: -1,
      price: 2,
      name: 'Posting plan',
      description: 'Growth.',
    })
    expect(await idsOf({ q: 'growth' })).toEqual(['reels', 'late', 'early'])
    expect(await idsOf({ q: 'growth', sort: 'price' })).toEqual(['late', 'early', 'reels'])
    expect(await idsOf({ q: 'cafe' })).toEqual(['late'])
  })
})

it('a distinctive word finds its courses alone; a common one finds all that name it', async () => {
  const everywhere = { description: 'For everybody', where_can_i_upload: ['Instagram', 'YouTube'] }
  await buildCourse(database.db, { course_id: 'insta', name: 'Instagram Growth', ...everywhere })
  await buildCourse(database.db, { course_id: 'edit', name: 'Video Editing', ...everywhere })
  await buildCourse(database.db, {
    course_id: 'money',
    name: 'Voice Work',
    ...everywhere,
    how_to_make_money: ['Record'],
  })
  for (const q of ['insta', 'instagram']) expect(await idsOf({ q }), q).toEqual(['insta'])
  expect(await idsOf({ q: 'instagram editing' })).toEqual(['edit'])
  expect((await idsOf({ q: 'youtube' })).sort()).toEqual(['edit', 'insta', 'money'])
  expect(await idsOf({ q: 'kamai' })).toEqual(['money'])
})

describe('courses near a search that finds nothing', () => {
  beforeEach(async () => {
    const names = [
      'Posting Plan',
      'हिन्दी स्क्रिप्ट',
      'Photo Basics',
      'Marketing for Shops',
      'Thumbnail Design',
      'What to sell',
    ]
    for (const [position, name] of names.entries())
      await buildCourse(database.db, { course_id: name.split(' ')[0] ?? '', position, name, description: '' })
    await buildCourse(database.db, { name: 'Photography of birds', position: -1, deleted_at: new Date() })
  })

  it.each([
    ['one of several words', 'quantum marketing', ['Marketing', 'Posting', 'हिन्दी']],
    ['more of the words first', 'quantum design thumbnail marketing', ['Thumbnail', 'Marketing', 'Posting']],
    ['a longer word', 'photography', ['Photo', 'Posting', 'हिन्दी']],
    ['a word with several slips', 'thumbnellz', ['Thumbnail', 'Posting', 'हिन्दी']],
    ['Hindi by its sound', 'skriptwala', ['हिन्दी', 'Posting', 'Photo']],
    ['like a filler alone', 'whatsapp', ['Posting', 'हिन्दी', 'Photo']],
    ['nothing like it: the first of the catalogue', 'quantum', ['Posting', 'हिन्दी', 'Photo']],
    ['signs alone', '%', ['Posting', 'हिन्दी', 'Photo']],
  ])('%s: %s', async (_what, q, found) => {
    expect(await idsOf({ q })).toEqual([])
    expect(await idsOf({ q, near: 'true' })).toEqual(found)
  })

  it('counts no more than it lists, beyond topic and price', async () => {
    const near = await listAnswer(database.db, { q: 'quantum', topic: 'Audio', price: 'under-500', near: 'true' })
    expect([near.value.length, near.total]).toEqual([3, 3])
  })

  it('do not exist in an empty shop', async () => {
    await database.db('courses').del()
    expect(await idsOf({ q: 'quantum', near: 'true' })).toEqual([])
  })
})

it('topic and price narrow the catalogue, alone and within a search', async () => {
  await buildCourse(database.db, { course_id: 'a', position: 0, price: 499.99, topics: ['Reels', 'Growth'] })
  await buildCourse(database.db, { course_id: 'b', name: 'Zebra', position: 1, price: 500, topics: ['reels'] })
  await buildCourse(database.db, { course_id: 'c', position: 2, price: 1000, topics: ['Scripts'] })
  await buildCourse(database.db, { course_id: 'gone', topics: ['Old'], deleted_at: new Date() })
  expect(await idsOf({ topic: 'REELS' })).toEqual(['a', 'b'])
  expect(await idsOf({ price: 'under-500' })).toEqual(['a'])
  expect(await idsOf({ price: '500-to-999' })).toEqual(['b'])
  expect(await idsOf({ topic: 'Reels', price: '1000-and-up' })).toEqual([])
  expect(await idsOf({ q: 'zebra', topic: 'reels' })).toEqual(['b'])
  expect(await idsOf({ topic: 'Old' })).toEqual([])
  expect((await filtersAnswer(database.db)).value).toEqual({
    topics: [
      { name: 'Reels', courses: 2 },
      { name: 'Growth', courses: 1 },
      { name: 'Scripts', courses: 1 },
    ],
    prices: [
      { band: 'under-500', courses: 1 },
      { band: '500-to-999', courses: 1 },
      { band: '1000-and-up', courses: 1 },
    ],
  })
})
