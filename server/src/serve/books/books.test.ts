import { mkdtempSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaks } from '../../../test/invariants.ts'
import { buildRefund, buildSale } from '../../../test/ledger.ts'
import { mailsTo, textOf } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { BUYER_GSTIN, taxSettings } from '../../../test/tax-settings.ts'
import { zipEntries } from '../../../test/zip-entries.ts'
import type { Context } from '../../context.ts'
import { withWorkbook } from '../../courses/media/tables/workbook.ts'
import { notesAreTheRefunds, numbersAreOnce, papersAreTheMoney } from '../../sales/documents/documents.invariants.ts'
import { issueDocuments } from '../../sales/documents/documents.service.ts'
import { addTaxSettings } from '../../sales/documents/tax-settings.ts'
import { linesAreTheOrder, paidOpensCourse, statusIsTheMoney } from '../../sales/orders/orders.invariants.ts'
import { reportsDueJob } from './report-mail.jobs.ts'

const MONTH = '2026-12'
const OWN_STATE = '27'

let server: TestServer
let finance: ApiClient
let token: string

/** Sums of the month in paise, which the test adds up by itself. */
const own = { in: 0, outside: 0, back: 0, fees: 0, feeTax: 0, bank: 0, second: 0, igst: 0, halves: 0, taxed: 0 }

const at = (now: string): Context => ({ ...server.ctx, now: () => new Date(now) })
const day = (date: number, hour = 6) =>
  `2026-12-${String(date).padStart(2, '0')}T${String(hour).padStart(2, '0')}:30:00Z`

/** Half up, by the definition: paise of tax in a price that holds it. */
const taxIn = (paise: number, rate: number) => Math.floor((2 * paise * rate + 100 + rate) / (2 * (100 + rate)))

async function sell(index: number, when: string, { inMonth = true } = {}) {
  const ctx = at(when)
  const ledger = { db: server.db, ctx, stop: async () => {} }
  const settings = await server.db('tax_settings').first('id')
  const state = ['27', '29', '07', null][index % 4] ?? null
  const outside = index % 5 === 4
  const paise = 19_900 + index * 1_357
  const business = index % 8 === 1
  const billing = business
    ? { billing_gstin: BUYER_GSTIN, billing_name: 'Verma & Söhne', billing_address: '4 MG Road, Bengaluru 560001' }
    : {}
  const sale = await buildSale(ledger, {
    paise: [paise],
    settings: settings.id,
    order: {
      channel: outside ? 'recorded' : 'store',
      billing_state: state,
      ...billing,
      received_at: when,
      paid_at: when,
      captured_paise: paise,
    },
  })
  const { order_id } = sale
  const payment_id = outside ? `outside_${order_id}` : `pay_${order_id.slice(4, 18)}`
  await server.db('orders').where({ order_id }).update({ payment_id })
  const payment = {
    order_id,
    amount_paise: paise,
    currency: 'INR',
    status: 'captured',
    captured: true,
    created_at: when,
  }
  await server.db('order_payments').insert({ ...payment, payment_id, method: outside ? null : 'upi' })
  if (outside) {
    const admin = await server.db('admins').first('id')
    const row = {
      order_id,
      method: index % 2 ? 'cash' : 'bank_transfer',
      reference: `R${index}`,
      received_on: when.slice(0, 10),
    }
    await server.db('outside_payments').insert({ ...row, admin_id: admin.id, created_at: when })
  }
  await issueDocuments(ctx, order_id)
  if (inMonth) {
    own[outside ? 'outside' : 'in'] += paise
    const tax = taxIn(paise, 18)
    const place = state ?? OWN_STATE
    // Inside the state each half is rounded by itself.
    const half = Math.floor((2 * paise * 9 + 118) / (2 * 118))
    if (place === OWN_STATE) own.halves += half
    else own.igst += tax
    own.taxed += paise - (place === OWN_STATE ? 2 * half : tax)
  }
  return { order_id, payment_id, paise, outside, state, when }
}

