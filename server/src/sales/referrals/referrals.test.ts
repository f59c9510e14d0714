import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaks } from '../../../test/invariants.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, type Shopper } from '../../../test/shopper.ts'
import { papersAreTheMoney } from '../documents/documents.invariants.ts'
import { linesAreTheOrder } from '../orders/orders.invariants.ts'
import { isStillPaid } from '../orders/orders.queries.ts'
import { applyRefund } from '../orders/refunds/refunds.ts'
import { payReferralRewards } from './referrals.service.ts'

let one: TestServer
let owner: ApiClient
const DAY = 86_400_000

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

async function days(count: number) {
  one.clock.advance(count * DAY)
  owner = one.api(await one.adminToken())
}

async function pay({ id }: { id: string }) {
  await one.gateway(`control/links/${id}/pay`, {})
  await one.gateway('control/deliver', {})
}

/** A student who was brought by another, and has paid for a course. */
async function broughtBuyer(referrer: Shopper) {
  const shopper = await buildShopper(one)
  await one.db('users').where({ id: shopper.user.id }).update({ referred_by: referrer.user.id })
  const bought = await shopper.buyOne()
  await pay(bought.link)
  return { shopper, ...bought }
}

const ledgerOf = async (shopper: Shopper) => one.api(await one.userToken(shopper.user)).referrals.coins({})
const reward = (reward_coins: number) => owner.referrals.update({ reward_coins })

test('a referral is rewarded once, after the refund window, when that is switched on', async () => {
  await days(0)
  await reward(50)
  const referrer = await buildShopper(one)
  const { shopper } = await broughtBuyer(referrer)
  await pay((await shopper.buyOne()).link)
  await days(29)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(0)
  await days(2)
  await broughtBuyer(referrer)
  await reward(0)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(0)
  await reward(50)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(1)
  expect(
    await Promise.all([payReferralRewards(one.ctx, isStillPaid), payReferralRewards(one.ctx, isStillPaid)]),
  ).toEqual([0, 0])
  expect(await ledgerOf(referrer)).toMatchObject({
    coins: 50,
    total: 1,
    changes: [{ change: 50, balance_after: 50, reason: 'referral reward' }],
  })
  await days(32)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(1)
  expect(await ledgerOf(referrer)).toMatchObject({ coins: 100 })
  expect(await one.db('orders').where({ user_id: shopper.user.id, status: 'paid' })).toHaveLength(2)
})

test('a purchase earns what held on its day: nothing while there was no reward, whatever is set later', async () => {
  await days(0)
  await reward(0)
  await days(1)
  const referrer = await buildShopper(one)
  await broughtBuyer(referrer)
  await days(1)
  await reward(20)
  await days(1)
  await broughtBuyer(referrer)
  await days(1)
  await reward(70)
  await days(1)
  await broughtBuyer(referrer)
  await days(31)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(2)
  const { changes } = await ledgerOf(referrer)
  expect(changes.map(({ change }) => change)).toEqual([70, 20])
})

test('a refund before the window ends earns nothing; one after it takes the reward back, and what is spent of it is owed', async () => {
  await days(0)
  await reward(40)
  const referrer = await buildShopper(one)
  const [first, second, third] = [
    await broughtBuyer(referrer),
    await broughtBuyer(referrer),
    await broughtBuyer(referrer),
  ]
  const refund = (orderId: string) =>
    owner.orders.refund({ params: { order_id: orderId }, body: { reason: 'wanted it back' } })
  await refund(first.orderId)
  await days(31)
  await payReferralRewards(one.ctx, isStillPaid)
  await owner.users.subtractCoins({ params: { id: referrer.user.user_id }, query: { amount: '30' } } as never)
  await refund(second.orderId)
  await refund(third.orderId)
  const seen = await owner.users.coins({ id: referrer.user.user_id } as never)
  expect(seen.coins).toBe(-30)
  expect(seen.changes.map(({ change }) => change)).toEqual([-40, -40, -30, 40, 40])
  expect(await owner.referrals.get()).toMatchObject({ reward_coins: 40, taken_back: 2 })
})

test('nobody is rewarded while the guarantee of the shop still holds', async () => {
  await days(0)
  await reward(40)
  const guarantee = (count: number) => owner.settings.update({ body: { guarantee: { days: count } } })
  await guarantee(45)
  const referrer = await buildShopper(one)
  await broughtBuyer(referrer)
  await days(44)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(0)
  await days(2)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(1)
  await guarantee(0)
  await broughtBuyer(referrer)
  await days(29)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(0)
  await guarantee(30)
  await days(2)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(1)
})

