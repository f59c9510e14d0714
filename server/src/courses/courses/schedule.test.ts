import type { CourseSchedule } from 'contract/courses/schedule'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { applyDue } from './schedule.service.ts'

let server: TestServer
let owner: ApiClient
let student: ApiClient
let user_id: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
  const user = await buildUser(server.db)
  user_id = user.user_id
  student = server.api(await server.userToken(user))
})
afterAll(() => server.stop())

const HOUR_MS = 60 * 60_000
const begun = Date.now()
const at = (hours: number) => new Date(begun + hours * HOUR_MS).toISOString()
/** Sets the shop's clock to so many hours from the start. */
const goTo = (hours: number) => server.clock.set(new Date(begun + hours * HOUR_MS))
beforeEach(() => goTo(0))

async function draft() {
  const course = await buildCourse(server.db, { price: 499 })
  await server.db('courses').where({ course_id: course.course_id }).update({ state: 'draft' })
  await buildLesson(server.db, { course_id: course.course_id })
  return course
}

const NOTHING: CourseSchedule = { publish_at: null, withdraw: null, sale: null }
const plan = async (id: string, parts: Partial<CourseSchedule>) =>
  owner.courses.setSchedule({ params: { id }, body: { ...NOTHING, ...parts } })
const buy = (id: string, expected_total?: string) =>
  student.orders.buy({ query: { user_id, ...(expected_total ? { expected_total } : {}) }, body: [id] } as never)
const shown = async (id: string) => (await server.api().courses.list({ ids: id }))[0]
const state = async (id: string) => (await server.db('courses').where({ course_id: id }).first('state')).state

test('a sale: checkout follows the clock, and pages, lists and their ETags follow with the job', async () => {
  const { course_id } = await buildCourse(server.db, { price: 499 })
  await plan(course_id, { sale: { price: 299, from: at(1), until: at(3) } })
  const page = async () => server.request(`/api/go/courses/${course_id}`)
  const before = (await page()).headers.get('etag')
  expect(await shown(course_id)).toMatchObject({ price: 499 })
  expect(await shown(course_id)).not.toHaveProperty('sale')

  goTo(1)
  // The cart was shown before the sale began: the same message as for any price change.
  await expect(buy(course_id, '499')).rejects.toMatchObject({
    code: 'price_changed',
    message: 'The price has changed. Please check the new total.',
    data: { total: 299 },
  })
  const order = await buy(course_id, '299')
  expect(order).toMatchObject({ amount: 299 })
  await applyDue(server.ctx)
  expect(await shown(course_id)).toMatchObject({ price: 299, sale: { was: 499, until: at(3) } })
  const during = await page()
  expect(await during.json()).toMatchObject({ price: 299, sale: { was: 499, until: at(3) } })
  expect(during.headers.get('etag')).not.toBe(before)
  expect(await owner.courses.adminGet({ id: course_id })).toMatchObject({ price: 499 })
  expect((await server.api().courses.list({ sort: 'price' })).map(({ price }) => price)).toContain(299)

  goTo(3)
  const stored = await server.db('orders').where({ order_id: order.order_id }).first()
  expect(stored).toMatchObject({ total_paise: 29_900, status: 'created' })
  await expect(buy(course_id, '299')).rejects.toMatchObject({ code: 'price_changed', data: { total: 499 } })
  await applyDue(server.ctx)
  expect(await shown(course_id)).toMatchObject({ price: 499 })
  expect((await page()).headers.get('etag')).toBe(before)
  expect(await owner.courses.schedule({ id: course_id })).toEqual(NOTHING)
})

test('plans publish and withdraw a course on time, at once in checkout and with the job on pages', async () => {
  const { course_id } = await draft()
  await plan(course_id, { publish_at: at(1), withdraw: { at: at(3), to: 'unlisted' } })
  await expect(buy(course_id)).rejects.toMatchObject({ code: 'not_found' })
  goTo(1)
  expect(await buy(course_id)).toMatchObject({ amount: 499 })
  await applyDue(server.ctx)
  expect(await state(course_id)).toBe('published')
  goTo(3)
  await applyDue(server.ctx)
  expect(await state(course_id)).toBe('unlisted')
  expect(await buy(course_id)).toMatchObject({ amount: 499 })
  await plan(course_id, { withdraw: { at: at(4), to: 'archived' } })
  goTo(4)
  await expect(buy(course_id)).rejects.toMatchObject({ code: 'not_found' })
  // The shop was down during both moments of another course.
  const late = await draft()
  await plan(late.course_id, { publish_at: at(5), withdraw: { at: at(6), to: 'archived' } })
  goTo(7)
  await applyDue(server.ctx)
  expect(await state(course_id)).toBe('archived')
  expect(await state(late.course_id)).toBe('archived')
})

test('the job writes once, also when repeated after a crash', async () => {
  const { course_id } = await buildCourse(server.db, { price: 499 })
  await plan(course_id, { sale: { price: 299, from: at(1), until: at(3) } })
  goTo(1)
  const version = async () => (await server.db('catalogue_version').first('version')).version
  const start = await version()
  const broken = vi.spyOn(server.db, 'transaction').mockRejectedValueOnce(new Error('killed'))
  await expect(applyDue(server.ctx)).rejects.toThrow('killed')
  broken.mockRestore()
  expect(await version()).toBe(start)
  await Promise.all([applyDue(server.ctx), applyDue(server.ctx)])
  const after = await version()
  await applyDue(server.ctx)
  expect(await version()).toBe(after)
  expect(await shown(course_id)).toMatchObject({ price: 299 })
})

