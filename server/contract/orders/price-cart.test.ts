import { expect, test } from 'vitest'
import { fc } from '../../test/fast-check.ts'
import { percentOf } from '../allocate.ts'
import { formatRupees, toPaise, toRupees } from '../money.ts'
import { taxLine } from '../tax.ts'
import { type CartLine, MINIMUM_CHARGE_PAISE, priceCart, seatPrices } from './price-cart.ts'
import { reducing } from './reducing.ts'

const RUNS = 10_000

const line = (course_id: string): fc.Arbitrary<CartLine> =>
  fc.record({
    course_id: fc.constant(course_id),
    price_paise: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000_000 })),
    quantity: fc.integer({ min: 1, max: 50 }),
  })

const cart = fc.integer({ min: 1, max: 8 }).chain((size) => {
  const ids = Array.from({ length: size }, (_, index) => `course-${index}`)
  return fc.record({
    lines: fc.tuple(...ids.map(line)),
    promocode: fc.option(
      fc.record({
        discount: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(100)),
        course_id: fc.option(fc.constantFrom(...ids, 'elsewhere'), { nil: null }),
        course_ids: fc.option(fc.subarray([...ids, 'elsewhere'], { minLength: 2 }), { nil: null }),
        amount_paise: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: null }),
        max_discount_paise: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: null }),
        minimum_paise: fc.option(fc.integer({ min: 1, max: 10_000_000 }), { nil: null }),
        seats: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
      }),
      { nil: null },
    ),
  })
})

type Code = {
  discount: number
  course_id: string | null
  course_ids: string[] | null
  amount_paise: number | null
  max_discount_paise: number | null
  minimum_paise: number | null
  seats: number | undefined
}

const isNamed = ({ course_id, course_ids }: Code, id: string) =>
  course_ids ? course_ids.includes(id) : course_id === null || course_id === id

const seatsOf = ({ amount_paise, seats, discount }: Code) =>
  amount_paise === null ? (seats ?? (discount === 100 ? 1 : Number.POSITIVE_INFINITY)) : Number.POSITIVE_INFINITY

/** The rule again, by another road: exact fractions in BigInt over the whole cart. */
function expectedDiscount(lines: readonly CartLine[], promocode: Code | null) {
  if (!promocode) return 0
  const { discount, amount_paise, max_discount_paise, minimum_paise } = promocode
  const whole = lines.reduce((total, entry) => total + BigInt(entry.price_paise) * BigInt(entry.quantity), 0n)
  if (minimum_paise !== null && whole < BigInt(minimum_paise)) return 0
  const covered = lines.filter((entry) => isNamed(promocode, entry.course_id))
  const most = (quantity: number) => Math.min(quantity, seatsOf(promocode))
  const sum = covered.reduce((total, entry) => total + BigInt(entry.price_paise) * BigInt(most(entry.quantity)), 0n)
  if (amount_paise !== null) return Number(sum < BigInt(amount_paise) ? sum : BigInt(amount_paise))
  const twice = 2n * sum * BigInt(discount)
  const percent = Number((twice + 100n) / 200n)
  return max_discount_paise !== null && percent > max_discount_paise ? max_discount_paise : percent
}

test('10,000 carts: one discount, half up; lines sum to the paise; nothing negative; the least charge', () => {
  fc.assert(
    fc.property(cart, ({ lines, promocode }) => {
      const priced = priceCart(lines, promocode)
      const sum = (pick: (entry: (typeof priced.lines)[number]) => number) =>
        priced.lines.reduce((total, entry) => total + pick(entry), 0)
      expect(priced.discount_paise).toBe(expectedDiscount(lines, promocode))
      expect(sum((entry) => entry.subtotal_paise)).toBe(priced.subtotal_paise)
      expect(sum((entry) => entry.discount_paise)).toBe(priced.discount_paise)
      expect(sum((entry) => entry.total_paise)).toBe(priced.subtotal_paise - priced.discount_paise)
      for (const entry of priced.lines) {
        expect(Number.isInteger(entry.discount_paise)).toBe(true)
        expect(entry.total_paise).toBeGreaterThanOrEqual(0)
        if (!promocode || !isNamed(promocode, entry.course_id)) expect(entry.discount_paise).toBe(0)
        if (promocode?.amount_paise === null)
          expect(entry.discount_paise).toBeLessThanOrEqual(
            entry.price_paise * Math.min(entry.quantity, seatsOf(promocode)),
          )
      }
      const due = priced.subtotal_paise - priced.discount_paise
      expect(priced.total_paise).toBe(due === 0 ? 0 : Math.max(due, MINIMUM_CHARGE_PAISE))
      expect(priced.total_paise).toBe(due + priced.minimum_charge_paise)
      // The shown total is the charged one: the way over the wire and back loses nothing.
      expect(toPaise(toRupees(priced.total_paise))).toBe(priced.total_paise)
      expect(toPaise(Number(toRupees(priced.total_paise).toFixed(2)))).toBe(priced.total_paise)
    }),
    { numRuns: RUNS },
  )
})

