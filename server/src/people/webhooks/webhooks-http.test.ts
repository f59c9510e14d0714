import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WEBHOOK_EVENTS, type WebhookInput } from 'contract/webhooks'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payWithEvent } from '../../../test/shopper.ts'
import { grantCourses, takeByHand } from '../../courses/enrolments/grants.queries.ts'
import { addProgress } from '../../courses/learning/learning.queries.ts'
import { createJobs } from '../../serve/jobs/index.ts'
import { takeDue } from './deliveries.queries.ts'
import { judgeFailing } from './endpoint-health.ts'
import { resealEndpoints } from './endpoints.queries.ts'
import { storePassed } from './passed-time.ts'
import { sendDue } from './send-events.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Received = { path: string; headers: IncomingHttpHeaders; body: string }
type Answer = { status: number; headers?: Record<string, string>; body?: string }

/** A receiver such as n8n: it answers each path as it was set, else 200. */
async function openReceiver() {
  const received: Received[] = []
  const answers = new Map<string, Answer>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: await text(request) })
    const { status, headers, body = 'ok' } = answers.get(path) ?? { status: 200 }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, answers, close: () => server.close() }
}

let receiver: Awaited<ReturnType<typeof openReceiver>>
let server: TestServer
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  receiver = await openReceiver()
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
})
afterAll(async () => {
  await server.stop()
  receiver.close()
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.answers.clear()
  server.clock.set(new Date())
  await server.db('pgboss.job').where({ name: 'webhook-mail' }).delete()
  await server.db('webhook_deliveries').delete()
  await server.db('webhook_events').delete()
  await server.db('webhook_endpoints').delete()
  await logIn()
})

/** Opens another session: tests move the clock by days. */
const logIn = async () => {
  owner = server.api(await server.adminToken())
}
const add = (path: string, input: Partial<WebhookInput> = {}) =>
  owner.webhooks.add({ body: { url: `${receiver.url}${path}`, events: ['*'], ...input } })
const send = () => sendDue(server.ctx, { forMs: 60_000, once: true })
const log = async (webhook_id: string) => owner.webhooks.deliveries({ params: { webhook_id }, query: {} })
const at = (path: string) => receiver.received.filter((one) => one.path === path)
const bodies = (path: string) => at(path).map(({ body }) => JSON.parse(body))
const one = async (webhook_id: string) => (await owner.webhooks.list()).find((row) => row.webhook_id === webhook_id)

/** Brings about one event: a student gets a course. */
const enrol = (given_until: Date | null = null) =>
  server.db.transaction(async (trx) => {
    const user = await buildUser(trx)
    const { course_id } = await buildCourse(trx)
    const now = server.ctx.now()
    const courses = [{ course_id, access_period: null, given_until }]
    await grantCourses(trx, { userId: user.id, courses, from: { free: true }, madeAt: now, now })
    return user
  })

test('the package of Standard Webhooks verifies what arrives, and refuses a changed byte', async () => {
  const { secret } = await add('/in')
  await enrol()
  await send()
  const [{ headers, body }] = at('/in') as [Received]
  const signed = headers as Record<string, string>
  const verifier = new Verifier(secret)
  expect(verifier.verify(body, signed)).toMatchObject({
    type: 'enrolment.created',
    id: headers['webhook-id'],
    seq: expect.any(Number),
    data: { student: { email: expect.stringContaining('@') }, course: { name: expect.any(String) } },
  })
  expect(() => verifier.verify(body.replace('enrolment', 'enrolment2'), signed)).toThrow()
  expect(() => verifier.verify(body, { ...signed, 'webhook-id': 'evt_other' })).toThrow()
  expect(() => new Verifier('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').verify(body, signed)).toThrow()
})

