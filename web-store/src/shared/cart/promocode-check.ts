import { toPaise } from 'contract/money'
import type { CartPromocode } from 'contract/orders/price-cart'
import { promocodeProblem, promocodeProblems } from 'contract/promocode-check'
import type { PublicPromocode } from 'contract/promocodes'
import { codeKey } from 'contract/typed-keys'
import { filled, plural, t } from '../../language/text.ts'
import { rupeesText, shortRupees } from '../../ui/format.ts'

export const PROMOCODE_APPLIED = t('Promocode applied successfully')
/** Explains the price of more seats with a limited code, or one of 100 %. */
export const extraSeats = (seats: number): string =>
  plural(seats, {
    one: 'The code is for one seat of each course. Extra seats are at full price.',
    other: 'The code is for {count} seats of each course. Extra seats are at full price.',
  })

/** A code as a cart is priced with it. */
export const cartPromocode = ({ amount, max_discount, minimum_order, ...code }: PublicPromocode): CartPromocode => ({
  ...code,
  amount_paise: amount && toPaise(amount),
  max_discount_paise: max_discount && toPaise(max_discount),
  minimum_paise: minimum_order && toPaise(minimum_order),
})

/** Returns the discount of a code: `10%` or `₹200`. */
export const reductionText = ({ discount, amount }: { discount: number; amount?: number | null | undefined }) =>
  amount == null ? `${discount}%` : shortRupees(amount)

type Offer = Pick<PublicPromocode, 'discount' | 'amount' | 'max_discount' | 'minimum_order' | 'first_purchase'>

/** Describes a code on offer: `10% off, up to ₹500`, `₹200 off from ₹999, first purchase`. */
export function offerText({ max_discount, ...code }: Offer): string {
  if (max_discount !== undefined)
    return t('{offer}, up to {sum}', { offer: offerText(code), sum: shortRupees(max_discount) })
  const reduction = reductionText(code)
  if (code.minimum_order === undefined)
    return code.first_purchase
      ? t('{reduction} off, first purchase', { reduction })
      : t('{reduction} off', { reduction })
  const values = { reduction, sum: shortRupees(code.minimum_order) }
  return code.first_purchase
    ? t('{reduction} off from {sum}, first purchase', values)
    : t('{reduction} off from {sum}', values)
}

/** Describes a cart that is too small for its code. */
export const shortText = (code: string, shortPaise: number) =>
  t('Add {sum} more to your cart to use {code}.', { sum: rupeesText(shortPaise / 100), code })

export type PromocodeVerdict =
  | { promocode: PublicPromocode; problem?: undefined }
  | { promocode?: undefined; problem: string }

type Line = { id: string }

/** Returns true when the list has the code; the server may know others. */
export const isListed = (code: string, known: readonly PublicPromocode[]) =>
  known.some((one) => one.promocode.toUpperCase() === codeKey(code))

/** Checks a typed code of the list for this cart. */
export function checkPromocode(
  code: string,
  known: readonly PublicPromocode[],
  lines: readonly Line[],
  now: Date,
): PromocodeVerdict {
  const wanted = codeKey(code)
  const promocode = known.find((one) => one.promocode.toUpperCase() === wanted)
  const courseIds = lines.map(({ id }) => id)
  const problem = promocodeProblem(promocode, now, courseIds)
  return promocode && !problem ? { promocode } : { problem: filled(promocodeProblems[problem ?? 'promocode_invalid']) }
}

/** Lists the codes that this cart would be accepted with. Codes for any cart are first: they stay in place when the cart is known. */
export function offeredPromocodes(
  known: readonly PublicPromocode[],
  lines: readonly Line[],
  now: Date,
): PublicPromocode[] {
  const offered = known.filter((one) => checkPromocode(one.promocode, known, lines, now).promocode === one)
  return [...offered.filter(isForAnyCart), ...offered.filter((one) => !isForAnyCart(one))]
}

/** Returns true for a code that suits any cart, while the cart is unknown. */
export const isForAnyCart = ({ course_id, course_ids }: PublicPromocode): boolean => !course_id && !course_ids
