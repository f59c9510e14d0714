import { indianDay } from 'contract/indian-time'
import { toPaise } from 'contract/money'
import { priceCart } from 'contract/orders/price-cart'
import { promocodeProblem } from 'contract/promocode-check'
import { taxRuleOf } from 'contract/tax'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueDocuments } from '../src/sales/documents/documents.service.ts'
import { addTaxSettings } from '../src/sales/documents/tax-settings.ts'
import { buildCourse, buildPromocode } from './catalogue-factories.ts'
import { seeded } from './generated-requests.ts'
import { buildUser } from './people-factories.ts'
import { lengthOf, seed } from './scope.ts'
import { startTestServer, type TestServer } from './server.ts'
import { BUYER_GSTIN, taxSettings } from './tax-settings.ts'

/**
 * The number of carts that the test buys through the server, a quarter of them under each tax setting.
 */
const CARTS = lengthOf('CARTS', { full: 1_000, usual: 300, plain: 80 })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

/** No tax, included in prices, added to prices, and a rate that leaves odd paise. */
const taxes = [
  undefined,
  { prices: 'inclusive' as const, rate: 18 },
  { prices: 'exclusive' as const, rate: 18 },
  { prices: 'exclusive' as const, rate: 12.34 },
]
const places = [
  { billing_state: '27' },
  { billing_state: '07' },
  { billing_state: '29', billing_gstin: BUYER_GSTIN },
  { billing_gstin: BUYER_GSTIN },
]

test(`${CARTS} carts: a client’s total equals the link’s amount and the invoice, to the paisa`, async () => {
  const random = seeded(seed)
  console.info(`carts bought with seed ${seed}`)
  const courses = await Promise.all(
    Array.from({ length: 12 }, () => {
      const paise = random.chance(40) ? 1 + random.below(400) : 1 + random.below(9_999_999)
      return buildCourse(server.db, { price: paise / 100 })
    }),
  )
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      buildPromocode(server.db, {
        discount: index === 0 ? 100 : 1 + random.below(100),
        course_id: index % 2 ? (courses[index]?.course_id ?? null) : null,
        // One use of these covers one seat of each course.
        ...(index > 6 ? { max_uses: 1_000_000 } : {}),
      }),
    ),
  )
  const student = await buildUser(server.db)
  const api = server.api(await server.userToken(student))
  // The browser's data: courses over the wire in rupees, and the public list of codes.
  const cards = await server.api().courses.list({})
  const list = await server.api().promocodes.list()
  let notified = await server.api().documents.tax()
  let invoiced = 0
  let charged = 0
  for (let cart = 0; cart < CARTS; cart++) {
    const tax = taxes[Math.floor((cart * taxes.length) / CARTS)]
    if (tax && cart % (CARTS / taxes.length) === 0) {
      await addTaxSettings(server.ctx, taxSettings({ valid_from: indianDay(server.ctx.now()), ...tax }))
    }
    if (cart % (CARTS / taxes.length) === 0) notified = await server.api().documents.tax()
    const place = random.pick(places)
    const chosen = new Map(
      Array.from({ length: 1 + random.below(5) }, () => [random.pick(cards), 1 + random.below(4)] as const),
    )
    const code = random.chance(70) ? random.pick(codes) : undefined
    const promocode = list.find((entry) => entry.promocode === code?.promocode)
    const lines = [...chosen].map(([card, quantity]) => ({
      course_id: card.course_id,
      price_paise: toPaise(card.price),
      quantity,
    }))
    const shown = priceCart(lines, promocode, taxRuleOf(notified.tax))
    const ids = lines.flatMap((line) => Array<string>(line.quantity).fill(line.course_id))
    const attempt = api.orders.buy({
      query: {
        user_id: student.user_id,
        ...(tax ? place : {}),
        ...(promocode ? { promocode: promocode.promocode } : {}),
        expected_total: (shown.total_paise / 100).toFixed(2),
      },
      body: ids,
    })
    if (promocode && promocodeProblem(promocode, server.ctx.now(), ids)) {
      await expect(attempt).rejects.toMatchObject({ code: 'promocode_invalid' })
      continue
    }
    const answer = await attempt.catch((error) => {
      // An order of total 0 is paid at once; from then on the student owns these courses.
      if (error.code === 'already_purchased') return undefined
      throw new Error(`seed ${seed}, cart ${cart}: ${error.code} ${error.message}`)
    })
    if (!answer) continue
    expect(toPaise(answer.amount)).toBe(shown.total_paise)
    if (shown.total_paise === 0) {
      await server
        .db('enrolments')
        .where({ order_id: answer.order_id })
        .update({ revoked_at: new Date(), taken_by_hand: true })
      continue
    }
    const link = await server.db('sandbox.links').where({ reference_id: answer.order_id }).first()
    expect(Number(link.amount_paise)).toBe(shown.total_paise)
    const { order_id } = answer
    const stored = await server.db('order_lines').where({ order_id })
    const lineSum = stored.reduce((sum: number, line: { total_paise: number }) => sum + line.total_paise, 0)
    expect(lineSum + shown.tax_paise + shown.minimum_charge_paise).toBe(shown.total_paise)
    await server.db('orders').where({ order_id }).update({ status: 'paid', paid_at: server.ctx.now() })
    const [document] = await issueDocuments(server.ctx, order_id)
    if (!document) throw new Error('no document')
    const { kind, facts } = document
    const taxed = facts.cgst_paise + facts.sgst_paise + facts.igst_paise
    expect([kind, facts.total_paise]).toEqual([tax ? 'invoice' : 'receipt', shown.total_paise])
    expect(facts.taxable_paise + taxed).toBe(tax ? shown.total_paise : facts.taxable_paise)
    expect(facts.lines.reduce((sum, line) => sum + line.total_paise, 0)).toBe(shown.total_paise)
    const home = 'billing_state' in place && place.billing_state === '27'
    const shownTax = shown.tax_paise + shown.included_tax_paise
    // Two equal halves may need a paisa more or less of tax in a line; the total stays the same.
    if (home) expect(Math.abs(taxed - shownTax)).toBeLessThanOrEqual(facts.lines.length)
    else expect(taxed).toBe(shownTax)
    expect(facts.cgst_paise).toBe(facts.sgst_paise)
    for (const line of facts.lines) {
      const price = line.unit_price_paise * line.quantity - line.discount_paise
      const least = line.description === 'Rounded up to the gateway’s minimum of ₹1'
      expect(price).toBe(tax?.prices === 'exclusive' && !least ? line.taxable_paise : line.total_paise)
    }
    if (tax) {
      expect(facts.place_of_supply).toBe(place.billing_state ?? '29')
      expect(home ? facts.igst_paise : facts.cgst_paise + facts.sgst_paise).toBe(0)
      invoiced += facts.total_paise
      charged += Number(link.amount_paise)
    }
  }
  expect(invoiced).toBeGreaterThan(0)
  expect(invoiced).toBe(charged)
}, 240_000)
