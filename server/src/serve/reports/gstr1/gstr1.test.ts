import { isGstin } from 'contract/gst'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildStudentRow } from '../../../../test/catalogue-factories.ts'
import { Gstr1Schema } from '../../../../test/gstr1-schema.ts'
import { type Ledger, openLedger, taxed } from '../../../../test/ledger.ts'
import { SELLER_GSTIN } from '../../../../test/tax-settings.ts'
import type { Context } from '../../../context.ts'
import { findUnbilledOrders } from '../../../sales/documents/documents.queries.ts'
import { issueDocuments } from '../../../sales/documents/documents.service.ts'
import { findGstins, readGstr1 } from './gstr1.service.ts'
import type { Gstr1 } from './gstr1.ts'
import { gstr1Csv } from './gstr1-csv.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.stop())

/** Builds a GSTIN with its check digit. */
function gstinOf(state: string, letters: string): string {
  const found = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((digit) => `${state}${letters}1234A1Z${digit}`)
  const valid = found.find(isGstin)
  if (!valid) throw new Error('no such GSTIN')
  return valid
}
const businesses = [gstinOf('29', 'AAGCB'), gstinOf('27', 'AABCV'), gstinOf('07', 'AAFCD')]

let seed = 20_261_206
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  // The upper bits: the lower ones repeat in short cycles.
  return Math.floor((seed / 2_147_483_648) * below)
}

const OF_NOVEMBER = '2026-11-28T06:30:00Z'
const at = (now: string): Context => ({ ...ledger.ctx, now: () => new Date(now) })

/** Rates and ways of pricing, by the id of their settings. */
async function buildSettings(): Promise<{ id: number; rate: number; added: boolean; paid_at: string }[]> {
  const kinds = [
    { day: '2026-11-04', rate: 18, prices: 'inclusive' },
    { day: '2026-11-01', rate: 18, prices: 'exclusive' },
    { day: '2026-11-02', rate: 12, prices: 'inclusive' },
    { day: '2026-11-03', rate: 0, prices: 'inclusive' },
  ]
  const { rate: _, ...rest } = taxed
  const rows = kinds.map(({ day, rate, prices }) => {
    return { ...rest, valid_from: day, rate_basis_points: rate * 100, prices }
  })
  const ids: { id: number }[] = await ledger.db('tax_settings').insert(rows).returning('id')
  return kinds.map(({ day, rate, prices }, index) => {
    return { id: ids[index]?.id ?? 0, rate, added: prices === 'exclusive', paid_at: `${day}T06:30:00Z` }
  })
}

/** A thousand paid orders of one or more lines: consumers and businesses, three states, discounts, small and large sums. */
async function buildOrders(): Promise<void> {
  const settings = await buildSettings()
  const { course_id } = await buildCourse(ledger.db)
  const buyer = await buildStudentRow(ledger.db)
  const [orders, lines]: [Record<string, unknown>[], Record<string, unknown>[]] = [[], []]
  for (let index = 0; index < 1_000; index += 1) {
    const order_id = `ord_${String(index).padStart(6, '0')}`
    const setting = settings[random(10) < 6 ? 0 : 1 + random(3)] ?? settings[0]
    if (!setting) throw new Error('no settings')
    const gstin = random(4) === 0 ? businesses[random(3)] : undefined
    let [subtotal, discount, tax] = [0, 0, 0]
    for (let position = 0; position <= random(3); position += 1) {
      const price_paise = 1_00 + random(random(5) === 0 ? 90_000_00 : 3_000_00)
      const quantity = 1 + random(3)
      const discount_paise = random(2) === 0 ? 0 : random(price_paise)
      const total_paise = price_paise * quantity - discount_paise
      const line = { order_id, position, course_id, course_name: 'Reels', course_banner: 'b' }
      lines.push({ ...line, price_paise, quantity, discount_paise, total_paise })
      subtotal += price_paise * quantity
      discount += discount_paise
      if (setting.added) tax += Math.round((total_paise * setting.rate) / 100)
    }
    const time = new Date(OF_NOVEMBER)
    orders.push({
      order_id,
      user_id: buyer.id,
      status: 'paid',
      fingerprint: order_id,
      payment_id: `pay_${index}`,
      subtotal_paise: subtotal,
      discount_paise: discount,
      tax_paise: tax,
      total_paise: subtotal - discount + tax,
      billing_state: gstin?.slice(0, 2) ?? ['27', '29', '07'][random(3)],
      tax_settings_id: setting.id,
      ...(gstin && { billing_gstin: gstin, billing_name: 'Verma Studios', billing_address: 'Bengaluru' }),
      created_at: time,
      expires_at: time,
      paid_at: setting.paid_at,
    })
  }
  await ledger.db.batchInsert('orders', orders, 200)
  await ledger.db.batchInsert('order_lines', lines, 500)
}

