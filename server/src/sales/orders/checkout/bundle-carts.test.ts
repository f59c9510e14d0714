import { mostCoins, worthOf } from 'contract/coins/coin-spending'
import { type CartLine, type CartPromocode, type Credit, priceCart, seatPrices } from 'contract/orders/price-cart'
import { reducing } from 'contract/orders/reducing'
import { creditLines, type TaxRule } from 'contract/tax'
import { expect, test } from 'vitest'
import type { CourseForSale } from '../../../courses/courses/courses.queries.ts'
import { inLanguage } from '../../../platform/language/language.ts'
import { billedLines, NO_TAX } from '../../documents/billed-lines.ts'
import { paiseOf, refundableOf, linesOf as splitOver } from '../refunds/refundable.ts'
import { linesOf } from './cart.ts'

const CARTS = 20_000

/** The same numbers every time. */
function numbers(seed: number) {
  let state = (seed * 2_654_435_761) % 2_147_483_648
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
type Random = ReturnType<typeof numbers>

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const TAXES: (TaxRule | undefined)[] = [
  undefined,
  { rate_basis_points: 1800, prices: 'inclusive' },
  { rate_basis_points: 1800, prices: 'exclusive' },
]

/** Draws courses, bundles of some of them, a code, an offer, what the buyer owns, a tax, and the buyer's coins. */
function makeCart(random: Random) {
  const price = () => 1 + random(random(4) ? 200_000 : 400)
  const courses = Array.from({ length: 6 }, (_, at) => ({ course_id: `c${at}`, price_paise: random(12) ? price() : 0 }))
  const some = () => {
    const chosen = courses.filter(() => random(2))
    return chosen.length > 1 ? chosen : courses.slice(0, 2)
  }
  const quantity = () => (random(3) ? 1 : 1 + random(4))
  const bundles = Array.from({ length: random(3) }, (_, at) => {
    return { course_id: `b${at}`, price_paise: price(), quantity: quantity(), includes: some() }
  })
  const singles = courses
    .filter((course) => course.price_paise > 0 && random(4) === 0)
    .map((course) => ({ ...course, quantity: quantity() }))
  const chosen: CartLine[] = [...bundles, ...singles].sort(() => random(3) - 1)
  const offer: CartLine[] = random(4) ? [] : [{ course_id: 'offer', price_paise: price(), quantity: 1, offer: true }]
  const lines = [...(chosen.length > 0 ? chosen : [{ course_id: 'c9', price_paise: price(), quantity: 1 }]), ...offer]
  const single = singles.map((one) => one.course_id)
  // Paid for whole, for a part, or counted with the share.
  const credits: Credit[] = courses
    .filter(({ course_id }) => !single.includes(course_id) && random(4) === 0)
    .map(({ course_id }) => ({ course_id, paise: random(3) ? price() : null }))
  const named = [null, null, 'b0', 'c1', 'elsewhere'][random(5)] ?? null
  const code: CartPromocode | null = random(3)
    ? {
        course_id: named,
        discount: [10, 33, 50, 100][random(4)] ?? 10,
        amount_paise: random(4) ? null : price(),
        max_discount_paise: random(3) ? null : price(),
        minimum_paise: random(4) ? null : price(),
        seats: random(2) ? undefined : 1 + random(3),
      }
    : null
  const tax = TAXES[random(3)]
  const coins = { rupees: (1 + random(500)) / 100, at_most_percent: 1 + random(100), held: random(2) * random(5_000) }
  return { lines, code, credits, tax, coins }
}
type Drawn = ReturnType<typeof makeCart>

/** Shares paise by weights in exact fractions: whole parts first, then one paisa each to the largest rests, the earlier first. */
function shared(amount: number, weights: readonly number[]): number[] {
  const whole = BigInt(sum(weights))
  if (whole === 0n) return weights.map(() => 0)
  const parts = weights.map((weight) => (BigInt(amount) * BigInt(weight)) / whole)
  const rest = (at: number) => BigInt(amount) * BigInt(weights[at] ?? 0) - (parts[at] ?? 0n) * whole
  let left = BigInt(amount) - parts.reduce((all, part) => all + part, 0n)
  const places = weights.map((_, at) => at)
  while (left > 0n) {
    const next = places.reduce((best, at) => (rest(at) > rest(best) ? at : best))
    places.splice(places.indexOf(next), 1)
    parts[next] = (parts[next] ?? 0n) + 1n
    left -= 1n
  }
  return parts.map(Number)
}

const halfUp = (numerator: bigint, denominator: bigint) => Number((2n * numerator + denominator) / (2n * denominator))

/**
 * Prices the same cart by another road: seat by seat, each course of each line apart. Bought one after the other, the bundles of a cart would
 * cost the same: each credits what was paid for its courses before.
 */
function priceAgain({ lines, code, credits, tax, coins }: Drawn) {
  const insideOf = (line: CartLine) => {
    const inside = line.includes ?? [{ course_id: line.course_id, price_paise: 1 }]
    const weights = inside.map((one) => one.price_paise)
    const shares = shared(line.price_paise, sum(weights) > 0 ? weights : inside.map(() => 1))
    return inside.map(({ course_id: id }, at) => ({ id, share: shares[at] ?? 0 }))
  }
  const bundles = lines.filter((line) => line.includes)
  const paid = new Map(credits.map(({ course_id, paise }) => [course_id, paise ?? Number.POSITIVE_INFINITY]))
  const dues = new Map<string, number>()
  for (const { id, share } of bundles.flatMap(insideOf)) {
    const before = paid.get(id) ?? 0
    const due = Math.max(0, share - before)
    dues.set(id, (dues.get(id) ?? 0) + due)
    paid.set(id, before + due)
  }
  const dearest = new Map<string, CartLine>()
  for (const { line, id } of bundles
    .flatMap((line) => insideOf(line).map((one) => ({ line, ...one })))
    .sort((a, b) => b.share - a.share))
    if (!dearest.has(id)) dearest.set(id, line)
  const seatsOf = new Map(
    lines.map((line) => {
      const courses = insideOf(line).map(({ id, share }) => {
        const own = line.includes ? (dearest.get(id) === line ? (dues.get(id) ?? 0) : 0) : dearest.has(id) ? 0 : share
        return { id, seats: Array.from({ length: line.quantity }, (_, seat) => (seat === 0 ? own : share)) }
      })
      return [line, courses]
    }),
  )
  const all = lines.flatMap((line) => (seatsOf.get(line) ?? []).map((course) => ({ line, ...course })))
  const beside = sum(all.filter(({ line }) => !line.offer).flatMap(({ seats }) => seats))
  const holds = code && beside >= (code.minimum_paise ?? 0)
  const most = code?.amount_paise ? 99 : (code?.seats ?? (code?.discount === 100 ? 1 : 99))
  const touched = all.map(({ line, seats }) => {
    const covers = holds && !line.offer && (code.course_id === null || code.course_id === line.course_id)
    return covers ? sum(seats.slice(0, most)) : 0
  })
  const percent = halfUp(BigInt(sum(touched)) * BigInt(code?.discount ?? 0), 100n)
  const wanted = code?.amount_paise ?? Math.min(percent, code?.max_discount_paise ?? percent)
  const discount = holds ? Math.min(sum(touched), wanted) : 0
  const off = shared(discount, touched)
  const priced = all.map(({ seats }, at) => sum(seats) - (off[at] ?? 0))
  // Coin by coin, while the next one is within the part that coins may pay.
  const each = BigInt(Math.round(coins.rupees * 100))
  let spent = 0
  while (spent < coins.held && BigInt(spent + 1) * each * 100n <= BigInt(sum(priced)) * BigInt(coins.at_most_percent))
    spent += 1
  const byCoins = shared(spent * Number(each), priced)
  const charged = all.map((_, at) => {
    const paise = (priced[at] ?? 0) - (byCoins[at] ?? 0)
    const added = tax?.prices === 'exclusive' ? halfUp(BigInt(paise) * BigInt(tax.rate_basis_points), 10_000n) : 0
    return { id: all[at]?.id, paise, added }
  })
  const due = sum(charged.map(({ paise, added }) => paise + added))
  return { charged, discount, spent, total: due > 0 && due < 100 ? 100 : due }
}

/** Courses as the catalogue has them. */
function coursesOf(lines: readonly CartLine[]): CourseForSale[] {
  const bare = (course_id: string) => ({
    course_id,
    name: course_id,
    banner: '',
    access_period: null,
    legal_disclaimer: null,
    free: false,
  })
  return lines.map(({ course_id, price_paise, includes }) => {
    const included = includes?.map((one) => {
      const rest = { sale_price_paise: null, sold: true, lessons: 1, bundle_id: course_id }
      return { ...bare(one.course_id), ...rest, price_paise: one.price_paise }
    })
    return { ...bare(course_id), price_paise, ...(included ? { included } : {}) }
  })
}

/** Compares: of a million sums each `expect` would cost more than all else. */
function same(found: number, wanted: number, why: string): void {
  if (found !== wanted) expect(found, why).toBe(wanted)
}

test(`${CARTS} carts with bundles, credits, offers, codes, seats, coins and tax: shown, charged, refunded by part and invoiced agree with a second road`, () => {
  let [refunds, credited, withCode, withCoins] = [0, 0, 0, 0]
  for (let seed = 1; seed <= CARTS; seed++) {
    const random = numbers(seed)
    const drawn = makeCart(random)
    const again = priceAgain(drawn)
    const { lines, code, credits, tax, coins } = drawn
    const without = priceCart(lines, code, tax, credits)
    const count = Math.min(coins.held, mostCoins(sum(without.lines.map((line) => line.total_paise)), coins))
    const reductions = [{ kind: 'coins', label: 'Coins', count, paise: worthOf(count, coins) }]
    const priced = priceCart(lines, code, tax, credits, reducing(reductions))
    const why = `cart ${seed}`
    // Shown.
    same(priced.total_paise, again.total, why)
    same(priced.discount_paise, again.discount, why)
    same(priced.reduction_paise, worthOf(again.spent, coins), why)
    withCoins += Number(again.spent > 0)
    credited += Number(priced.credit_paise > 0)
    withCode += Number(priced.discount_paise > 0)
    // Charged.
    const rows = linesOf({ courses: coursesOf(lines), priced, credits, offer: null })
    expect(
      rows.map((row) => [row.course_id, row.total_paise]),
      why,
    ).toEqual(again.charged.map(({ id, paise }) => [id, paise]))
    for (const row of rows) same(row.total_paise, row.price_paise * row.quantity - row.discount_paise, why)
    const own = rows.filter((row) => !row.owned).map((row) => row.course_id)
    same(new Set(own).size, own.length, why)
    // Invoiced, in the state of the shop and in another.
    const { tax_paise, minimum_charge_paise, total_paise } = priced
    const order = { order_id: 'o', tax_paise, minimum_charge_paise, total_paise, captured_paise: null }
    const speech = inLanguage()
    const [bill, inState] = [false, true].map((state) =>
      billedLines({ order, lines: rows, rule: tax ?? NO_TAX, speech }, state),
    )
    for (const paper of [bill ?? [], inState ?? []]) {
      same(sum(paper.map((line) => line.total_paise)), again.total, why)
      expect(
        paper.slice(0, rows.length).map((line) => line.total_paise),
        why,
      ).toEqual(again.charged.map(({ paise, added }) => paise + added))
    }
    // Refunded by part, in any order: own courses of bundles one by one, gifts of them whole.
    if (total_paise < 100) continue
    const charged = (bill ?? []).map((line) => line.total_paise)
    const weights = rows.map((row) => seatPrices(row, { seats: priced.seats, tax }))
    const gifts = lines.flatMap(({ course_id, quantity }) =>
      Array.from({ length: quantity - 1 }, (_, at) => ({
        course_id,
        seat: at + 1,
        code: `${course_id} ${at}`,
        redeemed_at: null,
      })),
    )
    const gone: { course_id: string; seat: number }[] = []
    const made: { amount_paise: number; lines: { paise: number; seats: number }[] | null }[] = []
    let left = (bill ?? []).map((line) => ({ ...line }))
    for (;;) {
      const held = total_paise - sum(made.map((refund) => refund.amount_paise))
      const now = refundableOf({
        all: held < 100 ? 0 : held,
        lines: rows,
        charged,
        weights,
        gifts,
        refunds: made,
        gone,
      })
      if (made.length === 0) {
        same(sum(now.seats.map((seat) => seat.paise)), total_paise, why)
        const parts = new Set(now.seats.map(({ course_id, seat }) => `${course_id} ${seat}`))
        same(parts.size, now.seats.length, why)
        same(now.seats.filter((one) => one.seat > 0).length, gifts.length, why)
      }
      // The gateway returns no less than a rupee: smaller parts go back together with the rest.
      const alone = now.seats.filter((seat) => paiseOf(now, [seat]) > 0 && now.all - paiseOf(now, [seat]) >= 100)
      const picked =
        alone.length > 0 ? [alone[random(alone.length)] ?? alone[0]].flatMap((one) => one ?? []) : now.seats
      const paise = picked.length === now.seats.length ? now.all : paiseOf(now, picked)
      if (paise === 0) break
      gone.push(...picked.map(({ course_id, seat }) => ({ course_id, seat })))
      const split = splitOver(now, paise, picked)
      same(sum((split ?? []).map((line) => line.paise)), paise, why)
      const note = creditLines(left, paise, { halves: false, wanted: (split ?? []).map((line) => line.paise) })
      same(sum(note.map((line) => line.total_paise)), paise, why)
      left = left.map((line, at) => {
        const back = note[at] ?? { taxable_paise: 0, tax_paise: 0, total_paise: 0 }
        const rest = {
          taxable_paise: line.taxable_paise - back.taxable_paise,
          tax_paise: line.tax_paise - back.tax_paise,
          total_paise: line.total_paise - back.total_paise,
        }
        same(Math.min(0, rest.taxable_paise, rest.tax_paise, rest.total_paise), 0, why)
        return { ...line, ...rest }
      })
      made.push({ amount_paise: paise, lines: split })
      refunds += 1
    }
    const back = sum(made.map((refund) => refund.amount_paise))
    same(sum(left.map((line) => line.total_paise)), total_paise - back, why)
    same(back, total_paise, why)
  }
  expect(Math.min(refunds, credited, withCode, withCoins)).toBeGreaterThan(5_000)
}, 240_000)
