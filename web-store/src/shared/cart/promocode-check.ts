import { toPaise } from 'contract/money'
import type { CartPromocode } from 'contract/orders/price-cart'
import { promocodeProblem, promocodeProblems } from 'contract/promocode-check'
import type { PublicPromocode } from 'contract/promocodes'
import { codeKey } from 'contract/spelling'
import { plural, said, t } from '../../language/text.ts'
import { rupeesText, shortRupees } from '../../ui/format.ts'

export const PROMOCODE_APPLIED = t('Promocode applied successfully')
/** Why more seats of a course cost what they cost with a limited code, or one of 100 %. */
export const extraSeats = (seats: number): string =>
  plural(seats, {
    one: 'The code is for one seat of each course. Extra seats are at full price.',
    other: 'The code is for {count} seats of each course. Extra seats are at full price.',
  })

/** A code as a cart is priced with it. */
export const cartPromocode = ({ amount, minimum_order, ...code }: PublicPromocode): CartPromocode => ({
  ...code,
  amount_paise: amount && toPaise(amount),
  minimum_paise: minimum_order && toPaise(minimum_order),
})

/** What a code takes off: `10%` or `₹200`. */
export const reductionText = ({ discount, amount }: { discount: number; amount?: number | null | undefined }) =>
  amount == null ? `${discount}%` : shortRupees(amount)

/** What a buyer reads of a code on offer: `10% off`, `₹200 off from ₹999, first purchase`. */
export function offerText(
  code: Pick<PublicPromocode, 'discount' | 'amount' | 'minimum_order' | 'first_purchase'>,
): string {
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

/** What to say of a cart that is too small for its code. */
export const shortText = (code: string, shortPaise: number) =>
  t('Add {sum} more to your cart to use {code}.', { sum: rupeesText(shortPaise / 100), code })

export type PromocodeVerdict =
  | { promocode: PublicPromocode; problem?: undefined }
  | { promocode?: undefined; problem: string }

type Line = { id: string }

/** True when the list has the code; one that it lacks may still be known to the server. */
export const isListed = (code: string, known: readonly PublicPromocode[]) =>
  known.some((one) => one.promocode.toUpperCase() === codeKey(code))

/** Whether a typed code of the list holds for this cart. */
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
  return promocode && !problem ? { promocode } : { problem: said(promocodeProblems[problem ?? 'promocode_invalid']) }
}

/**
 * The codes worth offering for this cart: those that would be accepted. What any cart is offered stands first, so that it keeps its place when
 * the cart is known.
 */
export function offeredPromocodes(
  known: readonly PublicPromocode[],
  lines: readonly Line[],
  now: Date,
): PublicPromocode[] {
  const offered = known.filter((one) => checkPromocode(one.promocode, known, lines, now).promocode === one)
  return [...offered.filter(isForAnyCart), ...offered.filter((one) => !isForAnyCart(one))]
}

/** Whether a code on offer is worth offering whatever the cart holds, while that is not known. */
export const isForAnyCart = ({ course_id, course_ids }: PublicPromocode): boolean => !course_id && !course_ids
