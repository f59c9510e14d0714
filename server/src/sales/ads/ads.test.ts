import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payWithEvent } from '../../../test/shopper.ts'
import { insertConsent } from '../../shop/consents/consents.queries.ts'
import { orderPaid, refundsArrived } from '../orders/moments.ts'
import { resealAds, sealAdSecret } from './ad-config.queries.ts'
import { sendAdEventsJob } from './ads.jobs.ts'
import { hashed } from './receivers.ts'

const DAY = 86_400_000
const TOKEN = 'EAAB-a-long-access-token'
const SECRET = 'a-ga4-api-secret'

type ReceivedEvent = { channel: 'meta' | 'ga4'; id: string; name: string; url: string; body: Record<string, unknown> }
type Fault = 'lost' | 'busy' | 'refuses' | 'elsewhere'

/** Plays Meta and Google by their documentation: Meta refuses events older than 7 days, Google answers 204 to anything. */
async function standIn(now: () => Date) {
  const received: ReceivedEvent[] = []
  const faults: Fault[] = []
  const receive = async (request: IncomingMessage) => {
    const url = request.url ?? ''
    const body = JSON.parse(await text(request))
    const channel = url.startsWith('/meta/') ? 'meta' : 'ga4'
    const event = channel === 'meta' ? body.data[0] : body.events[0]
    const id = channel === 'meta' ? event.event_id : event.params.transaction_id
    return { channel, id, name: channel === 'meta' ? event.event_name : event.name, url, body } as ReceivedEvent
  }
  const server = createServer(async (request, response) => {
    const one = await receive(request)
    const fault = faults.shift()
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (fault === 'busy') return answer(503, {})
    if (fault === 'elsewhere') return response.writeHead(307, { location: 'http://127.0.0.1:9/steal' }).end()
    if (fault === 'refuses')
      return answer(400, { error: { code: 190, message: `Error validating access token ${TOKEN}`, fbtrace_id: 'A' } })
    const [data] = (one.body.data ?? []) as { event_time: number }[]
    if (data && now().getTime() / 1000 - data.event_time > 7 * 86_400)
      return answer(400, { error: { code: 100, message: 'event_time is too old' } })
    received.push(one)
    // The server received all of the request, and its answer is lost, as when either side is killed.
    if (fault === 'lost') return request.socket.destroy()
    if (one.url.includes('/debug/')) return answer(200, { validationMessages: [] })
    return one.channel === 'meta'
      ? answer(200, { events_received: 1, messages: [], fbtrace_id: 'A' })
      : response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, heard: received, faults, close: () => server.close() }
}

let receivers: Awaited<ReturnType<typeof standIn>>
let server: TestServer
beforeAll(async () => {
  receivers = await standIn(() => server.ctx.now())
  server = await startTestServer({ work: false, env: { ADS_BASE_URL: receivers.url } })
  const owner = server.api(await server.adminToken())
  const meta = { account: '1234567890', secret: TOKEN, test_code: 'TEST123', active: true }
  await owner.ads.save({ params: { channel: 'meta' }, body: meta })
  await owner.ads.save({ params: { channel: 'ga4' }, body: { account: 'G-ABC123', secret: SECRET, active: true } })
})
afterAll(async () => {
  await server.stop()
  receivers.close()
})
beforeEach(async () => {
  receivers.heard.length = 0
  receivers.faults.length = 0
  await server.db('ad_events').delete()
})

async function agree(userId: number, agreed: boolean) {
  await insertConsent(server.db, userId, {
    purpose: 'ads',
    agreed,
    changed_at: server.ctx.now().toISOString(),
    how: 'checkout',
  })
}

/** Makes a sale whose rows wait in the outbox, as `markPaid` does. */
async function sale({ agreed = true, paidAgoMs = 0 } = {}) {
  const { course_id } = await buildCourse(server.db)
  const user = await buildUser(server.db, { name: 'Asha Devi' })
  const { order_id } = await buildPaidOrder(server.db, { user_id: user.id, course_id })
  const now = server.ctx.now()
  const touch = { source: 'instagram', landing: '/', at: now.toISOString(), fbclid: 'IwAR1_aBcD' }
  await server
    .db('orders')
    .where({ order_id })
    .update({
      paid_at: new Date(now.getTime() - paidAgoMs),
      source: { first: touch, last: touch },
      payment_id: `pay_${order_id}`,
    })
  if (agreed) await agree(user.id, true)
  await server.db.transaction((trx) => orderPaid(server.ctx, trx, { order_id, now: now.toISOString() }))
  return { order_id, user, course_id }
}

/** Runs every waiting row as the queue does, some twice at once; a failed one waits for the next time. */
async function work(times = 1) {
  const job = sendAdEventsJob(server.ctx)
  for (let time = 0; time < times; time++) {
    const rows = await server.db('ad_events').where({ state: 'waiting' }).orderBy('id')
    for (const { id } of rows) await job.run({ id }, 'a job').catch(() => {})
  }
}
const states = async (order_id: string) =>
  Object.fromEntries(
    (await server.db('ad_events').where({ order_id }).orderBy('id')).map((row) => [
      `${row.channel} ${row.kind}`,
      [row.state, row.reason],
    ]),
  )

test('hashes match the documented examples, whatever the case and spaces of the input', () => {
  const person = { id: 'u', email: ' Asha@Example.com', phone: '+91 98765 43210', name: 'Asha' }
  expect(hashed(person)).toMatchObject({
    em: ['ea4e36a829983d27e865b649cd10fcb61f2f1bcd857b47ab709e7adbe941ab68'],
    ph: ['92b5072176e723878b5e06ff3ca61898e4eb74e8c46642a0f2db800b17364ab0'],
    fn: ['b22b87fd8ac6c19a6ed4ffd686a6130f5972367a9520a1b8aef33b8b5b5e3340'],
  })
  for (const phone of ['9876543210', '09876543210']) expect(hashed({ ...person, phone }).ph).toEqual(hashed(person).ph)
  expect(hashed(person)).not.toHaveProperty('ln')
})

test('each receiver hears of a sale once, in rupees and in its own form, and no address has the token', async () => {
  const { order_id, user, course_id } = await sale()
  await work(3)
  expect(await states(order_id)).toEqual({ 'meta purchase': ['sent', null], 'ga4 purchase': ['sent', null] })
  expect(receivers.heard.map(({ channel, id, name }) => [channel, name, id]).toSorted()).toEqual([
    ['ga4', 'purchase', order_id],
    ['meta', 'Purchase', order_id],
  ])
  const [meta, ga4] = ['meta', 'ga4'].map((name) => receivers.heard.find(({ channel }) => channel === name))
  expect(meta?.url).toBe('/meta/v24.0/1234567890/events')
  expect(meta?.body).toMatchObject({
    access_token: TOKEN,
    test_event_code: 'TEST123',
    data: [
      {
        event_id: order_id,
        action_source: 'website',
        custom_data: { currency: 'INR', value: 499, order_id, content_ids: [course_id], num_items: 1 },
        user_data: {
          em: [createHash('sha256').update(user.email).digest('hex')],
          fbc: expect.stringMatching(/^fb\.1\.\d{13}\.IwAR1_aBcD$/),
        },
      },
    ],
  })
  const params = { transaction_id: order_id, currency: 'INR', value: 499 }
  expect(ga4?.body).toMatchObject({ consent: { ad_user_data: 'GRANTED' }, events: [{ name: 'purchase', params }] })
  expect(String(ga4?.body.timestamp_micros)).toHaveLength(16)
  expect(JSON.stringify(ga4?.body)).not.toContain(user.email)
})

test('a lost answer, a busy receiver and a kill end in one event: every try has the same id', async () => {
  const { order_id } = await sale()
  receivers.faults.push('busy', 'lost', 'lost', 'busy')
  await work(4)
  expect(await states(order_id)).toMatchObject({
    'meta purchase': ['sent', null],
    'ga4 purchase': ['sent', null],
  })
  const distinct = new Set(receivers.heard.map(({ channel, name, id }) => `${channel} ${name} ${id}`))
  expect([...distinct].toSorted()).toEqual([`ga4 purchase ${order_id}`, `meta Purchase ${order_id}`])
  expect(receivers.heard.length).toBeGreaterThan(2)
})

test('nobody hears of 200 sales without consent, and of each of those with it once', async () => {
  const agreed: string[] = []
  for (let index = 0; index < 200; index++) {
    const { order_id } = await sale({ agreed: index % 3 === 0 })
    if (index % 3 === 0) agreed.push(order_id)
    if (index % 10 === 0) receivers.faults.push(index % 20 === 0 ? 'busy' : 'lost')
  }
  await work(6)
  const notified = (channel: string) => [
    ...new Set(receivers.heard.filter((one) => one.channel === channel).map(({ id }) => id)),
  ]
  expect(notified('meta').toSorted()).toEqual(agreed.toSorted())
  expect(notified('ga4').toSorted()).toEqual(agreed.toSorted())
  expect(await server.db('ad_events').where({ state: 'waiting' })).toEqual([])
}, 120_000)

test('consent taken back between the sale and the report, or an erased account, is no report', async () => {
  const [one, other] = [await sale(), await sale()]
  await agree(one.user.id, false)
  await server.db('users').where({ id: other.user.id }).update({ deleted_at: new Date() })
  await work()
  expect(receivers.heard).toEqual([])
  expect(await states(one.order_id)).toMatchObject({ 'meta purchase': ['dropped', 'The buyer did not agree'] })
  expect(await states(other.order_id)).toMatchObject({ 'ga4 purchase': ['dropped', 'The account was deleted'] })
})

test('an old sale is dropped by itself, and a newer one beside it goes out', async () => {
  const [old, middle, fresh] = [await sale({ paidAgoMs: 7 * DAY }), await sale({ paidAgoMs: 4 * DAY }), await sale()]
  await work()
  const received = (order_id: string) =>
    receivers.heard.filter(({ id }) => id === order_id).map(({ channel }) => channel)
  expect([old, middle, fresh].map(({ order_id }) => received(order_id).toSorted())).toEqual([
    [],
    ['meta'],
    ['ga4', 'meta'],
  ])
  expect(await states(old.order_id)).toMatchObject({ 'meta purchase': ['dropped', 'Too old for the receiver'] })
})

test('Google hears of a refund after its sale, Meta of none', async () => {
  const { order_id } = await sale()
  const payment_id = `pay_${order_id}`
  await server
    .db('refunds')
    .insert({ refund_id: `r_${order_id}`, order_id, payment_id, amount_paise: 9_900, status: 'processed' })
  await server.db.transaction((trx) =>
    refundsArrived(server.ctx, trx, {
      order_id,
      refund_ids: [`r_${order_id}`],
      now: server.ctx.now().toISOString(),
    }),
  )
  await work(2)
  expect(receivers.heard.map(({ channel, name }) => `${channel} ${name}`).toSorted()).toEqual([
    'ga4 purchase',
    'ga4 refund',
    'meta Purchase',
  ])
  const refund = receivers.heard.find(({ name }) => name === 'refund')
  // A part of the sum is no course.
  expect(refund?.body).toMatchObject({ events: [{ params: { transaction_id: order_id, value: 99, items: [] } }] })
})

test('Google hears of the seats that went back alone, also of a bundle', async () => {
  const shopper = await buildShopper(server)
  await agree(shopper.user.id, true)
  const { db } = server
  const ids = [(await buildCourse(db, { price: 600 })).course_id, (await buildCourse(db, { price: 400 })).course_id]
  const bundle = (await buildCourse(db, { kind: 'bundle', price: 500, bundle_courses: ids })).course_id
  const alone = (await buildCourse(db, { price: 299 })).course_id
  const { orderId, link } = await shopper.buy([bundle, alone])
  await payWithEvent(server, link)
  const owner = server.api(await server.adminToken())
  for (const course_id of [alone, ids[1] ?? '']) {
    const body = { seats: [{ course_id, seat: 0 }], reason: 'Requested' }
    await owner.orders.refund({ params: { order_id: orderId }, body })
  }
  await work(2)
  const refunds = receivers.heard.filter(({ name, id }) => name === 'refund' && id === orderId)
  const params = refunds.map(({ body }) => (body.events as { params: { value: number; items: object[] } }[])[0]?.params)
  expect(params.toSorted((a, b) => (b?.value ?? 0) - (a?.value ?? 0))).toMatchObject([
    { value: 299, items: [{ item_id: alone, quantity: 1, price: 299 }] },
    { value: 200, items: [{ item_id: ids[1], quantity: 1, price: 200 }] },
  ])
  expect(params.map((one) => one?.items.length)).toEqual([1, 1])
})

test('a refusal ends the report with its reason, without the secret; a redirect is not followed', async () => {
  const { order_id } = await sale()
  receivers.faults.push('refuses')
  await work()
  const [, reason] = (await states(order_id))['meta purchase'] as [string, string]
  expect(reason).toBe('Meta answered 400. Error validating access token ••••')
  receivers.faults.push('elsewhere')
  const other = await sale()
  await work()
  expect((await states(other.order_id))['meta purchase']).toEqual(['waiting', expect.not.stringContaining(TOKEN)])
})

test('settings are for owners, mask the secret, keep it by its mask, and check ids', async () => {
  const owner = server.api(await server.adminToken())
  const listed = await owner.ads.list()
  expect(listed.map(({ channel, secret }) => [channel, secret])).toEqual([
    ['meta', '••••••••oken'],
    ['ga4', '••••••••cret'],
  ])
  expect(JSON.stringify(await server.db('ad_config'))).not.toContain(TOKEN)
  const stored = { account: '1234567890', secret: '••••••••oken', test_code: 'TEST123', active: true }
  await owner.ads.save({ params: { channel: 'meta' }, body: stored })
  expect(await owner.ads.test({ params: { channel: 'meta' } })).toMatchObject({ ok: true })
  expect(await owner.ads.test({ params: { channel: 'ga4' } })).toMatchObject({ ok: true })
  for (const account of ['../me', 'G-ABC123', '123456?x=1']) {
    await expect(owner.ads.save({ params: { channel: 'meta' }, body: { ...stored, account } })).rejects.toMatchObject({
      status: 422,
    })
  }
  for (const role of ['finance', 'editor', 'support'] as const) {
    await expect(server.api(await server.adminToken(role)).ads.list()).rejects.toMatchObject({ status: 403 })
  }
})

test('the consent for reports appears only where the shop reports sales, and the browser’s id is stored while the consent lasts', async () => {
  const user = await buildUser(server.db)
  const { consents } = server.api(await server.userToken(user))
  expect((await consents.list()).map(({ purpose }) => purpose)).toContain('ads')
  const show = (agreed: boolean) => consents.change({ params: { purpose: 'ads' }, body: { agreed } })
  await show(true)
  expect(await server.db('ad_agents').where({ user_id: user.id })).toHaveLength(1)
  await show(false)
  expect(await server.db('ad_agents').where({ user_id: user.id })).toEqual([])
})

test('the secret of a receiver is sealed with the first ENCRYPTION_KEY', async () => {
  const [former, current] = [randomBytes(32), randomBytes(32)]
  await server
    .db('ad_config')
    .update({ secret_sealed: sealAdSecret('meta', TOKEN, [former]) })
    .where({ channel: 'meta' })
  await server.db('ad_config').where({ channel: 'ga4' }).delete()
  expect(await resealAds(server.db, [current, former])).toBe(1)
  expect(await resealAds(server.db, [current, former])).toBe(0)
})
