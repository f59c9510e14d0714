import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder, buildPromocode, buildStudentRow } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { holdFiles } from '../../../courses/media/backup-hold.queries.ts'
import { createVisitCounter } from '../../../shop/visits/visits.ts'
import { sweepJob } from '../../jobs/shop.jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const people = {
  method: 'GET',
  get: (name: string) => (name === 'user-agent' ? 'Mozilla/5.0 (Android 14)' : undefined),
}
const agent = (text: string) => ({ method: 'GET', get: (name: string) => (name === 'user-agent' ? text : undefined) })

test('figures count on their day in India, less refunds', async () => {
  const { db } = server
  const course = await buildCourse(db, { name: 'The best course' })
  const buyer = await buildStudentRow(db, { name: 'Night Owl' })
  await db('users').where({ id: buyer.id }).update({ created_at: '2026-03-09T12:00:00Z' })
  const paidAt = async (instant: string) => {
    const { order_id } = await buildPaidOrder(db, { user_id: buyer.id, course_id: course.course_id })
    await db('orders').where({ order_id }).update({ created_at: instant, paid_at: instant })
    return order_id
  }
  // 23:59:59 and 00:00:00 in India.
  await paidAt('2026-03-09T18:29:59Z')
  const second = await paidAt('2026-03-09T18:30:00Z')
  const payment_id = 'pay_1'
  await db('orders').where({ order_id: second }).update({ payment_id })
  // The payment is refunded a day later, in India.
  const back = { order_id: second, status: 'processed', updated_at: '2026-03-10T18:30:00Z' }
  await db('refunds').insert([
    { ...back, refund_id: 'r1', payment_id, amount_paise: 9_900 },
    { ...back, refund_id: 'r2', payment_id: 'pay_second', amount_paise: 49_900 },
  ])
  await db('page_views').insert({ day: '2026-03-10', views: 7 })
  const owner = server.api(await server.adminToken())
  const answer = await owner.overview.get({ from: '2026-03-09', to: '2026-03-11' })
  expect(answer.days).toEqual([
    { day: '2026-03-09', revenue: 499, refunds: 0, orders: 1, students: 1, visits: 0 },
    { day: '2026-03-10', revenue: 499, refunds: 0, orders: 1, students: 0, visits: 7 },
    { day: '2026-03-11', revenue: -99, refunds: 99, orders: 0, students: 0, visits: 0 },
  ])
  expect(answer.totals).toEqual({ revenue: 899, refunds: 99, orders: 2, students: 1, visits: 7 })
  expect(answer.previous).toEqual({ revenue: 0, refunds: 0, orders: 0, students: 0, visits: 0 })
  expect(answer.top_courses).toEqual([
    { course_id: course.course_id, course_name: 'The best course', banner: course.banner, orders: 2, revenue: 899 },
  ])
  expect(answer.funnel).toEqual({
    visits: 0,
    course_views: 0,
    carts: 0,
    checkouts: 0,
    started: 2,
    refunded: 0,
    refunded_in_part: 0,
  })
  const after = await owner.overview.get({ from: '2026-03-12', to: '2026-03-14' })
  expect(after.previous).toEqual(answer.totals)
  expect(after.previous_days).toEqual(answer.days)
})

test('the figures of a day follow what is committed, also while someone else reads, and the hourly sweep keeps up', async () => {
  const { db } = server
  const owner = server.api(await server.adminToken())
  const day = async () => (await owner.overview.get({ from: '2026-06-05', to: '2026-06-05' })).totals
  const buyer = await buildStudentRow(db)
  await db('users').where({ id: buyer.id }).update({ created_at: '2026-06-05T06:00:00Z' })
  const { order_id } = await buildPaidOrder(db, { user_id: buyer.id })
  await db('orders').where({ order_id }).update({ paid_at: '2026-06-05T06:00:00Z', payment_id: 'pay_late' })
  expect(await day()).toEqual({ revenue: 499, refunds: 0, orders: 1, students: 1, visits: 0 })
  // Not committed yet: readers neither wait for it nor see it, and what they read does not make it forgotten.
  await db.transaction(async (trx) => {
    await trx('refunds').insert({
      refund_id: 'r-late',
      order_id,
      payment_id: 'pay_late',
      amount_paise: 49_900,
      status: 'processed',
      updated_at: '2026-06-05T12:00:00Z',
    })
    await trx('orders').where({ order_id }).update({ status: 'refunded' })
    const readers = await Promise.all([day(), day(), day()])
    expect(new Set(readers.map(({ revenue }) => revenue))).toEqual(new Set([499]))
  })
  expect(await day()).toMatchObject({ revenue: 0, refunds: 499, orders: 1 })
  await db('users').where({ id: buyer.id }).update({ deleted_at: '2026-06-20T06:00:00Z' })
  await db('orders').where({ order_id }).update({ paid_at: '2026-06-06T06:00:00Z' })
  await sweepJob(server.ctx).run({}, 'one')
  expect(await db('stale_days')).toEqual([])
  expect(await db('day_figures').where({ day: '2026-06-05' }).first()).toMatchObject({
    orders: 0,
    students: 0,
    revenue_paise: -49_900,
  })
  expect(await db('day_figures').where({ day: '2026-06-06' }).first()).toMatchObject({
    orders: 1,
    revenue_paise: 49_900,
  })
  expect(await db('day_courses').where('day', '>=', '2026-06-01').orderBy('day')).toMatchObject([
    { orders: 0, revenue_paise: -49_900, returned: 1 },
    { orders: 1, revenue_paise: 49_900, returned: 0 },
  ])
})

