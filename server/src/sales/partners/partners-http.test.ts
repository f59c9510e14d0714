import { createHash } from 'node:crypto'
import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../test/catalogue-factories.ts'
import { mailsTo, passwordIn, textOf } from '../../../test/mails.ts'
import { type BuiltUser, buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { findLink, payWithEvent } from '../../../test/shopper.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { bodiesOf } from '../../people/webhooks/event-body.ts'
import { addTaxSettings } from '../documents/tax-settings.ts'
import { makeStatements } from './statements.ts'

const DAY = 86_400_000
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let one: TestServer
let owner: ApiClient
let made = 0

beforeAll(async () => {
  one = await startTestServer({ work: false })
  // A guarantee of 30 days ends in the month after it began.
  one.clock.set(new Date('2026-12-15T06:30:00Z'))
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())

/** Adds a partner with an account, and returns both. */
async function partnerWith(change: { percent?: number; window_days?: number } = {}) {
  made += 1
  const user = await buildUser(one.db, { email: `brings.${made}@gmail.com` })
  const input = {
    name: 'Ravi',
    email: user.email,
    code: `RAVI${made}`,
    percent: 20,
    window_days: 30,
    state: 'active' as const,
    ...change,
  }
  const { partner } = await owner.partners.add(input)
  return { user, input, code: input.code, id: partner.partner_id, listed: () => listed(partner.partner_id) }
}
const listed = async (id: string) =>
  (await owner.partners.list({})).partners.find(({ partner_id }) => partner_id === id)
const link = (code: string, days = 0) => ({ code, at: new Date(one.ctx.now().getTime() - days * DAY).toISOString() })

type Bought = {
  via?: { code: string; at: string }[]
  promocode?: string
  price?: number
  user?: BuiltUser
  touched?: boolean
}

/** Logs in as a browser does. */
async function logInFrom(user: BuiltUser, headers: Record<string, string>) {
  const answer = await one.request('/api/login', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  })
  return { user, token: String(((await answer.json()) as { access_token: string }).access_token) }
}

/** Buys and pays a course after presses of links, the newest first. */
async function bought({ via = [], promocode, price = 1000, user }: Bought) {
  const buyer = user ?? (await buildUser(one.db))
  const { course_id } = await buildCourse(one.db, { price })
  const touches = JSON.stringify({
    first: null,
    last: via[0] ? { source: 'affiliate', landing: '/', at: via[0].at } : null,
    via,
  })
  const query = { user_id: buyer.user_id, touches, billing_state: '27', ...(promocode && { promocode }) }
  const { order_id } = await one.api(await one.userToken(buyer)).orders.buy({ query, body: [course_id] })
  const paid = await payWithEvent(one, await findLink(one, order_id))
  return { order_id, buyer, payment_id: String(paid.payments[0]?.payment_id) }
}
const tieOf = (orderId: string) => one.db('partner_orders').where({ order_id: orderId }).first()
const refund = (order_id: string, amount?: number) =>
  owner.orders.refund({ params: { order_id }, body: { reason: 'changed their mind', ...(amount && { amount }) } })
const pass = async (days: number) => {
  one.clock.advance(days * DAY)
  owner = one.api(await one.adminToken())
}
const current_password = PASSWORD
const monthNow = () => indianDay(one.ctx.now()).slice(0, 7)
/** Goes on to the second day of the next month, and makes the statements of this one. Returns its payouts. */
async function closeMonth() {
  const month = monthNow()
  while (monthNow() === month) await pass(1)
  await pass(1)
  await makeStatements(one.ctx)
  return { month, payouts: (await owner.partners.payouts({ month })).payouts }
}
const page = async (user: BuiltUser) => one.api(await one.userToken(user)).partners.mine({})

test('the last link within its window counts, and the code of a partner beats it', async () => {
  const [near, far] = [await partnerWith({ window_days: 30 }), await partnerWith({ window_days: 3, percent: 50 })]
  await buildPromocode(one.db, { promocode: far.code, discount: 10 })
  const last = await bought({ via: [link(near.code.toLowerCase(), 29), link(far.code, 30)] })
  expect(await tieOf(last.order_id)).toMatchObject({
    partner_id: near.id,
    partner_name: 'Ravi',
    rule: 'link',
    percent: 20,
  })
  // The later link is past its window of three days.
  const older = await bought({ via: [link(far.code, 4), link(near.code, 10)] })
  expect(await tieOf(older.order_id)).toMatchObject({ partner_id: near.id })
  const unknown = await bought({ via: [link('nobody'), link(near.code, 1)] })
  expect(await tieOf(unknown.order_id)).toMatchObject({ partner_id: near.id })
  const byCode = await bought({ via: [link(near.code)], promocode: far.code })
  expect(await tieOf(byCode.order_id)).toMatchObject({
    partner_id: far.id,
    rule: 'code',
    percent: 50,
    paid_paise: 90_000,
  })
  const none = await bought({ via: [link(near.code, 31)] })
  expect(await tieOf(none.order_id)).toBeUndefined()
  expect(await near.listed()).toMatchObject({ orders: 3, pending: 600, due: 0, paid: 0 })
  expect(await far.listed()).toMatchObject({ orders: 1, pending: 450 })
})

test('name and percent of the moment at which an order was made stay with it', async () => {
  const { id, input, code, listed } = await partnerWith()
  const { course_id } = await buildCourse(one.db, { price: 1000 })
  const buyer = await buildUser(one.db)
  const touches = JSON.stringify({
    first: null,
    last: { source: 'affiliate', landing: '/', at: link(code).at },
    via: [link(code)],
  })
  const buying = one
    .api(await one.userToken(buyer))
    .orders.buy({ query: { user_id: buyer.user_id, touches }, body: [course_id] })
  const { order_id } = await buying
  one.clock.advance(60_000)
  const changed = { ...input, name: 'Ravi Rao', percent: 5, state: 'paused' as const }
  const [begun] = (await owner.partners.list({})).partners
  const over = { params: { partner_id: id }, headers: { 'if-match': `"${begun?.version}"` } }
  const { partner: present } = await owner.partners.update({ ...over, body: changed })
  await expect(owner.partners.update({ ...over, body: input })).rejects.toMatchObject({
    code: 'edit_conflict',
    data: { current: present },
  })
  await payWithEvent(one, await findLink(one, order_id))
  expect(await tieOf(order_id)).toMatchObject({ partner_name: 'Ravi', percent: 20 })
  const later = await bought({ via: [link(code)] })
  expect(await tieOf(later.order_id)).toBeUndefined()
  expect(await listed()).toMatchObject({ name: 'Ravi Rao', percent: 5, state: 'paused', orders: 1, pending: 200 })
})

test('nobody earns by purchases of the same account, mailbox, phone or client', async () => {
  const { user, code } = await partnerWith()
  const others = [
    user,
    await buildUser(one.db, { email: user.email.replace('@', '+more@').replace('.', '') }),
    await buildUser(one.db, { phone: `+44${user.phone}` }),
  ]
  for (const buyer of others) {
    const { order_id } = await bought({ via: [link(code)], user: buyer })
    expect(await tieOf(order_id)).toBeUndefined()
  }
  const from = { 'user-agent': BROWSER }
  const second = await logInFrom(await buildUser(one.db), from)
  const counted = await bought({ via: [link(code)], user: second.user })
  expect(await tieOf(counted.order_id)).toBeDefined()
  const { token } = await logInFrom(user, from)
  await one.request('/api/user/partner', { headers: { ...from, authorization: `bearer ${token}` } })
  const own = await bought({ via: [link(code)], user: second.user })
  expect(await tieOf(own.order_id)).toBeUndefined()
  const other = await logInFrom(await buildUser(one.db), {
    'user-agent': BROWSER.replace('Windows NT 10.0; Win64; x64', 'Linux; Android 14'),
  })
  const counts = await bought({ via: [link(code)], user: other.user })
  expect(await tieOf(counts.order_id)).toBeDefined()
  expect(JSON.stringify(await one.db('partner_browsers'))).not.toMatch(/127\.0\.0\.1|::1|Chrome/)
  expect(await one.db('sessions').whereNotNull('user_id').whereNotNull('address')).toEqual([])
})

test('a share is of what was paid without tax, rounded down, and follows refunds', async () => {
  const { code, id, listed } = await partnerWith({ percent: 33 })
  const today = indianDay(one.ctx.now())
  await addTaxSettings(one.ctx, taxSettings({ valid_from: today, prices: 'exclusive' }))
  const added = await bought({ via: [link(code)], price: 999 })
  expect(await tieOf(added.order_id)).toMatchObject({ paid_paise: 117_882, net_paise: 99_900 })
  expect(await listed()).toMatchObject({ pending: 329.67 })
  // 500 of 1178.82 went back: 33 % of 67882 × 99900 ⁄ 117882, rounded down.
  await refund(added.order_id, 500)
  expect(await listed()).toMatchObject({ pending: 189.83 })
  await refund(added.order_id)
  expect(await listed()).toMatchObject({ pending: 0 })
  await addTaxSettings(one.ctx, taxSettings({ valid_from: today, enabled: false }))
  const webhook = { url: 'https://hooks.example/in', events: ['order.paid' as const] }
  await owner.webhooks.add({ body: webhook })
  const { order_id } = await bought({ via: [link(code)] })
  const event = await one.db('webhook_events').where({ order_id, event: 'order.paid' }).first()
  const bodies = await bodiesOf(one.db, event.event_id)
  expect(JSON.parse(bodies?.full ?? '').data.order.partner).toEqual({ id, code })
  expect(JSON.parse(bodies?.flat ?? '')).toMatchObject({ partner_id: id, partner_code: code })
})

test('a statement has what is due at the end of its month, is paid once, and a later refund is a minus on the next', async () => {
  const { code, user, id, input, listed } = await partnerWith({ percent: 50 })
  const first = await bought({ via: [link(code)], price: 2000 })
  const disputed = await bought({ via: [link(code)], price: 600 })
  const { id: dispute } = (await one.gateway(`control/payments/${disputed.payment_id}/dispute`, {})) as { id: string }
  await one.gateway('control/deliver', {})
  expect((await closeMonth()).payouts.filter(({ partner_id }) => partner_id === id)).toEqual([])
  await pass(31)
  expect(await listed()).toMatchObject({ pending: 300, due: 1000, paid: 0 })
  const coming = (await owner.partners.payouts({ month: monthNow() })).payouts.find(
    ({ partner_id }) => partner_id === id,
  )
  expect(coming).toMatchObject({ statement_id: null, shares: 1000, tds: 0, pay: 1000 })
  const { payouts, month } = await closeMonth()
  const statement = payouts.find(({ partner_id }) => partner_id === id)
  expect(statement).toMatchObject({ shares: 1000, pay: 1000, account: null, pan: null, reference: null })
  const params = { statement_id: String(statement?.statement_id) }
  const paying = Array.from({ length: 8 }, () => owner.partners.paid({ params, body: { reference: 'UTR 1' } }))
  expect(await Promise.all(paying)).toHaveLength(8)
  await expect(owner.partners.paid({ params, body: { reference: 'UTR 2' } })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await one.db('pgboss.job').where({ name: 'partner-paid-mail' })).toHaveLength(1)
  await one.answerWaiting('partner-paid-mail')
  const mail = (await mailsTo(one.dataDir, user.email)).map(textOf).join('\n')
  expect(mail).toContain('with the reference UTR 1')
  expect(await listed()).toMatchObject({ pending: 300, due: 0, paid: 1000 })
  // A refund after the payout, and a won dispute.
  await refund(first.order_id, 400)
  await one.gateway(`control/disputes/${dispute}/won`, {})
  await one.gateway('control/deliver', {})
  expect(await listed()).toMatchObject({ pending: 0, due: 100, paid: 1000 })
  // Below the least payout it waits, and is paid to somebody who brings nobody any more.
  const small = async () => (await closeMonth()).payouts.find(({ partner_id }) => partner_id === id)
  expect(await small()).toBeUndefined()
  expect(await listed()).toMatchObject({ due: 100 })
  await owner.partners.update({ params: { partner_id: id }, body: { ...input, state: 'paused' } })
  expect(await small()).toMatchObject({ shares: 100 })
  expect((await page(user)).statements).toMatchObject([{ shares: 100 }, { month, shares: 1000, reference: 'UTR 1' }])
})

test('a sum below nothing is no statement, and waits for shares that outweigh it', async () => {
  const { code, id, listed } = await partnerWith({ percent: 50 })
  const first = await bought({ via: [link(code)], price: 1000 })
  await pass(31)
  await closeMonth()
  await refund(first.order_id)
  expect(await listed()).toMatchObject({ due: 0 })
  const { payouts } = await closeMonth()
  expect(payouts.filter(({ partner_id }) => partner_id === id)).toEqual([])
  await bought({ via: [link(code)], price: 3000 })
  await pass(31)
  const next = (await closeMonth()).payouts.find(({ partner_id }) => partner_id === id)
  expect(next).toMatchObject({ shares: 1000 })
})

test('TDS begins once a year’s shares pass the threshold, of all of them, at 20 % without a PAN', async () => {
  // A financial year that is whole before the test ends.
  while (!monthNow().endsWith('-04')) await pass(20)
  const year = monthNow().slice(0, 4)
  const { code, id, user } = await partnerWith({ percent: 50 })
  await bought({ via: [link(code)], price: 30_000 })
  await pass(31)
  const first = (await closeMonth()).payouts.find(({ partner_id }) => partner_id === id)
  expect(first).toMatchObject({ shares: 15_000, tds: 0, tds_section: null })
  await bought({ via: [link(code)], price: 12_000 })
  await pass(31)
  const second = (await closeMonth()).payouts.find(({ partner_id }) => partner_id === id)
  // 20 % of 21,000.
  expect(second).toMatchObject({ shares: 6000, tds: 4200, tds_section: '393(1)', pay: 1800 })
  const mine = one.api(await one.userToken(user))
  await mine.partners.savePayee({ account: 'ravi@okaxis', pan: 'abcpe1234f', current_password })
  await bought({ via: [link(code)], price: 1_00_000 })
  await pass(31)
  const third = (await closeMonth()).payouts.find(({ partner_id }) => partner_id === id)
  // 2 % of 71,000 is less than what was deducted.
  expect(third).toMatchObject({ shares: 50_000, tds: 0, account: 'ra••••@okaxis', pan: '••••••234F' })
  const authorization = { headers: { authorization: `bearer ${await one.adminToken()}` } }
  const path = `/api/admin/export/partner-tds.csv?from=${year}-04&to=${monthNow()}`
  const lines = (await (await one.request(path, authorization)).text())
    .split('\r\n')
    .filter((line) => line.includes('ABCPE1234F'))
  expect(lines).toHaveLength(3)
  // Paid or not, and without an account at its time.
  expect(lines[1]).toMatch(
    new RegExp(`^Ravi,ABCPE1234F,${year}-\\d\\d,${year}-\\d\\d-\\d\\d,393\\(1\\),1006,6000,4200,,,pst_`),
  )
  const made = await one.db('partner_statements').where({ partner_id: id, tds_paise: 420_000 }).first('created_at')
  const books = indianDay(new Date(made.created_at)).slice(0, 7)
  const tally = await (await one.request(`/api/admin/export/tally.xml?month=${books}`, authorization)).text()
  for (const ledger of ['Shares of partners', 'Partners', 'TDS payable'])
    expect(tally).toContain(`<LEDGERNAME>${ledger}</LEDGERNAME>`)
  await owner.partners.saveTds({
    since: `${monthNow()}-01`,
    section: '194C',
    percent: 10,
    no_pan_percent: 20,
    threshold: 0,
  })
  expect((await owner.partners.tds({})).rules.map(({ section }) => section)).toEqual(['194C', '393(1)', '194H'])
  await bought({ via: [link(code)], price: 2000 })
  await pass(31)
  const fourth = (await closeMonth()).payouts.find(({ partner_id }) => partner_id === id)
  expect(fourth).toMatchObject({ shares: 1000, tds: 1000, tds_section: '194C' })
})

test('account and PAN are sealed and masked, and the file of the bank has them whole and guarded', async () => {
  const { code, id, user, input } = await partnerWith({ percent: 50 })
  const mine = one.api(await one.userToken(user))
  await expect(mine.partners.savePayee({ account: '123456789012' })).rejects.toMatchObject({ status: 422 })
  await expect(mine.partners.savePayee({ pan: 'nothing' })).rejects.toMatchObject({ status: 422 })
  await mine.partners.savePayee({
    account: '001234567890',
    ifsc: 'hdfc0001234',
    pan: 'ABCPE1234F',
    current_password,
  })
  expect(await mine.partners.mine({})).toMatchObject({ account: '••••••7890', pan: '••••••234F' })
  const row = await one.db('partners').where({ partner_id: id }).first()
  expect(JSON.stringify(row)).not.toMatch(/001234567890|ABCPE1234F/)
  await owner.partners.update({ params: { partner_id: id }, body: { ...input, name: '=SUM(A1)' } })
  const rule = { since: indianDay(one.ctx.now()), section: '393(1)', percent: 2, no_pan_percent: 20, threshold: 20_000 }
  await owner.partners.saveTds(rule)
  await bought({ via: [link(code)], price: 1000 })
  await pass(31)
  const { month } = await closeMonth()
  const file = await one.request(`/api/admin/export/partner-payouts.csv?month=${month}`, {
    headers: { authorization: `bearer ${await one.adminToken()}` },
  })
  const line = (await file.text()).split('\r\n').find((text) => text.includes('001234567890'))
  expect(line).toMatch(/^'=SUM\(A1\),,001234567890,HDFC0001234,500,500,0,,ABCPE1234F,/)
  // Another account gets a page of its own, and nothing of this one.
  const other = await buildUser(one.db, { email: `other.${createHash('md5').update(id).digest('hex')}@example.com` })
  await owner.partners.update({ params: { partner_id: id }, body: { ...input, email: other.email } })
  expect(await page(other)).toMatchObject({ account: null, pan: null })
  await expect(page(user)).rejects.toMatchObject({ status: 404 })
})

test('the page opens for the proven account of a partner alone, and lists days without names', async () => {
  const { code, user } = await partnerWith()
  await bought({ via: [link(code)] })
  const own = await page(user)
  expect(own).toMatchObject({
    link: expect.stringMatching(new RegExp(`/\\?via=${code}$`)),
    percent: 20,
    pending: 200,
    presses: 0,
  })
  expect(own.days).toEqual([{ day: indianDay(one.ctx.now()), orders: 1, share: 200 }])
  expect(JSON.stringify(own)).not.toContain('Asha')
  await expect(page(await buildUser(one.db))).rejects.toMatchObject({ status: 404 })
  await one.db('users').where({ id: user.id }).update({ email_proven_at: null })
  await expect(page(user)).rejects.toMatchObject({ code: 'conflict' })
})

test('presses of browsers are counted for active partners, and nothing without', async () => {
  const { code, user, id, input } = await partnerWith()
  const press = (via: string, agent = BROWSER) =>
    one.request(`/courses?via=${via}`, { headers: { 'user-agent': agent } }).then((answer) => answer.arrayBuffer())
  const counted = async (count: number) => expect.poll(async () => (await page(user)).presses).toBe(count)
  await press(code.toLowerCase())
  await press(code)
  await press(code, 'Googlebot/2.1')
  await press('nobody-at-all')
  await counted(2)
  await owner.partners.update({ params: { partner_id: id }, body: { ...input, state: 'paused' } })
  await press(code)
  await counted(2)
})

test('an invited partner has an account without a password, and one code belongs to one partner', async () => {
  const input = {
    name: 'Meera',
    email: 'meera.new@example.com',
    code: 'meera',
    percent: 10,
    window_days: 30,
    state: 'active' as const,
  }
  const { partner } = await owner.partners.add(input)
  expect(partner).toMatchObject({ code: 'MEERA', email: input.email, orders: 0 })
  await one.answerWaiting('partner-invited-mail')
  const [mail] = (await mailsTo(one.dataDir, input.email)).map(textOf)
  expect(mail).toContain('/?via=MEERA')
  expect(mail).toContain('#ad')
  await expect(owner.partners.add({ ...input, email: 'else@example.com' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(owner.partners.add({ ...input, code: 'OTHER' })).rejects.toMatchObject({ code: 'conflict' })
  for (const bad of [{ percent: 71 }, { percent: 0 }, { window_days: 91 }, { code: 'a b' }])
    await expect(owner.partners.add({ ...input, ...bad })).rejects.toMatchObject({ status: 422 })
  const entries = await one.db('activity').where({ call: 'partners.add', target_id: partner.partner_id })
  expect(entries).toHaveLength(1)
  expect(entries[0].after).toMatchObject({ code: 'MEERA', percent: 10, email: 'm…@example.com' })
})

test('an erased partner leaves sums without a name or an account', async () => {
  const { code, user, id } = await partnerWith()
  await one.api(await one.userToken(user)).partners.savePayee({
    account: 'ravi@okaxis',
    pan: 'ABCPE1234F',
    current_password,
  })
  const { order_id } = await bought({ via: [link(code)] })
  await owner.users.delete({ params: { id: user.user_id } } as never)
  expect(await one.db('partners').where({ partner_id: id }).first()).toMatchObject({
    account_sealed: null,
    pan_sealed: null,
  })
  expect(await tieOf(order_id)).toMatchObject({ partner_name: null })
  expect(await listed(id)).toMatchObject({ name: null, email: null, pending: 200 })
})

test('another account or PAN needs the password, is mailed to the partner, and is marked in the file of the bank', async () => {
  const { code, id, user } = await partnerWith({ percent: 50 })
  const mine = one.api(await one.userToken(user))
  const wrong = { account: 'thief@okaxis', current_password: 'Not-the-password-1' }
  for (const input of [{ account: 'thief@okaxis' }, { pan: 'ABCPE1234F' }, wrong])
    await expect(mine.partners.savePayee(input)).rejects.toMatchObject({ code: 'wrong_password' })
  expect(await mine.partners.mine({})).toMatchObject({ account: null, pan: null })
  await mine.partners.savePayee({ account: 'ravi@okaxis', pan: 'ABCPE1234F', current_password })
  await one.answerWaiting('partner-payee-mail')
  const mails = async () => (await mailsTo(one.dataDir, user.email)).map(textOf).join('\n')
  expect(await mails()).toContain('Account: ra••••@okaxis')
  await bought({ via: [link(code)], price: 2000 })
  await pass(31)
  const first = await closeMonth()
  expect(first.payouts.find(({ partner_id }) => partner_id === id)).toMatchObject({ account_is_new: false })
  const again = one.api(await one.userToken(user))
  await again.partners.savePayee({ account: 'other@okaxis', current_password })
  await one.answerWaiting('partner-payee-mail')
  expect(await mails()).toContain('Account: ot••••@okaxis')
  const { payouts } = await owner.partners.payouts({ month: first.month })
  expect(payouts.find(({ partner_id }) => partner_id === id)).toMatchObject({ account_is_new: true })
  const file = await one.request(`/api/admin/export/partner-payouts.csv?month=${first.month}`, {
    headers: { authorization: `bearer ${await one.adminToken()}` },
  })
  const line = (await file.text()).split('\r\n').find((text) => text.includes('other@okaxis'))
  expect(line).toContain('New account: check it with the partner first')
})

test('finance pays partners, and an owner alone says who gets how much', async () => {
  const { id, input } = await partnerWith()
  const finance = one.api(await one.adminToken('finance'))
  expect((await finance.partners.list({})).partners.length).toBeGreaterThan(0)
  const more = { ...input, percent: 70 }
  await expect(finance.partners.update({ params: { partner_id: id }, body: more })).rejects.toMatchObject({
    status: 403,
  })
  const other = { ...more, code: 'RUNNING', email: 'friend@example.com' }
  await expect(finance.partners.add(other)).rejects.toMatchObject({ status: 403 })
})

test('an invited partner gets in by what the invitation says, with the login by a code off', async () => {
  const email = 'invited.partner@example.com'
  await owner.partners.add({ name: 'Meera', email, code: 'INVITED', percent: 20 })
  await one.answerWaiting('partner-invited-mail')
  const text = async () => (await mailsTo(one.dataDir, email)).map(textOf).join('\n')
  expect(await text()).toContain('tap “Forgot your password?” on the login page')
  expect(await text()).not.toContain('with a code')
  await one.api().auth.forgetPassword({ email, phone: '' })
  await one.answerWaiting('forgotten-password')
  const login = (password: string) => one.api().auth.login({ email, phone: '', password })
  const { access_token } = await login(passwordIn((await mailsTo(one.dataDir, email)).at(-1) ?? ''))
  await one.api(access_token).account.changePassword({ new_password: current_password })
  const fresh = one.api((await login(current_password)).access_token)
  await fresh.partners.savePayee({ account: 'meera@okaxis', current_password })
  expect(await fresh.partners.mine({})).toMatchObject({ account: 'me••••@okaxis' })
})