const taxes = fc.record({
  rate_basis_points: fc.integer({ min: 0, max: 2500 }).map((half) => half * 2),
  prices: fc.constantFrom('inclusive' as const, 'exclusive' as const),
})

/** Computes the tax unlike `taxLine`: the untaxed rest is rounded half down. */
function expectedTax(paise: number, rate: number, base: number): number {
  const rest = BigInt(paise) * BigInt(base - rate)
  return paise - Number((2n * rest + BigInt(base) - 1n) / (2n * BigInt(base)))
}

test('10,000 carts with tax: held prices keep their total, others grow by the tax of each line', () => {
  fc.assert(
    fc.property(cart, taxes, ({ lines, promocode }, tax) => {
      const bare = priceCart(lines, promocode)
      const priced = priceCart(lines, promocode, tax)
      const { rate_basis_points: rate, prices } = tax
      expect(priced.lines).toEqual(bare.lines)
      expect([priced.subtotal_paise, priced.discount_paise]).toEqual([bare.subtotal_paise, bare.discount_paise])
      const base = prices === 'inclusive' ? 10_000 + rate : 10_000
      const whole = bare.lines.reduce((sum, entry) => sum + expectedTax(entry.total_paise, rate, base), 0)
      expect(priced.tax_paise).toBe(prices === 'exclusive' ? whole : 0)
      const due = priced.subtotal_paise - priced.discount_paise + priced.tax_paise
      expect(priced.total_paise).toBe(due === 0 ? 0 : Math.max(due, MINIMUM_CHARGE_PAISE))
      expect(priced.total_paise).toBe(due + priced.minimum_charge_paise)
      if (prices === 'inclusive') expect(priced.total_paise).toBe(bare.total_paise)
      const held = prices === 'inclusive' ? whole : 0
      const inMinimum = taxLine(priced.minimum_charge_paise, { ...tax, prices: 'inclusive' }).tax_paise
      expect(priced.included_tax_paise).toBe(held + inMinimum)
    }),
    { numRuns: RUNS },
  )
})

test('18 % on top of ₹499 less a fifth, and held by it', () => {
  const lines = [{ course_id: 'a', price_paise: 49_900, quantity: 1 }]
  expect(priceCart(lines, { discount: 20 }, { rate_basis_points: 1800, prices: 'exclusive' })).toMatchObject({
    tax_paise: 7_186,
    included_tax_paise: 0,
    total_paise: 47_106,
  })
  expect(priceCart(lines, { discount: 20 }, { rate_basis_points: 1800, prices: 'inclusive' })).toMatchObject({
    tax_paise: 0,
    included_tax_paise: 6_089,
    total_paise: 39_920,
  })
})

test('a half paisa goes up, and only a half', () => {
  expect(percentOf(50, 1)).toBe(1)
  expect(percentOf(49, 1)).toBe(0)
  expect(percentOf(150, 1)).toBe(2)
  expect(percentOf(2495, 10)).toBe(250)
})