test('the console’s list carries each course’s plan, read with its row', async () => {
  const soon = await buildCourse(server.db, { course_id: 'planned-soon', price: 1499 })
  const bare = await buildCourse(server.db, { course_id: 'planned-never' })
  const wanted = { publish_at: null, withdraw: { at: at(9), to: 'archived' as const } }
  const sale = { price: 999, from: at(1), until: at(3) }
  await plan(soon.course_id, { ...wanted, sale })
  const requested: string[] = []
  const note = ({ sql }: { sql: string }) => requested.push(sql)
  const cards = async (ids: string) => {
    requested.length = 0
    server.ctx.db.on('query', note)
    const { courses } = await owner.courses.adminList({ fields: 'list', ids, sort: 'price' })
    server.ctx.db.off('query', note)
    return { courses, queries: requested.length }
  }
  const one = await cards(soon.course_id)
  const both = await cards(`${soon.course_id},${bare.course_id}`)
  expect(one.courses).toMatchObject([{ price: 1499, plan: { ...wanted, sale } }])
  expect(one.courses[0]).not.toHaveProperty('sale')
  expect(both.courses.map((card) => 'plan' in card && card.plan)).toContainEqual(NOTHING)
  expect(both.queries).toBe(one.queries)
  goTo(1)
  await applyDue(server.ctx)
  const [on] = (await cards(soon.course_id)).courses
  expect(on).toMatchObject({ price: 999, sale: { was: 1499, until: at(3) }, plan: { ...wanted, sale } })
  goTo(3)
  await applyDue(server.ctx)
  const [over] = (await cards(soon.course_id)).courses
  expect(over).toMatchObject({ price: 1499, plan: { ...wanted, sale: null } })
})

test('the later of two planners gets a conflict, also when the other plan was already due', async () => {
  const { course_id } = await draft()
  const token = await server.adminToken()
  const request = (method: 'GET' | 'PUT', etag?: string | null, body?: Partial<CourseSchedule>) =>
    server.request(`/api/admin/courses/${method === 'GET' ? 'get' : 'set'}_schedule/${course_id}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(etag && { 'if-match': etag }),
      },
      ...(body && { body: JSON.stringify({ ...NOTHING, ...body }) }),
    })
  const etag = async () => (await request('GET')).headers.get('etag')
  const begun = await etag()
  const first = await request('PUT', begun, { publish_at: at(1) })
  expect([first.status, first.headers.get('etag')]).toEqual([200, await etag()])
  const stale = await request('PUT', begun, { withdraw: { at: at(3), to: 'archived' } })
  expect([stale.status, await stale.json()]).toMatchObject([
    409,
    { code: 'edit_conflict', current: { publish_at: at(1), withdraw: null } },
  ])
  expect(await owner.courses.schedule({ id: course_id })).toMatchObject({ publish_at: at(1), withdraw: null })
  const planned = await etag()
  goTo(1)
  await applyDue(server.ctx)
  expect((await request('PUT', planned, { publish_at: at(2) })).status).toBe(409)
  expect((await request('PUT', null, { withdraw: { at: at(3), to: 'archived' } })).status).toBe(200)
})

test('a manual state drops the plans that it makes pointless', async () => {
  const { course_id } = await draft()
  await plan(course_id, { publish_at: at(1) })
  await owner.courses.setPlacement({ params: { id: course_id }, body: { state: 'archived' } })
  goTo(2)
  await applyDue(server.ctx)
  expect(await state(course_id)).toBe('archived')
  const binned = await draft()
  await plan(binned.course_id, { publish_at: at(3) })
  await owner.courses.delete({ params: { course_id: binned.course_id } })
  goTo(4)
  await applyDue(server.ctx)
  await owner.courses.restore({ params: { id: binned.course_id } })
  await applyDue(server.ctx)
  expect(await state(binned.course_id)).toBe('draft')
})

test.each<[string, string, Partial<CourseSchedule>]>([
  ['sale.until', 'The sale must end after it begins', { sale: { price: 299, from: at(3), until: at(2) } }],
  ['sale.price', 'The sale price must be below ₹499.00', { sale: { price: 499, from: at(1), until: at(2) } }],
  ['sale.until', 'This time has passed. Choose a later one', { sale: { price: 9, from: at(-2), until: at(-1) } }],
  ['publish_at', 'This time has passed. Choose a later one', { publish_at: at(-1) }],
  [
    'withdraw.at',
    'It must come off the store after it is published',
    { publish_at: at(3), withdraw: { at: at(2), to: 'archived' } },
  ],
  ['withdraw.at', 'This time has passed. Choose a later one', { withdraw: { at: at(-1), to: 'archived' } }],
])('%s: %s', async (path, message, parts) => {
  const { course_id } = await draft()
  await expect(plan(course_id, parts)).rejects.toMatchObject({
    status: 422,
    data: { errors: [expect.objectContaining({ path: expect.stringMatching(new RegExp(`${path}$`)), message })] },
  })
})

test('the price cannot fall to that of a planned sale, and a published course has no moment to be published', async () => {
  const { course_id } = await buildCourse(server.db, { price: 499 })
  await plan(course_id, { sale: { price: 299, from: at(1), until: at(3) } })
  const change = (price: number) => owner.courses.update({ params: { id: course_id }, body: { price } })
  await expect(change(299)).rejects.toMatchObject({
    message: 'The price must be above the sale price of ₹299.00. Change the sale first',
  })
  expect(await change(300)).toMatchObject({ course: { price: 300 } })
  await expect(plan(course_id, { publish_at: at(1) })).rejects.toMatchObject({
    message: 'This course is published already',
  })
})
