import { createHmac } from 'node:crypto'
import { languages, translations } from 'contract/languages'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import {
  buildShopper,
  findLink,
  findRefundsAt,
  ledgerOf,
  pay,
  requestAll,
  type Shopper,
} from '../../../../test/shopper.ts'
import { inLanguage } from '../../../platform/language/language.ts'
import { signCheckout } from '../../../platform/payments/signatures.ts'

let one: TestServer
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false, env: { PAY_PAGE: 'on' } })
})
afterAll(() => one.stop())
beforeEach(async () => {
  shopper = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
  await fetch(`${one.url}/sandbox/razorpay/control/calls`, { method: 'DELETE', headers: { authorization: basic() } })
})

const basic = () => {
  const { keyId, keySecret } = one.ctx.config.sandbox ?? { keyId: '', keySecret: '' }
  return `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
}
const calls = () => one.gateway('control/calls') as Promise<Record<string, number>>
const open = (orderId: string, by = shopper) => by.student.orders.openSheet({ params: { order_id: orderId } })
const answerOf = (gatewayOrderId: string, paymentId: string) => ({
  razorpay_payment_id: paymentId,
  razorpay_signature: signCheckout({ gatewayOrderId, paymentId }, String(one.ctx.config.sandbox?.keySecret)),
})
const paidSheet = (orderId: string, body: ReturnType<typeof answerOf>, by = shopper) =>
  by.student.orders.sheetPaid({ params: { order_id: orderId }, body })
const loseEvents = () => one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
type Paid = { payment: { id: string } }
const payAt = async (gatewayOrderId: string) =>
  ((await one.gateway(`control/orders/${gatewayOrderId}/pay`, {})) as Paid).payment.id
const orderAt = async (gatewayOrderId = '') => (await ledgerOf(one)).orders.find(({ id }) => id === gatewayOrderId)
const addressOf = async (orderId: string) =>
  String((await shopper.student.orders.mine({})).find((order) => order.order_id === orderId)?.payment_link)

test('the buyer is sent to the pay page, which says what is paid for and holds the link', async () => {
  const { course, orderId, link } = await shopper.buyOne()
  const address = await addressOf(orderId)
  expect(address).toMatch(new RegExp(`^${one.ctx.config.storeUrl}/pay/${orderId}\\?t=[\\w-]{22}$`))
  const page = await fetch(address.replace(one.ctx.config.storeUrl, one.url))
  const html = await page.text()
  expect(page.status).toBe(200)
  for (const text of ['Pay ₹499.00', course.name, orderId, 'You pay My shop.', '30-day money-back guarantee'])
    expect(html).toContain(text)
  // Readable and payable without a script, and without a field or a tile of ours.
  expect(html).toContain(`href="${one.ctx.config.storeUrl}/sandbox/razorpay/pay/${link.id}"`)
  expect(html).not.toMatch(/<input| style=|onclick/)
  expect(html).not.toContain(shopper.user.email)
  expect(page.headers.get('cache-control')).toBe('no-store')
})

test('the gateway’s rounding has the same name as on the receipt', async () => {
  const { course, orderId } = await shopper.buyOne()
  await one
    .db('orders')
    .where({ order_id: orderId })
    .update({ minimum_charge_paise: 50, discount_paise: course.price * 100 - 50, total_paise: 100 })
  await one
    .db('order_lines')
    .where({ order_id: orderId })
    .update({ discount_paise: course.price * 100 - 50, total_paise: 50 })
  const page = await fetch((await addressOf(orderId)).replace(one.ctx.config.storeUrl, one.url))
  expect(await page.text()).toContain('Rounded up to the gateway’s minimum of ₹1')
})

/** Returns the visible text: without the head, addresses and script data. */
const wordsOf = (html: string) =>
  html
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const NAMES = /My shop|SkillHaat Learning Private Limited|Razorpay|UPI(?: ID)?|OTP|PIN|GST|SH-\d{4}-\d+/g

test.each(translations)(
  'a buyer who reads %s pays in it: no English word is left, and the ways lead on in it',
  async (language) => {
    const { course, orderId, orderNo } = await shopper.buyOne()
    await one.db('users').where({ user_id: shopper.user.user_id }).update({ language })
    await one.db('order_lines').where({ order_id: orderId }).update({ access_period: 'P12M' })
    const path = (await addressOf(orderId)).replace(one.ctx.config.storeUrl, '')
    const shown = async () => (await one.request(path)).text()
    const html = await shown()
    const { t, plural } = inLanguage(language)
    expect(html).toContain(`<html lang="${languages[language].tag}">`)
    for (const text of [
      t('Pay {amount}', { amount: '₹499.00' }),
      `${course.name}, ${plural(12, { one: '{count} month’s access', other: '{count} months’ access' })}`,
      t('Order {order}', { order: orderNo }),
      t('<b>{days}-day money-back guarantee.</b> Write to us for a full refund.', { days: 30 }),
      `href="/${language}/checkout"`,
      `data-status="/${language}/payment_status?`,
    ])
      expect(html).toContain(text)
    const [, words = ''] = /data-words="([^"]+)"/.exec(html) ?? []
    // The reasons of a failure are one of the texts.
    const texts = Object.values<string | Record<string, string>>(JSON.parse(words.replaceAll('&quot;', '"')))
    expect(texts).toHaveLength(12)
    const spoken = texts.flatMap((text) => (typeof text === 'string' ? text : Object.values(text)))
    for (const reported of [
      wordsOf(html).replace(course.name, ''),
      ...spoken.map((word) => word.replace('{reason}', '')),
    ])
      expect(reported.replace(NAMES, '').match(/[A-Za-z{].*/)?.[0]).toBeUndefined()

    for (const status of ['paid', 'review', 'refunded', 'expired']) {
      await one.db('orders').where({ order_id: orderId }).update({ status })
      const { headers } = await one.request(path, { redirect: 'manual' })
      const to = new URL(String(headers.get('location')), one.url)
      expect([status, to.pathname]).toEqual([status, `/${language}/payment_status`])
      expect(to.searchParams.get('t')).toBe(new URL(path, one.url).searchParams.get('t'))
    }
  },
)

