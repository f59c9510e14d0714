import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildLesson } from '../../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'

let server: TestServer
let api: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken('editor'))
  await server.db('media').insert({
    ...{ media_id: 'a'.repeat(32), name: 'Reels Cover.webp', kind: 'image', bytes: 1 },
    ...{ url: COVER, sha256: 'a'.repeat(64), created_at: new Date() },
  })
})
afterAll(() => server.stop())

const COVER = `/media/${'a'.repeat(32)}-1280x720-c21b63/Reels-Cover.webp`
const whole = { from: 0, count: 100 }
const told = async (text: string) =>
  (await api.courses.planImport({ text })).lines.map(({ line, state, changes, problems }) =>
    [line, state, ...changes, ...problems.map(({ column, message }) => `${column}: ${message}`)].join(' '),
  )

const TABLE = [
  'Title;Description;Price (₹);Category;Level;Image;State;Colour',
  'Reels from zero;Make your first ten reels with a phone, and cut them well;₹1,499.50;Reels|Phone;Beginner;reels cover.WEBP;published;red',
  'Shorts;Make your first ten shorts with a phone;999;;;https://cdn.example.com/shorts.webp;;',
].join('\r\n')

test('a table of courses is previewed, imported, and changes only differences the second time', async () => {
  const before = await server.db('courses').count({ total: '*' }).first()
  const empty = 'State: Stays off the store. This course has no lessons yet'
  expect(await told(TABLE)).toEqual([`2 new ${empty}`, '3 new'])
  expect((await api.courses.planImport({ text: TABLE })).unknown).toEqual(['Colour'])
  expect(await server.db('courses').count({ total: '*' }).first()).toEqual(before)

  expect(await api.courses.import({ text: TABLE, ...whole })).toEqual({ created: 2, changed: 0, refused: [] })
  const reels = await api.courses.adminGet({ id: 'reels-from-zero' })
  expect(reels).toMatchObject({ price: 1499.5, topics: ['Reels', 'Phone', 'Beginner'], banner: COVER })
  const state = async () => (await api.courses.placement({ id: 'reels-from-zero' })).state
  expect(await state()).toBe('draft')

  expect(await told(TABLE)).toEqual([`2 same ${empty}`, '3 same'])
  const versions = () => server.db('courses').orderBy('course_id').pluck('version')
  const stood = await versions()
  expect(await api.courses.import({ text: TABLE, ...whole })).toEqual({ created: 0, changed: 0, refused: [] })
  expect(await versions()).toEqual(stood)

  await buildLesson(server.db, { course_id: 'reels-from-zero' })
  const again = TABLE.replace('999', '899/-').replace(';published', ';unlisted')
  expect(await told(again)).toEqual(['2 changed State', '3 changed Price (₹)'])
  expect(await api.courses.import({ text: again, from: 1, count: 1 })).toEqual({ created: 0, changed: 1, refused: [] })
  expect((await api.courses.adminGet({ id: 'shorts' })).price).toBe(899)
  expect(await state()).toBe('draft')
  await api.courses.import({ text: again, ...whole })
  expect(await state()).toBe('unlisted')
})

test('a bad cell is left out by line and column, and blocks no row', async () => {
  await buildCourse(server.db, { course_id: 'twin-1', name: 'The twin' })
  await buildCourse(server.db, { course_id: 'twin-2', name: 'The twin' })
  const text = [
    'Title,Course id,Description,Price,Image,State',
    'Tiny,,short,free,nowhere.png,sold',
    '"A course, with a comma",,A text that is long enough,499,https://cdn.example.com/a.webp,',
    'The twin,,,99,,',
    'The twin,twin-2,,99,,',
    'The twin,twin-2,,98,,',
  ].join('\n')
  expect(await told(text)).toEqual([
    '2 new Image: There is no image “nowhere.png” in the library State: Must be published, unlisted, draft or archived Price: Price must be positive',
    '3 new',
    '4 invalid Title: Several courses have this title: add a column Course id',
    '5 changed Price',
    '6 duplicate',
  ])
  expect(await api.courses.import({ text, ...whole })).toEqual({ created: 2, changed: 1, refused: [] })
  expect(await told('Title\nA course of few words')).toEqual(['2 new'])
  await expect(api.courses.planImport({ text: 'Price\n1' })).rejects.toMatchObject({ status: 422 })
  const many = (count: number) => `Title\n${Array.from({ length: count }, (_, n) => `Course number ${n}`).join('\n')}`
  expect((await api.courses.planImport({ text: many(5000) })).lines).toHaveLength(5000)
  await expect(api.courses.planImport({ text: many(5001) })).rejects.toThrow('At most 5,000 lines at once')
})
