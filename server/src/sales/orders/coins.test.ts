import { DAY_MS } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../test/catalogue-factories.ts'
import { breaks } from '../../../test/invariants.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payInSilence, payWithEvent, type Shopper } from '../../../test/shopper.ts'
import type { Db } from '../../context.ts'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { walletIsItsEntries } from '../../shop/users/users.invariants.ts'
import { lockBuyer } from '../../shop/users/users.queries.ts'
import { rewardsAreEntries } from '../referrals/referrals.invariants.ts'
import { payReferralRewards } from '../referrals/referrals.service.ts'
import { supersede } from './checkout/supersede.ts'
import { coinsOfOrdersAreEntries } from './orders.invariants.ts'
import { findOrder, isStillPaid } from './orders.queries.ts'
import { applyRefund } from './refunds/refunds.ts'
import { reconcileOrder } from './settlement/reconcile-order.ts'

let server: TestServer
let owner: ApiClient
let shopper: Shopper
let course: string

const setting = (coins: { rupees: number; at_most_percent: number } | null) =>
  owner.settings.update({ body: { coins } })

beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
beforeEach(async () => {
  owner = server.api(await server.adminToken())
  await setting({ rupees: 1, at_most_percent: 50 })
  shopper = await buildShopper(server)
  course = (await buildCourse(server.db, { price: 500 })).course_id
  await give(100)
})

const give = (amount: number) =>
  owner.users.addCoins({ params: { id: shopper.user.user_id }, query: { amount: String(amount) } } as never)
const balance = async () => (await shopper.student.referrals.coins({})).coins
const changes = async () => (await shopper.student.referrals.coins({})).changes.map(({ change }) => change)
type Query = { coins?: number; promocode?: string; expected_total?: string }
const buy = (ids: string[], query: Query = {}, key?: string) =>
  shopper.student.orders.buy({
    query: { user_id: shopper.user.user_id, ...query } as never,
    headers: key ? { 'idempotency-key': key } : {},
    body: ids,
  })
const newCourse = async () => (await buildCourse(server.db, { price: 500 })).course_id
/** Entries of the coins' ledger that its counter accounts lack, and the other way round. */
async function apart() {
  const coins = [walletIsItsEntries, coinsOfOrdersAreEntries, rewardsAreEntries]
  const checked = await checkInvariants(server.db, coins, { now: server.ctx.now() })
  return checked.flatMap(({ rows }) => rows)
}
const order = async (orderId: string) => {
  const found = await findOrder(server.db, orderId)
  if (!found) throw new Error('no order')
  return found
}
const paid = async (orderId: string) => payWithEvent(server, await findLink(server, orderId))
const refund = (order_id: string, amount?: number) =>
  owner.orders.refund({ params: { order_id }, body: { reason: 'wanted it back', ...(amount ? { amount } : {}) } })

test('coins are a discount of their own in price, order, console and pay link, and leave the balance', async () => {
  expect(await shopper.student.coins.usable({ course_ids: [course] })).toEqual({ coins: 100, amount: 100 })
  const shown = await shopper.student.orders.price({ course_ids: [course], coins: 40 })
  const reductions = [{ kind: 'coins', name: 'Coins (40)', count: 40, amount: 40 }]
  expect(shown).toMatchObject({ subtotal: 500, discount: 0, total: 460, reductions })
  expect(await balance()).toBe(100)
  const { order_id, amount } = await buy([course], { coins: 40, expected_total: '460.00' })
  expect(amount).toBe(460)
  expect(await findLink(server, order_id)).toMatchObject({ amount: 46_000 })
  expect(await balance()).toBe(60)
  await paid(order_id)
  expect((await shopper.student.orders.mine({}))[0]).toMatchObject({ discount: 0, total: 460, reductions })
  expect(await owner.orders.adminGet({ order_id })).toMatchObject({ discount: 0, total: 460, reductions })
  expect(await changes()).toEqual([-40, 100])
})

