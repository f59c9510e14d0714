import { indianDay } from 'contract/indian-time'
import { beforeEach, expect, test } from 'vitest'
import { documentedSettled } from '../../../../test/documented-gateway.ts'
import { paidShop } from '../../../../test/paid-shop.ts'
import { startTestServer } from '../../../../test/server.ts'
import { buildShopper, deliverEvent, paidEvent, payInSilence } from '../../../../test/shopper.ts'
import { createJobs } from '../../jobs/index.ts'

const shop = await paidShop()
const { gateway, one } = shop
let finance = one.api(await one.adminToken('finance'))
/** Sets the clock, with a new session: the one before may be over by then. */
async function moveTo(time: Date) {
  one.clock.set(time)
  finance = one.api(await one.adminToken('finance'))
}

beforeEach(() => {
  gateway.settled.length = 0
})

const DAY_MS = 24 * 60 * 60_000
const month = () => indianDay(one.ctx.now()).slice(0, 7)
const line = (change: Record<string, unknown>) => gateway.settled.push(documentedSettled(change))
const rupees = (paise: number) => paise / 100
const paid = (amount: number, fee: number, tax: number) => ({ amount, fee, tax, credit: amount - fee, debit: 0 })
const back = (amount: number) => ({ type: 'refund', amount, fee: 0, tax: 0, credit: 0, debit: amount })

test('1,300 lines on two pages: the sums of the month, of its payouts and of the CSV add up to the paisa', async () => {
  const sums = { gross: 0, fees: 0, tax: 0, refunds: 0, adjustments: 0, bank: 0 }
  for (let at = 0; at < 1_300; at += 1) {
    const amount = 100 + ((at * 7_919) % 499_900)
    const settlement_id = `setl_${String(at % 13).padStart(14, '0')}`
    const entity_id = `line_${String(at).padStart(14, '0')}`
    if (at % 11 === 0) {
      line({ settlement_id, entity_id, ...back(amount) })
      sums.refunds += amount
      sums.bank -= amount
    } else if (at % 97 === 1) {
      line({ settlement_id, entity_id, type: 'adjustment', amount, fee: 0, tax: 0, credit: 0, debit: amount })
      sums.adjustments -= amount
      sums.bank -= amount
    } else {
      const fee = Math.round(amount * 0.0236)
      const tax = Math.round(fee - fee / 1.18)
      line({ settlement_id, entity_id, ...paid(amount, fee, tax) })
      sums.gross += amount
      sums.fees += fee - tax
      sums.tax += tax
      sums.bank += amount - fee
    }
  }
  // On hold, and in another month: neither is of this one. An unreadable line is reported.
  line({ settlement_id: null, settled: false, ...paid(100_000, 2_360, 360) })
  line({ settled_at: Math.floor(one.ctx.now().getTime() / 1000) - 40 * 86_400 })
  line({ amount: 'many' })
  const read = await finance.settlements.read({ month: month() })
  expect(read).toMatchObject({
    month: month(),
    unread: 1,
    read_at: expect.any(String),
    gross: rupees(sums.gross),
    fees: rupees(sums.fees),
    fee_tax: rupees(sums.tax),
    net: rupees(sums.gross - sums.fees - sums.tax),
    refunds: rupees(sums.refunds),
    adjustments: rupees(sums.adjustments),
    to_bank: rupees(sums.bank),
  })
  expect(Math.round((read.net - read.refunds + read.adjustments) * 100)).toBe(sums.bank)
  expect(read.payouts).toHaveLength(13)
  const added = (name: 'gross' | 'fees' | 'fee_tax' | 'refunds' | 'adjustments' | 'to_bank') =>
    read.payouts.reduce((all, payout) => all + Math.round(payout[name] * 100), 0)
  expect([added('gross'), added('fees'), added('fee_tax')]).toEqual([sums.gross, sums.fees, sums.tax])
  expect([added('refunds'), added('adjustments'), added('to_bank')]).toEqual([
    sums.refunds,
    sums.adjustments,
    sums.bank,
  ])
  expect(read.differences).toHaveLength(200)
  expect(read.differences_total).toBe(1_300 - gateway.settled.filter(({ type }) => type === 'adjustment').length)
  // Read again it is the same.
  expect(await finance.settlements.read({ month: month() })).toEqual({ ...read, read_at: expect.any(String) })
  const csv = (await finance.exports.settlements({ month: month() })) as unknown as Blob | string
  const [head = '', ...rows] = (typeof csv === 'string' ? csv : await csv.text()).trim().split('\r\n')
  const column = head.split(',').indexOf('To the bank')
  expect(rows.reduce((all, row) => all + Math.round(Number(row.split(',')[column]) * 100), 0)).toBe(sums.bank)
  const notes = await one.db('activity').whereIn('call', ['settlements.read', 'exports.settlements']).orderBy('id')
  expect(notes.map(({ call }) => call)).toEqual(['settlements.read', 'settlements.read', 'exports.settlements'])
})

