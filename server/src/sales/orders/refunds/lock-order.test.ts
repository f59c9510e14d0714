import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser } from '../../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, deliverEvent, paidEvent, payInSilence } from '../../../../test/shopper.ts'

let one: TestServer
let owner: ApiClient

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())

/** An order whose gift seats were all redeemed, by students who stand in the tables the other way round than their emails; one brought the buyer. */
async function giftsOf(round: number) {
  const shopper = await buildShopper(one)
  await one
    .db('users')
    .where({ id: shopper.user.id })
    .update({ email: `z${round}@example.com` })
  const { course, orderId, link } = await shopper.buyOne(7)
  await deliverEvent(one, paidEvent(await payInSilence(one, link)))
  const emails: string[] = []
  for (const { code } of await one.db('gift_codes').where({ order_id: orderId }).orderBy('seat')) {
    const friend = await buildUser(one.db, { email: `${6 - emails.length}-${round}@example.com`, coins: 100 })
    await one.api(await one.userToken(friend)).gifts.redeem({ code })
    emails.push(friend.email)
    const { id: referrer_id } = friend
    const reward = {
      referred_id: shopper.user.id,
      referrer_id,
      order_id: orderId,
      coins: 10,
      created_at: one.ctx.now(),
    }
    if (emails.length === 4) await one.db('referral_rewards').insert(reward)
  }
  return { orderId, course_id: course.course_id, emails: [...emails, `z${round}@example.com`] }
}

test('a refund, and who gives and takes the same course of the same students, never wait for each other in a circle', {
  timeout: 240_000,
}, async () => {
  const rounds = await Promise.all(Array.from({ length: 4 }, (_, round) => giftsOf(round)))
  for (const { orderId, course_id, emails } of rounds) {
    const people = emails.map((email) => ({ email, phone: null, name: null }))
    const ids = await one.db('users').whereIn('email', emails).orderBy('email').pluck('user_id')
    const bank = { reference: `UTR ${orderId}`, sent_on: indianDay(one.ctx.now()) }
    const day = indianDay(new Date(one.ctx.now().getTime() + 40 * 86_400_000))
    const ended = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => owner.enrolments.give({ course_ids: [course_id], people, mail: false })),
      owner.orders.refund({ params: { order_id: orderId }, body: { reason: 'All of it', redeemed: 'take', bank } }),
      owner.enrolments.extend({ course_id, user_ids: ids, until: day }),
      owner.enrolments.take({ course_ids: [course_id], people, paid: true }),
    ])
    expect(ended.map((one) => (one.status === 'rejected' ? String(one.reason) : 'done'))).toEqual(Array(8).fill('done'))
  }
  const left = await one.db('orders').whereNot({ status: 'refunded' }).pluck('order_id')
  expect(left).toEqual([])
})

test('a refund that is stored is answered as on its way while the database is too slow to say more: nobody makes it again', async () => {
  const shopper = await buildShopper(one)
  const { course, orderId, link } = await shopper.buyOne()
  await deliverEvent(one, paidEvent(await payInSilence(one, link)))
  const refund = { params: { order_id: orderId }, body: {} }
  // Another transaction locks what a refund needs until the waiting statement is cancelled.
  await one.db.transaction(async (other) => {
    await other('enrolments').where({ order_id: orderId }).forUpdate().select('id')
    expect(await owner.orders.refund(refund)).toMatchObject({ status: 'pending', amount: 499 })
  })
  await expect(owner.orders.refund(refund)).rejects.toMatchObject({ code: 'not_refundable' })
  await owner.orders.recheck({ params: refund.params })
  expect(await owner.orders.adminGet(refund.params)).toMatchObject({
    status: 'refunded',
    refunds: [{ status: 'processed', amount: 499 }],
  })
  expect(await shopper.enrolments(course.course_id)).toEqual([])
})
