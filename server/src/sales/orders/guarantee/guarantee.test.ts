import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, payWithEvent } from '../../../../test/shopper.ts'
import { createJobs } from '../../../serve/jobs/index.ts'

let one: TestServer
let owner: ApiClient

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())

async function paid(seats = 1) {
  const shopper = await buildShopper(one)
  const { orderId, link, course } = await shopper.buyOne(seats)
  await payWithEvent(one, link)
  const request = (reason: string | null = null) =>
    shopper.student.orders.askGuarantee({ params: { order_id: orderId }, body: { reason } })
  const mine = async () => (await shopper.student.orders.mine({}))[0]?.guarantee
  return { shopper, orderId, course, ask: request, mine }
}
const details = (orderId: string) => owner.orders.adminGet({ order_id: orderId })
const decline = (orderId: string, answer = 'You have watched all of it.', api = owner) =>
  api.orders.declineGuarantee({ params: { order_id: orderId }, body: { answer } })

test('a buyer asks for the money back once at a time; it needs attention, with the reason, and a refund approves it', async () => {
  const { orderId, ask, mine } = await paid()
  expect(await mine()).toMatchObject({ request: null, until: expect.any(String) })
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => ask('Too basic for me')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await mine()).toMatchObject({ until: null, request: { status: 'open', reason: 'Too basic for me' } })
  expect(await details(orderId)).toMatchObject({
    attention: { reason: 'guarantee_asked' },
    guarantee: { status: 'open', reason: 'Too basic for me' },
  })
  await owner.orders.refund({ params: { order_id: orderId }, body: { reason: 'Too basic for me' } })
  expect(await mine()).toEqual({ until: null, request: expect.objectContaining({ status: 'approved' }) })
  expect(await details(orderId)).toMatchObject({ status: 'refunded', attention: null })
  await expect(decline(orderId)).rejects.toMatchObject({ status: 404 })
})

test('a request names courses, and its sum is what a refund of their seats gives back', async () => {
  const shopper = await buildShopper(one)
  const [reels, canva] = [await buildCourse(one.db, { price: 499 }), await buildCourse(one.db, { price: 899 })]
  const { orderId, link } = await shopper.buy(
    [reels, reels, reels, canva].map(({ course_id }) => course_id),
    20,
  )
  await payWithEvent(one, link)
  const [used = '', unused = '']: string[] = await one
    .db('gift_codes')
    .where({ order_id: orderId })
    .orderBy('seat')
    .pluck('code')
  const friend = await buildShopper(one)
  await friend.student.gifts.redeem({ code: used })
  const offer = await shopper.student.orders.guaranteeOffer({ order_id: orderId })
  const of = (id: string) => offer.courses.find(({ course_id }) => course_id === id)
  expect(of(reels.course_id)).toMatchObject({
    course_name: reels.name,
    amount: 798.4,
    own: true,
    gift_codes: [unused],
    redeemed: 1,
    certificate: false,
  })
  expect(of(canva.course_id)).toMatchObject({ amount: 719.2, gift_codes: [], redeemed: 0, certificate: false })
  expect(offer.amount).toBe(1517.6)
  const request = (course_ids?: string[]) =>
    shopper.student.orders.askGuarantee({ params: { order_id: orderId }, body: { reason: 'Too basic', course_ids } })
  await expect(request([])).rejects.toMatchObject({ status: 422 })
  await expect(request([reels.course_id, 'no-such-course'])).rejects.toMatchObject({ code: 'conflict' })
  const requested = { amount: 798.4, course_ids: [reels.course_id], reason: 'Too basic' }
  expect(await request([reels.course_id])).toMatchObject(requested)
  const [mine] = await shopper.student.orders.mine({})
  expect(mine?.guarantee?.request).toMatchObject(requested)
  const { guarantee, seats, events } = await details(orderId)
  expect(guarantee).toMatchObject(requested)
  expect(events).toContainEqual(
    expect.objectContaining({
      kind: 'guarantee_asked',
      detail: `₹798.40 for ${reels.name} with 1 gift code: Too basic`,
    }),
  )
  const picked = seats.filter(({ course_id, code }) => course_id === reels.course_id && code !== used)
  const refund = await owner.orders.refund({
    params: { order_id: orderId },
    body: { seats: picked.map(({ course_id, seat }) => ({ course_id, seat })) },
  })
  expect(refund.amount).toBe(requested.amount)
  expect(await shopper.enrolments(reels.course_id)).toEqual([])
  expect(await shopper.enrolments(canva.course_id)).toHaveLength(1)
  expect(await friend.enrolments(reels.course_id)).toHaveLength(1)
  expect(await shopper.student.orders.guaranteeOffer({ order_id: orderId })).toMatchObject({
    amount: 719.2,
    courses: [{ course_id: canva.course_id }],
  })
  await expect(request([reels.course_id])).rejects.toMatchObject({ code: 'conflict' })
  expect(await request()).toMatchObject({ amount: 719.2, course_ids: [canva.course_id] })
  await expect(friend.student.orders.guaranteeOffer({ order_id: orderId })).rejects.toMatchObject({ status: 404 })
})