/** A course that was paid for, so many days ago. */
async function bought(change: Record<string, unknown> = {}, daysAgo = 0) {
  const { order_id, link } = await shop.bought()
  const payment = gateway.pay(link)
  const created_at = Math.floor(one.ctx.now().getTime() / 1000) - daysAgo * 86_400
  Object.assign(payment, { created_at, ...change })
  await shop.hear('payment_link.paid', { payment, payment_link: link })
  return { order_id, entity_id: String(payment.id) }
}

test('differences: what was never settled, what is not here, other sums, and a credit that is not amount less fee', async () => {
  // The month before, so that a week is over in all of it.
  await moveTo(new Date(`${month()}-12T06:00:00Z`))
  const past = indianDay(new Date(one.ctx.now().getTime() - 20 * DAY_MS)).slice(0, 7)
  const settled_at = Math.floor(one.ctx.now().getTime() / 1000) - 14 * 86_400
  const well = await bought({}, 20)
  const bearing = await bought({ amount: 51_080, fee: 1_180, tax: 180, fee_bearer: 'customer' }, 20)
  const nextMonth = await bought({}, 13)
  const other = await bought({}, 20)
  const odd = await bought({}, 20)
  const never = await bought({}, 20)
  await bought({}, 2)
  line({ ...well, settled_at, ...paid(49_900, 1_178, 180) })
  line({ entity_id: bearing.entity_id, settled_at, ...paid(51_080, 1_180, 180) })
  // Paid in the last days of a month, and settled in the next.
  line({ entity_id: nextMonth.entity_id, settled_at: settled_at + 5 * 86_400, ...paid(49_900, 1_178, 180) })
  line({ entity_id: other.entity_id, settled_at, ...paid(39_900, 942, 144) })
  line({ entity_id: odd.entity_id, settled_at, ...paid(49_900, 1_178, 180), credit: 40_000 })
  line({ entity_id: 'pay_NOBODYKNOWS001', settled_at, ...paid(10_000, 236, 36) })
  const owner = one.api(await one.adminToken())
  await owner.orders.refund({ params: { order_id: well.order_id }, body: { amount: 100, reason: 'Kindness' } })
  const refund = gateway.refunds.at(-1)
  line({ entity_id: refund?.id, settled_at, ...back(10_000), payment_id: well.entity_id })
  line({ entity_id: 'rfnd_DASHBOARD00001', settled_at, ...back(5_000), payment_id: well.entity_id })
  const { differences, differences_total, to_bank } = await finance.settlements.read({ month: past })
  const notified = differences.map(({ why, id, order_id, settled, ours }) => [why, id, order_id, settled, ours])
  expect(notified.sort()).toEqual(
    [
      ['amount', other.entity_id, other.order_id, 399, 499],
      ['sum', odd.entity_id, odd.order_id, 400, 487.22],
      ['unknown', 'pay_NOBODYKNOWS001', null, 100, null],
      ['unknown', 'rfnd_DASHBOARD00001', well.order_id, 50, null],
      ['unsettled', never.entity_id, never.order_id, null, 499],
    ].sort(),
  )
  expect(differences_total).toBe(5)
  // A payment of two days ago is not due yet.
  expect(await finance.settlements.month({ month: month() })).toMatchObject({ payments: 1, differences: [] })
  const bank = gateway.settled
    .filter((entry) => entry.settled_at === settled_at)
    .reduce((sum, { credit, debit }) => sum + Number(credit) - Number(debit), 0)
  expect(Math.round(to_bank * 100)).toBe(bank)
})