const settled = (row: Record<string, unknown>) =>
  server
    .db('settlement_items')
    .insert({ month: MONTH, settlement_id: 'setl_1', utr: 'UTR0001', settled_at: day(20), ...row })

async function payOut({ payment_id, paise }: { payment_id: string; paise: number }, payout: string) {
  const fee = Math.round(paise * 0.0236)
  const tax = Math.round(fee - fee / 1.18)
  const credit = { amount_paise: paise, fee_paise: fee, tax_paise: tax, credit_paise: paise - fee, debit_paise: 0 }
  await settled({ entity_id: payment_id, kind: 'payment', settlement_id: payout, utr: `UTR${payout}`, ...credit })
  own.fees += fee - tax
  own.feeTax += tax
  own.bank += paise - fee
}

beforeAll(async () => {
  server = await startTestServer({ work: false })
  breaks(server.db, paidOpensCourse, 'its sales are rows of money and papers, which open nothing')
  breaks(server.db, statusIsTheMoney, 'its refunds are rows, and no order follows them')
  server.clock.set(new Date('2026-12-01T00:00:00Z'))
  await addTaxSettings(server.ctx, taxSettings({ valid_from: '2026-12-01' }))
  server.clock.set(new Date('2027-01-08T06:00:00Z'))
  token = await server.adminToken('finance')
  finance = server.api(token)
  await server.db('settlement_months').insert([
    { month: '2026-11', unread: 0, read_at: day(31) },
    { month: MONTH, unread: 0, read_at: '2027-01-02T06:00:00Z' },
  ])
  for (let index = 0; index < 40; index += 1) {
    // The last is at 00:30 of January in India.
    const sale = await sell(index, index === 39 ? '2026-12-31T19:00:00Z' : day(1 + (index % 28)), {
      inMonth: index < 39,
    })
    if (!sale.outside) await payOut(sale, `setl_${index % 3}`)
    const ledger = { db: server.db, ctx: at(day(29)), stop: async () => {} }
    if (index % 6 === 2 && index < 39) {
      const paise = index % 12 === 2 ? sale.paise : 5_000
      const refund_id = await buildRefund(ledger, sale.order_id, paise)
      if (sale.outside) {
        const bank = { channel: 'bank', reference: 'NEFT 1', sent_on: '2026-12-29', gateway_refund_id: null }
        await server.db('refunds').where({ refund_id }).update(bank)
      } else {
        const debit = { amount_paise: paise, fee_paise: 0, tax_paise: 0, credit_paise: 0, debit_paise: paise }
        await settled({
          entity_id: refund_id,
          kind: 'refund',
          payment_id: sale.payment_id,
          settlement_id: 'setl_1',
          ...debit,
        })
        own.bank -= paise
      }
      own.back += paise
      await issueDocuments(ledger.ctx, sale.order_id)
      // The note takes the same share of the tax back.
      const tax = taxIn(paise, 18)
      const half = Math.floor((2 * paise * 9 + 118) / (2 * 118))
      const inside = (sale.state ?? OWN_STATE) === OWN_STATE
      if (inside) own.halves -= half
      else own.igst -= tax
      own.taxed -= paise - (inside ? 2 * half : tax)
    }
    if (index === 7) {
      const again = { amount_paise: 3_300, currency: 'INR', status: 'captured', captured: true, created_at: day(9) }
      await server.db('order_payments').insert({ order_id: sale.order_id, payment_id: 'pay_SECOND0000001', ...again })
      own.in += 3_300
      own.second += 3_300
    }
  }
})
afterAll(() => server.stop())

async function download(file: string): Promise<Response> {
  return server.request(`/api/admin/export/${file}`, { headers: { authorization: `Bearer ${token}` } })
}

async function tableAt(file: string): Promise<Record<string, string>[]> {
  return parse((await (await download(file)).text()).replace('\uFEFF', ''), { columns: true })
}

const sum = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0)