test('only the address that was handed out opens the pay page', async () => {
  const { orderId } = await shopper.buyOne()
  const other = await shopper.buyOne()
  const foreign = new URL(await addressOf(other.orderId)).search
  for (const query of ['', '?t=', '?t=AAAAAAAAAAAAAAAAAAAAAA', foreign]) {
    const page = await one.request(`/pay/${orderId}${query}`)
    expect(page.status, query).toBe(404)
    expect(await page.text(), query).not.toContain('499')
  }
  expect((await one.request('/pay/ord_000000000000000000000000?t=x')).status).toBe(404)
})

test('the policy of the pay page lets in the gateway alone: script, frames, apps of a phone', async () => {
  const { orderId } = await shopper.buyOne()
  const path = (await addressOf(orderId)).replace(one.ctx.config.storeUrl, '')
  const sandbox = (await one.request(path)).headers.get('content-security-policy') ?? ''
  expect(sandbox).toContain("script-src 'self';")
  const keys = { RAZORPAY_KEY_ID: 'rzp_test_x', RAZORPAY_KEY_SECRET: 'x'.repeat(24), PAY_PAGE: 'on' }
  const real = await startTestServer({
    beside: one,
    work: false,
    env: { ...keys, STORE_URL: 'https://shop.example', SANDBOX_ACCESS: 'everyone' },
  })
  const page = await real.request(path)
  const policy = page.headers.get('content-security-policy') ?? ''
  const html = await page.text()
  await real.stop()
  expect(html).toContain('data-script="https://checkout.razorpay.com/v1/checkout.js"')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self' https://checkout.razorpay.com https://cdn.razorpay.com;")
  const frames = /frame-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? []
  expect(frames).toEqual(
    expect.arrayContaining(['https://api.razorpay.com', 'upi:', 'tez:', 'phonepe:', 'paytmmp:', 'credpay:', 'bhim:']),
  )
  expect(policy).toContain('https://lumberjack.razorpay.com')
  expect(policy).toMatch(/frame-ancestors 'none'/)
  expect(policy).not.toContain('unsafe-eval')
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  // Everywhere else nothing of it is allowed.
  const elsewhere = (await one.request('/api/health')).headers.get('content-security-policy') ?? ''
  expect(elsewhere).not.toContain('razorpay.com')
  expect(elsewhere).not.toContain('upi:')
})