test('a code comes first, and coins pay at most their part of the rest', async () => {
  const { promocode } = await buildPromocode(server.db, { discount: 90 })
  expect(await shopper.student.coins.usable({ course_ids: [course], promocode })).toEqual({ coins: 25, amount: 25 })
  await expect(shopper.student.orders.price({ course_ids: [course], promocode, coins: 26 })).rejects.toMatchObject({
    status: 422,
    message: 'At most 25 coins can be used here',
  })
  expect(await shopper.student.orders.price({ course_ids: [course], promocode, coins: 25 })).toMatchObject({
    total: 25,
  })
})

test('coins that nobody has, or that buy nothing here, are refused, and no order is made', async () => {
  await expect(buy([course], { coins: 101 })).rejects.toMatchObject({ status: 409, code: 'insufficient_coins' })
  await setting(null)
  await expect(buy([course], { coins: 1 })).rejects.toMatchObject({ status: 422 })
  expect(await shopper.student.coins.usable({ course_ids: [course] })).toEqual({ coins: 0, amount: 0 })
  expect(await server.db('orders').where({ user_id: shopper.user.id })).toEqual([])
  expect(await balance()).toBe(100)
})

test('a double press takes the coins once, with a key and without', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => buy([course], { coins: 70 })))
  expect(new Set(answers.map((one) => one.order_id)).size).toBe(1)
  expect(await balance()).toBe(30)
  const keyed = await Promise.all(Array.from({ length: 4 }, () => buy([course], { coins: 70 }, 'key-1')))
  expect(new Set(keyed.map((one) => one.order_id)).size).toBe(1)
  expect(await balance()).toBe(30)
})

test('two tabs that spend the same coins: the later purchase closes the open order of the earlier one', async () => {
  const other = (await buildCourse(server.db, { price: 400 })).course_id
  const first = await buy([course], { coins: 80 })
  const second = await buy([other], { coins: 60 })
  expect(await order(first.order_id)).toMatchObject({ status: 'cancelled' })
  expect(await balance()).toBe(40)
  await paid(second.order_id)
  expect(await changes()).toEqual([-60, 80, -80, 100])
  const both = await Promise.allSettled([buy([course], { coins: 30 }), buy([course, course], { coins: 30 })])
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await balance()).toBeGreaterThanOrEqual(0)
  const held = await server
    .db('coin_spends')
    .where({ user_id: shopper.user.id })
    .sum({ held: server.db.raw('coins - returned') })
  expect(Number(held[0]?.held) + (await balance())).toBe(100)
})

test('an order that ends unpaid gives its coins back, and takes them again when its money arrives after all', async () => {
  const { order_id } = await buy([course], { coins: 50 })
  const link = await findLink(server, order_id)
  await supersede(server.ctx, await order(order_id))
  expect(await order(order_id)).toMatchObject({ status: 'cancelled' })
  expect(await balance()).toBe(100)
  await server.db('sandbox.links').where({ link_id: link.id }).update({ status: 'created' })
  await payInSilence(server, link)
  await reconcileOrder(server.ctx, await order(order_id))
  expect(await order(order_id)).toMatchObject({ status: 'paid' })
  expect(await balance()).toBe(50)
})

test('a refund gives back the coins of its part, the last one the rest; a refund that fails takes them again', async () => {
  const { order_id } = await buy([course], { coins: 33 })
  await paid(order_id)
  await refund(order_id, 200)
  // 33 × 200 / 467, rounded down.
  expect(await balance()).toBe(67 + 14)
  const last = await refund(order_id)
  expect(await balance()).toBe(100)
  const row = await server.db('refunds').where({ refund_id: last.refund_id }).first()
  const failed = {
    id: row.gateway_refund_id,
    status: 'failed' as const,
    paymentId: row.payment_id,
    amountPaise: row.amount_paise,
    ownId: last.refund_id,
    orderId: order_id,
    notes: {},
  }
  await applyRefund(server.ctx, order_id, failed)
  await applyRefund(server.ctx, order_id, failed)
  expect(await balance()).toBe(67 + 14)
  expect(await changes()).toEqual([-19, 19, 14, -33, 100])
})