test('receipts, refunds and payout lines of a month sum to what the test did, to the paisa', async () => {
  const receipts = await tableAt(`receipts.csv?month=${MONTH}`)
  expect(sum(receipts, 'Amount')).toBe(own.in + own.outside)
  expect(receipts.filter((row) => row['Paid once more'] === 'yes')).toHaveLength(1)
  expect(receipts.every((row) => row['Paid once more'] === 'yes' || row.Document !== '')).toBe(true)
  const refunds = await tableAt(`refunds.csv?month=${MONTH}`)
  expect(sum(refunds, 'Amount')).toBe(own.back)
  expect(refunds.map((row) => row.Note).every(Boolean)).toBe(true)
  expect(new Set(refunds.map((row) => row.Way))).toEqual(new Set(['Razorpay', 'Bank transfer']))
  const lines = await tableAt(`payout_lines.csv?month=${MONTH}`)
  expect(sum(lines, 'Fee')).toBe(own.fees)
  expect(sum(lines, 'GST on fee')).toBe(own.feeTax)
  expect(sum(lines, 'To you') - sum(lines, 'From you')).toBe(own.bank)
  expect(lines.every((row) => row['Order number'] && row.Document && row.UTR)).toBe(true)
})

test('the books of the month name the same sums, and GSTR-3B those of the papers', async () => {
  const month = await finance.books.month({ month: MONTH })
  expect(month).toMatchObject({
    over: true,
    closed: null,
    came_in: { gateway: { sum: own.in / 100 }, outside: { sum: own.outside / 100 } },
    went_out: { refunds: { sum: own.back / 100 }, fees: own.fees / 100, fee_tax: own.feeTax / 100 },
    bank: { payouts: 3, sum: own.bank / 100 },
    tax: { igst: own.igst / 100, cgst: own.halves / 100, sgst: own.halves / 100, credit: own.feeTax / 100 },
    paid_twice: [{ amount: 33 }],
  })
  const summary = await finance.books.gstSummary({ month: MONTH })
  expect(summary.returns).toHaveLength(1)
  expect(Math.round((summary.returns[0]?.outward.taxable ?? 0) * 100)).toBe(own.taxed)
  const zoho = await tableAt(`zoho.csv?month=${MONTH}`)
  const sign = (row: Record<string, string>) => (row.Type === 'Credit Note' ? -1 : 1)
  expect(zoho.reduce((all, row) => all + sign(row) * Math.round(Number(row['Item Price']) * 100), 0)).toBe(own.taxed)
})

/** Reads the vouchers of a file as Tally does: by its developer reference. */
function readVouchers(xml: string) {
  return [...xml.matchAll(/<VOUCHER VCHTYPE="([^"]+)" ACTION="Create"[^>]*>([\s\S]*?)<\/VOUCHER>/g)].map(
    ([, type, body = '']) => ({
      type,
      date: body.match(/<DATE>(\d{8})<\/DATE>/)?.[1],
      entries: [
        ...body.matchAll(
          /<LEDGERNAME>([^<]+)<\/LEDGERNAME>(?:<ISPARTYLEDGER>Yes<\/ISPARTYLEDGER>)?<ISDEEMEDPOSITIVE>(Yes|No)<\/ISDEEMEDPOSITIVE><AMOUNT>(-?[\d.]+)<\/AMOUNT>/g,
        ),
      ].map(([, ledger = '', positive, amount]) => ({ ledger, positive, paise: Math.round(Number(amount) * 100) })),
    }),
  )
}

