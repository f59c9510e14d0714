import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.adminToken()
})
afterAll(() => server.stop())

async function send(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
  const response = await server.request(`/api/admin/courses/${path}`, init)
  return { status: response.status, body: await response.json() }
}

const texts = {
  name: 'Everything for creators',
  kind: 'bundle',
  description: 'Twenty characters or more, surely.',
  long_description: 'At least fifty characters of long description,\nin two lines.',
  header_text: 'A heading of ten',
  header_below: 'Below',
  price: 900,
  banner: 'https://cdn.example.com/banner.png',
}

async function twoCourses() {
  const first = await buildCourse(server.db, { name: 'Sitar for beginners', price: 1000, access_period: 'P12M' })
  const second = await buildCourse(server.db, { name: 'Tabla for beginners', price: 500 })
  await buildLesson(server.db, { course_id: first.course_id })
  return [first, second] as const
}

it('a bundle that costs less than its courses in a cart is found, the greatest difference first', async () => {
  const [first, second] = await twoCourses()
  const ids = [first.course_id, second.course_id]
  const cheaper = async (some = ids) => (await server.api().courses.cheaperBundle({ ids: some.join(',') })).bundle
  expect(await cheaper()).toBeNull()
  const of = { kind: 'bundle', bundle_courses: ids } as const
  await buildCourse(server.db, { ...of, price: 1500 })
  const unlisted = await buildCourse(server.db, { ...of, price: 600 })
  await server.db('courses').where({ course_id: unlisted.course_id }).update({ state: 'unlisted' })
  expect(await cheaper()).toBeNull()
  await buildCourse(server.db, { ...of, price: 1400 })
  const { course_id } = await buildCourse(server.db, { ...of, price: 900 })
  expect(await cheaper()).toMatchObject({ card: { course_id, price: 900 }, course_ids: ids.toSorted(), instead: 1500 })
  expect(await cheaper([first.course_id, 'unknown'])).toMatchObject({ course_ids: [first.course_id], instead: 1000 })
  expect(await cheaper([second.course_id])).toBeNull()
})

it('a bundle is sold with its courses on its page, its card and in the console', async () => {
  const [first, second] = await twoCourses()
  const ids = [second.course_id, first.course_id]
  const made = await send('POST', 'create', { ...texts, access_period: 'P6M', bundle_courses: ids })
  expect(made).toMatchObject({ status: 201, body: { course: { kind: 'bundle', bundle_courses: ids, missing: [] } } })
  const { course_id } = made.body.course
  const page = await server.api().courses.get({ id: course_id })
  expect(page).toMatchObject({ kind: 'bundle', free: false, price: 900, lessons: [] })
  expect(page.includes).toEqual([
    { course_id: second.course_id, price: 500, on_sale: true, name: second.name, banner: second.banner, lessons: 0 },
    {
      course_id: first.course_id,
      price: 1000,
      on_sale: true,
      name: first.name,
      banner: first.banner,
      lessons: 1,
      access_period: 'P12M',
    },
  ])
  const card = (await server.api().courses.list({ ids: course_id }))[0]
  expect(card).toMatchObject({ kind: 'bundle', includes: [{ price: 500 }, { price: 1000 }] })
  expect((await server.api().courses.list({ q: 'tabla everything' })).map((found) => found.course_id)).toEqual([
    course_id,
  ])
  const listed = await send('GET', 'get_all_courses?fields=list')
  expect(listed.body.courses.find((one: { course_id: string }) => one.course_id === course_id)).toMatchObject({
    kind: 'bundle',
    lessons: 1,
    missing: [],
  })
  const copied = await send('POST', `duplicate_course/${course_id}`)
  expect((await send('GET', `get_course/${copied.body.course_id}`)).body).toMatchObject({ bundle_courses: ids })
})

it('a bundle has at least two courses, once each, and no bundles', async () => {
  const [first, second] = await twoCourses()
  const ids = [first.course_id, second.course_id]
  const few = { status: 422, body: { code: 'invalid', detail: 'Choose at least two courses' } }
  expect(await send('POST', 'create', texts)).toMatchObject(few)
  expect(await send('POST', 'create', { ...texts, bundle_courses: [ids[0]] })).toMatchObject(few)
  expect(await send('POST', 'create', { ...texts, bundle_courses: [ids[0], ids[0]] })).toMatchObject({ status: 422 })
  const many = Array.from({ length: 51 }, (_, at) => `course-${at}`)
  expect(await send('POST', 'create', { ...texts, bundle_courses: many })).toMatchObject({ status: 422 })
  expect(await send('POST', 'create', { ...texts, bundle_courses: [ids[0], 'nowhere'] })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'bundle_courses.1' }] },
  })
  const { course_id } = (await send('POST', 'create', { ...texts, bundle_courses: ids })).body.course
  expect(await send('POST', 'create', { ...texts, bundle_courses: [ids[0], course_id] })).toMatchObject({ status: 422 })
  const update = `update_course/${course_id}`
  expect(await send('PUT', update, { bundle_courses: [] })).toMatchObject(few)
  expect(await send('PUT', update, { bundle_courses: ids.toReversed() })).toMatchObject({
    status: 200,
    body: { course: { bundle_courses: ids.toReversed() } },
  })
  const content = [{ title: 'A lesson', watch_link: 'https://www.youtube-nocookie.com/embed/demo' }]
  expect(await send('POST', `add_content/${course_id}`, { course_id, content })).toMatchObject({
    status: 409,
    body: { code: 'bundle_has_no_lessons' },
  })
})

it('a course of a bundle on sale is neither deleted nor archived', async () => {
  const [first, second] = await twoCourses()
  const ids = [first.course_id, second.course_id]
  const { course_id } = (await send('POST', 'create', { ...texts, bundle_courses: ids })).body.course
  const inBundle = { status: 409, body: { code: 'in_bundle', bundles: [{ course_id, name: texts.name }] } }
  expect(await send('DELETE', `delete_course/${first.course_id}`)).toMatchObject(inBundle)
  expect(await send('PUT', `set_placement/${first.course_id}`, { state: 'archived' })).toMatchObject(inBundle)
  const withdraw = { publish_at: null, sale: null, withdraw: { at: '2999-01-01T00:00:00Z', to: 'archived' } }
  expect(await send('PUT', `set_schedule/${first.course_id}`, withdraw)).toMatchObject(inBundle)
  const states = { courses: [{ course_id: first.course_id, state: 'deleted' }] }
  expect((await send('POST', 'set_states', states)).body).toMatchObject({ refused: [{ reason: 'in_bundle' }] })
  await send('PUT', `set_placement/${course_id}`, { state: 'draft' })
  expect(await send('DELETE', `delete_course/${first.course_id}`)).toMatchObject({ status: 200 })
  // The bundle cannot be sold without that course.
  expect(await send('PUT', `set_placement/${course_id}`, { state: 'published' })).toMatchObject({
    status: 409,
    body: { code: 'course_incomplete', errors: [{ path: 'bundle_courses' }] },
  })
})
