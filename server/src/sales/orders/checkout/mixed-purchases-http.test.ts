import { indianDay } from 'contract/indian-time'
import type { CartLine, CartPromocode, Credit } from 'contract/orders/price-cart'
import type { TaxRule } from 'contract/tax'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { numbers, partsAgain, priceAgain, type Random, sum, TAXES } from '../../../../test/price-again.ts'
import { lengthOf } from '../../../../test/scope.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, ledgerOf, pay, type Shopper } from '../../../../test/shopper.ts'
import { taxSettings } from '../../../../test/tax-settings.ts'
import { issueDocuments } from '../../documents/documents.service.ts'
import { addTaxSettings } from '../../documents/tax-settings.ts'
import { proofOf } from './pay-address.ts'

/** `BUYERS=300 npx vitest run mixed-purchases` runs so many; a failure names the seed of its buyer. */
const BUYERS = lengthOf('BUYERS', { full: 300, usual: 6 })

const COINS = { rupees: 1.25, at_most_percent: 40 }
const DAY = 86_400_000

let server: TestServer
let owner: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
  await owner.settings.update({ body: { coins: COINS } })
  await owner.payLinks.saveSettings({ on: true, support_percent: 20 })
})
afterAll(() => server.stop())

type Priced = { course_id: string; price_paise: number }
type Shop = Awaited<ReturnType<typeof buildShop>>

/** Fills the shop of one kind of tax. `lent` ends soon and is renewed, `parted` is paid in parts, `added` is an offer after paying. */
async function buildShop(random: Random, tax: TaxRule | undefined) {
  const build = async (fields: object = {}): Promise<Priced> => {
    const price_paise = 10_000 + random(150_000)
    const { course_id } = await buildCourse(server.db, { price: price_paise / 100, ...fields })
    return { course_id, price_paise }
  }
  const [first, second, third, fourth, added] = [
    await build(),
    await build(),
    await build(),
    await build(),
    await build(),
  ]
  const lent = await build({ access_period: 'P7D' })
  const parted = await build()
  const bundleOf = async (includes: Priced[]) => {
    const bundle = await build({ kind: 'bundle', bundle_courses: includes.map(({ course_id }) => course_id) })
    return { ...bundle, includes }
  }
  const renewal = 5_000 + random(5_000)
  const terms = { count: 2 + random(5), first: random(2) ? null : 2_000 + random(3_000) }
  const { count, first: firstPart } = terms
  await owner.courses.update({ params: { id: lent.course_id }, body: { renew_price: renewal / 100 } })
  const parts = { count, every_days: 10, grace_days: 5, ...(firstPart ? { first: firstPart / 100 } : {}) }
  await owner.courses.update({ params: { id: parted.course_id }, body: { parts } })
  const offerPaise = 100 + random(9_000)
  const words = { headline: 'Beside it', with: 'any' as const, active: true }
  await server.db('offers').update({ deleted_at: new Date(0) })
  await owner.offers.add({ body: { ...words, course_id: added.course_id, place: 'after', price: offerPaise / 100 } })
  const bundles = [await bundleOf([first, second]), await bundleOf([first, fourth])] as const
  return { tax, first, second, third, fourth, lent, parted, added, bundles, renewal, terms, offerPaise }
}

/** The buyer, their coins, and all that they paid by the second road. */
type Buyer = { shopper: Shopper; random: Random; shop: Shop; held: number; paid: Paid[] }
type Paid = { orderId: string; total: number; spent: number }
type Query = { promocode?: string; coins?: number; parts?: 'true'; renewal?: 'true' }

const counted = { carts: 0, offers: 0, renewals: 0, parts: 0, links: 0, coded: 0, coins: 0, refunds: 0, refused: 0 }

const refused = async (call: Promise<unknown>, code: string) => {
  await expect(call).rejects.toMatchObject({ code })
  counted.refused += 1
}
const buyAs = ({ shopper }: Buyer, body: string[], query: Query & { expected_total?: string }) => {
  const state = { billing_state: '27' }
  return shopper.student.orders.buy({ query: { user_id: shopper.user.user_id, ...state, ...query } as never, body })
}

/** Pays an order: its row, the link and the second road have one total. */
async function settle(buyer: Buyer, orderId: string, { total, spent }: { total: number; spent: number }) {
  const order = await server.db('orders').where({ order_id: orderId }).first()
  expect(Number(order.total_paise)).toBe(total)
  const link = await server.db('sandbox.links').where({ reference_id: orderId }).first()
  expect(link?.amount_paise).toBe(total)
  await pay(server, { id: link.link_id })
  expect(await buyer.shopper.statusOf(orderId)).toBe('paid')
  buyer.held -= spent
  buyer.paid.push({ orderId, total, spent })
}