test('a sale, its refund and what it opened arrive whole and flat', async () => {
  await add('/full')
  await add('/flat', { format: 'flat', events: ['order.paid', 'order.refunded', 'enrolment.ended'] })
  const shopper = await buildShopper(server)
  const { orderId, orderNo, link } = await shopper.buyOne()
  await payWithEvent(server, link)
  await send()
  const full = bodies('/full')
  expect(full.map(({ type }) => type).toSorted()).toEqual(['enrolment.created', 'order.paid'])
  const paid = full.find(({ type }) => type === 'order.paid')
  expect(paid.data).toMatchObject({
    student: { user_id: shopper.user.user_id, email: shopper.user.email },
    order: { order_id: orderId, order_no: orderNo, amount: 499, currency: 'INR', courses: [{ amount: 499 }] },
  })
  expect(bodies('/flat')).toEqual([
    expect.objectContaining({
      event: 'order.paid',
      id: paid.id,
      seq: paid.seq,
      order_no: orderNo,
      amount: 499,
      student_email: shopper.user.email,
      course_1: expect.any(String),
    }),
  ])
  for (const value of Object.values(bodies('/flat')[0])) expect(['string', 'number']).toContain(typeof value)
  await owner.orders.refund({ params: { order_id: orderId }, body: { reason: 'wanted it back' } })
  await send()
  expect(bodies('/flat').map(({ event, refund_amount }) => [event, refund_amount])).toEqual(
    expect.arrayContaining([
      ['order.refunded', 499],
      ['enrolment.ended', undefined],
    ]),
  )
})

test('an event of a rolled-back transaction is not sent', async () => {
  await add('/in')
  await server.db
    .transaction(async (trx) => {
      const user = await buildUser(trx)
      const { course_id } = await buildCourse(trx)
      const now = server.ctx.now()
      const courses = [{ course_id, access_period: null }]
      await grantCourses(trx, { userId: user.id, courses, from: { free: true }, madeAt: now, now })
      expect(await trx('webhook_events')).toHaveLength(1)
      throw new Error('rolled back')
    })
    .catch(() => {})
  await send()
  expect(receiver.received).toEqual([])
})

test('lessons, a whole course and lost access each bring about one event', async () => {
  await add('/in')
  const user = await enrol()
  const { course_id } = await server.db('enrolments').where({ user_id: user.id }).first('course_id')
  const lessons = [await buildLesson(server.db, { course_id }), await buildLesson(server.db, { course_id })]
  for (const { lesson_id } of [...lessons, ...lessons]) {
    const beat = { userId: user.id, courseId: course_id, lessonId: lesson_id, seconds: 0, completed: true }
    await server.db.transaction((trx) => addProgress(trx, { ...beat, now: server.ctx.now() }))
  }
  const lost = { userId: user.id, courseIds: [course_id], paid: true, now: server.ctx.now() }
  await server.db.transaction((trx) => takeByHand(trx, lost))
  await send()
  expect(
    bodies('/in')
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['course.completed', 'enrolment.created', 'enrolment.ended', 'lesson.completed', 'lesson.completed'])
})

test('an account, a consent and a question tell of themselves', async () => {
  await add('/in', { format: 'flat' })
  const registered = await server.api().auth.register({
    email: 'tells@example.com',
    phone: '9812345670',
    name: 'Asha',
    password: 'Mango-Kulfi-42',
    reffered_by: '',
  })
  const student = server.api(registered.token)
  await student.consents.change({ params: { purpose: 'news_email' }, body: { agreed: true } })
  await send()
  const sent = bodies('/in').toSorted((a, b) => a.seq - b.seq)
  expect(sent.map(({ event, student_email, agreed }) => [event, student_email, agreed])).toEqual([
    ['student.registered', 'tells@example.com', undefined],
    ['consent.changed', 'tells@example.com', 'yes'],
  ])
})

test('an order unpaid for half an hour is sent once, and so is access that runs out', async () => {
  await add('/in')
  const shopper = await buildShopper(server)
  const { orderId } = await shopper.buyOne()
  const user = await enrol(new Date(server.ctx.now().getTime() + HOUR))
  await storePassed(server.ctx)
  await send()
  expect(bodies('/in').map(({ type }) => type)).toEqual(['enrolment.created'])
  server.clock.advance(31 * 60_000)
  await storePassed(server.ctx)
  await storePassed(server.ctx)
  await send()
  expect(bodies('/in').slice(1)).toEqual([
    expect.objectContaining({
      type: 'order.unpaid',
      data: expect.objectContaining({ order: expect.objectContaining({ order_id: orderId, status: 'created' }) }),
    }),
  ])
  server.clock.advance(HOUR)
  await storePassed(server.ctx)
  await send()
  expect(bodies('/in').at(-1)).toMatchObject({ type: 'enrolment.ended', data: { student: { user_id: user.user_id } } })
})

