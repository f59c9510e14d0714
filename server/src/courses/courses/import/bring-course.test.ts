import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildLesson } from '../../../../test/catalogue-factories.ts'
import { expectProportion } from '../../../../test/growth.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { writeCatalogue } from '../../../shop/catalogue/catalogue.queries.ts'
import { bringCourse, type CourseRow, planCourses } from './bring-course.ts'

let server: TestServer
let api: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken())
})
afterAll(() => server.stop())

const by = { role: 'editor', confirmed: false } as const
const bring = (row: CourseRow) =>
  writeCatalogue(server.db, (trx) => bringCourse(trx, row, { now: server.ctx.now(), by }))
const stored = (id: string) => api.courses.adminGet({ id })

test('a row with a title alone becomes a draft that says what it lacks', async () => {
  expect(await bring({ name: 'एसईओ SEO' })).toEqual({ state: 'new', course_id: 'seo', changes: [], left_out: [] })
  const lacks = ['description', 'long_description', 'price', 'banner', 'lessons']
  expect(await stored('seo')).toMatchObject({ name: 'एसईओ SEO', price: 0, banner: '', missing: lacks })
  expect((await api.courses.placement({ id: 'seo' })).state).toBe('draft')
})

test('a row from another platform lists without a banner, with its short description, and the bad cells are named', async () => {
  const row: CourseRow = {
    name: 'Advanced Excel for office work',
    description: 'Too short',
    price_paise: 149_900,
    list_price_paise: 299_900,
    image: 'cover 7.png',
    category: 'Office|Excel',
    level: 'Beginner',
    state: 'Published',
  }
  const { course_id, ...brought } = await bring(row)
  expect(brought).toEqual({
    state: 'new',
    changes: [],
    left_out: [
      { field: 'list_price_paise', message: 'A course has one price. Plan a sale for a lower one' },
      { field: 'image', message: 'There is no image “cover 7.png” in the library' },
      {
        field: 'state',
        message:
          'Stays off the store. Description must be at least 20 characters. Long description must be at least 50 characters. Course banner is required. This course has no lessons yet',
      },
    ],
  })
  const topics = ['Office', 'Excel', 'Beginner']
  expect(await stored(course_id ?? '')).toMatchObject({ price: 1499, description: 'Too short', topics })
})

test('a second import of the same row changes nothing; a later export changes what differs, and empty cells nothing', async () => {
  const row: CourseRow = { name: 'Twice in', description: '<p>Made &amp; sold</p>', price_paise: 50_000, level: 'All' }
  const { course_id } = await bring(row)
  const first = await stored(course_id ?? '')
  expect(await bring({ ...row, name: ' twice  IN ' })).toMatchObject({ state: 'same', course_id, changes: [] })
  expect(await bring({ name: 'Twice in', description: null, price_paise: null, level: '' })).toMatchObject({
    state: 'same',
  })
  expect(await stored(course_id ?? '')).toEqual(first)
  const later = await bring({ ...row, price_paise: 60_000, category: 'New' })
  expect(later).toMatchObject({ state: 'changed', changes: ['price_paise', 'category'], left_out: [] })
  expect(await stored(course_id ?? '')).toMatchObject({
    price: 600,
    topics: ['New', 'All'],
    description: 'Made & sold',
  })
})

test('an id names a course whatever its title, and an unknown id makes one', async () => {
  await buildCourse(server.db, { course_id: 'by-id', name: 'Old title of it' })
  expect(await bring({ course_id: 'by-id', name: 'New title of it' })).toMatchObject({ changes: ['name'] })
  expect(await bring({ course_id: 'gr-101', name: 'A course with an id' })).toMatchObject({ course_id: 'gr-101' })
  expect(await bring({ course_id: '5F/..', name: 'A course with a strange id' })).toMatchObject({
    course_id: 'a-course-with-a-strange-id',
  })
})

test('“published” puts a complete course on sale, and a course without lessons not', async () => {
  const { course_id } = await buildCourse(server.db, { name: 'Complete at last' })
  await api.courses.setPlacement({ params: { id: course_id }, body: { state: 'draft' } })
  const row = { name: 'Complete at last', state: 'published' }
  expect(await bring(row)).toMatchObject({ state: 'same', left_out: [{ field: 'state' }] })
  await buildLesson(server.db, { course_id })
  expect(await bring(row)).toMatchObject({ state: 'changed', changes: ['state'], left_out: [] })
  expect((await server.api().courses.get({ id: course_id })).name).toBe('Complete at last')
})

test('a course on sale is not left incomplete by a cell, nor cheap without its owner', async () => {
  const { course_id } = await buildCourse(server.db, { name: 'On sale already' })
  const row = { name: 'On sale already', description: 'Short', price_paise: 500, long_description: 'New. '.repeat(12) }
  expect(await bring(row)).toMatchObject({
    state: 'changed',
    changes: ['long_description'],
    left_out: [
      { field: 'description', message: 'Description must be at least 20 characters' },
      { field: 'price_paise', message: 'Only an owner can set a price below ₹10, and confirms it' },
    ],
  })
  expect(await stored(course_id)).toMatchObject({ price: 499, description: 'What the card says of this course.' })
})

test('HTML becomes paragraphs, and a text with an angle bracket stays', async () => {
  const html =
    '<style>p{color:red}</style><div><h2>What&nbsp;you learn</h2><p>Cut &lt;fast&gt; &#8211; and <b>well</b>.<br/>On a phone.</p><ul><li>One</li><li>दो</li></ul></div><script>alert(1)</script>'
  const { course_id } = await bring({
    name: 'From HTML',
    description: 'Learn the <canvas> tag',
    long_description: html,
  })
  expect(await stored(course_id ?? '')).toMatchObject({
    description: 'Learn the <canvas> tag',
    long_description: 'What you learn\nCut <fast> – and well.\nOn a phone.\nOne\nदो',
  })
})

test('HTML of many tags is read in proportion to its length', async () => {
  let courses = 0
  await expectProportion(2_500, (length) => {
    const long_description = `${'<b'.repeat(length * 10)}<p>${'<script>'.repeat(length)}`
    return bring({ name: `Many tags ${++courses}`, long_description })
  })
})

test('a long description becomes the sales page’s, and its beginning the card’s', async () => {
  const long = 'A sentence of some words. '.repeat(150).trim()
  const { course_id } = await bring({ name: 'Says a lot', description: long })
  const { description, long_description } = await stored(course_id ?? '')
  expect(long_description).toBe(long)
  expect(description.length).toBeLessThanOrEqual(2000)
  expect(description).toMatch(/words\.$/)
})

test('a plan of many rows takes two statements, and a repeated course counts once', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => ({ name: `Planned course ${n % 400}`, image: `picture ${n}.png` }))
  let statements = 0
  const count = () => {
    statements += 1
  }
  // The shop itself asks on other connections meanwhile.
  const planned = await server.db.transaction(async (trx) => {
    trx.on('query', count)
    return planCourses(trx, rows, { by }).finally(() => trx.off('query', count))
  })
  expect(statements).toBe(2)
  expect(planned.filter(({ repeats }) => repeats === undefined)).toHaveLength(400)
  expect(planned[400]).toMatchObject({ state: 'same', repeats: 0 })
  expect(await planCourses(server.db, [{ name: ' \u200b ' }], { by })).toMatchObject([{ state: 'invalid' }])
})