test('figures are read while a backup is made, which holds the files of the library', async () => {
  const { db } = server
  await buildStudentRow(db)
  const owner = server.api(await server.adminToken())
  await db.transaction(async (trx) => {
    const backup = await trx.client.acquireConnection()
    await holdFiles(backup)
    try {
      expect((await owner.overview.get({})).days).toHaveLength(30)
    } finally {
      await backup.query('select pg_advisory_unlock_all()')
    }
  })
})

test('30 days by default; an empty or too long span is refused', async () => {
  const owner = server.api(await server.adminToken())
  expect((await owner.overview.get({})).days).toHaveLength(30)
  for (const span of [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2024-01-01', to: '2026-01-01' },
  ]) {
    await expect(owner.overview.get(span)).rejects.toMatchObject({ status: 422 })
  }
})

test('views are counted without bots, in memory, and instances add to the same day', async () => {
  const now = () => new Date('2026-04-01T20:00:00Z')
  const [one, other] = [0, 1].map(() => createVisitCounter({ ...server.ctx, now }))
  if (!one || !other) throw new Error('two counters')
  for (let view = 0; view < 3; view++) one.count(people)
  other.count(people)
  one.count({ ...people, method: 'HEAD' })
  one.count({ ...people, method: 'POST' })
  one.count(agent('Mozilla/5.0 (compatible; Googlebot/2.1)'))
  one.count(agent('curl/8.1'))
  one.count(agent(''))
  expect(await server.db('page_views').where({ day: '2026-04-02' })).toEqual([])
  await Promise.all([one.close(), other.close()])
  expect(await server.db('page_views').where({ day: '2026-04-02' }).first()).toMatchObject({ views: 5 })
})

test('views that could not be written wait for the next time', async () => {
  const counter = createVisitCounter({ ...server.ctx, now: () => new Date('2026-05-01T10:00:00Z') })
  counter.count(people)
  await server.db.raw('alter table page_views rename to page_views_away')
  await expect(counter.flush()).rejects.toThrow('page_views')
  await server.db.raw('alter table page_views_away rename to page_views')
  counter.count(people)
  await counter.close()
  expect(await server.db('page_views').where({ day: '2026-05-01' }).first()).toMatchObject({ views: 2 })
})