test('a failed refund takes its coins again, and those that are spent by then are owed', async () => {
  const { order_id } = await buy([course], { coins: 60 })
  await paid(order_id)
  const { refund_id } = await refund(order_id)
  expect(await balance()).toBe(100)
  await owner.users.subtractCoins({ params: { id: shopper.user.user_id }, query: { amount: '90' } } as never)
  const row = await server.db('refunds').where({ refund_id }).first()
  const about = {
    paymentId: row.payment_id,
    amountPaise: row.amount_paise,
    ownId: refund_id,
    orderId: order_id,
    notes: {},
  }
  await applyRefund(server.ctx, order_id, { id: row.gateway_refund_id, status: 'failed', ...about })
  expect(await balance()).toBe(-50)
  expect(await server.db('coin_spends').where({ order_id }).first()).toMatchObject({ coins: 60, returned: 0 })
  expect(await shopper.student.coins.usable({ course_ids: [await newCourse()] })).toEqual({ coins: 0, amount: 0 })
  await expect(buy([await newCourse()], { coins: 1 })).rejects.toMatchObject({ code: 'insufficient_coins' })
  await give(60)
  expect(await shopper.student.coins.usable({ course_ids: [await newCourse()] })).toMatchObject({ coins: 10 })
})

/** A student who has spent the reward for a friend's order. */
async function spentReward() {
  await owner.referrals.update({ reward_coins: 100 })
  const friend = await buildShopper(server)
  await server.db('users').where({ id: friend.user.id }).update({ referred_by: shopper.user.id })
  const { orderId } = await friend.buyOne()
  await paid(orderId)
  server.clock.advance(31 * DAY_MS)
  await payReferralRewards(server.ctx, isStillPaid)
  owner = server.api(await server.adminToken())
  shopper = { ...shopper, student: server.api(await server.userToken(shopper.user)) }
  await owner.users.subtractCoins({ params: { id: shopper.user.user_id }, query: { amount: '100' } } as never)
  const { order_id } = await buy([course], { coins: 100 })
  await paid(order_id)
  return { friends: orderId, own: order_id }
}

test('a reward that was spent before its order was refunded gives no coins back with the next refund', async () => {
  const { friends, own } = await spentReward()
  expect(await balance()).toBe(0)
  await refund(friends)
  expect(await balance()).toBe(-100)
  await refund(own)
  expect(await balance()).toBe(0)
  expect(await apart()).toEqual([])
})

test('money of two ended orders counts on the same coins once: the later one waits for the owner', async () => {
  await give(200)
  const courses = await Promise.all([1, 2, 3].map(newCourse))
  const orders = []
  for (const id of courses) orders.push((await buy([id], { coins: 250 })).order_id)
  await supersede(server.ctx, await order(orders[2] ?? ''))
  expect(await balance()).toBe(300)
  for (const id of orders) {
    const link = await findLink(server, id)
    await server.db('sandbox.links').where({ link_id: link.id }).update({ status: 'created' })
    await payInSilence(server, link)
  }
  await Promise.all(orders.map(async (id) => reconcileOrder(server.ctx, await order(id))))
  const statuses = await Promise.all(orders.map(async (id) => (await order(id)).status))
  expect(statuses.toSorted()).toEqual(['paid', 'review', 'review'])
  expect(await balance()).toBe(50)
  const [granted, returned] = orders.filter((_, at) => statuses[at] === 'review')
  const shown = await owner.orders.adminGet({ order_id: granted ?? '' })
  expect(shown).toMatchObject({ grantable: true })
  expect(shown.events.find(({ kind }) => kind === 'review')?.detail).toContain('200 of its coins were spent meanwhile')
  await refund(returned ?? '')
  expect(await balance()).toBe(50)
  await owner.orders.grant({ params: { order_id: granted ?? '' }, body: { reason: 'a good customer' } })
  expect(await balance()).toBe(-200)
  expect(await apart()).toEqual([])
})

