import { addDays, dayStart, indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payWithEvent, type Shopper } from '../../../test/shopper.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { issueDocuments } from '../documents/documents.service.ts'
import { addTaxSettings } from '../documents/tax-settings.ts'
import { partsDueJob } from './parts.jobs.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  shopper = await buildShopper(one)
  owner = one.api(await one.adminToken())
})

const STATE = { billing_state: '29' }
const tax = (input: Partial<Parameters<typeof taxSettings>[0]>) =>
  addTaxSettings(one.ctx, taxSettings({ valid_from: indianDay(one.ctx.now()), ...input }))
const pay = async (orderId: string) => payWithEvent(one, await findLink(one, orderId))

async function beginPlan(fields: { gst_rate?: number } = {}, billing: object = {}) {
  const { course_id } = await buildCourse(one.db, { price: 3000 })
  const parts = { count: 3, every_days: 30, grace_days: 5 }
  await owner.courses.update({ params: { id: course_id }, body: { parts, ...fields } as never })
  const query = { user_id: shopper.user.user_id, parts: 'true' as const, ...billing }
  await pay((await shopper.student.orders.buy({ query, body: [course_id] })).order_id)
  const [plan] = await shopper.student.parts.mine({})
  if (!plan) throw new Error('no plan has begun')
  return plan
}
const planOf = (plan_id: string) => shopper.student.parts.get({ plan_id })
const payNext = (plan_id: string) => shopper.student.parts.pay({ params: { plan_id }, body: STATE })

test('a plan asks the agreed sum when GST on top begins and ends again, and its tax is taken out of the sum', async () => {
  const plan = await beginPlan()
  await tax({ prices: 'exclusive' })
  expect(await planOf(plan.plan_id)).toMatchObject({ price: 3000, paid: 1000, open: 2000 })
  const board = await owner.parts.board({})
  expect(board.open).toEqual({ amount: 2000, plans: 1 })
  expect(board.rows).toMatchObject([{ amount: 1000 }])
  one.clock.set(new Date(Date.parse(dayStart(addDays(plan.parts[1]?.due_on ?? '', -3))) + 12 * 3_600_000))
  await partsDueJob(one.ctx).run({}, 'test')
  await one.answerWaiting('part-due-mail')
  const [mail] = (await mailsTo(one.dataDir, shopper.user.email)).filter((one) => one.includes('plan=3D'))
  expect(mail).toContain('1,000.00')
  shopper = { ...shopper, student: one.api(await one.userToken(shopper.user)) }
  const second = await payNext(plan.plan_id)
  expect(second.amount).toBe(1000)
  await pay(second.order_id)
  const [invoice] = await issueDocuments(one.ctx, second.order_id)
  // 18/118 of ₹1,000.
  expect(invoice?.facts).toMatchObject({ taxable_paise: 84_746, igst_paise: 15_254, total_paise: 100_000 })
  expect((await shopper.student.orders.mine({}))[0]).toMatchObject({ subtotal: 1000, total: 1000 })
  await tax({ enabled: false })
  const last = await payNext(plan.plan_id)
  expect(last.amount).toBe(1000)
  await pay(last.order_id)
  expect(await planOf(plan.plan_id)).toMatchObject({ state: 'done', price: 3000, paid: 3000 })
})

test('a plan keeps its sum when the course’s own rate changes, and when GST on top ends', async () => {
  await tax({ prices: 'exclusive' })
  const plan = await beginPlan({ gst_rate: 5 }, STATE)
  expect(plan.parts.map(({ amount }) => amount)).toEqual([1050, 1050, 1050])
  owner = one.api(await one.adminToken())
  await owner.courses.update({ params: { id: plan.course_id }, body: { gst_rate: 18 } as never })
  expect(await planOf(plan.plan_id)).toMatchObject({ price: 3150, open: 2100 })
  const second = await payNext(plan.plan_id)
  expect(second.amount).toBe(1050)
  await pay(second.order_id)
  const [invoice] = await issueDocuments(one.ctx, second.order_id)
  expect(invoice?.facts).toMatchObject({ rate_basis_points: 1800, igst_paise: 16_017, total_paise: 105_000 })
  await tax({ enabled: false })
  expect((await payNext(plan.plan_id)).amount).toBe(1050)
})
