import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildCourse, buildStudentRow } from '../../../test/catalogue-factories.ts'
import { breaks } from '../../../test/invariants.ts'
import { buildRefund, buildSale, type Ledger, openLedger, type Sale, taxed } from '../../../test/ledger.ts'
import { isPlainRun } from '../../../test/scope.ts'
import { giftForEachSeat } from '../gifts/gifts.invariants.ts'
import { takeNumber } from './document-series.queries.ts'
import { type DocumentRow, findOrderDocuments, findUnbilledOrders } from './documents.queries.ts'
import { issueDocuments } from './documents.service.ts'
import { drawDocument } from './pdf.ts'
import { addTaxSettings } from './tax-settings.ts'

let shop: Ledger
beforeAll(async () => {
  shop = await openLedger()
})
afterAll(() => shop.stop())

it('a sale has a receipt until there are tax settings, and then an invoice', async () => {
  const ledger = await openLedger()
  const before = await buildSale(ledger)
  const [receipt] = await issueDocuments(ledger.ctx, before.order_id)
  expect(receipt).toMatchObject({ kind: 'receipt', serial: 'RC/26-27/0000001' })
  expect(receipt?.facts).toMatchObject({ seller: null, total_paise: 499_00, igst_paise: 0, cgst_paise: 0 })

  await addTaxSettings(ledger.ctx, { ...taxed, valid_from: '2026-12-05' })
  const sale = await buildSale(ledger, { state: '29' })
  const [invoice] = await issueDocuments(ledger.ctx, sale.order_id)
  expect(invoice).toMatchObject({ kind: 'invoice', serial: 'SH/26-27/0000001' })
  expect(invoice?.facts).toMatchObject({
    place_of_supply: '29',
    taxable_paise: 422_88,
    igst_paise: 76_12,
    cgst_paise: 0,
    total_paise: 499_00,
  })
  const home = await buildSale(ledger)
  const [local] = await issueDocuments(ledger.ctx, home.order_id)
  expect(local?.facts).toMatchObject({
    place_of_supply: '27',
    taxable_paise: 422_88,
    igst_paise: 0,
    cgst_paise: 38_06,
    sgst_paise: 38_06,
  })

  // Off again from a later day, for whatever is paid then.
  await addTaxSettings(ledger.ctx, { ...taxed, valid_from: '2026-12-10', enabled: false })
  const later = { ...ledger, ctx: { ...ledger.ctx, now: () => new Date('2026-12-11T00:00:00Z') } }
  const [after] = await issueDocuments(later.ctx, (await buildSale(later)).order_id)
  expect(after?.kind).toBe('receipt')
  await ledger.stop()
})

it.each(['inclusive', 'exclusive'] as const)(
  'a sale that was granted though another sum was paid is over that sum, and so is what goes back of it (prices %s)',
  async (prices) => {
    const ledger = await openLedger()
    await addTaxSettings(ledger.ctx, { ...taxed, valid_from: '2026-12-05', prices })
    const settings: { id: number } = await ledger.db('tax_settings').first('id')
    for (const received of [1_00, 333_33, 700_00]) {
      const tax = prices === 'exclusive' ? 108_00 : 0
      const sale = await buildSale(ledger, { paise: [400_00, 200_00], tax, settings: settings.id })
      await ledger.db('orders').where({ order_id: sale.order_id }).update({ captured_paise: received })
      const [invoice] = await issueDocuments(ledger.ctx, sale.order_id)
      expect(invoice?.facts.total_paise).toBe(received)
      for (const line of invoice?.facts.lines ?? []) {
        const shown = line.unit_price_paise * line.quantity - line.discount_paise
        const own = line.description === 'Paid beyond the price' || prices === 'inclusive'
        expect(shown).toBe(own ? line.total_paise : line.taxable_paise)
        expect(line.taxable_paise + line.tax_paise).toBe(line.total_paise)
        expect(line.total_paise).toBeGreaterThanOrEqual(0)
      }
      await buildRefund(ledger, sale.order_id, received)
      const [note] = await issueDocuments(ledger.ctx, sale.order_id)
      const { total_paise, taxable_paise, cgst_paise, sgst_paise } = invoice?.facts ?? {}
      expect(note?.facts).toMatchObject({ total_paise, taxable_paise, cgst_paise, sgst_paise })
    }
    await ledger.stop()
  },
)

