/** Prices of a purchase, by the rules of the wire contract ("Pricing", "Kinds of products", "Offers at checkout"): all in paise. */

/** A course of a cart; a bundle has `includes`, whose prices are those of the list. */
export type Wanted = {
  course: string
  price: number
  quantity: number
  /** A code does not touch it: an offer, or a price that was set. */
  fixed?: boolean
  includes?: readonly { course: string; price: number }[] | undefined
}
export type Code = { percent: number; most?: number | undefined }
/** The tax of a day; courses may have a rate of their own. */
export type Tax = { rate: number; onTop: boolean; own: Readonly<Record<string, number>> }
/** A course of an order: `left` is its price after everything that was taken off, `charged` the same with tax on top. */
export type Line = {
  course: string
  bundle: string | null
  quantity: number
  left: number
  charged: number
  credit: number
  owned: boolean
}

const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
const LEAST = 100

/** Shares an amount by weights: the largest remainders get what is left over, the earlier of equals first. */
export function share(paise: number, weights: readonly number[]): number[] {
  const whole = sum(weights)
  if (whole === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(paise) * BigInt(weight))
  const shares = exact.map((part) => Number(part / BigInt(whole)))
  const order = exact
    .map((part, at) => ({ rest: part % BigInt(whole), at }))
    .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1))
  const over = paise - sum(shares)
  for (const { at } of order.slice(0, over)) shares[at] = (shares[at] ?? 0) + 1
  return shares
}

const halfUp = (numerator: number, denominator: number) => Math.floor((2 * numerator + denominator) / (2 * denominator))

export const rateOf = (tax: Tax, course: string): number => tax.own[course] ?? tax.rate

/** Adds tax to a price that excludes it. */
export const withTax = (paise: number, tax: Tax | null, course: string): number =>
  tax?.onTop ? paise + halfUp(paise * rateOf(tax, course), 100) : paise

/** Prices a cart: first what the buyer has of a bundle, then the code, then coins, then tax. */
export function priceOf({
  wanted,
  code,
  credits,
  coinsPaise = 0,
  tax,
}: {
  wanted: readonly Wanted[]
  code?: Code | null | undefined
  credits: ReadonlyMap<string, number>
  coinsPaise?: number | undefined
  tax: Tax | null
}): { total: number; beforeTax: number; lines: Line[] } {
  const parts = wanted.flatMap((one) => {
    const shares = one.includes
      ? share(
          one.price,
          one.includes.map(({ price }) => price),
        )
      : [one.price]
    return (one.includes ?? [one]).map(({ course }, at) => {
      const price = shares[at] ?? 0
      const paid = one.includes ? credits.get(course) : undefined
      const credit = Math.min(price, paid ?? 0)
      const { quantity, fixed = false } = one
      return {
        course,
        bundle: one.includes ? one.course : null,
        price,
        quantity,
        fixed,
        credit,
        owned: paid !== undefined && credit === price,
      }
    })
  })
  const bases = parts.map(({ price, quantity, credit, fixed }) => (code && !fixed ? price * quantity - credit : 0))
  const off = code ? Math.min(halfUp(sum(bases) * code.percent, 100), code.most ?? Number.POSITIVE_INFINITY) : 0
  const discounts = share(off, bases)
  const before = parts.map(({ price, quantity, credit }, at) => price * quantity - credit - (discounts[at] ?? 0))
  const coins = share(Math.min(coinsPaise, sum(before)), before)
  const lines = parts.map(({ course, bundle, quantity, credit, owned }, at) => {
    const left = (before[at] ?? 0) - (coins[at] ?? 0)
    return { course, bundle, quantity, left, charged: withTax(left, tax, course), credit, owned }
  })
  const due = sum(lines.map(({ charged }) => charged))
  return { total: due > 0 ? Math.max(due, LEAST) : 0, beforeTax: sum(before), lines }
}

/** Splits a price evenly into parts of whole rupees; the first holds the rest. */
export function partsOf(price: number, count: number): number[] {
  const even = Math.floor(price / count / 100) * 100
  return [price - even * (count - 1), ...Array.from({ length: count - 1 }, () => even)]
}
