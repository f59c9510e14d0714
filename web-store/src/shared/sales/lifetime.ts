import { accessText } from 'contract/access-period'
import type { Course } from 'contract/courses'

/** For how long the course is: what it is sold for, else the owner's words. */
export const heldText = ({ access_period, lifetime_access }: Pick<Course, 'access_period' | 'lifetime_access'>) =>
  access_period ? accessText(access_period) : lifetimeText(lifetime_access)

/** 'true' reads 'Lifetime access', other text is shown as it is, 'false' and nothing not at all. */
export function lifetimeText(value: string | null): string | undefined {
  const text = value?.trim()
  if (!text || text.toLowerCase() === 'false') return undefined
  return text.toLowerCase() === 'true' ? 'Lifetime access' : text
}
