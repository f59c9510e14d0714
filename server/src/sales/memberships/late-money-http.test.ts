import { dayStart } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, requestAll, type Shopper } from '../../../test/shopper.ts'
import { membersDueJob } from './memberships.jobs.ts'

let one: TestServer
let shopper: Shopper
let course: string
let id: string

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  toDay('2027-01-10')
  shopper = await buildShopper(one)
  course = (await buildCourse(one.db, { price: 3000 })).course_id
  const owner = one.api(await one.adminToken())
  const body = {
    name: 'One',
    course_ids: [course],
    price: 499,
    period: 'month' as const,
    grace_days: 3,
    state: 'on_sale' as const,
  }
  const { membership } = await owner.memberships.add({ body })
  id = (await shopper.student.memberships.start({ membership_id: membership.membership_id })).id
  await act('approve')
  await sweep()
})

const toDay = (day: string, hour = 12) => one.clock.set(new Date(Date.parse(dayStart(day)) + hour * 3_600_000))
async function act(what: string, body: object = {}) {
  const { subscription_id } = await one.db('members').where({ member_id: id }).first()
  return one.gateway(`control/subscriptions/${subscription_id}/${what}`, body)
}
/** Looks at the gateway, without an event. */
async function sweep() {
  await one.db('members').update({ poll_after: one.ctx.now() })
  await membersDueJob(one.ctx).run({}, 'sweep')
  await one.answerWaiting('settle-member')
}
const endOf = async () =>
  (
    await one
      .db('enrolments')
      .where({ user_id: shopper.user.id, course_id: course, revoked_at: null, continued: false })
      .first()
  )?.ends_at

test('money that came after a bank ended the mandate goes back, though the shop hears of both at once', async () => {
  toDay('2027-02-10', 9)
  await act('debit', { outcome: 'open' })
  toDay('2027-02-10', 12)
  await act('app/cancel')
  toDay('2027-02-11', 9)
  await act('finish')
  toDay('2027-02-11', 10)
  await sweep()
  await requestAll(one)
  const debits = await one.db('member_debits').where({ member_id: id }).orderBy('from_at').pluck('stray')
  expect(debits).toEqual([false, true])
  expect(new Date(await endOf()).toISOString()).toBe(dayStart('2027-02-10'))
})

test('a cancelled membership has no days of grace, also where its last cycle was refunded', async () => {
  toDay('2027-02-10', 9)
  const { payment } = (await act('debit')) as { payment: { id: string } }
  await sweep()
  expect(new Date(await endOf()).toISOString()).toBe(dayStart('2027-03-13'))
  await one.gateway(`control/payments/${payment.id}/refund`, {})
  await one.gateway('control/deliver', {})
  await requestAll(one)
  const student = one.api(await one.userToken(shopper.user))
  await student.memberships.cancel({ params: { id } })
  await sweep()
  const end = await endOf()
  expect(end === undefined || new Date(end) <= one.ctx.now()).toBe(true)
})

test('an open invoice that is paid once its cycle is over gives its money back', async () => {
  toDay('2027-02-10', 9)
  const { invoice } = (await act('halt')) as { invoice: { id: string } }
  await sweep()
  toDay('2027-04-25', 9)
  await one.gateway(`control/invoices/${invoice.id}/charge`, {})
  await sweep()
  await requestAll(one)
  await one.gateway('control/deliver', {})
  await requestAll(one)
  const debits = await one
    .db('member_debits')
    .join('orders', 'orders.order_id', 'member_debits.order_id')
    .where({ member_id: id })
    .orderBy('from_at')
    .select('stray', 'status')
  expect(debits).toEqual([
    { stray: false, status: 'paid' },
    { stray: true, status: 'refunded' },
  ])
})

test('an open invoice that is paid within its cycle opens the rest of it', async () => {
  toDay('2027-02-10', 9)
  const { invoice } = (await act('halt')) as { invoice: { id: string } }
  await sweep()
  toDay('2027-02-20', 9)
  await one.gateway(`control/invoices/${invoice.id}/charge`, {})
  await sweep()
  expect(new Date(await endOf()).toISOString()).toBe(dayStart('2027-03-13'))
})