test('the palette finds what the role may open, by part of a name and by exact ids', async () => {
  const { db } = server
  const course = await buildCourse(db, { name: 'Palette 100% course' })
  const user = await buildStudentRow(db, { name: 'Palette Person', email: 'palette@example.com' })
  const { order_id } = await buildPaidOrder(db, { user_id: user.id, course_id: course.course_id })
  const order_no = 'SH-2026-04711'
  await db('orders').where({ order_id }).update({ order_no })
  const find = async (role: 'owner' | 'editor' | 'support', q: string) => {
    const { hits } = await server.api(await server.adminToken(role)).overview.search({ q })
    return hits.map(({ kind, id }) => [kind, id])
  }
  const [asCourse, asUser, asOrder] = [
    ['course', course.course_id],
    ['user', user.user_id],
    ['order', order_id],
  ]
  expect(await find('owner', 'palette')).toEqual([asCourse, asUser, asOrder])
  expect(await find('editor', 'palette')).toEqual([asCourse])
  expect(await find('support', 'palette')).toEqual([asUser, asOrder])
  expect(await find('owner', order_id)).toEqual([asOrder])
  expect(await find('owner', '100%')).toEqual([asCourse])
  // Signs around the end of a number do not count towards its length.
  for (const signs of ['%%%', '%%%%%', `%%%${order_id.slice(-3)}`]) expect(await find('owner', signs)).toEqual([])
  // The end of the number or id, as read out from a mail.
  expect(await find('owner', order_id.slice(-6).toUpperCase())).toEqual([asOrder])
  expect(await find('support', order_no.slice(-6))).toEqual([asOrder])
  expect(await find('support', order_no.toLowerCase().slice(-9))).toEqual([asOrder])
  expect(await find('editor', order_no.slice(-6))).toEqual([])
  const code = await buildPromocode(db, { promocode: 'PALETTE50' })
  expect(await find('editor', 'ette5')).toEqual([['promocode', code.id]])
  expect(await find('support', 'ette5')).toEqual([])
  await server.api(await server.adminToken()).promocodes.delete({ params: { id: code.id } })
  expect(await find('owner', 'ette5')).toEqual([])
})

test('the counts of the menu are what waits for a person, by role, and end at a hundred', async () => {
  const { db } = server
  const waiting = async (role: 'owner' | 'editor' | 'support' | 'finance') =>
    server.api(await server.adminToken(role)).overview.waiting()
  const none = { orders: 0, reviews: 0, messages: 0, questions: 0, assignments: 0 }
  // The refunds of the other tests have no documents, which waits for a person, too.
  await db('refunds').delete()
  expect(await waiting('owner')).toEqual(none)

  const { course_id } = await buildCourse(db)
  const now = server.ctx.now()
  const monthAgo = new Date(now.getTime() - 31 * 86_400_000)
  const student = async () => ({ user_id: (await buildStudentRow(db)).id, course_id })
  const { order_id } = await buildPaidOrder(db, await student())
  await db('orders').where({ order_id }).update({ status: 'review' })
  await buildPaidOrder(db, await student())
  const review = async (row: object, at = now) => {
    const written = { stars: 4, text: 'Clear', created_at: at, updated_at: at }
    await db('reviews').insert({ ...(await student()), ...written, ...row })
  }
  await review({})
  await review({ text: '' })
  await review({ reply: 'Thank you', replied_at: now })
  await review({ hidden_reason: 'Advertising' })
  await review({}, monthAgo)
  const ticket = { name: 'Asha', email: 'asha@example.com', subject: 'Hello', message: 'Hello', created_at: now }
  await db('tickets').insert([
    { ...ticket, ticket_no: 'T-AAAAAA' },
    { ...ticket, ticket_no: 'T-BBBBBB', status: 'done', done_at: now },
  ])
  const question = { ...(await student()), lesson_id: 'les_1', text: 'Why?', asked_at: now }
  const work = { ...(await student()), text: 'Mine', handed_in_at: now }
  await db('questions').insert(Array.from({ length: 120 }, (_, key) => ({ ...question, key })))
  await db('questions').where({ key: '0' }).update({ answer: 'So', answered_at: now })
  await db('hand_ins').insert([
    { ...work, lesson_id: 'les_1', key: '1' },
    { ...work, lesson_id: 'les_2', key: '2', status: 'accepted', marked_at: now },
  ])

  const all = { orders: 1, reviews: 1, messages: 1, questions: 100, assignments: 1 }
  expect(await waiting('owner')).toEqual(all)
  expect(await waiting('support')).toEqual(all)
  expect(await waiting('editor')).toEqual({ ...none, reviews: 1 })
  expect(await waiting('finance')).toEqual({ ...none, orders: 1 })
})

test('the money of the shop is for owners and finance: another role is refused it', async () => {
  const span = { from: '2026-03-09', to: '2026-03-11' }
  const money = (role: 'owner' | 'finance' | 'support' | 'editor') =>
    server.adminToken(role).then((token) => {
      const api = server.api(token)
      return [() => api.overview.get(span), () => api.sources.list(span), () => api.memberships.list({})]
    })
  for (const role of ['owner', 'finance'] as const)
    for (const read of await money(role)) await expect(read(), role).resolves.toBeDefined()
  for (const role of ['support', 'editor'] as const)
    for (const read of await money(role)) await expect(read(), role).rejects.toMatchObject({ status: 403 })
})
