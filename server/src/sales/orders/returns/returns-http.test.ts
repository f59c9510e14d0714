import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { awaitMail } from '../../../../test/mails.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, pay, type Shopper } from '../../../../test/shopper.ts'

let one: TestServer
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ env: { PAY_PAGE: 'on', RATE_LIMITS: 'on' } })
})
afterAll(() => one.stop())
beforeEach(async () => {
  shopper = await buildShopper(one)
})

const visitor = () => one.api()
/** Returns the proof in the address of an order's pay page. */
async function markOf(orderId: string) {
  const mine = await shopper.student.orders.mine({})
  const address = new URL(String(mine.find(({ order_id }) => order_id === orderId)?.payment_link))
  return { order_id: orderId, t: String(address.searchParams.get('t')) }
}
/** Presses a button of the gateway's page; returns the parameters of the address that it leads back to. */
async function press(linkId: string, action: 'pay' | 'cancel') {
  const answer = await one.request(`/sandbox/razorpay/pay/${linkId}/${action}`, { method: 'POST', redirect: 'manual' })
  return Object.fromEntries(new URL(String(answer.headers.get('location'))).searchParams) as Record<Field, string>
}
type Field =
  | 'razorpay_payment_link_reference_id'
  | 'razorpay_payment_link_status'
  | 'razorpay_payment_id'
  | 'razorpay_signature'

test('the gateway’s signed return shows the payment, and nothing personal more', async () => {
  const { course, orderNo, link } = await shopper.buyOne()
  const back = await press(link.id, 'pay')
  const shown = await visitor().orders.returned(back)
  expect(shown).toEqual({
    order_no: orderNo,
    status: 'paid',
    courses: [{ course_name: course.name, course_banner: course.banner, quantity: 1 }],
    total: 499,
    email: `${shopper.user.email[0]}••••@${shopper.user.email.split('@')[1]}`,
  })
})

test('a return that is altered, or of another order, shows nothing', async () => {
  const { link, orderId } = await shopper.buyOne()
  const other = await shopper.buyOne()
  const back = await press(link.id, 'pay')
  const mark = await markOf(other.orderId)
  const wrong = [
    { ...back, razorpay_signature: back.razorpay_signature.replace(/^./, (hex) => (hex === '0' ? '1' : '0')) },
    { ...back, razorpay_signature: '' },
    { ...back, razorpay_payment_link_status: 'created' },
    { ...back, razorpay_payment_link_reference_id: other.orderId },
    { order_id: orderId, t: mark.t },
    { order_id: orderId, t: '' },
  ]
  for (const proof of wrong) {
    await expect(visitor().orders.returned(proof), JSON.stringify(proof)).rejects.toMatchObject({ status: 404 })
    await expect(visitor().orders.openSignedSheet(proof)).rejects.toMatchObject({ status: 404 })
    await expect(visitor().orders.payAgain({ proof })).rejects.toMatchObject({ status: 404 })
    expect(await visitor().orders.sendCourseLink(proof)).toHaveProperty('message')
  }
})

test('the link for the course is mailed 3 times an hour with a forgotten password, always 200, and opens the account', async () => {
  await one.db('users').where({ id: shopper.user.id }).update({ email_proven_at: null })
  const { orderId, link, course } = await shopper.buyOne()
  const proof = await markOf(orderId)
  const { email } = shopper.user
  // Unpaid: there is nothing to open.
  const unpaid = await visitor().orders.sendCourseLink(proof)
  await pay(one, link)
  await visitor().orders.sendCourseLink(proof)
  const mail = (await awaitMail(one.dataDir, email, 'Subject: Open your course')).replace(/=\r?\n/g, '')
  const [, token = ''] = /\/set-password#([\w-]+)/.exec(mail) ?? []
  const claimed = await visitor().account.claim({ token, new_password: 'Mango-Kulfi-42' })
  const { orders } = await one.api(claimed.access_token).account.dashboard()
  expect(orders.map(({ course_id }) => course_id)).toEqual([course.course_id])

  await visitor().auth.forgetPassword({ email, phone: '' })
  for (const _ of [1, 2, 3]) expect(await visitor().orders.sendCourseLink(proof)).toEqual(unpaid)
  const jobs = await one.db('pgboss.job').where({ name: 'course-link-mail' })
  expect(jobs).toHaveLength(2)
})