test('a request of an earlier release is about the whole order', async () => {
  const { orderId, mine } = await paid()
  await one.db('guarantee_requests').insert({ order_id: orderId, asked_at: one.ctx.now() })
  expect(await mine()).toMatchObject({ request: { status: 'open', amount: null, course_ids: null } })
})

test('a full refund at the gateway approves the request: nobody has to decline it', async () => {
  const { orderId, ask, mine } = await paid()
  await ask()
  const { payment_id } = await details(orderId)
  const back = (amount?: number) => one.gateway(`control/payments/${payment_id}/refund`, amount ? { amount } : {})
  const recheck = () => owner.orders.recheck({ params: { order_id: orderId } })
  await back(10_000)
  await recheck()
  expect(await mine()).toMatchObject({ request: { status: 'open' } })
  await back()
  await recheck()
  expect(await details(orderId)).toMatchObject({ status: 'refunded', attention: null })
  expect(await mine()).toMatchObject({ request: { status: 'approved' } })
})

test('a request is declined with a sentence, which is mailed, shown and noted; the buyer may request again', async () => {
  const { shopper, orderId, ask, mine } = await paid()
  await ask()
  await expect(decline(orderId, 'No.', one.api(await one.adminToken('support')))).rejects.toMatchObject({ status: 403 })
  await expect(decline(orderId, ' ')).rejects.toMatchObject({ status: 422 })
  await decline(orderId)
  expect(await mine()).toMatchObject({
    until: expect.any(String),
    request: { status: 'declined', answer: 'You have watched all of it.' },
  })
  expect((await details(orderId)).attention).toBeNull()
  const [job] = (await one.db('pgboss.job').where({ name: 'guarantee-declined-mail' })).slice(-1)
  await createJobs(one.ctx)
    .find(({ name }) => name === 'guarantee-declined-mail')
    ?.run(job.data, job.id)
  expect((await mailsTo(one.dataDir, shopper.user.email))[0]).toContain('You have watched all of it.')
  expect(await one.db('activity').where({ call: 'orders.declineGuarantee', target_id: orderId })).toMatchObject([
    { after: { guarantee: 'declined' } },
  ])
  await ask('Please look again')
  expect(await mine()).toMatchObject({ request: { status: 'open', reason: 'Please look again' } })
})

test('a guarantee needs the buyer’s own order, its days, a promise in the settings and paid money', async () => {
  const { orderId, ask, mine } = await paid()
  const other = await buildShopper(one)
  await expect(other.student.orders.askGuarantee({ params: { order_id: orderId }, body: {} })).rejects.toMatchObject({
    status: 404,
  })
  const set = (days: number) => owner.settings.update({ body: { guarantee: { days } } })
  await set(0)
  expect(await mine()).toBeUndefined()
  await expect(ask()).rejects.toMatchObject({ code: 'conflict' })
  await set(7)
  await one
    .db('orders')
    .where({ order_id: orderId })
    .update({ paid_at: new Date(one.ctx.now().getTime() - 7.1 * 86_400_000) })
  await expect(ask()).rejects.toMatchObject({ message: 'Refunds can be asked for within 7 days of the payment' })
  await set(30)
  await owner.orders.refund({ params: { order_id: orderId }, body: {} })
  await expect(ask()).rejects.toMatchObject({ code: 'conflict' })
})
