import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, paidEvent, payInSilence } from '../../../../test/shopper.ts'
import { sealGatewaySecret } from '../../../platform/payments/keys.ts'
import { signWebhook } from '../../../platform/payments/signatures.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('keys that were sealed with another ENCRYPTION_KEY turn off buying alone, and are logged once', async () => {
  const { db } = server
  const shopper = await buildShopper(server)
  const paid = await shopper.buyOne()
  const event = JSON.stringify(paidEvent(await payInSilence(server, paid.link)))
  const open = await shopper.buyOne()
  const other = randomBytes(32)
  await db('gateway_config').insert({
    provider: 'razorpay',
    api_key: 'rzp_live_1',
    api_secret_sealed: sealGatewaySecret('api_secret', 'secret', [other]),
    webhook_secret_sealed: sealGatewaySecret('webhook_secret', 'hook', [other]),
    verified_at: new Date(),
  })
  server.ctx.keyring.drop()

  const token = await server.userToken(shopper.user)
  const admin = await server.adminToken()
  const request = async (method: string, path: string, by: string | undefined, body?: string, headers = {}) => {
    const answer = await server.request(path, {
      method,
      headers: { authorization: `bearer ${by}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    return [path.split('?')[0], answer.status, (await answer.json()).code]
  }
  const { course_id } = await buildCourse(db)
  const user = `user_id=${shopper.user.user_id}`
  const signature = signWebhook(Buffer.from(event), server.ctx.config.sandbox?.webhookSecret ?? '')
  const answers = [
    await request('POST', `/api/user/buy?${user}`, token, JSON.stringify([course_id])),
    await request('GET', `/api/user/payment_status?${user}&course_id=${open.course.course_id}`, token),
    await request('POST', '/api/webhooks/razorpay', undefined, event, { 'x-razorpay-signature': signature }),
    await request('POST', `/api/admin/orders/${open.orderId}/recheck`, admin, '{}'),
    await request('POST', '/api/admin/paymment_gateway/test_razorpay', admin, '{}'),
  ]
  expect(answers.filter(([, status, code]) => status !== 503 || code !== 'unavailable')).toEqual([])
  // Another instance would do no better, so no proxy may take this one away.
  const ready = await server.request('/api/ready')
  const reason = 'The saved gateway keys cannot be read with this ENCRYPTION_KEY'
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'degraded', reason }])
  await db('orders').where({ order_id: open.orderId }).update({ status: 'review', payment_id: 'pay_of_another' })
  const shown = await server.api(admin).orders.adminGet({ order_id: open.orderId })
  expect([shown.status, shown.grantable]).toEqual(['review', false])
  const faults = server.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  expect(faults.map(({ msg }) => msg)).toEqual([reason])
})

test('an instance that begins with another ENCRYPTION_KEY says so in its log at once, in a sentence', async () => {
  const other = await startTestServer({ beside: server, work: false })
  try {
    const words = other.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
    expect(words).toEqual([
      expect.objectContaining({
        msg: 'The saved gateway keys cannot be read with this ENCRYPTION_KEY',
        why: 'The stored secret (razorpay:api_secret) was encrypted with another ENCRYPTION_KEY',
      }),
    ])
  } finally {
    await other.stop()
  }
})

test('the payment tab says that saved keys are unreadable, and saving them anew sells again', async () => {
  const api = server.api(await server.adminToken())
  expect(await api.gateway.get()).toMatchObject({ api_key: 'rzp_live_1', api_secret: '', source: 'admin' })
  expect(await api.gateway.state()).toMatchObject({ saved_unreadable: true, webhook_secret: 'admin' })
  const { keyId = '', keySecret = '' } = server.ctx.config.sandbox ?? {}
  await api.gateway.add({ body: { api_key: keyId, api_secret: keySecret } })
  expect(await api.gateway.state()).toMatchObject({ saved_unreadable: false, webhook_secret: 'sandbox' })
  expect(await (await server.request('/api/ready')).json()).toEqual({ status: 'ready' })
  expect((await (await buildShopper(server)).buyOne()).orderId).toMatch(/./)
})
