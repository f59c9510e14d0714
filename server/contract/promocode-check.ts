import { isExpired } from './expiry.ts'

/** Why a code does not hold, by the code of the error that buying answers. */
export const promocodeProblems = {
  promocode_invalid: 'Invalid promocode',
  promocode_expired: 'Promocode has expired',
  promocode_used_up: 'Promocode has been used up',
  promocode_first_purchase: 'This code is for a first purchase',
} as const

/** Which courses a code is for: several, one, or with neither every one. */
export type Covering = { course_id?: string | null | undefined; course_ids?: readonly string[] | null | undefined }

/** The ids of its courses; undefined for a code of every course. */
const coursesOf = ({ course_id, course_ids }: Covering) => course_ids ?? (course_id == null ? undefined : [course_id])

/** True when the code discounts this course. */
export const covers = (code: Covering, courseId: string): boolean => coursesOf(code)?.includes(courseId) ?? true

/** `starts_at`: the first instant at which it holds; a visitor's copy has neither that nor `paused`. */
type Code = Covering & { expiry_date: string; paused?: boolean; starts_at?: string | null }

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
  const covered = !courseIds || !coursesOf(code) || courseIds.some((courseId) => covers(code, courseId))
  return covered ? undefined : 'promocode_invalid'
}