test('without the switch the buyer is sent to the link, as an address of before is', async () => {
  const { orderId, link } = await shopper.buyOne()
  const address = new URL(await addressOf(orderId))
  const off = await startTestServer({ beside: one, work: false, env: { PAY_PAGE: 'off' } })
  const mine = await off.api(await off.userToken(shopper.user)).orders.mine({})
  const page = await off.request(address.pathname + address.search)
  await off.stop()
  expect(mine[0]?.payment_link).toBe(`${one.ctx.config.storeUrl}/sandbox/razorpay/pay/${link.id}`)
  expect(page.status).toBe(302)
  expect(page.headers.get('location')).toContain(`/sandbox/razorpay/pay/${link.id}`)
})

test('the gateway’s order is made with the first sheet, and once: two tabs, a double click', async () => {
  const { orderId } = await shopper.buyOne()
  expect((await calls())['orders.create']).toBeUndefined()
  const sheets = await Promise.all([open(orderId), open(orderId), open(orderId)])
  const [first] = sheets
  expect(new Set(sheets.map(({ sheet }) => sheet?.order_id)).size).toBe(1)
  expect(first?.sheet).toMatchObject({
    key: 'rzp_test_sandbox',
    amount: 49_900,
    currency: 'INR',
    prefill: { name: shopper.user.name, email: shopper.user.email, contact: shopper.user.phone },
  })
  expect(await orderAt(first?.sheet?.order_id)).toMatchObject({
    receipt: `${orderId}_page`,
    notes: { order_id: orderId },
  })
  const before = await calls()
  await open(orderId)
  expect((await calls())['orders.create']).toBe(before['orders.create'])
})

test('a lost answer leaves one order: the next sheet has the same', async () => {
  const { orderId } = await shopper.buyOne()
  await one.gateway('control/faults/api', { fault: 'drop', match: 'orders.create', count: 3 })
  await expect(open(orderId)).rejects.toMatchObject({ code: 'gateway_error' })
  const { sheet } = await open(orderId)
  const { orders } = await ledgerOf(one)
  expect(orders.filter(({ receipt }) => receipt === `${orderId}_page`)).toMatchObject([{ id: sheet?.order_id }])
})

test('the checkout’s answer counts once the gateway says so: access, receipt, the link cancelled', async () => {
  const { course, orderId } = await shopper.buyOne()
  const { sheet } = await open(orderId)
  const gatewayOrderId = String(sheet?.order_id)
  await loseEvents()
  // Well signed, and nothing was paid.
  const early = await paidSheet(orderId, answerOf(gatewayOrderId, 'pay_00000000000000'))
  expect(early.status).toBe('created')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  const paymentId = await payAt(gatewayOrderId)
  expect(await paidSheet(orderId, answerOf(gatewayOrderId, paymentId))).toEqual({ status: 'paid' })
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
  const [row] = await one.db('orders').where({ order_id: orderId })
  expect(row).toMatchObject({ payment_id: paymentId, page_order_id: gatewayOrderId, captured_paise: 49_900 })
  expect(row.gateway_order_id).toBeNull()
  await one.answerWaiting('close-links')
  expect(await findLink(one, orderId)).toMatchObject({ status: 'cancelled' })
  await requestAll(one)
  expect(await shopper.statusOf(orderId)).toBe('paid')
})

test('a wrong signature is 422 and asks nobody', async () => {
  const { orderId } = await shopper.buyOne()
  const { sheet } = await open(orderId)
  const gatewayOrderId = String(sheet?.order_id)
  await loseEvents()
  const paymentId = await payAt(gatewayOrderId)
  const before = await calls()
  const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex')
  const secret = String(one.ctx.config.sandbox?.keySecret)
  const wrong = [
    signature(`${gatewayOrderId}|${paymentId}`, 'another secret'),
    signature(`${gatewayOrderId}|pay_another`, secret),
    // Another order's id in the answer does not replace ours.
    signature(`order_another|${paymentId}`, secret),
    '',
    'zz',
  ]
  for (const razorpay_signature of wrong) {
    const body = { razorpay_payment_id: paymentId, razorpay_signature }
    await expect(paidSheet(orderId, body), razorpay_signature).rejects.toMatchObject({ status: 422 })
  }
  expect(await calls()).toEqual(before)
  expect(await shopper.statusOf(orderId)).toBe('created')
})

test('another buyer’s order is a 404 for both calls', async () => {
  const { orderId } = await shopper.buyOne()
  const stranger = await buildShopper(one)
  await expect(open(orderId, stranger)).rejects.toMatchObject({ status: 404 })
  await expect(paidSheet(orderId, answerOf('order_x', 'pay_x'), stranger)).rejects.toMatchObject({ status: 404 })
})