test('a failing delivery has ten tries with the documented gaps, the same id and the very bytes', async () => {
  const { webhook_id } = await add('/in')
  receiver.answers.set('/in', { status: 500, body: 'Internal Server Error' })
  await enrol()
  const begun = server.ctx.now().getTime()
  const gaps = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  for (const [tries, gap] of gaps.entries()) {
    if (gap > 0) {
      server.clock.advance(gap * 1_000 - 2_500)
      await send()
      expect(receiver.received).toHaveLength(tries)
      server.clock.advance(5_000)
    }
    await send()
    expect(receiver.received).toHaveLength(tries + 1)
  }
  server.clock.advance(30 * DAY)
  await send()
  expect(receiver.received).toHaveLength(10)
  expect(new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
  await logIn()
  const [row] = await log(webhook_id)
  expect(row).toMatchObject({ status: 'failed', next_at: null, event: 'enrolment.created' })
  expect(row?.tries).toHaveLength(10)
  expect(row?.tries[0]).toMatchObject({ status: 500, answer: 'Internal Server Error' })
  expect(Date.parse(row?.tries[1]?.at ?? '') - begun).toBeGreaterThanOrEqual(2_500)
  receiver.answers.clear()
  await owner.webhooks.retry({ params: { delivery_id: row?.delivery_id ?? '' } })
  await send()
  expect((await log(webhook_id))[0]).toMatchObject({ status: 'done', tries: { length: 11 } })
})

test('a receiver that is busy names the moment of the next try', async () => {
  const { webhook_id } = await add('/in')
  receiver.answers.set('/in', { status: 429, headers: { 'retry-after': '900' } })
  await enrol()
  await send()
  const [row] = await log(webhook_id)
  const wait = Date.parse(row?.next_at ?? '') - server.ctx.now().getTime()
  expect(wait).toBeGreaterThan(880_000)
  expect(wait).toBeLessThanOrEqual(900_000)
})

test('an address that is gone is switched off, and its events can be sent again', async () => {
  const { webhook_id } = await add('/in')
  receiver.answers.set('/in', { status: 410 })
  await enrol()
  await send()
  expect(await one(webhook_id)).toMatchObject({ active: false, off_reason: 'gone', failed: 1, waiting: 0 })
  await enrol()
  await send()
  expect(receiver.received).toHaveLength(1)
  const from = new Date(server.ctx.now().getTime() - HOUR).toISOString()
  const span = { params: { webhook_id }, body: { from, to: new Date(server.ctx.now().getTime() + HOUR).toISOString() } }
  await expect(owner.webhooks.resend(span)).rejects.toMatchObject({ status: 409 })
  receiver.answers.clear()
  await owner.webhooks.change({
    params: { webhook_id },
    body: { url: `${receiver.url}/in`, events: ['*'], active: true },
  })
  expect(await owner.webhooks.resend(span)).toMatchObject({ count: 2 })
  await send()
  expect(await one(webhook_id)).toMatchObject({ active: true, off_reason: null, failed: 0, waiting: 0 })
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids.slice(1)).toContain(ids[0])
  expect(new Set(ids).size).toBe(2)
})

test('owners get an email after a day of failures, and another when the address is switched off', async () => {
  const { webhook_id } = await add('/in')
  receiver.answers.set('/in', { status: 500 })
  await enrol()
  await send()
  const mails = async () => {
    const job = createJobs(server.ctx).find(({ name }) => name === 'webhook-mail')
    const waiting = await server.db('pgboss.job').where({ name: 'webhook-mail' }).delete().returning(['id', 'data'])
    for (const { id, data } of waiting) await job?.run(data, id)
    return waiting.map(({ data }) => [data.kind, data.to !== undefined])
  }
  server.clock.advance(23 * HOUR)
  await judgeFailing(server.ctx)
  expect(await mails()).toEqual([])
  server.clock.advance(2 * HOUR)
  await judgeFailing(server.ctx)
  await judgeFailing(server.ctx)
  expect(await mails()).toEqual([['warning', false]])
  expect(await mails()).toContainEqual(['warning', true])
  server.clock.advance(4 * DAY)
  await judgeFailing(server.ctx)
  expect(await mails()).toEqual([['failing', false]])
  await logIn()
  expect(await one(webhook_id)).toMatchObject({ active: false, off_reason: 'failing' })
})

test('a success ends the failures of an address', async () => {
  const { webhook_id } = await add('/in')
  receiver.answers.set('/in', { status: 500 })
  await enrol()
  await send()
  expect((await one(webhook_id))?.failing_since).not.toBeNull()
  receiver.answers.clear()
  server.clock.advance(6_000)
  await send()
  expect(await one(webhook_id)).toMatchObject({ failing_since: null, done_today: 1 })
})

