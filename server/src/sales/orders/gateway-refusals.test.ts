import { beforeEach, expect, test } from 'vitest'
import { paidShop } from '../../../test/paid-shop.ts'
import { createJobs } from '../../serve/jobs/index.ts'
import { reconcileOrders } from '../../serve/jobs/reconcile-orders.jobs.ts'

const { gateway, one, bought } = await paidShop()

beforeEach(async () => {
  for (const table of ['gateway_refusals', 'owner_alerts', 'gateway_pause']) await one.db(table).delete()
  await one.db('orders').update({ poll_after: null })
})

const buy = (price = 499) => bought({ price })

const overview = async () => {
  const { lines } = await one.api(await one.adminToken()).overview.todo()
  return lines.find(({ kind }) => kind === 'refused') ?? null
}
const letters = () => one.db('owner_alerts').where({ kind: 'gateway_refuses' }).pluck('alert_key')
/** Scrapes of five seconds share one look. */
const gauge = async () => {
  one.clock.advance(5_000)
  return /^gateway_refuses (\S+)$/m.exec(await (await one.request('/metrics')).text())?.[1]
}

test.each([
  [
    'ended keys',
    () => Object.assign(gateway, { refuseKeys: true }),
    'The keys are not accepted.',
    /cannot take payments/,
  ],
  [
    'a blocked account',
    () => Object.assign(gateway, { refuse: () => 'Your account has been suspended. Please contact support.' }),
    'Your account has been suspended. Please contact support.',
    /did not accept this order/,
  ],
  [
    'an amount above the maximum',
    () => Object.assign(gateway, { maximum: 10_000 }),
    'Amount exceeds maximum amount allowed.',
    /did not accept this order/,
  ],
])(
  '%s: an honest sentence, one letter a day, a line on the overview and the gauge',
  async (_name, fail, reason, shows) => {
    expect([await overview(), await gauge()]).toEqual([null, '0'])
    fail()
    for (let n = 0; n < 2; n++) {
      const refused = { code: 'gateway_error', status: 502, message: expect.stringMatching(shows) }
      await expect(buy()).rejects.toMatchObject(refused)
    }
    expect(await overview()).toMatchObject({ words: reason })
    expect(await gauge()).toBe('1')
    expect(await letters()).toHaveLength(1)
    one.clock.advance(24 * 3_600_000)
    await expect(buy()).rejects.toMatchObject({ code: 'gateway_error' })
    expect(await letters()).toHaveLength(2)

    Object.assign(gateway, { refuseKeys: false, maximum: Number.POSITIVE_INFINITY, refuse: () => undefined })
    await buy()
    expect([await overview(), await gauge()]).toEqual([null, '0'])
  },
)

test('an untrusted payment address is logged with its host, closes its link, and is reported to buyer and owner', async () => {
  gateway.shape = (link) => ({ ...link, short_url: 'http://pay.example.net/i/secret-part' })
  await expect(buy()).rejects.toMatchObject({
    code: 'gateway_error',
    message: expect.stringMatching(/cannot take payments/),
  })
  gateway.shape = (link) => link
  const { order_id, status } = await one.db('orders').orderBy('created_at', 'desc').first()
  expect(status).toBe('cancelled')
  expect(gateway.links.find(({ reference_id }) => reference_id === order_id)).toMatchObject({ status: 'cancelled' })
  const line = one.logged.find((entry) => entry.includes('cannot be trusted'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, order_id, host: 'pay.example.net' })
  const events = await one.db('order_events').where({ order_id }).select('kind', 'detail')
  expect(events).toContainEqual({ kind: 'link_refused', detail: expect.stringContaining('pay.example.net') })
  expect(JSON.stringify([events, line])).not.toContain('secret-part')
  expect(await overview()).toMatchObject({ words: expect.stringContaining('pay.example.net') })
  one.clock.advance(61_000)
  await buy()
})

test('a refused link and a refused sheet have a line in the timeline, and one sentence for the buyer', async () => {
  const refusedOf = async () =>
    (await one.db('order_events').orderBy('id', 'desc').where({ kind: 'link_refused' }).first())?.detail
  gateway.refuse = ({ method }) => (method === 'POST' ? 'The amount is unusual, ring +91 98765 43210' : undefined)
  await expect(buy()).rejects.toMatchObject({ message: expect.stringMatching(/did not accept this order/) })
  expect(await refusedOf()).toBe('The gateway refused: The amount is unusual, ring [number]')
  gateway.refuse = () => undefined
  const { student, order_id } = await buy()
  gateway.refuse = ({ path }) => (path === '/v1/orders' ? 'Not this one' : undefined)
  const sheet = student.orders.openSheet({ params: { order_id } })
  await expect(sheet).rejects.toMatchObject({ message: expect.stringMatching(/did not accept this order/) })
  expect(await refusedOf()).toBe('The gateway refused: Not this one')
  gateway.refuse = () => undefined
})

test('a gateway that is away for a moment, and a customer it does not take, are no refusals', async () => {
  gateway.refuse = ({ body }) => (body.customer ? 'Contact number is not valid' : undefined)
  await buy()
  gateway.lose = () => true
  await expect(buy()).rejects.toMatchObject({ message: expect.stringContaining('try again in a moment') })
  gateway.lose = () => false
  expect(await overview()).toBeNull()
})

test('refused keys are not tried in a loop: one question ends the round, and the job of an event is not repeated', async () => {
  const orders = [await buy(), await buy(), await buy()]
  const due = () => one.db('orders').update({ poll_after: one.ctx.now() })
  await due()
  gateway.refuseKeys = true
  gateway.asked.length = 0
  await reconcileOrders(one.ctx)
  await reconcileOrders(one.ctx)
  expect(gateway.asked).toHaveLength(1)
  const job = createJobs(one.ctx).find(({ name }) => name === 'reconcile-order')
  await job?.run({ order_id: orders[0]?.order_id }, 'job')
  expect(gateway.asked).toHaveLength(2)

  // Nobody buys: the shop finds out by itself that the keys are good again.
  gateway.refuseKeys = false
  const round = createJobs(one.ctx).find(({ name }) => name === 'reconcile-orders')
  await round?.run({}, 'round')
  expect(await overview()).not.toBeNull()
  one.clock.advance(11 * 60_000)
  await round?.run({}, 'round')
  expect(await overview()).toBeNull()
})