/** Refunds of a part or the whole of every third order, of those that were sold the month before as well. */
async function buildRefunds(): Promise<void> {
  const orders = await ledger.db('orders').orderBy('order_id').select('order_id', 'payment_id', 'total_paise')
  const time = ledger.ctx.now()
  const rows = orders.flatMap(({ order_id, payment_id, total_paise }, index) => {
    if (index % 3 !== 0) return []
    const amount_paise = index % 2 ? total_paise : 1 + random(total_paise)
    const refund = { refund_id: `rfnd_${index}`, order_id, payment_id, amount_paise, status: 'processed' }
    return [{ ...refund, gateway_refund_id: `rfnd_${index}`, created_at: time, updated_at: time }]
  })
  await ledger.db.batchInsert('refunds', rows, 200)
}

async function issueAll(now: string, limit: number): Promise<void> {
  const orders = await findUnbilledOrders(ledger.db, { since: '2026-01-01', limit })
  for (const order_id of orders) await issueDocuments(at(now), order_id)
}

type Sum = { taxable: number; tax: number; igst: number }
const paise = (rupees = 0) => Math.round(rupees * 100)

/** Sums December's document lines in PostgreSQL, by a condition that names their section. */
async function sumOfLines(where: string): Promise<Sum> {
  const { rows } = await ledger.db.raw<{ rows: Sum[] }>(
    `with papers as (
       select d.document_id, d.kind, d.facts, o.billing_gstin as gstin, o.billing_state <> '27' as inter,
         (s.facts->>'total_paise')::bigint > 10000000 as large, (d.facts->>'rate_basis_points')::int as rate,
         case d.kind when 'credit_note' then -1 else 1 end as sign
       from documents d
       join orders o on o.order_id = d.order_id
       join documents s on s.order_id = d.order_id and s.refund_id is null
       where d.issued_at >= '2026-11-30T18:30:00Z' and d.issued_at < '2026-12-31T18:30:00Z')
     select coalesce(sum(sign * (line->>'taxable_paise')::bigint), 0)::bigint as taxable,
       coalesce(sum(sign * (line->>'tax_paise')::bigint), 0)::bigint as tax,
       coalesce(sum(sign * (line->>'tax_paise')::bigint) filter (where inter), 0)::bigint as igst
     from papers, jsonb_array_elements(facts->'lines') as line
     where ${where}`,
  )
  if (!rows[0]) throw new Error('no sum')
  return rows[0]
}

type Row = { txval: number; iamt?: number; camt?: number; samt?: number }
const sumOf = (rows: readonly Row[] = [], sign = 1): Sum =>
  rows.reduce<Sum>(
    ({ taxable, tax, igst }, row) => ({
      taxable: taxable + sign * paise(row.txval),
      tax: tax + sign * (paise(row.iamt) + paise(row.camt) + paise(row.samt)),
      igst: igst + sign * paise(row.iamt),
    }),
    { taxable: 0, tax: 0, igst: 0 },
  )

const details = (rows: readonly { itms: { itm_det: Row }[] }[] = []) =>
  rows.flatMap(({ itms }) => itms.map(({ itm_det }) => itm_det))

function tablesOf(gstr1: Gstr1): Record<string, Sum> {
  return {
    b2b: sumOf(details(gstr1.b2b?.flatMap(({ inv }) => inv))),
    b2cl: sumOf(details(gstr1.b2cl?.flatMap(({ inv }) => inv))),
    b2cs: sumOf(gstr1.b2cs),
    cdnr: sumOf(details(gstr1.cdnr?.flatMap(({ nt }) => nt)), -1),
    cdnur: sumOf(details(gstr1.cdnur), -1),
    nil: sumOf(gstr1.nil?.inv.map(({ expt_amt }) => ({ txval: expt_amt }))),
    hsn_b2b: sumOf(gstr1.hsn?.hsn_b2b),
    hsn_b2c: sumOf(gstr1.hsn?.hsn_b2c),
  }
}