test('the left-over paise go to the largest remainders, ties to the earlier line', () => {
  const lines = ['a', 'b', 'c'].map((course_id) => ({ course_id, price_paise: 100, quantity: 1 }))
  expect(priceCart(lines, { discount: 50 }).lines.map((entry) => entry.discount_paise)).toEqual([50, 50, 50])
  expect(priceCart(lines, { discount: 1 }).lines.map((entry) => entry.discount_paise)).toEqual([1, 1, 1])
  const uneven = [
    { course_id: 'a', price_paise: 10, quantity: 1 },
    { course_id: 'b', price_paise: 10, quantity: 1 },
    { course_id: 'c', price_paise: 30, quantity: 1 },
  ]
  // 33 % of 50 is 16.5, so 17: exact shares 3.4, 3.4 and 10.2; the one paisa left goes to the first of the equals.
  expect(priceCart(uneven, { discount: 33 }).lines.map((entry) => entry.discount_paise)).toEqual([4, 3, 10])
})

test('a use of a limited code, or of one of 100 %, is one seat of each course; the cart knows when that matters', () => {
  const lines = (quantity: number) => [
    { course_id: 'a', price_paise: 49_900, quantity },
    { course_id: 'b', price_paise: 20_000, quantity: 1 },
  ]
  const once = { discount: 50, seats: 1 }
  expect(priceCart(lines(50), once)).toMatchObject({ discount_paise: 34_950, seats: 1 })
  expect(priceCart(lines(1), once)).toMatchObject({ discount_paise: 34_950, seats: null })
  expect(priceCart(lines(50), { ...once, course_id: 'b' })).toMatchObject({ discount_paise: 10_000, seats: null })
  expect(priceCart(lines(50), { discount: 100 })).toMatchObject({ discount_paise: 69_900, seats: 1 })
  expect(priceCart(lines(50), { discount: 99 })).toMatchObject({
    discount_paise: 0.99 * (50 * 49_900 + 20_000),
    seats: null,
  })
})

test('an owner may let one use discount more seats; a seat costs what it was charged', () => {
  const lines = [{ course_id: 'a', price_paise: 49_900, quantity: 5 }]
  const priced = priceCart(lines, { discount: 100, seats: 2 })
  expect(priced).toMatchObject({ discount_paise: 99_800, seats: 2 })
  const [line] = priced.lines
  expect(line && seatPrices(line, { seats: priced.seats })).toEqual([0, 0, 49_900, 49_900, 49_900])
  const half = priceCart(lines, { discount: 50, seats: 7 })
  expect(half).toMatchObject({ discount_paise: 124_750, seats: null })
  expect(half.lines[0] && seatPrices(half.lines[0], { seats: half.seats })).toEqual(Array(5).fill(24_950))
})

test('a code for a course that is not in the cart does not apply', () => {
  const lines = [{ course_id: 'a', price_paise: 49_900, quantity: 1 }]
  expect(priceCart(lines, { discount: 10, course_id: 'b' })).toMatchObject({ total_paise: 49_900 })
  expect(priceCart(lines, { discount: 10, course_id: null })).toMatchObject({ total_paise: 44_910 })
})

test('1 to 99 paise become one rupee; nothing stays nothing', () => {
  const one = [{ course_id: 'a', price_paise: 1, quantity: 1 }]
  expect(priceCart(one)).toMatchObject({ total_paise: 100, minimum_charge_paise: 99, discount_paise: 0 })
  expect(priceCart([{ course_id: 'a', price_paise: 49_900, quantity: 1 }], { discount: 100 }).total_paise).toBe(0)
})

test('rupees read as in India', () => {
  expect(formatRupees(135_760)).toBe('₹1,357.60')
  expect(formatRupees(12_345_678_900)).toBe('₹12,34,56,789.00')
})

test('rupees read as the language’s own format for India writes them', () => {
  const own = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  const powers = Array.from({ length: 15 }, (_, digits) => 10 ** digits)
  const amounts = powers.flatMap((power) => [power - 1, power, power + 7, Math.floor(power * 4.321)])
  for (const paise of [...amounts, ...amounts.map((amount) => -amount).filter(Boolean)])
    expect(formatRupees(paise), `${paise}`).toBe(own.format(paise / 100))
})

const two = [
  { course_id: 'reels', price_paise: 49_900, quantity: 1 },
  { course_id: 'thumbnails', price_paise: 19_900, quantity: 2 },
]
const off = (code: object) => priceCart(two, { discount: 0, ...code }).lines.map((entry) => entry.discount_paise)