/** Draws a code for all courses or one of the cart. */
async function drawCode({ random }: Buyer, lines: readonly CartLine[]) {
  if (random(2)) return undefined
  const amount = random(3) ? undefined : 100 + random(20_000)
  const most = amount || random(3) ? undefined : 100 + random(20_000)
  const named = random(3) ? null : (lines[random(lines.length)]?.course_id ?? null)
  const discount = amount ? 0 : ([10, 33, 50][random(3)] ?? 10)
  const code: CartPromocode = {
    course_id: named,
    discount,
    amount_paise: amount ?? null,
    max_discount_paise: most ?? null,
  }
  const fields = { ...(amount ? { amount_paise: amount, discount: 0 } : { discount }), course_id: named }
  const made = await buildPromocode(server.db, { ...fields, ...(most ? { max_discount_paise: most } : {}) })
  return { code, promocode: made.promocode }
}

async function buyCart(buyer: Buyer) {
  const { random, shop, shopper } = buyer
  const { first, second, third, lent, tax, bundles } = shop
  const sold: Omit<CartLine, 'quantity'>[] = [first, second, third, lent, bundles[0]]
  const chosen = sold.filter(() => random(2))
  const lines: CartLine[] = (chosen.length > 0 ? chosen : [lent]).map((one) => ({
    ...one,
    quantity: random(3) ? 1 : 1 + random(3),
  }))
  const made = await drawCode(buyer, lines)
  const drawn = { lines, code: made?.code ?? null, credits: [], tax, coins: { ...COINS, held: 0 } }
  const most = priceAgain({ ...drawn, coins: { ...COINS, held: buyer.held } }).spent
  const coins = random(2) ? random(most + 1) : 0
  const again = priceAgain({ ...drawn, coins: { ...COINS, held: coins } })
  expect(again.spent).toBe(coins)
  const ids = lines.flatMap(({ course_id, quantity }) => Array.from({ length: quantity }, () => course_id))
  const query = { ...(made ? { promocode: made.promocode } : {}), ...(coins ? { coins } : {}) }
  const usable = await shopper.student.coins.usable({ course_ids: ids, promocode: made?.promocode })
  expect(usable).toEqual({ coins: most, amount: (most * 125) / 100 })
  const shown = await shopper.student.orders.price({ course_ids: ids, ...query })
  expect(Math.round(shown.total * 100)).toBe(again.total)
  const { order_id, order_no } = await buyAs(buyer, ids, { ...query, expected_total: (again.total / 100).toFixed(2) })
  await settle(buyer, order_id, again)
  counted.carts += 1
  counted.coded += Number(again.discount > 0)
  counted.coins += Number(coins > 0)
  const price = (id: string) => again.charged.find((one) => one.id === id)?.paise
  return { lines, order_id, order_no, price }
}

/** Takes what the page of a paid order offers, as an order of its own. */
async function takeOffer(buyer: Buyer, { order_id, order_no }: { order_id: string; order_no: string }) {
  const { shop } = buyer
  const proof = Object.fromEntries(proofOf(server.ctx.config, order_id)) as { order_id: string; t: string }
  const params = { order_no }
  const { offer } = await server.api().orders.seeAfterOffer({ params, body: proof })
  const line = { ...shop.added, price_paise: shop.offerPaise, quantity: 1, offer: true }
  const again = priceAgain({ lines: [line], code: null, credits: [], tax: shop.tax, coins: { ...COINS, held: 0 } })
  expect(Math.round((offer?.total ?? 0) * 100)).toBe(again.total)
  await server.api().orders.takeAfterOffer({ params, body: { proof, offer_id: offer?.offer_id ?? '' } })
  const open = await server.db('orders').where({ user_id: buyer.shopper.user.id, status: 'created' })
  expect(open).toHaveLength(1)
  await settle(buyer, open[0].order_id, again)
  counted.offers += 1
  const second = Object.fromEntries(proofOf(server.ctx.config, open[0].order_id)) as typeof proof
  const after = await server.api().orders.seeAfterOffer({ params: { order_no: open[0].order_no }, body: second })
  expect(after.offer).toBeNull()
}