test('a refund that fails after all gives back what it took of the reward, once', async () => {
  await days(0)
  await reward(40)
  const referrer = await buildShopper(one)
  const { orderId } = await broughtBuyer(referrer)
  await days(31)
  await payReferralRewards(one.ctx, isStillPaid)
  await owner.users.subtractCoins({ params: { id: referrer.user.user_id }, query: { amount: '10' } } as never)
  const refund = () => owner.orders.refund({ params: { order_id: orderId }, body: { reason: 'wanted it back' } })
  const fail = async ({ refund_id }: { refund_id: string }) => {
    const row = await one.db('refunds').where({ refund_id }).first()
    const about = { paymentId: row.payment_id, amountPaise: row.amount_paise, ownId: refund_id, orderId, notes: {} }
    const failed = { id: row.gateway_refund_id, status: 'failed' as const, ...about }
    await applyRefund(one.ctx, orderId, failed)
    await applyRefund(one.ctx, orderId, failed)
  }
  await fail(await refund())
  const seen = () => owner.users.coins({ id: referrer.user.user_id } as never)
  expect((await seen()).changes.map(({ change }) => change)).toEqual([40, -40, -10, 40])
  expect(await owner.referrals.get()).toMatchObject({ taken_back: 2 })
})

test('a self-referral earns no reward', async () => {
  await days(0)
  await reward(40)
  const shopper = await buildShopper(one)
  await broughtBuyer(shopper)
  await one.db('users').where({ id: shopper.user.id }).update({ referred_by: shopper.user.id })
  await pay((await shopper.buyOne()).link)
  await days(31)
  await payReferralRewards(one.ctx, isStillPaid)
  expect(await ledgerOf(shopper)).toMatchObject({ coins: 40, total: 1 })
})

test.each([
  ['a tag in the address', 'Asha.Rao@gmail.com', 'asharao+second@googlemail.com', {}],
  ['a tag at another host', 'asha@shop.example', 'asha+x@shop.example', {}],
  [
    'a prefix of the phone',
    'one@shop.example',
    'two@shop.example',
    { phone: '9109812345678', phone_key: '9109812345678' },
  ],
])('a self-referral by way of a second account earns no reward: %s', async (_, first, second, phone) => {
  await days(0)
  await reward(40)
  const referrer = await buildShopper(one)
  const { shopper } = await broughtBuyer(referrer)
  await one
    .db('users')
    .where({ id: referrer.user.id })
    .update({ email: first, phone: '9812345678', phone_key: '9812345678' })
  await one
    .db('users')
    .where({ id: shopper.user.id })
    .update({ email: second, ...phone })
  await days(31)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(0)
  const other = `97${String(referrer.user.id).padStart(8, '0')}`
  await one
    .db('users')
    .where({ id: referrer.user.id })
    .update({ phone: other, phone_key: other, email: `${first}.in` })
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(1)
})

test('all rewards that are due on one day are paid, and a deleted account has none left to take back', {
  timeout: 240_000,
}, async () => {
  for (const broken of [linesAreTheOrder, papersAreTheMoney])
    breaks(one.db, broken, 'two hundred orders are copies of one, without lines and papers')
  await days(0)
  await reward(40)
  const referrer = await buildShopper(one)
  const { orderId, shopper } = await broughtBuyer(referrer)
  await one.db.raw(
    `with brought as (
      insert into users (user_id, name, email, phone, phone_key, referral_code, referred_by, created_at)
      select 'many' || n, 'Many', 'many' || n || '@many.example', (6000000000 + n)::text, (6000000000 + n)::text,
        'M' || lpad(n::text, 7, '0'), :referrer, :now
      from generate_series(1, 204) as n returning id, user_id)
    insert into orders select (jsonb_populate_record(o, jsonb_build_object(
      'order_id', 'order_' || b.user_id, 'order_no', 'no_' || b.user_id, 'user_id', b.id, 'payment_id', 'pay_' || b.user_id,
      'gateway_link_id', null, 'gateway_order_id', null))).*
    from orders o, brought b where o.order_id = :orderId`,
    { referrer: referrer.user.id, now: one.ctx.now(), orderId },
  )
  await days(31)
  expect(await payReferralRewards(one.ctx, isStillPaid)).toBe(205)
  expect(await ledgerOf(referrer)).toMatchObject({ coins: 205 * 40 })
  await owner.users.delete({ params: { id: referrer.user.user_id } } as never)
  await owner.orders.refund({ params: { order_id: orderId }, body: { reason: 'wanted it back' } })
  expect(await one.db('referral_rewards').where({ referred_id: shopper.user.id }).first()).toMatchObject({
    taken_back_at: expect.any(String),
    taken_back_coins: 0,
  })
  await one.db('users').whereILike('email', '%@many.example').update({ referred_by: null })
})
