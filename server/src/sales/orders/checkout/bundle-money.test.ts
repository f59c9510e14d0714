import { indianDay } from 'contract/indian-time'
import { toPaise } from 'contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, findLink, payWithEvent } from '../../../../test/shopper.ts'
import { taxSettings } from '../../../../test/tax-settings.ts'
import { issueDocuments } from '../../documents/documents.service.ts'
import { addTaxSettings } from '../../documents/tax-settings.ts'

/** Carts of each tax. */
const CARTS = 3
/** Refunds by part of each, before the rest; the calls of one owner are limited. */
const PARTS = 4

let server: TestServer
let owner: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const SOURCE = { state: 7 }
function below(limit: number): number {
  SOURCE.state = (SOURCE.state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((SOURCE.state / 2_147_483_648) * limit)
}

async function makeCatalogue() {
  const { db } = server
  const courses = []
  for (let at = 0; at < 5; at++) courses.push((await buildCourse(db, { price: 200 + below(100_000) / 100 })).course_id)
  const bundles = []
  for (const bundle_courses of [courses.slice(0, 3), courses.slice(1, 4)])
    bundles.push(
      (await buildCourse(db, { kind: 'bundle', price: 300 + below(60_000) / 100, bundle_courses })).course_id,
    )
  const offered = (await buildCourse(db, { price: 500 })).course_id
  const body = { course_id: offered, price: 99.5, headline: 'Add this', with: 'any' as const, active: true }
  const offer = await owner.offers.add({ body })
  return { courses, bundles, offer: offer.offer_id }
}

test.each([undefined, 'inclusive', 'exclusive'] as const)(
  'random carts of bundles cost what is shown, charged, invoiced and refunded by part, with tax %s',
  async (prices) => {
    const { db, ctx } = server
    const { courses, bundles, offer } = await makeCatalogue()
    const valid_from = indianDay(ctx.now())
    if (prices) await addTaxSettings(ctx, taxSettings({ valid_from, prices }))
    const query = prices ? { billing_state: '27' } : {}
    for (let cart = 0; cart < CARTS; cart++) {
      const shopper = await buildShopper(server)
      const previous = courses.slice(0, below(3))
      if (previous.length > 0) await payWithEvent(server, (await shopper.buy(previous, undefined, query)).link)
      const named = [
        below(2) ? bundles[0] : bundles[1],
        ...(below(2) ? bundles : []),
        ...(below(2) ? [courses[4]] : []),
      ]
      const ids = named.flatMap((id) => Array<string>(1 + (below(3) ? 0 : below(3))).fill(id ?? ''))
      const code = await buildPromocode(db, {
        discount: 10 + below(60),
        course_id: below(3) ? null : (bundles[0] ?? null),
      })
      const wish = {
        ...(ids.includes(bundles[0] ?? '') && below(2) ? { promocode: code.promocode } : {}),
        ...(below(2) ? { offer } : {}),
      }
      const shown = await shopper.student.orders.price({ course_ids: ids, ...wish })
      expect(toPaise(shown.total)).toBe(
        toPaise(shown.subtotal) - toPaise(shown.credit) - toPaise(shown.discount) + toPaise(shown.tax),
      )
      // Charged.
      const answer = await shopper.student.orders.buy({
        query: { user_id: shopper.user.user_id, ...query, ...wish, expected_total: shown.total.toFixed(2) },
        body: ids,
      })
      const { order_id } = answer
      const total = toPaise(shown.total)
      const link = await findLink(server, order_id)
      expect(link.amount).toBe(total)
      await payWithEvent(server, link)
      const [order] = await shopper.student.orders.mine({})
      expect(order).toMatchObject({ status: 'paid', total: shown.total, discount: shown.discount })
      for (const [at, line] of shown.lines.entries()) {
        expect(order?.courses[at]).toMatchObject({
          course_id: line.course_id,
          price: line.price,
          quantity: line.quantity,
        })
        const { includes } = order?.courses[at] ?? {}
        expect(includes).toEqual(line.includes)
        if (includes) expect(sum(includes.map((one) => toPaise(one.price)))).toBe(toPaise(line.total))
      }
      expect(await db('refunds').where({ order_id })).toEqual([])
      // Invoiced.
      await issueDocuments(ctx, order_id)
      const paper = await db('documents').where({ order_id, refund_id: null }).first()
      expect(paper.facts.total_paise).toBe(total)
      expect(sum(paper.facts.lines.map((line: { total_paise: number }) => line.total_paise))).toBe(total)
      // Refunded by part, then the rest.
      for (let part = 0; ; part++) {
        const { seats, refundable } = await owner.orders.adminGet({ order_id })
        if (seats.length === 0 || refundable === 0) break
        const picked =
          part < PARTS && seats.length > 1 ? [seats[below(seats.length)]].flatMap((seat) => seat ?? []) : seats
        const back = await owner.orders.refund({
          params: { order_id },
          body: { seats: picked.map(({ course_id, seat }) => ({ course_id, seat })), reason: 'By part' },
        })
        expect(toPaise(back.amount)).toBe(sum(picked.map((seat) => toPaise(seat.amount))))
      }
      const back: number[] = await db('refunds').where({ order_id, status: 'processed' }).pluck('amount_paise')
      expect(sum(back)).toBe(total)
      await issueDocuments(ctx, order_id)
      const notes = await db('documents').where({ order_id }).whereNotNull('refund_id')
      expect(sum(notes.map((note: { facts: { total_paise: number } }) => note.facts.total_paise))).toBe(total)
      expect(await shopper.statusOf(order_id)).toBe('refunded')
      const left = await db('enrolments').where({ order_id, revoked_at: null })
      expect(left).toEqual([])
    }
  },
  60_000,
)
