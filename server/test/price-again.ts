import type { CartLine, CartPromocode, Credit } from 'contract/orders/price-cart'
import type { TaxRule } from 'contract/tax'

// Prices purchases by another road than the shop: from the contract's sentences, with none of its functions.

/** The same numbers every time. */
export function numbers(seed: number) {
  let state = (seed * 2_654_435_761) % 2_147_483_648
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
export type Random = ReturnType<typeof numbers>

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
export const TAXES: (TaxRule | undefined)[] = [
  undefined,
  { rate_basis_points: 1800, prices: 'inclusive' },
  { rate_basis_points: 1800, prices: 'exclusive' },
]

/** Draws a price in paise, one of four below ₹4. */
export const drawPrice = (random: Random) => 1 + random(random(4) ? 200_000 : 400)

/** Draws courses, bundles of some of them, a code, an offer, what the buyer owns, a tax, and the buyer's coins. */
export function makeCart(random: Random) {
  const price = () => drawPrice(random)
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
export type Drawn = ReturnType<typeof makeCart>

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

/** The price of an offer, a renewal and a part is the last word: no code touches or counts it. */
const hasOwnPrice = (line: CartLine) => line.offer || line.fixed

const halfUp = (numerator: bigint, denominator: bigint) => Number((2n * numerator + denominator) / (2n * denominator))

/**
 * Prices the same cart by another road: seat by seat, each course of each line apart. Bought one after the other, the bundles of a cart would
 * cost the same: each credits what was paid for its courses before.
 */
export function priceAgain({ lines, code, credits, tax, coins }: Drawn) {
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
  const beside = sum(all.filter(({ line }) => !hasOwnPrice(line)).flatMap(({ seats }) => seats))
  const holds = code && beside >= (code.minimum_paise ?? 0)
  const most = code?.amount_paise ? 99 : (code?.seats ?? (code?.discount === 100 ? 1 : 99))
  const touched = all.map(({ line, seats }) => {
    const covers = holds && !hasOwnPrice(line) && (code.course_id === null || code.course_id === line.course_id)
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

const RUPEE = 100

/**
 * Splits a price into the parts of a plan: all but the first are the most whole rupees that all can have, the first is the rest. With a first
 * part of its own, which counts in whole rupees, the second one is the rest. Undefined for a price without a rupee for each.
 */
export function partsAgain(price: number, terms: { count: number; first: number | null }) {
  const { count } = terms
  const first = terms.first === null ? null : terms.first - (terms.first % RUPEE)
  const even = first === null ? count : count - 1
  const whole = first === null ? price : price - first
  let each = 0
  while ((each + RUPEE) * even <= whole) each += RUPEE
  if (each === 0 || (first !== null && first < RUPEE)) return undefined
  const rest = whole - each * (even - 1)
  return [...(first === null ? [] : [first]), rest, ...Array.from({ length: even - 1 }, () => each)]
}

/** Prices a pay link: the cart at its total, by the discount that leads nearest to it, without code, coins and offer. */
export function linkAgain(drawn: Drawn, total: number) {
  const noCoins = { rupees: 1, at_most_percent: 1, held: 0 }
  const at = (amount: number) => {
    const code = { course_id: null, discount: 0, amount_paise: amount }
    return priceAgain({ ...drawn, code: amount > 0 ? code : null, coins: noCoins })
  }
  const full = at(0)
  if (total >= full.total) return full
  // Totals fall with the discount, but for a paisa of rounding.
  let [low, high] = [0, sum(full.charged.map(({ paise }) => paise))]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (at(middle).total > total) low = middle + 1
    else high = middle
  }
  const near = Array.from({ length: 25 }, (_, away) => at(Math.max(0, low - 12 + away)))
  const apart = ({ total: found }: { total: number }) => Math.abs(found - total)
  return near.reduce((best, one) => (apart(one) < apart(best) ? one : best))
}
