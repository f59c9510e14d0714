import { isExpired } from './expiry.ts'

/** Reasons against a code, by the error code of the purchase. */
export const promocodeProblems = {
  promocode_invalid: 'Invalid promocode',
  promocode_expired: 'Promocode has expired',
  promocode_used_up: 'Promocode has been used up',
  promocode_first_purchase: 'This code is for a first purchase',
  promocode_segment: 'This code is not for this account',
} as const

/** Courses of a code: several, one, or with neither every one. */
export type Covering = { course_id?: string | null | undefined; course_ids?: readonly string[] | null | undefined }

/** The ids of its courses; undefined for a code of every course. */
const coursesOf = ({ course_id, course_ids }: Covering) => course_ids ?? (course_id == null ? undefined : [course_id])

/** Returns true when the code discounts this course. */
export const covers = (code: Covering, courseId: string): boolean => coursesOf(code)?.includes(courseId) ?? true

/** `starts_at`: the first instant at which it holds; a visitor's copy has neither that nor `paused`. */
type Code = Covering & { expiry_date: string; paused?: boolean; starts_at?: string | null }

/**
 * Returns the reason against a code, undefined when it is valid: the one answer for the preview, the purchase, the link
 * with a code and the cart in the browser. `courseIds`: of the cart, where there is one. The server counts the uses.
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
