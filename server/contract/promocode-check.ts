import { isExpired } from './expiry.ts'

/** Why a code does not hold, by the code of the error that buying answers. */
export const promocodeProblems = {
  promocode_invalid: 'Invalid promocode',
  promocode_expired: 'Promocode has expired',
  promocode_used_up: 'Promocode has been used up',
} as const

/** `starts_at`: the first instant at which it holds; a visitor's copy has neither that nor `paused`. */
type Code = { expiry_date: string; course_id: string | null; paused?: boolean; starts_at?: string | null }

/**
 * Why a code does not hold, undefined when it does: the one answer for the preview, the purchase, the link that carries a code
 * and the cart in the browser. `courseIds`: of the cart, where there is one. How often a code was used is counted by the server.
 */
export function promocodeProblem(
  code: Code | undefined,
  now: Date,
  courseIds?: readonly string[],
): 'promocode_invalid' | 'promocode_expired' | undefined {
  if (!code || code.paused || (code.starts_at && Date.parse(code.starts_at) > now.getTime())) return 'promocode_invalid'
  if (isExpired(code.expiry_date, now)) return 'promocode_expired'
  const covers = !courseIds || code.course_id === null || courseIds.includes(code.course_id)
  return covers ? undefined : 'promocode_invalid'
}