test('only owners and finance see settlements; a month is empty until it is read, also while the gateway is away', async () => {
  const support = one.api(await one.adminToken('support'))
  await expect(support.settlements.month({ month: '2025-01' })).rejects.toMatchObject({ status: 403 })
  await expect(support.exports.settlements({ month: '2025-01' })).rejects.toMatchObject({ status: 403 })
  await expect(finance.settlements.month({ month: '2025-13' })).rejects.toMatchObject({ status: 422 })
  expect(await finance.settlements.month({ month: '2025-01' })).toMatchObject({ read_at: null, payouts: [], gross: 0 })
  const before = await finance.settlements.read({ month: month() })
  gateway.refuse = () => 'The server is in trouble'
  await expect(finance.settlements.read({ month: month() })).rejects.toMatchObject({ code: 'gateway_error' })
  gateway.refuse = () => undefined
  expect(await finance.settlements.month({ month: month() })).toEqual(before)
})

test('the job reads the month that is over and the present one; the sandbox answers as the gateway does', async () => {
  const shop = await startTestServer({ work: false })
  const shopper = await buildShopper(shop)
  const { link } = await shopper.buyOne()
  await deliverEvent(shop, paidEvent(await payInSilence(shop, link)))
  await shop.db('sandbox.payments').update({ created_at: new Date(shop.ctx.now().getTime() - 10 * DAY_MS) })
  await createJobs(shop.ctx)
    .find(({ name }) => name === 'read-settlements')
    ?.run({}, 'job')
  const months: string[] = await shop.db('settlement_months').orderBy('month').pluck('month')
  expect(months).toHaveLength(2)
  const owner = shop.api(await shop.adminToken())
  const [settled] = await shop.db('settlement_items').where({ kind: 'payment' })
  expect(await owner.settlements.month({ month: settled.month })).toMatchObject({
    gross: 499,
    fees: 9.98,
    fee_tax: 1.8,
    net: 487.22,
    to_bank: 487.22,
    payments: 1,
    differences: [],
    payouts: [{ settlement_id: settled.settlement_id, utr: settled.utr }],
  })
  await shop.stop()
})

test('the next payout agrees to the paisa with SQL and with its lines: fees as reported, refunds, disputes, on hold', async () => {
  gateway.settled.length = 0
  await moveTo(new Date(`${month()}-20T06:00:00Z`))
  const fee = { fee: 1_178, tax: 180 }
  const [first, late, bearing, silent, settled] = [
    await bought(fee),
    await bought(fee, 9),
    await bought({ amount: 51_080, fee: 1_180, tax: 180, fee_bearer: 'customer' }),
    await bought({ fee: null, tax: null }),
    await bought(fee, 3),
  ]
  const settled_at = Math.floor(one.ctx.now().getTime() / 1000) - 3_600
  line({ ...settled, settled_at, settlement_id: 'setl_NEXTPAYOUT0001', ...paid(49_900, 1_178, 180) })
  const owner = one.api(await one.adminToken())
  await owner.orders.refund({ params: { order_id: first.order_id }, body: { amount: 123.45, reason: 'Kindness' } })
  await finance.settlements.read({ month: indianDay(new Date(one.ctx.now().getTime() - 30 * DAY_MS)).slice(0, 7) })
  const { read_at, unread, waiting, days } = await finance.settlements.next()
  expect([read_at === null, unread]).toEqual([false, 0])
  if (!waiting) throw new Error('nothing waits')
  const { lines } = await finance.settlements.lines({ limit: '1000' })
  const of = ({ entity_id }: { entity_id: string }) => lines.find(({ id }) => id === entity_id)
  expect(of(first)).toMatchObject({
    kind: 'payment',
    amount: 499,
    fee: 9.98,
    fee_tax: 1.8,
    you_get: 487.22,
    order_id: first.order_id,
  })
  expect(of(first)?.order_no).toMatch(/^SH-/)
  expect(of(bearing)).toMatchObject({ amount: 510.8, fee: 10, fee_tax: 1.8, you_get: 499 })
  expect(of(silent)).toMatchObject({ amount: 499, fee: null, fee_tax: null, you_get: 499 })
  expect(of(settled)).toBeUndefined()
  expect(lines.find(({ kind }) => kind === 'refund')).toMatchObject({
    amount: -123.45,
    fee: 0,
    you_get: -123.45,
    order_id: first.order_id,
  })
  const cents = (amount: number | null) => Math.round((amount ?? 0) * 100)
  const added = (name: 'amount' | 'fee' | 'fee_tax' | 'you_get', kind?: string) =>
    lines.filter((one) => !kind || one.kind === kind).reduce((all, one) => all + cents(one[name]), 0)
  expect(cents(waiting.paid)).toBe(added('amount', 'payment'))
  expect(cents(waiting.refunds)).toBe(-added('amount', 'refund'))
  expect([cents(waiting.fees), cents(waiting.fee_tax)]).toEqual([added('fee'), added('fee_tax')])
  expect(cents(waiting.you_get)).toBe(added('you_get'))
  expect(
    cents(waiting.paid) -
      cents(waiting.refunds) -
      cents(waiting.fees) -
      cents(waiting.fee_tax) +
      cents(waiting.adjustments),
  ).toBe(cents(waiting.you_get))
  const { rows } = await one.db.raw(
    `select (select sum(coalesce(charged_paise - fee_paise, amount_paise)) from order_payments where captured and created_at >= :since
         and payment_id not in (select entity_id from settlement_items))::bigint
       - (select sum(amount_paise) from refunds where channel = 'gateway' and status <> 'failed' and created_at >= :since
         and gateway_refund_id not in (select entity_id from settlement_items))::bigint as rest`,
    { since: `${indianDay(new Date(one.ctx.now().getTime() - 30 * DAY_MS)).slice(0, 7)}-01T00:00:00+05:30` },
  )
  expect(cents(waiting.you_get)).toBe(Number(rows[0].rest))
  expect(waiting.unreported).toBe(lines.filter((one) => one.fee === null).length)
  expect(waiting.held?.payments).toBeGreaterThanOrEqual(1)
  expect(of(late)).toBeDefined()
  // A day for each of two weeks, the last with all that waits, the one of the payout with its sum.
  expect(days).toHaveLength(14)
  expect(days.at(-1)).toMatchObject({ day: indianDay(one.ctx.now()), balance: waiting.you_get })
  expect(days.filter(({ paid_out }) => paid_out !== null).at(-1)?.paid_out).toBe(487.22)
  const payout = await finance.settlements.lines({ payout: 'setl_NEXTPAYOUT0001' })
  expect(payout.lines).toMatchObject([{ id: settled.entity_id, you_get: 487.22, fee: 9.98, fee_tax: 1.8 }])
  const { payouts } = await finance.settlements.month({ month: month() })
  expect(payouts.find(({ settlement_id }) => settlement_id === 'setl_NEXTPAYOUT0001')).toMatchObject({
    lines: 1,
    off: 0,
  })
})

