import { isExpired } from 'server/contract/expiry'
import type { PublicPromocode } from 'server/contract/promocodes'
import { codeKey } from 'server/contract/spelling'

export const PROMOCODE_APPLIED = 'Promocode applied successfully'
export const PROMOCODE_INVALID = 'Invalid promocode'
/** Why more than one seat of a course costs what it costs with a limited code, or one of 100 %. */
export const ONE_SEAT = 'The code is for one seat of each course. Extra seats are at full price.'
export const PROMOCODE_EXPIRED = 'Promocode has expired'

export type PromocodeVerdict =
  | { promocode: PublicPromocode; problem?: undefined }
  | { promocode?: undefined; problem: string }

type Line = { id: string }

/** True when the list has the code; one that it lacks may still be known to the server. */
export const isListed = (code: string, known: readonly PublicPromocode[]) =>
  known.some((one) => one.promocode.toUpperCase() === codeKey(code))

const covers = (promocode: PublicPromocode, lines: readonly Line[]): boolean =>
  promocode.course_id === null || lines.some((line) => line.id === promocode.course_id)

/** Whether a typed code holds for this cart, in the server's order: known, not past its expiry, of a course in the cart. */
export function checkPromocode(
  code: string,
  known: readonly PublicPromocode[],
  lines: readonly Line[],
  now: Date,
): PromocodeVerdict {
  const wanted = codeKey(code)
  const promocode = known.find((one) => one.promocode.toUpperCase() === wanted)
  if (!promocode) return { problem: PROMOCODE_INVALID }
  if (isExpired(promocode.expiry_date, now)) return { problem: PROMOCODE_EXPIRED }
  return covers(promocode, lines) ? { promocode } : { problem: PROMOCODE_INVALID }
}

/** The codes worth offering for this cart: those that would be accepted. */
export function offeredPromocodes(
  known: readonly PublicPromocode[],
  lines: readonly Line[],
  now: Date,
): PublicPromocode[] {
  return known.filter((one) => checkPromocode(one.promocode, known, lines, now).promocode === one)
}