test('a slow address holds up no other', async () => {
  const waiting: (() => void)[] = []
  const slow = createServer((_request, response) => void waiting.push(() => response.end('late')))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port } = slow.address() as AddressInfo
  try {
    const { webhook_id } = await owner.webhooks.add({ body: { url: `http://127.0.0.1:${port}/`, events: ['*'] } })
    await add('/fast')
    for (let n = 0; n < 12; n++) await enrol()
    // The limit of 10 s does not end this call, however busy the machine is.
    const sending = sendDue(server.ctx, { forMs: 60_000, once: true, way: { limitMs: 60_000 } })
    await expect.poll(() => at('/fast').length).toBe(12)
    // Eight are under way, and none was answered.
    await expect.poll(() => waiting.length).toBe(8)
    expect((await log(webhook_id)).every(({ status }) => status === 'waiting')).toBe(true)
    for (const answer of waiting.splice(0)) answer()
    await expect.poll(() => waiting.length).toBe(4)
    for (const answer of waiting.splice(0)) answer()
    await sending
    expect((await log(webhook_id)).every(({ status }) => status === 'done')).toBe(true)
  } finally {
    slow.close()
  }
})

test('an address gets no more at once than its limit, when the database takes the list for empty', async () => {
  await add('/in')
  await enrol()
  await server.db('webhook_deliveries').delete()
  await server.db.raw('analyze webhook_deliveries, webhook_endpoints')
  for (let n = 0; n < 12; n++) await enrol()
  const now = server.ctx.now()
  const until = new Date(now.getTime() + 60_000)
  expect(await takeDue(server.db, { now, until, most: 8, busy: new Map() })).toHaveLength(8)
})

test('two senders at once send each event once', async () => {
  await add('/in')
  for (let n = 0; n < 20; n++) await enrol()
  await Promise.all([send(), send(), send()])
  expect(receiver.received).toHaveLength(20)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
})

test('a delivery that a dead process took is sent after a minute', async () => {
  await add('/in')
  await enrol()
  await server.db('webhook_deliveries').update({ next_at: new Date(server.ctx.now().getTime() + 60_000) })
  await send()
  expect(receiver.received).toEqual([])
  server.clock.advance(61_000)
  await send()
  expect(receiver.received).toHaveLength(1)
})

test('a replaced secret signs along for a day', async () => {
  const { webhook_id, secret: old } = await add('/in')
  const { secret } = await owner.webhooks.newSecret({ params: { webhook_id } })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await enrol()
  await send()
  const [both] = at('/in') as [Received]
  for (const each of [old, secret]) new Verifier(each).verify(both.body, both.headers as Record<string, string>)
  server.clock.advance(DAY + 1_000)
  await enrol()
  await send()
  expect(at('/in')[1]?.headers['webhook-signature']).not.toContain(' ')
})

test('a saved header does not follow its address to another origin', async () => {
  const { webhook_id } = await add('/in', { header: { name: 'Authorization', value: 'a-long-key' } })
  const other = { url: 'https://elsewhere.example/in', events: ['order.paid' as const] }
  for (const header of [undefined, { name: 'Authorization', value: '••••••••' }])
    await expect(
      owner.webhooks.change({ params: { webhook_id }, body: { ...other, ...(header && { header }) } }),
    ).rejects.toMatchObject({ code: 'invalid', message: 'Enter the value again' })
})

test('the receiver’s own header is sent, and never shown', async () => {
  const { webhook_id, header } = await add('/in', { header: { name: 'X-Api-Key', value: 'a-long-key' } })
  expect(header).toEqual({ name: 'X-Api-Key', value: '••••••••' })
  const params = { webhook_id }
  const url = `${receiver.url}/in`
  const change = (body: Partial<WebhookInput>) =>
    owner.webhooks.change({ params, body: { url, events: ['*'], ...body } })
  await change({ header: { name: 'X-Key', value: '••••••••' } })
  expect(await owner.webhooks.test({ params, body: { event: 'ping' } })).toMatchObject({ status: 200, answer: 'ok' })
  expect(at('/in')[0]?.headers['x-key']).toBe('a-long-key')
  expect(await server.ctx.db('webhook_endpoints').first('header_sealed')).not.toMatchObject({
    header_sealed: 'a-long-key',
  })
  await change({ header: null })
  await owner.webhooks.test({ params, body: { event: 'ping' } })
  expect(at('/in')[1]?.headers['x-key']).toBeUndefined()
  for (const name of ['Host', 'Content-Length', 'webhook-id', 'Transfer-Encoding', 'a b', 'x:'])
    await expect(change({ header: { name, value: 'x' } })).rejects.toMatchObject({ status: 422 })
  await expect(change({ header: { name: 'X-Key', value: 'a\r\nb: c' } })).rejects.toMatchObject({ status: 422 })
})