test('an amount is taken off once, from what the code covers, and never more than that costs', () => {
  expect(off({ amount_paise: 20_000 })).toEqual([11_126, 8_874])
  expect(off({ amount_paise: 20_000, course_id: 'thumbnails' })).toEqual([0, 20_000])
  expect(off({ amount_paise: 50_000, course_id: 'thumbnails' })).toEqual([0, 39_800])
  expect(off({ amount_paise: 20_000, seats: 1 })).toEqual([11_126, 8_874])
})

test('a code for several courses discounts these', () => {
  expect(off({ discount: 10, course_id: 'reels', course_ids: ['reels', 'captions'] })).toEqual([4_990, 0])
})

test('below its least order a code discounts nothing, and says what is missing', () => {
  expect(priceCart(two, { discount: 10, minimum_paise: 89_700 })).toMatchObject({
    discount_paise: 8_970,
    short_paise: 0,
  })
  expect(priceCart(two, { discount: 10, minimum_paise: 99_900 })).toMatchObject({
    discount_paise: 0,
    total_paise: 89_700,
    short_paise: 10_200,
    seats: null,
  })
})

test('an offer never changes another line, and adds at most its own price and tax', () => {
  const rule = fc.option(
    fc.record({ rate_basis_points: fc.constant(1_800), prices: fc.constantFrom('inclusive', 'exclusive') }),
    { nil: null },
  )
  fc.assert(
    fc.property(cart, line('offered'), rule, ({ lines, promocode }, input, tax) => {
      const offer = { ...input, offer: true, quantity: 1 }
      const [without, beside] = [priceCart(lines, promocode, tax), priceCart([...lines, offer], promocode, tax)]
      expect(beside.lines.slice(0, -1)).toEqual(without.lines)
      expect(beside.lines.at(-1)).toMatchObject({ discount_paise: 0, total_paise: offer.price_paise })
      expect(beside.total_paise).toBeLessThanOrEqual(without.total_paise + priceCart([offer], null, tax).total_paise)
    }),
    { numRuns: 2_000 },
  )
})

test('reductions follow credit and code, each at most what is left, and the lines and seats still sum to the total', () => {
  const tax = { rate_basis_points: 1800, prices: 'exclusive' } as const
  const paise = fc.integer({ min: 0, max: 50_000 })
  fc.assert(
    fc.property(cart, paise, paise, ({ lines, promocode }, one, other) => {
      const plain = priceCart(lines, promocode)
      const due = plain.total_paise - plain.minimum_charge_paise
      const taken = Math.min(due, one + other)
      for (const rule of [null, tax]) {
        const reductions = [one, other].map((wanted, at) => ({ kind: `k${at}`, label: 'Less', paise: wanted }))
        const priced = priceCart(lines, promocode, rule, [], reducing(reductions))
        expect(priced.reduction_paise).toBe(taken)
        expect(priced.reductions.reduce((sum, reduction) => sum + reduction.paise, 0)).toBe(taken)
        expect(priced.discount_paise).toBe(plain.discount_paise)
        for (const line of priced.lines) {
          const { subtotal_paise, discount_paise, reduction_paise, total_paise } = line
          expect(total_paise).toBe(subtotal_paise - discount_paise - reduction_paise)
          const seats = seatPrices(line, { seats: priced.seats, tax: rule })
          expect(Math.min(total_paise, ...seats)).toBeGreaterThanOrEqual(0)
          const charged = rule ? taxLine(total_paise, rule).total_paise : total_paise
          if (reduction_paise > 0) expect(seats.reduce((sum, seat) => sum + seat, 0)).toBe(charged)
        }
      }
    }),
    { numRuns: 500 },
  )
})

test('a fixed price is touched by no code and no earlier purchase, but by reductions', () => {
  const lines = [
    { course_id: 'a', price_paise: 30_000, quantity: 1, fixed: true },
    { course_id: 'b', price_paise: 10_000, quantity: 1 },
  ]
  const priced = priceCart(
    lines,
    { discount: 50 },
    null,
    [],
    reducing([{ kind: 'coins', label: 'Coins', paise: 7_000 }]),
  )
  expect(priced.lines.map((line) => [line.discount_paise, line.reduction_paise])).toEqual([
    [0, 6_000],
    [5_000, 1_000],
  ])
})
