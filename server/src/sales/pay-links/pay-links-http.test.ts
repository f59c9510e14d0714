import { indianDay } from 'contract/indian-time'
import type { PayLink, PayLinkInput } from 'contract/pay-links'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { awaitMail } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { findLink, pay } from '../../../test/shopper.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { issueDocuments } from '../documents/documents.service.ts'
import { addTaxSettings } from '../documents/tax-settings.ts'

let server: TestServer
let owner: ApiClient
let support: ApiClient
let finance: ApiClient
let course: string
let second: string
let email: string
let count = 0
beforeAll(async () => {
  server = await startTestServer({ env: { PAY_PAGE: 'on' } })
  await logIn()
  await owner.payLinks.saveSettings({ on: true, support_percent: 20 })
})
afterAll(() => server.stop())
async function logIn() {
  owner = server.api(await server.adminToken('owner'))
  support = server.api(await server.adminToken('support'))
  finance = server.api(await server.adminToken('finance'))
}
beforeEach(async () => {
  count += 1
  email = `farida${count}@example.com`
  course = (await buildCourse(server.db, { name: 'Thumbnail Design Lab', price: 499 })).course_id
  second = (await buildCourse(server.db, { name: 'Shorts Starter Kit', price: 499 })).course_id
})

const DAY = 24 * 60 * 60_000
const bodyOf = (input: Partial<PayLinkInput> = {}) => ({
  email,
  name: 'Farida',
  course_ids: [course, second],
  total: 850,
  days: 14 as const,
  ...input,
})
const add = (input: Partial<PayLinkInput> = {}, by = owner) => by.payLinks.add({ body: bodyOf(input) as never })
const pathOf = ({ url }: PayLink) => new URL(url).pathname

/** Opens a link as a browser does. */
async function open(link: PayLink, lang = '') {
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0' }
  const answer = await server.request(`${pathOf(link)}${lang && `?lang=${lang}`}`, { headers })
  return { status: answer.status, text: await answer.text() }
}

