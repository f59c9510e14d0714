import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payWithEvent } from '../../../test/shopper.ts'
import { createJobs } from '../../serve/jobs/index.ts'
import { findReceipt } from '../../serve/reports/mails/receipt.queries.ts'

let one: TestServer
let owner: ApiClient

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())

async function gifts() {
  const shopper = await buildShopper(one)
  const { orderId, link, course } = await shopper.buyOne(3)
  await payWithEvent(one, link)
  const codes: string[] = await one.db('gift_codes').where({ order_id: orderId }).orderBy('seat').pluck('code')
  const [first = '', second = ''] = codes
  return { shopper, orderId, course, first, second }
}

test('a gift code is replaced: the old one is dead, the new one is mailed and opens the course, and it is noted', async () => {
  const { shopper, orderId, course, first, second } = await gifts()
  const friend = await buildShopper(one)
  const { code } = await owner.orders.renewGift({ params: { order_id: orderId, code: first } })
  await expect(friend.student.gifts.redeem({ code: first })).rejects.toMatchObject({ status: 404 })
  const [job] = await one.db('pgboss.job').where({ name: 'gift-mail' }).whereJsonPath('data', '$.code', '=', code)
  await createJobs(one.ctx)
    .find(({ name }) => name === 'gift-mail')
    ?.run(job.data, job.id)
  const [mail] = await mailsTo(one.dataDir, shopper.user.email)
  expect(mail).toMatch(/^Subject: A new gift code for/m)
  expect(mail).toContain(code)
  // A receipt that goes late has the codes that work.
  const receipt = await findReceipt(one.db, orderId)
  expect(receipt?.gift_codes.map((gift) => gift.code).sort()).toEqual([code, second].sort())
  const [mine] = await shopper.student.orders.mine({})
  expect(mine?.gift_codes?.map((gift) => gift.code).sort()).toEqual([code, second].sort())
  expect(await one.db('activity').where({ call: 'orders.renewGift', target_id: orderId })).toMatchObject([
    { after: { gift_replaced: `…${first.slice(-4)}` } },
  ])
  expect(await friend.student.gifts.redeem({ code })).toMatchObject({ course_id: course.course_id })
  await expect(owner.orders.renewGift({ params: { order_id: orderId, code } })).rejects.toMatchObject({
    code: 'already_redeemed',
  })
})

test('two clicks make one new code; a code of another order, on refund or requested by support is left alone', async () => {
  const { orderId, course, first, second } = await gifts()
  const other = await gifts()
  const both = await Promise.allSettled(
    [1, 2].map(() => owner.orders.renewGift({ params: { order_id: orderId, code: first } })),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await one.db('gift_codes').where({ order_id: orderId, revoked_at: null })).toHaveLength(2)
  const renew = (code: string, api = owner) => api.orders.renewGift({ params: { order_id: orderId, code } })
  await expect(renew(other.first)).rejects.toMatchObject({ status: 404 })
  await expect(renew(second, one.api(await one.adminToken('support')))).rejects.toMatchObject({ status: 403 })
  await one.gateway('control/faults/refunds', { fault: 'hold' })
  const seats = [{ course_id: course.course_id, seat: 2 }]
  await owner.orders.refund({ params: { order_id: orderId }, body: { seats } })
  await expect(renew(second)).rejects.toMatchObject({ status: 409, code: 'conflict' })
})

test('while a whole order is on its way back nobody redeems a code of it', async () => {
  const { orderId, first } = await gifts()
  const friend = await buildShopper(one)
  await one.gateway('control/faults/refunds', { fault: 'hold' })
  await owner.orders.refund({ params: { order_id: orderId }, body: {} })
  await one.gateway('control/reset-faults', {})
  await expect(friend.student.gifts.redeem({ code: first })).rejects.toMatchObject({ status: 404 })
  await expect(owner.orders.renewGift({ params: { order_id: orderId, code: first } })).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
  })
})

test('a reader of an order sees when its unredeemed code ends', async () => {
  const { shopper, orderId, first, second } = await gifts()
  const friend = await buildShopper(one)
  await friend.student.gifts.redeem({ code: first })
  const shown = async (token: string) => {
    const { gift_codes, seats } = await one.api(token).orders.adminGet({ order_id: orderId })
    const ofSeats = seats.flatMap(({ code }) => code ?? [])
    return { codes: gift_codes.map(({ code }) => code).sort(), ofSeats: ofSeats.sort() }
  }
  const codes = [first, second].sort()
  expect(await shown(await one.adminToken('owner'))).toEqual({ codes, ofSeats: codes })
  const some = [first, `…${second.slice(-4)}`].sort()
  expect(await shown(await one.adminToken('support'))).toEqual({ codes: some, ofSeats: some })
  const { code } = await owner.students.beginView({ params: { id: shopper.user.user_id } })
  const view = one.api((await one.api().students.openView({ code })).access_token)
  const [mine] = await view.orders.mine({})
  expect(mine?.gift_codes?.map((gift) => gift.code).sort()).toEqual(some)
})