/** Resolves once another transaction waits for what this one has locked. */
async function isWaitedFor(trx: Db) {
  const { pid } = (await trx.raw('select pg_backend_pid() as pid')).rows[0]
  const waiting = 'select count(*)::int as count from pg_stat_activity where ? = any(pg_blocking_pids(pid))'
  await expect.poll(async () => (await server.db.raw(waiting, [pid])).rows[0].count).toBe(1)
}

test('an order that takes its coins again locks its student before their access, as who gives the course does', async () => {
  const { order_id } = await buy([course], { coins: 50 })
  await supersede(server.ctx, await order(order_id))
  await buy([await newCourse()], { coins: 100 })
  const link = await findLink(server, order_id)
  await server.db('sandbox.links').where({ link_id: link.id }).update({ status: 'created' })
  await payInSilence(server, link)
  expect(await reconcileOrder(server.ctx, await order(order_id))).toBe('review')
  const giving = await server.db.transaction()
  await lockBuyer(giving, shopper.user.id)
  const granted = owner.orders.grant({ params: { order_id }, body: { reason: 'a good customer' } })
  await isWaitedFor(giving)
  await giving('enrolments').insert({ user_id: shopper.user.id, course_id: course, order_id })
  await giving.rollback()
  expect(await granted).toMatchObject({ status: 'paid' })
  expect(await balance()).toBe(-50)
})

test('a refund that gives coins back and takes a reward locks the two students in the order of their ids, as who locks many does', async () => {
  await owner.referrals.update({ reward_coins: 100 })
  const { id: referrer } = await buildUser(server.db)
  const friend = await buildShopper(server)
  await server.db('users').where({ id: friend.user.id }).update({ referred_by: referrer })
  await owner.users.addCoins({ params: { id: friend.user.user_id }, query: { amount: '40' } } as never)
  const { order_id } = await friend.student.orders.buy({
    query: { user_id: friend.user.user_id, coins: 40 } as never,
    body: [course],
  })
  await paid(order_id)
  server.clock.advance(31 * DAY_MS)
  await payReferralRewards(server.ctx, isStillPaid)
  owner = server.api(await server.adminToken())
  const many = await server.db.transaction()
  await lockBuyer(many, referrer)
  const refunded = refund(order_id)
  await isWaitedFor(many)
  await lockBuyer(many, friend.user.id)
  await many.rollback()
  await refunded
  const coins = await server.db('users').whereIn('id', [referrer, friend.user.id]).orderBy('id').pluck('coins')
  expect(coins).toEqual([0, 40])
})

test('an order that coins alone paid is refunded without money: they go back, and the access ends', async () => {
  await setting({ rupees: 5, at_most_percent: 100 })
  const { order_id } = await buy([course], { coins: 100 })
  expect(await owner.orders.adminGet({ order_id })).toMatchObject({ refundable: 0, coins_back: 100 })
  expect(await shopper.enrolments(course)).toHaveLength(1)
  const back = () =>
    owner.orders.refund({ params: { order_id }, headers: { 'idempotency-key': 'back-1' }, body: { reason: 'a gift' } })
  await expect(refund(order_id, 1)).rejects.toMatchObject({ code: 'not_refundable' })
  const answers = [await back(), await back()]
  expect(answers).toEqual([answers[0], answers[0]])
  expect(answers[0]).toMatchObject({ status: 'processed', amount: 0 })
  expect(await balance()).toBe(100)
  expect(await owner.orders.adminGet({ order_id })).toMatchObject({ status: 'refunded', coins_back: 0 })
  expect(await shopper.enrolments(course)).toEqual([])
  await expect(refund(order_id)).rejects.toMatchObject({ code: 'not_refundable' })
  expect(await apart()).toEqual([])
})