test('a payout over another sum names what it is off; a balance below zero is negative; nothing is summed before two months are read', async () => {
  const shop = await startTestServer({ work: false })
  const owner = shop.api(await shop.adminToken())
  expect(await owner.settlements.next()).toEqual({ read_at: null, unread: 0, begun: false, waiting: null, days: [] })
  await expect(shop.api(await shop.adminToken('support')).settlements.next()).rejects.toMatchObject({ status: 403 })
  const shopper = await buildShopper(shop)
  const { link } = await shopper.buyOne()
  await deliverEvent(shop, paidEvent(await payInSilence(shop, link)))
  const job = createJobs(shop.ctx).find(({ name }) => name === 'read-settlements')
  await job?.run({}, 'job')
  // Captured by our gateway with fee and GST; no payout yet.
  expect((await owner.settlements.next()).waiting).toMatchObject({
    payments: 1,
    paid: 499,
    fees: 9.98,
    fee_tax: 1.8,
    you_get: 487.22,
    unreported: 0,
    held: null,
  })
  await shop.db('sandbox.payments').update({ created_at: new Date(shop.ctx.now().getTime() - 2 * DAY_MS) })
  await job?.run({}, 'job')
  const { order_id } = await shop.db('orders').first('order_id')
  await owner.orders.refund({ params: { order_id }, body: { reason: 'Kindness' } })
  const next = await owner.settlements.next()
  expect(next.waiting).toMatchObject({ payments: 0, refund_count: 1, refunds: 499, you_get: -499 })
  expect(next.begun).toBe(true)
  expect(next.days.at(-1)).toMatchObject({ balance: -499 })
  await shop.db('settlement_items').update({ credit_paise: 48_722 - 2_360, amount_paise: 49_900 - 2_360 })
  const [item] = await shop.db('settlement_items').select('month')
  expect((await owner.settlements.month({ month: item.month })).payouts).toMatchObject([{ off: -23.6 }])
  await shop.stop()
})