test('an example of every event arrives, whole and flat, and n8n’s address for tests is explained', async () => {
  const { webhook_id } = await add('/webhook-test/1')
  for (const event of WEBHOOK_EVENTS) {
    await owner.webhooks.test({ params: { webhook_id }, body: { event } })
    const [flat] = await owner.hooks.sample({ params: { event } })
    expect(flat).toMatchObject({ event })
    for (const value of Object.values(flat ?? {})) expect(['string', 'number']).toContain(typeof value)
  }
  expect(bodies('/webhook-test/1').map(({ type }) => type)).toEqual([...WEBHOOK_EVENTS])
  receiver.answers.set('/webhook-test/1', { status: 404, body: 'not registered' })
  const answer = await owner.webhooks.test({ params: { webhook_id }, body: { event: 'ping' } })
  expect(answer).toMatchObject({ status: 404, answer: expect.stringContaining('production address') })
  expect(await log(webhook_id)).toEqual([])
})

test('a program subscribes and ends its subscription', async () => {
  const target_url = `${receiver.url}/zap`
  const { id } = await owner.hooks.subscribe({ body: { target_url, event: 'enrolment.created' } })
  expect(await owner.hooks.subscribe({ body: { target_url, event: 'enrolment.created' } })).toEqual({ id })
  expect(await one(id)).toMatchObject({ by_program: true, format: 'flat', events: ['enrolment.created'] })
  await enrol()
  await send()
  expect(bodies('/zap')).toEqual([expect.objectContaining({ event: 'enrolment.created' })])
  await owner.hooks.unsubscribe({ params: { id } })
  await expect(owner.hooks.unsubscribe({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await enrol()
  await send()
  expect(at('/zap')).toHaveLength(1)
})

test('a shop has at most 20 addresses, also when two are added at once', async () => {
  for (let n = 0; n < 19; n++) await add(`/${n}`)
  const both = await Promise.allSettled([add('/a'), add('/b')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await owner.webhooks.list()).toHaveLength(20)
})

test.each([
  'ftp://example.com/',
  'https://a:b@example.com/',
  'https://a@example.com/',
  'javascript:1',
  'example.com',
  '',
])('the address %j is refused', async (url) => {
  await expect(owner.webhooks.add({ body: { url, events: ['*'] } })).rejects.toMatchObject({ status: 422 })
})

test('an address that is removed while a sale is stored does not disturb the sale', async () => {
  const { webhook_id } = await add('/in')
  const sale = await server.db.transaction()
  const user = await buildUser(sale)
  const { course_id } = await buildCourse(sale)
  const now = server.ctx.now()
  const courses = [{ course_id, access_period: null }]
  await grantCourses(sale, { userId: user.id, courses, from: { free: true }, madeAt: now, now })
  await owner.webhooks.remove({ params: { webhook_id } })
  await sale.commit()
  await send()
  expect(receiver.received).toEqual([])
})

test('only owners manage addresses, and whom is erased is forgotten', async () => {
  const { webhook_id } = await add('/in')
  for (const role of ['editor', 'support', 'finance'] as const) {
    const other = server.api(await server.adminToken(role))
    await expect(other.webhooks.list()).rejects.toMatchObject({ status: 403 })
    await expect(other.hooks.sample({ params: { event: 'ping' } })).rejects.toMatchObject({ status: 403 })
  }
  const user = await enrol()
  await send()
  expect(await log(webhook_id)).toHaveLength(1)
  await owner.users.delete({ params: { id: user.user_id } })
  expect(await log(webhook_id)).toEqual([])
  expect(await server.db('webhook_events')).toEqual([])
})

test('secrets are sealed again with a new key', async () => {
  const { webhook_id } = await add('/in', { header: { name: 'X-Key', value: 'a-key' } })
  const [key] = server.ctx.config.encryptionKeys
  const config = { ...server.ctx.config, encryptionKeys: [Buffer.alloc(32, 7), key] as const }
  expect(await resealEndpoints(server.db, config.encryptionKeys)).toBe(2)
  expect(await resealEndpoints(server.db, config.encryptionKeys)).toBe(0)
  const { header_sealed } = await server.db('webhook_endpoints').where({ webhook_id }).first()
  expect(header_sealed).not.toContain('a-key')
})
