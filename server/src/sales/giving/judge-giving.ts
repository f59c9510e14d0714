import { isDeepStrictEqual } from 'node:util'
import { soldFields } from 'contract/courses/extra-fields'
import type { SoldField } from 'contract/courses/sold-field'
import { isGivable, leastShare } from 'contract/giveaway'
import { toPaise } from 'contract/money'
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
  pricedFields,
  type Terms,
  termNames,
} from './prices.queries.ts'

/** The least that somebody could pay for a course by each way to buy it, what it is worth, and the paid lessons of other courses in it. */
type Least = { ways: Record<string, number>; worth: number } & Pick<
  Priced,
  'free' | 'inside_paise' | 'lessons' | 'borrowed' | 'borrowed_from' | 'borrowed_paise'
>

/**
 * Refuses a write that leaves a course for less than its writer may ask, whichever of price, sale, offer, code, bundle or lessons it
 * changed, and one that changes other terms of a course that is sold or was ordered. A course with lessons of others is worth the dearest of them,
 * and goes on sale on its terms. 403 for whoever is neither owner nor finance. A course that is free already may stay so.
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
      const changed = [...after].flatMap(([courseId, least]) => {
        const was = before.get(courseId)
        const more = was === undefined || holdsMore(least, was)
        const ways = Object.entries(least.ways).filter(([way, paise]) => more || paise < (was.ways[way] ?? Infinity))
        return ways.length > 0 ? [{ courseId, least, ways, more }] : []
      })
      if (changed.length === 0) return
      const highest = await findHighestPrices(
        trx,
        changed.map(({ courseId }) => courseId),
      )
      for (const { courseId, least, ways } of changed) {
        const most = Math.max(least.worth, before.get(courseId)?.worth ?? 0, highest.get(courseId) ?? 0)
        if (ways.some(([, paise]) => !isGivable(paise, most)))
          throw plainError('forbidden', 'Only an owner or finance can do this')
      }
      const grown = changed.filter(({ more, least }) => more && !least.free)
      await refuseFreeTerms(trx, new Map(grown.map(({ courseId, least }) => [courseId, least])), terms)
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

/**
 * Throws 403 where a course goes on sale, or gets lessons of others, with terms that its draft was free to have: other ones than the dearest
 * course whose lessons it has, or what an owner alone may publish. What was sold before is judged by `refuseOtherTerms`.
 */
async function refuseFreeTerms(trx: Db, grown: ReadonlyMap<string, Least>, before: readonly Terms[]): Promise<void> {
  const after = new Map((await listTerms(trx)).map(({ course_id, terms }) => [course_id, terms]))
  for (const [courseId, { borrowed_from }] of grown) {
    const is = after.get(courseId)
    const original = after.get(borrowed_from ?? '')
    if (!is || before.some(({ course_id }) => course_id === courseId)) continue
    const freed = namedTerms.find((name) => {
      if (isDeepStrictEqual(is[name], original?.[name] ?? null)) return false
      return original !== undefined || isForOwner(name)
    })
    if (freed)
      throw plainError(
        'forbidden',
        `Only an owner or finance can publish a course with another value of ${termNames[freed]}`,
      )
  }
}

const isForOwner = (name: keyof typeof termNames) =>
  name in soldFields && soldFields[name as keyof typeof soldFields].publishedBy === 'owner'

/** Returns true if a write put more in a course: courses in a bundle, or paid lessons of others. */
const holdsMore = (after: Least, before: Least) =>
  after.inside_paise > before.inside_paise ||
  (after.lessons !== before.lessons && (after.borrowed > before.borrowed || after.worth > before.worth))

async function leastPrices(db: Db, now: Date): Promise<Map<string, Least>> {
  const courses = await listPriced(db, now)
  const codes = await listOpenCodes(db, now)
  return new Map(courses.map((course) => [course.course_id, leastOf(course, codes)]))
}

function leastOf(course: Priced, codes: readonly OpenCode[]): Least {
  const { course_id, free, price_paise, sale_price_paise, offer_paise, inside_paise, borrowed_paise } = course
  const worth = Math.max(price_paise, inside_paise, borrowed_paise)
  if (free) return { ...course, ways: { free: 0 }, worth }
  const shares = codes.filter(({ course_ids }) => course_ids === null || course_ids.includes(course_id))
  const left = (paise: number) => Math.round(paise * Math.min(1, ...shares.map((code) => leastShare(code, paise))))
  const own = { price: left(Math.min(price_paise, sale_price_paise ?? Infinity)) }
  // A code takes nothing off an offer.
  const offered: Record<string, number> = offer_paise === null ? {} : { offer: offer_paise }
  return { ...course, ways: { ...own, ...offered, ...leastOfFields(course.fields, left) }, worth }
}

/** The least of each field of a feature that has a price. */
const leastOfFields = (fields: Priced['fields'], left: (paise: number) => number): Record<string, number> =>
  Object.fromEntries(
    pricedFields.flatMap((name) => {
      const value = fields[name]
      const { least } = soldFields[name] as SoldField
      return value == null || least === null ? [] : [[name, left(toPaise(least(value as never)))]]
    }),
  )