test('an order that a code of 100 % made free is taken back: its code is free again, and the access ends', async () => {
  const { promocode } = await buildPromocode(server.db, { discount: 100, max_uses: 1 })
  const { order_id } = await buy([course], { promocode })
  await expect(refund(order_id, 1)).rejects.toMatchObject({ code: 'not_refundable' })
  expect(await refund(order_id)).toMatchObject({ status: 'processed', amount: 0 })
  expect(await order(order_id)).toMatchObject({ status: 'refunded' })
  expect(await shopper.enrolments(course)).toEqual([])
  await expect(refund(order_id)).rejects.toMatchObject({ code: 'not_refundable' })
  const again = await buy([await newCourse()], { promocode })
  expect(await order(again.order_id)).toMatchObject({ status: 'paid' })
})

test('the guarantee gives back an order that coins alone paid, whole', async () => {
  await setting({ rupees: 10, at_most_percent: 100 })
  const other = await newCourse()
  const { order_id } = await buy([course, other], { coins: 100 })
  const params = { order_id }
  expect(await shopper.student.orders.guaranteeOffer(params)).toMatchObject({
    amount: 0,
    coins: 100,
    courses: [
      { course_id: course, own: true },
      { course_id: other, own: true },
    ],
  })
  const ask = (course_ids?: string[]) =>
    shopper.student.orders.askGuarantee({ params, body: { reason: 'Not for me', ...(course_ids && { course_ids }) } })
  await expect(ask([course])).rejects.toMatchObject({ code: 'conflict' })
  expect(await ask()).toMatchObject({ status: 'open', amount: 0, course_ids: [course, other] })
  await refund(order_id)
  expect(await balance()).toBe(100)
  expect(await owner.orders.adminGet(params)).toMatchObject({ status: 'refunded', guarantee: { status: 'approved' } })
})

test('coins may pay all of an order, which is paid at once', async () => {
  await setting({ rupees: 5, at_most_percent: 100 })
  const { order_id, amount } = await buy([course], { coins: 100 })
  expect(amount).toBe(0)
  expect(await order(order_id)).toMatchObject({ status: 'paid', total_paise: 0 })
  expect(await balance()).toBe(0)
  await expect(buy([course], { coins: 100 })).rejects.toMatchObject({ code: 'already_purchased' })
})

test('entries that an earlier version writes beside this one have their account and order', async () => {
  breaks(server.db, walletIsItsEntries, 'an earlier version writes the balance too')
  breaks(server.db, rewardsAreEntries, 'an earlier version writes the reward too')
  const { order_id } = await buy([course], { coins: 10 })
  const { order_no } = await order(order_id)
  const { id: user_id } = await server.db('users').where({ user_id: shopper.user.user_id }).first('id')
  // The columns and reasons of the earlier version.
  const wrote = async (change: number, reason: string, admin_id: string | null = null) => {
    const row = { user_id, change, balance_after: 100, reason, admin_id, created_at: server.ctx.now() }
    const [made] = await server.db('coin_ledger').insert(row).returning(['account', 'order_id'])
    return made
  }
  const { id: admin_id } = await server.db('admins').first('id')
  expect(await wrote(-5, `spent on order ${order_no}`)).toEqual({ account: 'orders', order_id })
  expect(await wrote(5, `back from order ${order_no}`)).toEqual({ account: 'orders', order_id })
  expect(await wrote(50, 'referral reward')).toEqual({ account: 'rewards', order_id: null })
  expect(await wrote(50, 'referral reward taken back with a refund')).toMatchObject({ account: 'rewards' })
  expect(await wrote(5, 'referral reward', admin_id)).toEqual({ account: 'shop', order_id: null })
  expect(await wrote(5, 'spent on order SH-2020-99999')).toEqual({ account: 'shop', order_id: null })
})