test('GSTR-1 of 1,000 orders, refunds included, is of the portal’s fields and adds up to the paisa', async () => {
  await buildOrders()
  // A tenth was sold the month before; what goes back of it is of this one.
  await issueAll(OF_NOVEMBER, 100)
  await issueAll('2026-12-05T06:30:00Z', 1_000)
  await buildRefunds()
  await issueAll('2026-12-20T06:30:00Z', 1_000)
  const gstr1 = await readGstr1(ledger.ctx, '2026-12', SELLER_GSTIN)
  expect(Gstr1Schema.parse(JSON.parse(JSON.stringify(gstr1)))).toEqual(gstr1)
  expect(gstr1).toMatchObject({ gstin: SELLER_GSTIN, fp: '122026' })

  const large = 'inter and large'
  const expected = {
    b2b: `rate > 0 and gstin is not null and kind = 'invoice'`,
    b2cl: `rate > 0 and gstin is null and ${large} and kind = 'invoice'`,
    b2cs: `rate > 0 and gstin is null and not (${large})`,
    cdnr: `rate > 0 and gstin is not null and kind = 'credit_note'`,
    cdnur: `rate > 0 and gstin is null and ${large} and kind = 'credit_note'`,
    nil: 'rate = 0',
    hsn_b2b: 'gstin is not null',
    hsn_b2c: 'gstin is null',
  }
  const tables = tablesOf(gstr1)
  for (const [table, where] of Object.entries(expected)) {
    expect([table, tables[table]]).toEqual([table, await sumOfLines(where)])
    expect(tables[table]?.taxable, table).not.toBe(0)
  }

  // All tables together are what was charged in the month less what went back in it, by the ledger and not by the documents.
  const { rows } = await ledger.db.raw(
    `select (select sum(total_paise) from orders where order_id in
        (select order_id from documents where refund_id is null and issued_at > '2026-11-30T18:30:00Z'))
      - (select sum(amount_paise) from refunds) as paise`,
  )
  const all = ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'nil'].map((table) => tables[table])
  expect(all.reduce((sum, part) => sum + (part?.taxable ?? 0) + (part?.tax ?? 0), 0)).toBe(Number(rows[0].paise))

  const issued = gstr1.doc_issue?.doc_det.flatMap(({ docs }) => docs) ?? []
  const papers = await ledger
    .db('documents')
    .where('issued_at', '>', '2026-11-30T18:30:00Z')
    .count({ all: '*' })
    .first()
  expect(issued.reduce((sum, { net_issue }) => sum + net_issue, 0)).toBe(papers?.all)
  expect(gstr1.doc_issue?.doc_det.map(({ doc_num }) => doc_num)).toEqual([1, 5])

  // The same as a table.
  const [head = '', ...cells] = gstr1Csv(gstr1).replace('\uFEFF', '').trim().split('\r\n')
  const column = head.split(',').indexOf('Taxable value')
  const sumIn = (table: string) =>
    cells
      .map((line) => line.split(','))
      .filter(([first]) => first === table)
      .reduce((sum, row) => sum + paise(Number(row[column])), 0)
  for (const table of Object.keys(expected)) {
    expect([table, sumIn(table)]).toEqual([table, Math.abs(tables[table]?.taxable ?? 0)])
  }
}, 600_000)

test('a month is of Indian time, one without documents has no rows, and a number that was skipped begins a run', async () => {
  const november = await readGstr1(ledger.ctx, '2026-11', SELLER_GSTIN)
  expect(november.doc_issue?.doc_det.flatMap(({ docs }) => docs).reduce((sum, { totnum }) => sum + totnum, 0)).toBe(100)
  expect(await findGstins(ledger.ctx, '2027-06')).toEqual([SELLER_GSTIN])
  expect(await readGstr1(ledger.ctx, '2027-06', SELLER_GSTIN)).toEqual({
    gstin: SELLER_GSTIN,
    fp: '062027',
    version: 'GST3.2.4',
    hash: 'hash',
  })
  const invoices = (gstr1: Gstr1) => gstr1.doc_issue?.doc_det.find(({ doc_num }) => doc_num === 1)?.docs
  const series = await ledger.db('document_series').where({ series: 'SH/26-27' }).first('last_number')
  await ledger
    .db('document_series')
    .where({ series: 'SH/26-27' })
    .update({ last_number: series.last_number + 50 })
  // The last half hour of the year in India.
  const late = '2026-12-31T18:29:00Z'
  const before = invoices(await readGstr1(ledger.ctx, '2026-12', SELLER_GSTIN))?.length ?? 0
  const { course_id } = await buildCourse(ledger.db)
  const buyer = await buildStudentRow(ledger.db)
  const time = new Date(late)
  await ledger.db('orders').insert({
    order_id: 'ord_late',
    user_id: buyer.id,
    status: 'paid',
    fingerprint: 'late',
    payment_id: 'pay_late',
    subtotal_paise: 100,
    discount_paise: 0,
    total_paise: 100,
    created_at: time,
    expires_at: time,
    paid_at: time,
    tax_settings_id: (await ledger.db('tax_settings').orderBy('id').first('id')).id,
  })
  await ledger.db('order_lines').insert({
    order_id: 'ord_late',
    position: 0,
    course_id,
    course_name: 'Late',
    course_banner: 'b',
    price_paise: 100,
    quantity: 1,
    discount_paise: 0,
    total_paise: 100,
  })
  const [paper] = await issueDocuments(at(late), 'ord_late')
  const docs = invoices(await readGstr1(ledger.ctx, '2026-12', SELLER_GSTIN))
  expect(docs).toHaveLength(before + 1)
  expect(docs?.at(-1)).toMatchObject({ from: paper?.serial, to: paper?.serial, totnum: 1, cancel: 0, net_issue: 1 })
})
