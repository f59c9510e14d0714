import { isDeepStrictEqual } from 'node:util'
import { isGivable, leastShare } from 'contract/giveaway'
import type { Context, Db } from '../../context.ts'
import { findHighestPrices } from '../../courses/courses/highest-prices.queries.ts'
import { plainError } from '../../errors.ts'
import { actingAdmin } from '../../shop/activity/note-change.ts'
import type { Judge } from '../../shop/catalogue/catalogue.queries.ts'
import {
  listOpenCodes,
  listPriced,
  listTerms,
  type OpenCode,
  type Priced,
  type Terms,
  termNames,
} from './prices.queries.ts'

/** The least that somebody could pay for a course, what it is worth, and the paid lessons that it has for nothing. */
type Least = { paise: number; worth: number; inside: number; borrowed: number }

/**
 * Refuses a write that leaves a course for less than its writer may ask, whichever of price, sale, offer, code, bundle or lessons it
 * changed, and one that changes other terms of a course that is sold or was ordered. 403 for whoever is neither owner nor finance. A course that is free already may stay so.
 */
export const judgeGiving =
  ({ now }: Pick<Context, 'now'>): Judge =>
  async (trx) => {
    const by = actingAdmin()
    if (!by || by.role === 'owner' || by.role === 'finance') return async () => {}
    const before = await leastPrices(trx, now())
    const terms = await listTerms(trx)
    return async () => {
      await refuseOtherTerms(trx, terms)
      const after = await leastPrices(trx, now())
      const changed = [...after].filter(([courseId, least]) => isMore(least, before.get(courseId)))
      if (changed.length === 0) return
      const highest = await findHighestPrices(
        trx,
        changed.map(([courseId]) => courseId),
      )
      for (const [courseId, { paise, worth }] of changed) {
        const most = Math.max(worth, before.get(courseId)?.worth ?? 0, highest.get(courseId) ?? 0)
        if (!isGivable(paise, most)) throw plainError('forbidden', 'Only an owner or finance can do this')
      }
    }
  }

const namedTerms = Object.keys(termNames) as (keyof typeof termNames)[]

/** Throws 403 where terms beside the price are not what they were. */
async function refuseOtherTerms(trx: Db, before: readonly Terms[]): Promise<void> {
  const after = new Map((await listTerms(trx)).map(({ course_id, terms }) => [course_id, terms]))
  for (const { course_id, terms: was } of before) {
    const is = after.get(course_id)
    const changed = is && namedTerms.find((name) => !isDeepStrictEqual(was[name], is[name]))
    if (changed) throw plainError('forbidden', `Only an owner or finance can change ${termNames[changed]}`)
  }
}

/** Returns true if a write took a course down, put more in it, or began to sell it. */
const isMore = (after: Least, before: Least | undefined) =>
  before === undefined || after.paise < before.paise || after.inside > before.inside || after.borrowed > before.borrowed

async function leastPrices(db: Db, now: Date): Promise<Map<string, Least>> {
  const courses = await listPriced(db, now)
  const codes = await listOpenCodes(db, now)
  return new Map(courses.map((course) => [course.course_id, leastOf(course, codes)]))
}

function leastOf(course: Priced, codes: readonly OpenCode[]): Least {
  const { course_id, free, price_paise, sale_price_paise, offer_paise, inside_paise, borrowed } = course
  const worth = Math.max(price_paise, inside_paise)
  const held = { worth, inside: inside_paise, borrowed }
  if (free) return { paise: 0, ...held }
  const own = Math.min(price_paise, sale_price_paise ?? Infinity)
  const shares = codes
    .filter(({ course_ids }) => course_ids === null || course_ids.includes(course_id))
    .map((code) => leastShare(code, own))
  // A code takes nothing off an offer.
  const paise = Math.min(own * Math.min(1, ...shares), offer_paise ?? Infinity)
  return { paise: Math.round(paise), ...held }
}