/** Presses Pay; returns where it leads, and the order that was made. */
async function press(link: PayLink, fields: Record<string, string> = {}) {
  const answer = await server.request(pathOf(link), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  const location = answer.headers.get('location') ?? ''
  return {
    status: answer.status,
    location,
    order_id: /\/pay\/(ord_\w+)/.exec(location)?.[1] ?? '',
    text: await answer.text(),
  }
}
const payOrder = async (orderId: string) => pay(server, await findLink(server, orderId))
const rowOf = async (link: PayLink) => server.db('pay_links').where({ pay_link_id: link.pay_link_id }).first()
const ordersOf = (of = email) =>
  server
    .db('orders')
    .whereIn('user_id', server.db('users').where({ email: of }).select('id'))
    .orderBy('created_at')
const column = async (name: 'invited' | 'paid' | 'expired', link: PayLink) =>
  (await owner.payLinks.list({ column: name, limit: '200' })).pay_links.find(
    (one) => one.pay_link_id === link.pay_link_id,
  )

test('a link is mailed, opened, and paid in an account that it makes', async () => {
  const link = await add({ note: 'As promised on the phone.', phone: '9876500417' })
  expect(link).toMatchObject({
    status: 'invited',
    order_no: null,
    list_total: 998,
    total: 850,
    courses: ['Thumbnail Design Lab', 'Shorts Starter Kit'],
    sent_by: 'email',
    opened: 0,
  })
  const mail = (await awaitMail(server.dataDir, email, 'Subject: Your price at'))
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  expect(mail).toContain(pathOf(link))
  expect(mail).toContain('As promised on the phone.')
  const page = await open(link)
  expect(page.status).toBe(200)
  for (const text of ['₹850.00', '−₹148.00', 'As promised on the phone.', `f••••@example.com`])
    expect(page.text).toContain(text)
  expect(page.text).not.toContain(email)
  expect(await server.db('users').where({ email })).toEqual([])
  const { status, order_id } = await press(link)
  expect(status).toBe(303)
  const [order] = await ordersOf()
  expect(order).toMatchObject({
    order_id,
    subtotal_paise: 99_800,
    discount_paise: 14_800,
    total_paise: 85_000,
    promocode: null,
  })
  expect(await server.db('users').where({ email }).first()).toMatchObject({
    name: 'Farida',
    phone: '9876500417',
    email_proven_at: null,
  })
  await payOrder(order_id)
  expect(await column('paid', link)).toMatchObject({ status: 'paid', order_no: order.order_no, opened: 1 })
  expect((await open(link)).text).toContain('This is paid')
  expect((await press(link)).status).toBe(200)
  expect(await ordersOf()).toHaveLength(1)
})

test('twenty presses at once make one account, one order and one payment', async () => {
  const link = await add()
  const answers = await Promise.all(Array.from({ length: 20 }, () => press(link)))
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
  expect(await ordersOf()).toHaveLength(1)
  expect(await server.db('users').where({ email })).toHaveLength(1)
})

test('an altered address opens nothing, and an order’s own pay page stays where it was', async () => {
  const link = await add()
  for (const path of [`${pathOf(link)}x`, pathOf(link).replace('/pl_', '/pl_x'), '/pay/pl_a.b']) {
    expect([path, (await server.request(path)).status]).toEqual([path, 404])
  }
  const { location } = await press(link)
  expect(await (await server.request(location)).text()).toContain('data-mode="sheet"')
})

test('a person has one open link for a course, and sending again sends the same one', async () => {
  const link = await add()
  await expect(add({ course_ids: [second] })).rejects.toMatchObject({
    status: 409,
    data: { pay_link_id: link.pay_link_id },
  })
  const both = await Promise.allSettled([1, 2, 3].map(() => add({ email: `x${email}` })))
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const params = { pay_link_id: link.pay_link_id }
  expect(await support.payLinks.resend({ params, body: { way: 'whatsapp' } })).toMatchObject({
    url: link.url,
    sent_by: 'whatsapp',
  })
  await owner.payLinks.cancel({ params })
  await expect(owner.payLinks.resend({ params, body: {} })).rejects.toMatchObject({ status: 409 })
  expect((await open(link)).text).toContain('This link has ended')
  expect((await press(link)).location).toBe('')
  expect(await column('expired', link)).toMatchObject({ status: 'cancelled', reason: 'admin' })
  await add()
})

test('a cancelled link closes its order; money that was on its way counts all the same', async () => {
  const link = await add()
  const { order_id } = await press(link)
  await owner.payLinks.cancel({ params: { pay_link_id: link.pay_link_id } })
  expect((await ordersOf())[0].status).toMatch(/cancelled|expired/)
  const other = await add({ email: `late-${email}` })
  const begun = await press(other)
  const at = await findLink(server, begun.order_id)
  await server.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  await server.gateway(`control/links/${at.id}/pay`, {})
  await server.gateway('control/reset-faults', {})
  await owner.payLinks.cancel({ params: { pay_link_id: other.pay_link_id } })
  expect(await rowOf(other)).toMatchObject({ status: 'paid', order_id: begun.order_id })
  expect(order_id).not.toBe(begun.order_id)
  const alerts = () => server.db('owner_alerts').where({ kind: 'withdrawn_link_paid' }).pluck('order_id')
  expect(await alerts()).toEqual([begun.order_id])
})

test('a link ends with its last day in India, and its order soon after', async () => {
  const link = await add({ days: 7 })
  expect(indianDay(new Date(link.ends_at))).toBe(indianDay(new Date(server.ctx.now().getTime() + 7 * DAY)))
  server.clock.advance(Date.parse(link.ends_at) - server.ctx.now().getTime() - 60_000)
  const { order_id } = await press(link)
  const { expires_at } = await server.db('orders').where({ order_id }).first()
  expect(Date.parse(expires_at) - server.ctx.now().getTime()).toBeLessThan(25 * 60_000)
  server.clock.advance(60_001)
  expect((await open(link)).text).toContain('This link has ended')
  await logIn()
  expect(await column('expired', link)).toMatchObject({ status: 'expired' })
})

test('a course bought otherwise, owned or gone closes a link; a lower price is charged', async () => {
  const user = await buildUser(server.db, { email })
  const student = server.api(await server.userToken(user))
  const link = await add()
  const { order_id } = await student.orders.buy({ query: { user_id: user.user_id }, body: [second] })
  await payOrder(order_id)
  expect(await rowOf(link)).toMatchObject({ status: 'cancelled', reason: 'bought', order_id: null })
  await expect(add()).rejects.toMatchObject({ code: 'already_purchased' })

  email = `g${email}`
  const gone = await add({ course_ids: [course], total: 400 })
  const row = server.db('courses').where({ course_id: course })
  await row.clone().update({ price_paise: 30_000 })
  expect((await open(gone)).text).toContain('Pay ₹300.00')
  await row.clone().update({ price_paise: 99_900 })
  expect((await open(gone)).text).toContain('Pay ₹400.00')
  await row.clone().update({ state: 'draft' })
  expect((await open(gone)).text).toContain('This is not sold any more')
  expect((await press(gone)).location).toBe('')
  await row.clone().update({ state: 'published' })
  expect((await press(gone)).status).toBe(303)
})

test('support goes down to its limit, and only owners and finance give away', async () => {
  await expect(add({ total: 798.39 }, support)).rejects.toMatchObject({
    status: 422,
    message: 'Support may go down to ₹798.40, 20% off. Please ask an owner.',
  })
  expect(await support.payLinks.price({ course_ids: `${course},${second}` })).toEqual({
    list_total: 998,
    support_total: 798.4,
    support_percent: 20,
    asks_state: false,
  })
  expect(await add({ total: 798.4 }, support)).toMatchObject({ total: 798.4 })
  email = `h${email}`
  await expect(add({ total: 998.01 })).rejects.toMatchObject({ status: 422 })
  await expect(add({ total: 0.5 })).rejects.toMatchObject({ status: 422 })
  await expect(add({}, finance)).rejects.toMatchObject({ status: 403 })
  expect(await add({ total: 50 }), 'a confirmed owner').toMatchObject({ total: 50 })
  await server.db('sessions').update({ confirmed_at: null })
  email = `i${email}`
  await expect(add({ total: 50 })).rejects.toMatchObject({ code: 'confirmation_required' })
  await server.db('sessions').whereNotNull('admin_id').update({ confirmed_at: server.ctx.now() })
  const editor = server.api(await server.adminToken('editor'))
  for (const one of [editor, server.api()]) await expect(one.payLinks.list({})).rejects.toThrow()
  await expect(support.payLinks.saveSettings({ on: true, support_percent: 90 })).rejects.toMatchObject({ status: 403 })
})

test('no payment link is made while they are switched off, and those that exist stay valid', async () => {
  const link = await add()
  await owner.payLinks.saveSettings({ on: false, support_percent: 20 })
  expect(await owner.payLinks.settings()).toEqual({ on: false, support_percent: 20 })
  await expect(add({ email: `j${email}` })).rejects.toMatchObject({ status: 404 })
  expect((await press(link)).status).toBe(303)
  await owner.payLinks.saveSettings({ on: true, support_percent: 20 })
})

test('with GST the page asks for the state in the reader’s language once, and the documents are the money', async () => {
  await addTaxSettings(server.ctx, taxSettings({ valid_from: indianDay(server.ctx.now()) }))
  const link = await add({ name: null })
  for (const [lang, texts] of Object.entries({
    en: ['Choose your state', '>Maharashtra</option>', 'Your name'],
    hi: ['अपना राज्य चुनें', '>महाराष्ट्र</option>', 'आपका नाम', 'आपका दाम'],
    mr: ['तुमचे राज्य निवडा', '>महाराष्ट्र</option>', 'तुमचे नाव', 'तुमची किंमत'],
  })) {
    const { text } = await open(link, lang)
    for (const one of texts) expect(text, lang).toContain(one)
    if (lang !== 'en') expect(text).not.toMatch(/>(Maharashtra|Delhi|Kerala)</)
  }
  const refused = await press(link, { name: 'F', state: '99' })
  expect(refused.status).toBe(422)
  for (const text of ['Please write your name', 'Please choose your state']) expect(refused.text).toContain(text)
  expect(await ordersOf()).toEqual([])
  const { order_id } = await press(link, { name: '<b>Farida</b>', state: '29' })
  await payOrder(order_id)
  const [order] = await ordersOf()
  expect(order).toMatchObject({ billing_state: '29', total_paise: 85_000, status: 'paid' })
  await issueDocuments(server.ctx, order_id)
  const papers = await server.db('documents').where({ order_id })
  expect(papers.map(({ kind, facts }) => [kind, facts.total_paise])).toEqual([['invoice', 85_000]])
  await owner.orders.refund({ params: { order_id }, body: {}, headers: {} })
  const third = (await buildCourse(server.db, { price: 300 })).course_id
  const again = await add({ course_ids: [third], total: 250 })
  expect((await open(again)).text, 'both are known').not.toContain('<select')
  expect((await press(again)).status).toBe(303)
  expect((await ordersOf())[1]).toMatchObject({ billing_state: '29', total_paise: 25_000 })
})

test('an erased person leaves no data in a link, and opens none', async () => {
  const user = await buildUser(server.db, { email })
  const link = await add({ note: 'For your cousin', phone: '9876500418' })
  await owner.users.delete({ params: { id: user.user_id } })
  expect(await rowOf(link)).toMatchObject({ email: null, phone: null, name: null, note: null, status: 'cancelled' })
  expect((await open(link)).text).toContain('This link has ended')
})

test('with GST on top a link holds any sum to the paisa, also one that no discount leads to', async () => {
  await addTaxSettings(server.ctx, taxSettings({ valid_from: indianDay(server.ctx.now()), prices: 'exclusive' }))
  const link = await add({ course_ids: [course], total: 354.03 })
  const { order_id } = await press(link, { state: '29' })
  await payOrder(order_id)
  await issueDocuments(server.ctx, order_id)
  const invoice = await server.db('documents').where({ order_id }).first('facts')
  // 18/118 of ₹354.03.
  expect(invoice?.facts).toMatchObject({ total_paise: 35_403, igst_paise: 5400 })
})