test('the events of the page’s order wake the shop, which settles by itself', async () => {
  const { course, orderId } = await shopper.buyOne()
  const { sheet } = await open(orderId)
  await payAt(String(sheet?.order_id))
  await one.gateway('control/deliver', {})
  expect(await shopper.statusOf(orderId)).toBe('paid')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
})

test('a closed browser loses nothing: the order and its page’s payments are checked', async () => {
  const { orderId } = await shopper.buyOne()
  const { sheet } = await open(orderId)
  await loseEvents()
  await payAt(String(sheet?.order_id))
  await requestAll(one)
  expect(await shopper.statusOf(orderId)).toBe('paid')
})

test('a payment by link, then one in the open sheet: granted once, the second is refunded', async () => {
  const { course, orderId, link } = await shopper.buyOne(2)
  const { sheet } = await open(orderId)
  const gatewayOrderId = String(sheet?.order_id)
  await pay(one, link)
  expect(await shopper.statusOf(orderId)).toBe('paid')
  const [{ payment_id: first }] = await one.db('orders').where({ order_id: orderId })
  const second = await payAt(gatewayOrderId)
  expect(await paidSheet(orderId, answerOf(gatewayOrderId, second))).toEqual({ status: 'paid' })
  await one.gateway('control/deliver', {})
  await requestAll(one)
  expect(await findRefundsAt(one, second)).toMatchObject([{ amount: 99_800, status: 'processed' }])
  expect(await findRefundsAt(one, first)).toEqual([])
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
  expect(await one.db('gift_codes').where({ order_id: orderId })).toHaveLength(1)
  expect(await shopper.statusOf(orderId)).toBe('paid')
})

test('when sheet and link are both paid before any event, one pays and the other is refunded', async () => {
  const { orderId, link } = await shopper.buyOne()
  const { sheet } = await open(orderId)
  await loseEvents()
  await payAt(String(sheet?.order_id))
  await one.gateway(`control/links/${link.id}/pay`, {})
  await requestAll(one)
  await requestAll(one)
  expect(await shopper.statusOf(orderId)).toBe('paid')
  const payments = await one.db('order_payments').where({ order_id: orderId, captured: true })
  expect(payments).toHaveLength(2)
  const back = await Promise.all(payments.map(({ payment_id }) => findRefundsAt(one, payment_id)))
  expect(back.flat()).toMatchObject([{ amount: 49_900 }])
})

test('an order paid by its link opens no sheet, even before the news of it arrives', async () => {
  const { orderId, link } = await shopper.buyOne()
  await loseEvents()
  await one.gateway(`control/links/${link.id}/pay`, {})
  expect(await open(orderId)).toEqual({ status: 'paid' })
  expect((await calls())['orders.create']).toBeUndefined()
})

test('a failed attempt keeps the order, and shows in its timeline', async () => {
  const { orderId } = await shopper.buyOne()
  const { sheet } = await open(orderId)
  await one.gateway(`control/orders/${sheet?.order_id}/fail`, {})
  await one.gateway('control/deliver', {})
  expect(await shopper.statusOf(orderId)).toBe('created')
  expect(await one.db('order_events').where({ order_id: orderId, kind: 'payment_failed' })).toHaveLength(1)
  expect((await open(orderId)).sheet?.order_id).toBe(sheet?.order_id)
})

test('a page of what cannot be paid any more leads to its state, and opens no sheet', async () => {
  const { orderId, link } = await shopper.buyOne()
  const path = (await addressOf(orderId)).replace(one.ctx.config.storeUrl, '')
  await one.gateway(`control/links/${link.id}/cancel`, {})
  await one.gateway('control/deliver', {})
  expect(await open(orderId)).toEqual({ status: 'cancelled' })
  const closed = await one.request(path, { redirect: 'manual' })
  expect(closed.headers.get('location')).toMatch(/^\/payment_status\?/)
  // The page has the store's policy again: it loads nothing of the gateway.
  expect(closed.headers.get('content-security-policy')).not.toContain('upi:')
  const bought = await shopper.buyOne()
  const paidPath = (await addressOf(bought.orderId)).replace(one.ctx.config.storeUrl, '')
  await pay(one, bought.link)
  const paid = await one.request(paidPath, { redirect: 'manual' })
  expect(paid.headers.get('location')).toContain(`order_id=${bought.orderId}&t=`)
})
