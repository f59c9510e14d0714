import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, startTestServer, type TestServer } from '../../test/server.ts'
import { buildShopper, type Shopper } from '../../test/shopper.ts'
import { payReferralRewards } from './referrals.ts'

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
  const referrer = await buildShopper(one)
  const { shopper } = await broughtBuyer(referrer)
  await pay((await shopper.buyOne()).link)
  await days(31)
  expect(await payReferralRewards(one.ctx)).toBe(0)
  await reward(50)
  await broughtBuyer(referrer)
  expect(await payReferralRewards(one.ctx)).toBe(1)
  expect(await Promise.all([payReferralRewards(one.ctx), payReferralRewards(one.ctx)])).toEqual([0, 0])
  expect(await ledgerOf(referrer)).toMatchObject({
    coins: 50,
    total: 1,
    changes: [{ change: 50, balance_after: 50, reason: 'referral reward' }],
  })
  await days(32)
  expect(await payReferralRewards(one.ctx)).toBe(1)
  expect(await ledgerOf(referrer)).toMatchObject({ coins: 100 })
  expect(await one.db('orders').where({ user_id: shopper.user.id, status: 'paid' })).toHaveLength(2)
})

test('a refund before the window ends earns nothing; one after it takes the reward back, as far as it is there', async () => {
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
  await payReferralRewards(one.ctx)
  await owner.users.subtractCoins({ params: { id: referrer.user.user_id }, query: { amount: '30' } } as never)
  await refund(second.orderId)
  await refund(third.orderId)
  const seen = await owner.users.coins({ id: referrer.user.user_id } as never)
  expect(seen.coins).toBe(0)
  expect(seen.changes.map(({ change }) => change)).toEqual([-10, -40, -30, 40, 40])
  expect(await owner.referrals.get()).toMatchObject({ reward_coins: 40, taken_back: 2 })
})

test('nobody is rewarded for oneself', async () => {
  await days(0)
  await reward(40)
  const shopper = await buildShopper(one)
  await broughtBuyer(shopper)
  await one.db('users').where({ id: shopper.user.id }).update({ referred_by: shopper.user.id })
  await pay((await shopper.buyOne()).link)
  await days(31)
  await payReferralRewards(one.ctx)
  expect(await ledgerOf(shopper)).toMatchObject({ coins: 40, total: 1 })
})