test('every voucher for Tally balances, names a ledger of the file, and the ledgers end where the money is', async () => {
  const xml = await (await download(`tally.xml?month=${MONTH}`)).text()
  const named = new Set([...xml.matchAll(/<LEDGER NAME="([^"]+)"/g)].map(([, name]) => name))
  const vouchers = readVouchers(xml)
  expect(vouchers.length).toBeGreaterThan(80)
  for (const { type, date, entries } of vouchers) {
    expect(entries.reduce((all, { paise }) => all + paise, 0)).toBe(0)
    expect(
      entries.every(({ ledger, positive, paise }) => named.has(ledger) && paise < 0 === (positive === 'Yes')),
    ).toBe(true)
    expect(date?.startsWith('202612')).toBe(true)
    expect(['Sales', 'Credit Note', 'Debit Note', 'Receipt', 'Payment', 'Contra', 'Journal']).toContain(type)
    // Ledgers that Tally knows as cash and bank.
    const money = entries.filter(({ ledger }) => ['Razorpay', 'Bank', 'Cash'].includes(ledger))
    if (type === 'Contra') expect(money).toEqual(entries)
    if (type === 'Journal') expect(money).toEqual([])
    if (type === 'Payment') expect(money.some(({ positive }) => positive === 'No')).toBe(true)
    if (type === 'Receipt') expect(money.some(({ positive }) => positive === 'Yes')).toBe(true)
  }
  const balance = (name: string) =>
    -vouchers
      .flatMap(({ entries }) => entries)
      .reduce((all, { ledger, paise }) => all + (ledger === name ? paise : 0), 0)
  // Only the second payment has no document.
  expect(balance('Students')).toBe(-own.second)
  expect(-balance('Output IGST')).toBe(own.igst)
  expect(-balance('Output CGST')).toBe(own.halves)
  expect(balance('Gateway fees')).toBe(own.fees)
  expect(-balance('Course sales')).toBe(own.taxed)
})

test('a voucher has one id of its own in every file, so that a month that is imported twice is booked once', async () => {
  const idsOf = async () => {
    const xml = await (await download(`tally.xml?month=${MONTH}`)).text()
    return [...xml.matchAll(/<VOUCHER ([^>]*)>/g)].map(([, of]) => /REMOTEID="([^"]+)"/.exec(of ?? '')?.[1])
  }
  const ids = await idsOf()
  expect(ids.every((id) => id?.startsWith('skillhaat-'))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(await idsOf()).toEqual(ids)
})

test('e-invoices hold every document to a business, and name what lacks something', async () => {
  const span = `from=${MONTH}-01&to=${MONTH}-31`
  const made = await (await download(`einvoice.json?${span}`)).json()
  const missing = await tableAt(`einvoice_missing.csv?${span}`)
  const business = await server
    .db('documents')
    .whereRaw("facts->'buyer'->>'gstin' <> '' and issued_at < '2026-12-31T18:30:00Z'")
    .pluck('serial')
  expect(
    [...made.map((one: { DocDtls: { No: string } }) => one.DocDtls.No), ...missing.map((row) => row.Document)].sort(),
  ).toEqual(business.sort())
  expect(made.length).toBeGreaterThan(3)
  expect(await (await download(`einvoice.json?from=2026-01-01&to=2026-01-31`)).json()).toEqual([])
})

test('a workbook has the cells of its table, numbers as numbers', async () => {
  const answer = await download(`receipts.xlsx?month=${MONTH}`)
  expect(answer.headers.get('content-type')).toContain('spreadsheetml')
  const path = join(mkdtempSync(join(tmpdir(), 'books-')), 'receipts.xlsx')
  await writeFile(path, Buffer.from(await answer.arrayBuffer()))
  const found: string[][] = []
  await withWorkbook(path, ({ first = '', rows }) =>
    rows(first, ({ cells }) => {
      found.push(cells.map(String))
      return true
    }),
  )
  const table = await tableAt(`receipts.csv?month=${MONTH}`)
  expect(found[0]?.slice(0, 2)).toEqual(['Day', 'Order number'])
  expect(found[1]?.[0]).toMatch(/^\d{4}-\d\d-\d\d$/)
  const sheet = (await zipEntries(await readFile(path))).get('xl/worksheets/sheet1.xml')?.toString()
  expect(sheet).toMatch(/<c r="A2" s="\d+"[^>]*><v>4\d{4}<\/v>/)
  expect(found).toHaveLength(table.length + 1)
  const amount = found[0]?.indexOf('Amount') ?? 0
  expect(found.slice(1).reduce((all, row) => all + Math.round(Number(row[amount]) * 100), 0)).toBe(own.in + own.outside)
})

test('the ZIP of a month has every table twice, the vouchers, the returns and a PDF of each paper', async () => {
  const answer = await download(`books.zip?month=${MONTH}`)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const names = [...(await zipEntries(Buffer.from(await answer.arrayBuffer()))).keys()]
  for (const name of [
    'receipts.csv',
    'receipts.xlsx',
    'refunds.csv',
    'payout_lines.xlsx',
    'zoho.csv',
    'tally.xml',
    'GSTR3B.json',
  ])
    expect(names).toContain(name)
  const papers = await server
    .db('documents')
    .where('issued_at', '<', '2026-12-31T18:30:00Z')
    .count('* as count')
    .first()
  expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(Number(papers?.count))
})

/** Sends the reports that are due, and returns the sums in the newest email: each row of its table, in paise. */
async function reportAt(now: string) {
  server.clock.set(new Date(now))
  const to = 'ca@example.com'
  const count = (await mailsTo(server.dataDir, to)).length
  await reportsDueJob(server.ctx).run({}, now)
  await server.answerWaiting('report-mail')
  const mails = await mailsTo(server.dataDir, to)
  expect(mails).toHaveLength(count + 1)
  const text = textOf(mails.at(-1) ?? '')
  const rows = [...text.matchAll(/^([A-Z][^:\n]+): (-?)₹([\d,.]+)\r?$/gm)]
  const sums = Object.fromEntries(
    rows.map(([, label = '', minus, sum = '']) => [
      label,
      Math.round(Number(sum.replaceAll(',', '')) * 100) * (minus ? -1 : 1),
    ]),
  )
  return { text, sums }
}

test('the emails of a month and of its weeks have the sums of the screens, to the paisa', async () => {
  const owner = server.api(await server.adminToken())
  const paise = (rupees = 0) => Math.round(rupees * 100)
  server.clock.set(new Date('2026-11-30T06:00:00Z'))
  await owner.books.saveReportMail({ weekly: true, monthly: false, to: ['ca@example.com'] })
  const weeks: Record<string, number>[] = []
  for (const monday of [7, 14, 21, 28]) weeks.push((await reportAt(day(monday, 2))).sums)
  const receipts = (await tableAt(`receipts.csv?month=${MONTH}`)).filter(({ Day = '' }) => Day <= '2026-12-27')
  const all = (label: string) => weeks.reduce((sum, rows) => sum + (rows[label] ?? 0), 0)
  expect(all('Received through the gateway') + all('Received outside the gateway')).toBe(
    sum(receipts, 'Amount') + (await novemberSum()),
  )
  expect([all('Paid to your bank'), all('Gateway fees'), all('GST on gateway fees')]).toEqual([
    own.bank,
    own.fees,
    own.feeTax,
  ])
  await owner.books.saveReportMail({ weekly: false, monthly: true, to: ['ca@example.com'] })
  const { text, sums } = await reportAt('2027-01-01T02:30:00Z')
  server.clock.set(new Date('2027-01-08T06:00:00Z'))
  const month = await finance.books.month({ month: MONTH })
  const summary = await finance.books.gstSummary({ month: MONTH })
  const taxes = summary.returns.map(({ outward: { igst, cgst, sgst } }) => paise(igst) + paise(cgst) + paise(sgst))
  const tax = taxes.reduce((one, other) => one + other, 0)
  expect(sums).toEqual({
    'Received through the gateway': paise(month.came_in.gateway.sum),
    'Received outside the gateway': paise(month.came_in.outside.sum),
    Refunds: paise(month.went_out.refunds.sum),
    'Gateway fees': paise(month.went_out.fees),
    'GST on gateway fees': paise(month.went_out.fee_tax),
    'Paid to your bank': paise(month.bank.sum),
    'GST on invoices, less notes': tax,
    'GST to pay': tax - paise(summary.credit.tax),
  })
  expect(text).toContain(`/admin?tab=month&month=${MONTH}`)
  expect(text).toContain('it was paid twice')
})

/** Money of 30 November, which is of the first week. */
async function novemberSum() {
  return sum(
    (await tableAt('receipts.csv?month=2026-11')).filter(({ Day }) => Day === '2026-11-30'),
    'Amount',
  )
}

test('a closed month does not change: what is found later is booked when it is found', async () => {
  const before = {
    csv: await tableAt(`receipts.csv?month=${MONTH}`),
    refunds: await tableAt(`refunds.csv?month=${MONTH}`),
  }
  const closed = await finance.books.closeMonth({ month: MONTH })
  expect(closed.month.closed).toMatchObject({ late: [] })
  await expect(finance.books.closeMonth({ month: MONTH })).rejects.toMatchObject({ code: 'conflict' })
  await expect(finance.books.closeMonth({ month: '2027-01' })).rejects.toMatchObject({ code: 'conflict' })
  // Money of 30 December that becomes known on 10 January.
  const late = await sell(44, day(30), { inMonth: false })
  await server.db('orders').where({ order_id: late.order_id }).update({ paid_at: '2027-01-10T06:00:00Z' })
  expect(await tableAt(`receipts.csv?month=${MONTH}`)).toEqual(before.csv)
  expect(await tableAt(`refunds.csv?month=${MONTH}`)).toEqual(before.refunds)
  const january = await tableAt('receipts.csv?month=2027-01')
  expect(january.find((row) => row['Belongs to a closed month'] === '2026-12-30')).toMatchObject({ Day: '2027-01-10' })
  const month = await finance.books.month({ month: MONTH })
  expect(month.closed?.late).toMatchObject([{ kind: 'receipt', amount: late.paise / 100 }])
  expect(month.came_in.total).toBe((own.in + own.outside) / 100)
  const { came_in, went_out, bank, tax } = month
  const { sums } = await server.db('closed_months').where({ month: MONTH }).first('sums')
  expect({ came_in, went_out, bank, tax }).toEqual(sums)
  await server
    .db('closed_months')
    .where({ month: MONTH })
    .update({ sums: JSON.stringify({ ...sums, bank: { ...bank, on_the_way: 1 } }) })
  expect((await finance.books.month({ month: MONTH })).bank.on_the_way).toBe(1)
})

test('a refund that fails after its month was closed returns in the month in which it failed', async () => {
  const sold = await server.db('refunds').where({ status: 'processed', channel: 'gateway' }).first()
  const december = await tableAt(`refunds.csv?month=${MONTH}`)
  const sums = (await finance.books.month({ month: MONTH })).went_out.refunds
  await server
    .db('refunds')
    .where({ refund_id: sold.refund_id })
    .update({ status: 'failed', updated_at: '2027-01-12T06:00:00Z' })
  await issueDocuments(at('2027-01-12T06:00:00Z'), sold.order_id)
  expect(await tableAt(`refunds.csv?month=${MONTH}`)).toEqual(december)
  expect((await finance.books.month({ month: MONTH })).went_out.refunds).toEqual(sums)
  const [returned] = await tableAt('refunds.csv?month=2027-01')
  const debit = await server.db('documents').where({ order_id: sold.order_id, kind: 'debit_note' }).first('serial')
  expect(returned).toMatchObject({ Day: '2027-01-12', Amount: '0', Note: debit.serial })
  expect(Math.round(Number(returned?.Returned) * 100)).toBe(sold.amount_paise)
  const january = await finance.books.month({ month: '2027-01' })
  expect(january.went_out.refunds).toEqual({ count: 0, sum: -sold.amount_paise / 100 })
  const vouchers = readVouchers(await (await download('tally.xml?month=2027-01')).text())
  expect(vouchers.filter(({ type }) => type === 'Receipt').at(-1)?.entries).toEqual([
    { ledger: 'Students', positive: 'No', paise: sold.amount_paise },
    { ledger: 'Razorpay', positive: 'Yes', paise: -sold.amount_paise },
  ])
})

test('a closed month names buyers and documents as they were', async () => {
  const before = await tableAt(`receipts.csv?month=${MONTH}`)
  await server.db('users').update({ name: 'Somebody Else' })
  expect(await tableAt(`receipts.csv?month=${MONTH}`)).toEqual(before)
})

test('a refund with two documents names both, and one that left twice the document of each time', async () => {
  const { db } = server
  breaks(db, papersAreTheMoney, 'papers of a refund are rows beside those that were issued')
  breaks(db, notesAreTheRefunds, 'papers of a refund are rows beside those that were issued')
  breaks(db, numbersAreOnce, 'papers are rows of series of their own')
  const refund = await db('refunds').where({ status: 'processed', channel: 'gateway' }).orderBy('refund_id').first()
  const [first] = await db('documents').where({ refund_id: refund.refund_id })
  const own = async () =>
    (await tableAt(`refunds.csv?month=${MONTH}`)).filter(({ Reference }) => Reference === refund.gateway_refund_id)
  expect((await own()).map(({ Note }) => Note)).toEqual([first.serial])
  // The rest of a refund that is more than what is left of its document is a receipt of its own.
  const { facts, ...columns } = first
  const second = {
    ...columns,
    document_id: 'doc_beyond',
    kind: 'refund_receipt',
    series: 'RR',
    number: 901,
    serial: 'RR-901',
  }
  await db('documents').insert({ ...second, facts: JSON.stringify({ ...facts, beyond: true }) })
  expect((await own()).map(({ Note }) => Note)).toEqual([`${first.serial}, RR-901`])
  const { updated_at } = refund
  const later = (minutes: number) => new Date(Date.parse(updated_at) + minutes * 60_000)
  await db('refunds')
    .where({ refund_id: refund.refund_id })
    .update({ status: 'failed', updated_at: later(30) })
  await db('refunds')
    .where({ refund_id: refund.refund_id })
    .update({ status: 'processed', updated_at: later(60) })
  await db('documents').insert({
    ...second,
    document_id: 'doc_again',
    number: 902,
    serial: 'RR-902',
    issued_at: later(61),
    facts: JSON.stringify(facts),
  })
  expect((await own()).map(({ Note }) => Note)).toEqual([`${first.serial}, RR-901`, '', 'RR-902'])
})

test('an invoice for money of an earlier month is named in the month of its issue', async () => {
  const [row] = await server.db('documents').where({ kind: 'invoice', corrects: null }).limit(1)
  breaks(server.db, linesAreTheOrder, 'its order is a copy of another, without lines')
  const order_id = 'order_late'
  const order = await server.db('orders').where({ order_id: row.order_id }).first()
  const own = { order_id, order_no: 'SH-2026-90001', fingerprint: order_id, payment_id: null, gateway_link_id: null }
  const sources = { source: null, reductions: null, gateway_order_id: null, page_order_id: null, paid_at: '2026-11-20' }
  await server.db('orders').insert({ ...order, ...own, ...sources })
  const facts = JSON.stringify({ ...row.facts, paid_at: '2026-11-20T06:00:00.000Z' })
  const late = { document_id: 'doc_late', serial: 'LT/26-27/000001', series: 'LT/26-27', number: 1, order_id, facts }
  await server.db('documents').insert({ ...row, ...late, kind: 'bill_of_supply', issued_at: '2026-12-01T06:00:00Z' })
  const { late_papers } = await finance.books.month({ month: MONTH })
  expect(late_papers).toMatchObject([{ serial: late.serial, paid_at: '2026-11-20T06:00:00.000Z' }])
  expect((await finance.books.month({ month: '2026-11' })).late_papers).toEqual([])
})