/** Renews: a code takes nothing off and is not used, coins pay their part. */
async function renew(buyer: Buyer) {
  const { random, shop } = buyer
  const { course_id } = shop.lent
  const line = { course_id, price_paise: shop.renewal, quantity: 1, fixed: true }
  const drawn = { lines: [line], code: null, credits: [], tax: shop.tax }
  const most = priceAgain({ ...drawn, coins: { ...COINS, held: buyer.held } }).spent
  const coins = random(2) ? random(most + 1) : 0
  const again = priceAgain({ ...drawn, coins: { ...COINS, held: coins } })
  const { promocode } = await buildPromocode(server.db, { discount: 50 })
  const query = { renewal: 'true' as const, ...(coins ? { coins } : {}), ...(random(2) ? { promocode } : {}) }
  await refused(buyAs(buyer, [course_id, course_id], query), 'conflict')
  await refused(
    buyAs(buyer, [course_id], { ...query, coins: most + 1 }),
    buyer.held > most ? 'invalid' : 'insufficient_coins',
  )
  const { order_id } = await buyAs(buyer, [course_id], { ...query, expected_total: (again.total / 100).toFixed(2) })
  await settle(buyer, order_id, again)
  expect(await server.db('renewals').where({ order_id })).toHaveLength(1)
  counted.renewals += 1
}

/** Pays some parts of a plan, each an order of its own; nothing takes anything off. */
async function payParts(buyer: Buyer) {
  const { random, shop, shopper } = buyer
  const { course_id, price_paise } = shop.parted
  const again = partsAgain(price_paise, shop.terms)?.map((paise) => {
    const lines = [{ course_id, price_paise: paise, quantity: 1, fixed: true }]
    return priceAgain({ lines, code: null, credits: [], tax: shop.tax, coins: { ...COINS, held: 0 } })
  })
  const lines = [{ course_id, price_paise, quantity: 1 }]
  const atOnce = priceAgain({ lines, code: null, credits: [], tax: shop.tax, coins: { ...COINS, held: 0 } })
  expect(sum((again ?? []).map(({ total }) => total))).toBe(atOnce.total)
  const parts = 'true' as const
  const { promocode } = await buildPromocode(server.db)
  await refused(buyAs(buyer, [course_id], { parts, promocode }), 'conflict')
  await refused(buyAs(buyer, [course_id, shop.fourth.course_id], { parts }), 'conflict')
  await refused(buyAs(buyer, [course_id], { parts, renewal: 'true' }), 'conflict')
  if (buyer.held > 0) {
    await refused(buyAs(buyer, [course_id], { parts, coins: 1 }), 'conflict')
    await refused(shopper.student.orders.price({ course_ids: [course_id], parts, coins: 1 }), 'conflict')
  }
  const begun = await buyAs(buyer, [course_id], { parts })
  await settle(buyer, begun.order_id, again?.[0] ?? atOnce)
  const [plan] = await shopper.student.parts.mine({})
  const plan_id = plan?.plan_id ?? ''
  const more = again?.slice(1, 1 + random(again.length)) ?? []
  for (const part of more) {
    const { order_id } = await shopper.student.parts.pay({ params: { plan_id }, body: {} })
    await settle(buyer, order_id, part)
  }
  counted.parts += 1 + more.length
  await refused(buyAs(buyer, [course_id], {}), 'already_purchased')
}