test('a buyer whose address is proven gets a link that logs in once, and a receipt that shows the payment', async () => {
  const { orderId, link, course } = await shopper.buyOne()
  const proof = await markOf(orderId)
  await pay(one, link)
  const { email, user_id } = shopper.user
  const receipt = (await awaitMail(one.dataDir, email, 'Subject: Your receipt'))
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  expect(receipt).toContain(`/learn/${course.course_id}?${new URLSearchParams(proof)}`)
  await visitor().orders.sendCourseLink(proof)
  const mail = (await awaitMail(one.dataDir, email, 'Subject: Open your course'))
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  const [, query = '', token = ''] = /\/payment_status\?([^#\s]+)#([\w-]{43})/.exec(mail) ?? []
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual(proof)
  expect(await visitor().account.logInByLink({ token })).toMatchObject({ user: { user_id } })
  await expect(visitor().account.logInByLink({ token })).rejects.toMatchObject({ code: 'link_expired' })
})

test('a fully discounted order redirects to a signed address, which shows it without a session', async () => {
  const course = await buildCourse(one.db)
  const { promocode } = await buildPromocode(one.db, { discount: 100 })
  const query = { user_id: shopper.user.user_id, promocode }
  const { payment_link, order_no } = await shopper.student.orders.buy({ query, body: [course.course_id] })
  const { searchParams } = new URL(payment_link)
  const proof = { order_id: String(searchParams.get('order_id')), t: String(searchParams.get('t')) }
  expect(await visitor().orders.returned(proof)).toMatchObject({ order_no, status: 'paid', total: 0 })
})

test('the checkout opens by a signed address without the payer’s details, for the same gateway order', async () => {
  const { orderId } = await shopper.buyOne()
  const proof = await markOf(orderId)
  const { sheet } = await visitor().orders.openSignedSheet(proof)
  const own = await shopper.student.orders.openSheet({ params: { order_id: orderId } })
  expect(sheet?.prefill).toEqual({ name: '', email: '', contact: '' })
  expect(sheet?.order_id).toBe(own.sheet?.order_id)
})

test('a cancelled order is ordered again for its buyer, at a new price only once it was shown', async () => {
  const { course, orderId, link } = await shopper.buyOne(2)
  const back = await press(link.id, 'cancel')
  expect(await visitor().orders.returned(back)).toMatchObject({ status: 'cancelled' })
  await one.db('courses').where({ course_id: course.course_id }).update({ price_paise: 59_900 })
  await expect(visitor().orders.payAgain({ proof: back })).rejects.toMatchObject({
    code: 'price_changed',
    data: { total: 1198 },
  })
  const { payment_link } = await visitor().orders.payAgain({ proof: back, expected_total: '1198.00' })
  const mine = await shopper.student.orders.mine({})
  expect(mine[0]).toMatchObject({ payment_link, total: 1198, courses: [{ quantity: 2 }] })
  expect(mine[0]?.order_id).not.toBe(orderId)
})

test('money of another sum is shown as received, under review', async () => {
  const { orderId, link } = await shopper.buyOne()
  const proof = await markOf(orderId)
  await one.gateway(`control/links/${link.id}/pay-part`, { amount: 20_000 })
  await one.gateway('control/deliver', {})
  expect(await visitor().orders.returned(proof)).toMatchObject({ status: 'review', total: 499, received: 200 })
})

test('a refunded course is shown as such, with the sum, and the link opens what is left', async () => {
  const [reels, canva] = [await buildCourse(one.db), await buildCourse(one.db)]
  const { orderId, link } = await shopper.buy([reels.course_id, canva.course_id])
  const proof = await markOf(orderId)
  await pay(one, link)
  const owner = one.api(await one.adminToken())
  const params = { order_id: orderId }
  await owner.orders.refund({ params, body: { seats: [{ course_id: reels.course_id, seat: 0 }] } })
  const shown = await visitor().orders.returned(proof)
  expect(shown).toMatchObject({ status: 'partially_refunded', refund: { amount: 499, by_gateway: true } })
  expect(shown.courses.map(({ course_name, refunded }) => [course_name, refunded])).toEqual([
    [reels.name, true],
    [canva.name, undefined],
  ])
  await visitor().orders.sendCourseLink(proof)
  // The name of an email to one course, as the page announces it.
  const mail = await awaitMail(one.dataDir, shopper.user.email, 'Subject: Open your course')
  expect(mail).toMatch(/^Subject: Open your course\r?$/m)
  const sent_on = new Date(one.ctx.now().getTime() + 330 * 60_000).toISOString().slice(0, 10)
  await owner.orders.refund({ params, body: { bank: { reference: 'UTR 7', sent_on } } })
  expect(await visitor().orders.returned(proof)).toMatchObject({
    status: 'refunded',
    refund: { amount: 998, by_gateway: false },
  })
})

test('an open order names a failed try, and can still be paid', async () => {
  const { orderId, link } = await shopper.buyOne()
  const proof = await markOf(orderId)
  expect(await visitor().orders.returned(proof)).not.toHaveProperty('last_try_failed')
  await one.gateway(`control/links/${link.id}/fail`, {})
  await one.gateway('control/deliver', {})
  const shown = await visitor().orders.returned(proof)
  expect(shown).toMatchObject({ status: 'created', last_try_failed: true })
  expect(new URL(String(shown.payment_link)).searchParams.get('t')).toBe(proof.t)
  expect((await shopper.student.orders.mine({}))[0]).toMatchObject({ status: 'created', last_try_failed: true })
})