it('tax settings for a day that is over are refused', async () => {
  await expect(addTaxSettings(shop.ctx, { ...taxed, valid_from: '2026-12-04' })).rejects.toMatchObject({
    code: 'invalid',
  })
})

it('each document is made once, however often it is requested, and none before the money arrived', async () => {
  const { order_id } = await buildSale(shop)
  const requested = await Promise.all(Array.from({ length: 10 }, () => issueDocuments(shop.ctx, order_id)))
  expect(requested.flat()).toHaveLength(1)
  const open = await buildSale(shop, { order: { status: 'created', payment_id: null, paid_at: null } })
  expect(await issueDocuments(shop.ctx, open.order_id)).toEqual([])
  expect(await issueDocuments(shop.ctx, 'ord_nobody')).toEqual([])
})

it('100 sales at once are numbered without a gap, also when some of them fail on the way', async () => {
  const ledger = await openLedger()
  const sales = []
  for (let index = 0; index < 100; index += 1) sales.push(await buildSale(ledger))
  // Every tenth one fails when its number is taken already.
  const broken = sales.filter((_, index) => index % 10 === 3).map((sale) => sale.order_id)
  await ledger.db.raw(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no space'; end $$;
     create trigger refuse before insert on documents for each row when (new.order_id in ('${broken.join("','")}')) execute function refuse()`,
  )
  const ends = await Promise.allSettled(sales.map((sale) => issueDocuments(ledger.ctx, sale.order_id)))
  expect(ends.filter((end) => end.status === 'rejected')).toHaveLength(10)
  const numbers = await ledger.db('documents').orderBy('number').pluck('number')
  expect(numbers).toEqual(Array.from({ length: 90 }, (_, index) => index + 1))
  await ledger.stop()
}, 60_000)

it('a document is dated when it gets its number, in the year of its series', async () => {
  const ledger = await openLedger('2027-03-31T18:29:00Z')
  const late = async (passes: string) => {
    const { order_id } = await buildSale(ledger)
    let at = '2027-03-31T18:29:00Z'
    const ctx = { ...ledger.ctx, now: () => new Date(at) }
    const held = await ledger.db.transaction(async (trx) => {
      await takeNumber(trx, 'RC/26-27')
      const issued = issueDocuments(ctx, order_id)
      await vi.waitFor(async () => {
        const { rows } = await ledger.db.raw(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(1)
      }, 45_000)
      at = passes
      return { issued }
    })
    const [document] = await held.issued
    return [document?.series, document?.issued_at]
  }
  expect(await late('2027-03-31T18:29:59Z')).toEqual(['RC/26-27', '2027-03-31T18:29:59.000Z'])
  expect(await late('2027-03-31T18:31:00Z')).toEqual(['RC/26-27', '2027-03-31T18:29:00.000Z'])
  await ledger.stop()
})

it('the year of a number turns on the first of April in India', async () => {
  const eve = await openLedger('2027-03-31T18:29:59Z')
  const [old] = await issueDocuments(eve.ctx, (await buildSale(eve)).order_id)
  expect(old?.serial).toBe('RC/26-27/0000001')
  const day = { ...eve, ctx: { ...eve.ctx, now: () => new Date('2027-03-31T18:30:00Z') } }
  const [next] = await issueDocuments(day.ctx, (await buildSale(day)).order_id)
  expect(next?.serial).toBe('RC/27-28/0000001')
  await eve.stop()
})

it('credit notes take back what was refunded, and over the whole exactly the invoice', async () => {
  const ledger = await openLedger()
  await addTaxSettings(ledger.ctx, { ...taxed, valid_from: '2026-12-05' })
  const sale = await buildSale(ledger, {
    paise: [499_00, 333_33, 1_01],
    quantities: [1, 3, 1],
    discounts: [99_80, 0, 0],
    state: '29',
  })
  await issueDocuments(ledger.ctx, sale.order_id)
  breaks(ledger.db, giftForEachSeat, 'a ledger gives nothing out')
  for (const part of [1, 100_00, 7_77, sale.total_paise - 107_78]) {
    await buildRefund(ledger, sale.order_id, part)
    const [note, ...more] = await issueDocuments(ledger.ctx, sale.order_id)
    expect(more).toEqual([])
    expect(note?.kind).toBe('credit_note')
    expect(note?.facts).toMatchObject({
      total_paise: part,
      against: { serial: 'SH/26-27/0000001' },
      reason: 'Not as expected',
    })
  }
  const [invoice, ...notes] = (await findOrderDocuments(ledger.db, sale.order_id)).sort(
    (a, b) => (a.refund_id ? 1 : 0) - (b.refund_id ? 1 : 0),
  )
  expect(notes.map((note) => note.serial).sort()).toEqual([1, 2, 3, 4].map((number) => `CN/26-27/000000${number}`))
  for (const key of ['taxable_paise', 'igst_paise', 'total_paise'] as const) {
    expect(notes.reduce((sum, note) => sum + note.facts[key], 0)).toBe(invoice?.facts[key])
  }
  // No note takes from a line what an earlier note took.
  for (const [index, line] of invoice?.facts.lines.entries() ?? []) {
    const back = (key: 'taxable_paise' | 'tax_paise' | 'total_paise') =>
      notes.reduce((sum, note) => sum + (note.facts.lines[index]?.[key] ?? 0), 0)
    expect([back('taxable_paise'), back('tax_paise'), back('total_paise')]).toEqual([
      line.taxable_paise,
      line.tax_paise,
      line.total_paise,
    ])
  }
  await ledger.stop()
})

it('a refunded duplicate takes nothing off the invoice, which covers its own payment alone', async () => {
  const ledger = await openLedger()
  const sale = await buildSale(ledger)
  await issueDocuments(ledger.ctx, sale.order_id)
  await buildRefund(ledger, sale.order_id, sale.total_paise, 'pay_second')
  expect(await findUnbilledOrders(ledger.db, { since: '2026-01-01', limit: 10 })).toEqual([])
  expect(await issueDocuments(ledger.ctx, sale.order_id)).toEqual([])
  await buildRefund(ledger, sale.order_id, sale.total_paise)
  expect(await findUnbilledOrders(ledger.db, { since: '2026-01-01', limit: 10 })).toEqual([sale.order_id])
  const [note, ...more] = await issueDocuments(ledger.ctx, sale.order_id)
  expect([note?.facts.total_paise, more]).toEqual([sale.total_paise, []])
  await ledger.stop()
})

it.skipIf(isPlainRun)(
  'lines, taxes and totals of 1,000 orders sum to what was charged',
  async () => {
    const ledger = await openLedger()
    await addTaxSettings(ledger.ctx, { ...taxed, valid_from: '2026-12-05' })
    const [exclusive] = await ledger
      .db('tax_settings')
      .insert({ ...row(taxed), valid_from: '2026-12-06', prices: 'exclusive' })
      .returning('id')
    let charged = 0
    let seed = 20_261_205
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    const { course_id } = await buildCourse(ledger.db)
    const buyer = await buildStudentRow(ledger.db)
    const orders = []
    const lines = []
    for (let index = 0; index < 1_000; index += 1) {
      const order_id = `ord_${String(index).padStart(6, '0')}`
      const isExclusive = random(3) === 0
      let subtotal = 0
      let discount = 0
      let tax = 0
      for (let position = 0; position <= random(4); position += 1) {
        const price_paise = 1 + random(500_000)
        const quantity = 1 + random(3)
        const discount_paise = random(price_paise * quantity)
        const total_paise = price_paise * quantity - discount_paise
        lines.push({
          order_id,
          position,
          course_id,
          course_name: 'Reels',
          course_banner: 'b',
          price_paise,
          quantity,
          discount_paise,
          total_paise,
        })
        subtotal += price_paise * quantity
        discount += discount_paise
        // Not by the contract's formula; every second order as before 21 November 2026: half of 18 %, half up, twice.
        if (isExclusive)
          tax += index % 2 ? Math.round((total_paise * 18) / 100) : Math.floor((total_paise * 9 + 50) / 100) * 2
      }
      const minimum = random(20) === 0 ? 1 + random(99) : 0
      const total = subtotal - discount + tax + minimum
      charged += total
      const at = ledger.ctx.now()
      orders.push({
        order_id,
        user_id: buyer.id,
        status: 'paid',
        fingerprint: order_id,
        subtotal_paise: subtotal,
        discount_paise: discount,
        minimum_charge_paise: minimum,
        tax_paise: tax,
        total_paise: total,
        billing_state: random(2) ? '27' : '07',
        tax_settings_id: isExclusive ? exclusive.id : null,
        created_at: at,
        expires_at: at,
        paid_at: at,
      })
    }
    await ledger.db.batchInsert('orders', orders, 200)
    await ledger.db.batchInsert('order_lines', lines, 500)
    const since = '2026-12-01T00:00:00Z'
    for (const order of await findUnbilledOrders(ledger.db, { since, limit: 1_000 }))
      await issueDocuments(ledger.ctx, order)
    expect(await findUnbilledOrders(ledger.db, { since, limit: 1_000 })).toEqual([])
    const totals = new Map(orders.map((order) => [order.order_id, order.total_paise]))
    const documents: DocumentRow[] = await ledger.db('documents')
    expect(documents).toHaveLength(1_000)
    let booked = 0
    for (const { order_id, facts } of documents) {
      const sum = facts.lines.reduce((total, line) => total + line.total_paise, 0)
      expect(sum).toBe(totals.get(order_id))
      expect(facts.total_paise).toBe(sum)
      expect(facts.taxable_paise + facts.cgst_paise + facts.sgst_paise + facts.igst_paise).toBe(sum)
      expect(facts.cgst_paise).toBe(facts.sgst_paise)
      expect(facts.cgst_paise === 0 || facts.igst_paise === 0).toBe(true)
      booked += facts.total_paise
    }
    expect(booked).toBe(charged)
    await ledger.stop()
  },
  120_000,
)

it('₹299 holds ₹45.61 of IGST, or two equal halves; added tax is 18 % to the paisa, and an older order keeps what it charged', async () => {
  const ledger = await openLedger()
  await addTaxSettings(ledger.ctx, { ...taxed, valid_from: '2026-12-05' })
  const [exclusive] = await ledger
    .db('tax_settings')
    .insert({ ...row(taxed), valid_from: '2026-12-06', prices: 'exclusive' })
    .returning('id')
  const sums = async (sale: Sale) => {
    const { order_id } = await buildSale(ledger, sale)
    const [invoice] = await issueDocuments(ledger.ctx, order_id)
    const { taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise, lines } = invoice?.facts ?? {}
    const [line] = lines ?? []
    return [taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise, line?.discount_paise]
  }
  expect(await sums({ paise: [299_00], state: '29' })).toEqual([253_39, 0, 0, 45_61, 299_00, 0])
  expect(await sums({ paise: [299_00], state: '27' })).toEqual([253_38, 22_81, 22_81, 0, 299_00, 0])
  const added = { paise: [299_50], settings: exclusive.id }
  expect(await sums({ ...added, state: '29', tax: 53_91 })).toEqual([299_50, 0, 0, 53_91, 353_41, 0])
  expect(await sums({ ...added, state: '27', tax: 53_91 })).toEqual([299_49, 26_96, 26_96, 0, 353_41, 1])
  expect(await sums({ ...added, state: '29', tax: 53_92 })).toEqual([299_50, 0, 0, 53_92, 353_42, 0])
  expect(await sums({ ...added, state: '27', tax: 53_92 })).toEqual([299_50, 26_96, 26_96, 0, 353_42, 0])
  await ledger.stop()
})

it('a receipt with a name in Devanagari embeds few glyphs', async () => {
  const { order_id } = await buildSale(shop)
  const [receipt] = await issueDocuments(shop.ctx, order_id)
  if (!receipt) throw new Error('no receipt')
  receipt.facts.buyer.name = 'आशा वर्मा'
  const bytes = await drawDocument(receipt)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeLessThan(80_000)
})

function row({ rate, ...settings }: typeof taxed) {
  return { ...settings, rate_basis_points: rate * 100 }
}