/** Pays a link with a total of its own, over a course that is new, or a bundle that credits one. */
async function payLink(buyer: Buyer, credits: Credit[] | undefined) {
  const { random, shop, shopper } = buyer
  const [sold] = credits ? [shop.bundles[1]] : [shop.fourth]
  const drawn = {
    lines: [{ ...sold, quantity: 1 }],
    code: null,
    credits: credits ?? [],
    tax: shop.tax,
    coins: { ...COINS, held: 0 },
  }
  const list = priceAgain(drawn).total
  if (list < 200) return
  const body = { email: shopper.user.email, course_ids: [sold.course_id], days: 7 as const, way: 'copy' as const }
  await refused(owner.payLinks.add({ body: { ...body, total: (list + 1) / 100 } } as never), 'invalid')
  const total = random(4) ? 100 + random(list - 99) : list
  const add = (paise: number) => owner.payLinks.add({ body: { ...body, total: paise / 100 } } as never)
  const link = await add(total)
  expect(Math.round(link.list_total * 100)).toBe(list)
  const fields = new URLSearchParams({ state: '27', name: 'Asha' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { pathname } = new URL(link.url)
  const answer = await server.request(pathname, { method: 'POST', redirect: 'manual', headers, body: fields })
  expect(answer.status).toBe(303)
  const { order_id } = await server.db('pay_links').where({ pay_link_id: link.pay_link_id }).first()
  await settle(buyer, order_id, { total, spent: 0 })
  const row = await server.db('pay_links').where({ pay_link_id: link.pay_link_id }).first()
  expect(row.status).toBe('paid')
  counted.links += 1
}

const papersOf = async (orderId: string) => {
  await issueDocuments(server.ctx, orderId)
  const papers = await server.db('documents').where({ order_id: orderId })
  const back = (kind: string) => kind === 'credit_note' || kind === 'refund_receipt'
  return sum(papers.map(({ kind, facts }) => (back(kind) ? -1 : 1) * facts.total_paise))
}

/** Gives some of an order back: nothing, all, seats, or a sum and perhaps the rest; its documents are its money after each. */
async function giveBack({ random }: Buyer, { orderId, total }: Paid): Promise<number> {
  let back = 0
  const refund = async (body: object) => {
    const { amount } = await owner.orders.refund({
      params: { order_id: orderId },
      body: { reason: 'wants it', ...body },
    })
    back += Math.round(amount * 100)
    counted.refunds += 1
    expect(await papersOf(orderId)).toBe(total - back)
  }
  expect(await papersOf(orderId)).toBe(total)
  const way = random(6)
  if (way === 0) await refund({})
  if (way === 1 || way === 2) {
    for (let times = 1 + random(3); times > 0; times -= 1) {
      const { seats } = await owner.orders.adminGet({ order_id: orderId })
      const one = seats[random(seats.length)]
      // The gateway returns no less than a rupee.
      if (!one || one.amount < 1) break
      if (total - back - Math.round(one.amount * 100) < 100) break
      await refund({ seats: [{ course_id: one.course_id, seat: one.seat }] })
    }
  }
  if (way === 3 && total > 300) {
    await refund({ amount: (100 + random(total - 250)) / 100 })
    if (random(2)) await refund({})
  }
  return back
}

test(`${BUYERS} buyers mix carts, codes, coins, offers after paying, renewals, parts and pay links: Σ documents = money`, {
  timeout: 3_600_000,
}, async () => {
  const begun = Date.now()
  let [papers, money] = [0, 0]
  for (const [era, tax] of TAXES.entries()) {
    server.clock.set(new Date(Date.parse('2028-01-03T06:30:00Z') + era * 3 * DAY))
    owner = server.api(await server.adminToken())
    const valid_from = indianDay(server.ctx.now())
    if (tax) await addTaxSettings(server.ctx, taxSettings({ valid_from, prices: tax.prices }))
    let shop: Shop | undefined
    for (let at = 0; at < BUYERS / TAXES.length; at += 1) {
      const seed = 1 + era * 1_000 + at
      const random = numbers(seed)
      if (!shop || at % 5 === 0) shop = await buildShop(random, tax)
      try {
        await server.db('rate_limits').delete()
        const [was, is] = await live(random, shop)
        papers += was
        money += is
      } catch (error) {
        throw new Error(`the buyer of seed ${seed} (${tax?.prices ?? 'no tax'})`, { cause: error })
      }
    }
  }
  expect(papers).toBe(money)
  const { links, refunds } = await ledgerOf(server)
  const charged = sum(links.filter(({ payments }) => payments.length > 0).map(({ amount }) => amount))
  expect(charged - sum(refunds.map(({ amount }) => amount))).toBe(papers)
  console.info(BUYERS, 'buyers', counted, `₹${papers / 100}`, `${Math.round((Date.now() - begun) / 1000)} s`)
  for (const count of Object.values(counted)) expect(count).toBeGreaterThan(0)
})

/** Lives through what one buyer does; returns the sum of their documents, and of their money by the second road. */
async function live(random: Random, shop: Shop): Promise<[papers: number, money: number]> {
  const shopper = await buildShopper(server)
  const held = random(3) ? random(400) : 0
  if (held > 0)
    await owner.users.addCoins({ params: { id: shopper.user.user_id }, query: { amount: String(held) } } as never)
  const buyer: Buyer = { shopper, random, shop, held, paid: [] }
  const bought = await buyCart(buyer)
  if (random(2)) await takeOffer(buyer, bought)
  if (bought.lines.some(({ course_id }) => course_id === shop.lent.course_id)) await renew(buyer)
  if (random(2)) await payParts(buyer)
  const { course_id } = shop.first
  const [alone, ...others] = bought.lines.filter(({ course_id: id, includes = [] }) =>
    [id, ...includes.map((one) => one.course_id)].includes(course_id),
  )
  const isCredited = alone?.course_id === course_id && alone.quantity === 1 && others.length === 0
  const credit = { course_id, paise: bought.price(course_id) ?? 0 }
  if (random(3)) await payLink(buyer, isCredited && random(3) ? [credit] : undefined)
  let [papers, back] = [0, 0]
  let coins = 0
  for (const paid of buyer.paid) {
    const returned = await giveBack(buyer, paid)
    back += returned
    papers += await papersOf(paid.orderId)
    coins += returned < paid.total ? Math.floor((paid.spent * returned) / paid.total) : paid.spent
  }
  expect((await shopper.student.referrals.coins({})).coins).toBe(buyer.held + coins)
  return [papers, sum(buyer.paid.map(({ total }) => total)) - back]
}
