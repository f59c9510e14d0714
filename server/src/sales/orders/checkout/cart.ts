import { addPeriod, longerPeriod } from 'contract/access-period'
import { formatRupees } from 'contract/money'
import { type BuyFields, priceFields } from 'contract/orders/buy-fields'
import { type Credit, type PricedCart, priceCart, type Reduction } from 'contract/orders/price-cart'
import { reducing } from 'contract/orders/reducing'
import { promocodeProblem } from 'contract/promocode-check'
import type { ShopSettings } from 'contract/shop/defaults'
import { ruleOfCourse } from 'contract/tax'
import type { Context, Db } from '../../../context.ts'
import type { CourseForSale } from '../../../courses/courses/courses.queries.ts'
import { courseNotFound } from '../../../courses/courses/courses.service.ts'
import { findEnrolment, findOwned, type Sold, theCourse } from '../../../courses/enrolments/enrolments.queries.ts'
import { appError } from '../../../errors.ts'
import { hash } from '../../../platform/db/idempotency.ts'
import { hook } from '../../../platform/features/hooks.ts'
import { isProtected } from '../../../shop/consents/consents.queries.ts'
import { requireAnswers } from '../../checkout-questions/checkout-questions.service.ts'
import { findTaxOfOrder } from '../../documents/documents.queries.ts'
import type { TaxSettingsRow } from '../../documents/tax-settings-row.ts'
import { type TakenOffer, takeOffer } from '../../offers/offers.service.ts'
import { seatsOfUse } from '../../promocodes/promocode-limits.ts'
import { type FoundPromocode, findPromocode } from '../../promocodes/promocodes.queries.ts'
import { refusal } from '../../promocodes/promocodes.service.ts'
import { isInSegment } from '../../segments/segments.queries.ts'
import { coinsOff } from '../coins.ts'
import { disclaimerOf } from '../disclaimers.queries.ts'
import { type PricedPurchase, pricesSet } from '../moments.ts'
import { findOrder, type NewLine } from '../orders.queries.ts'
import { findBoughtTimes, findOwnedWays, findPaidInParts } from '../owned-courses.queries.ts'
import type { OwnedCourse } from '../payment-link.queries.ts'
import { findSeatsLeft } from '../refunds/refundable.ts'
import { findPriceTables } from './price-tables.queries.ts'

/** A course with what a purchase sells of it. */
export type SoldCourse = CourseForSale & { sells: Sold }

/** A purchase priced by the server: courses and their priced lines have the same order. */
export type Cart = {
  courses: SoldCourse[]
  priced: PricedCart
  code: FoundPromocode | null
  /** The offer of its last line; null without one. */
  offer: TakenOffer | null
  /** Count of what the buyer has already of its bundles. */
  credits: Credit[]
  /** Settings of its invoice; undefined while there are none, and when nothing is due. */
  tax: TaxSettingsRow | undefined
  /** The cart's prices were agreed with the tax of another day: they include the tax, whatever the settings say. */
  holdsTax?: boolean | undefined
  /** The purchase extends access that the buyer has: owning the course does not refuse it. */
  continues?: boolean | undefined
  /** The purchase's fields that change its price; absent without any. */
  fields?: BuyFields | undefined
}

/**
 * The courses of a purchase with fields are found: returns what its fields sell of some, with the name, price and period, by id. An `appError` refuses.
 */
export const coursesChosen =
  hook<
    (
      db: Db,
      purchase: { courses: readonly CourseForSale[]; fields: BuyFields },
    ) => Promise<Readonly<Record<string, Pick<SoldCourse, 'name' | 'price_paise' | 'access_period' | 'sells'>>>>
  >()

/** The courses with what a purchase with these fields sells of each; without fields, the courses themselves. */
async function soldBy(db: Db, courses: readonly CourseForSale[], fields?: BuyFields): Promise<SoldCourse[]> {
  const chosen: Record<string, Partial<SoldCourse>> = Object.assign(
    {},
    ...(fields ? await coursesChosen(db, { courses, fields }) : []),
  )
  return courses.map((course) => ({ ...course, sells: theCourse(course), ...chosen[course.course_id] }))
}

type Priced = {
  courseIds: readonly string[]
  promocode?: string | undefined
  /** Id of the offer that is taken with them. */
  offer?: string | undefined
  /** Courses of the order that was paid a moment ago: the offer is one after paying, alone in its order. */
  after?: readonly string[] | undefined
  now: Date
  /** The buyer, whom a code of a segment is for or not. */
  user?: { id: number } | undefined
  /** Fields of features: with them, features join in the price of this buyer. */
  fields?: BuyFields | undefined
  /** Prices an order that is made, and not only shown. */
  buying?: boolean | undefined
}

/**
 * Prices courses (an id repeated n times is n seats) from the present tables. With a buyer the courses of a bundle that they have
 * are credited, as `findCredits` counts them. Errors: `not_found` for an unsold course, `already_purchased` for a bundle that has nothing new for them,
 * `promocode_invalid`, `promocode_expired`, `promocode_segment`, `offer_ended`.
 */
export async function priceFromTables(
  db: Db,
  { courseIds, promocode, offer, after, now, user, fields, buying }: Priced,
): Promise<Cart> {
  const seats = new Map<string, number>()
  for (const courseId of courseIds) seats.set(courseId, (seats.get(courseId) ?? 0) + 1)
  const { sold, tax, shop } = await findPriceTables(db, [...seats.keys()], now)
  const found = new Map((await soldBy(db, sold, fields)).map((course) => [course.course_id, course]))
  const courses = [...seats.keys()].map((courseId) => {
    const course = found.get(courseId)
    if (!course) throw courseNotFound()
    if (course.free)
      throw appError('invalid', 'This course is free. Take it on its page.', { course_id: course.course_id })
    return course
  })
  const included = [...new Set(courses.flatMap(({ included = [] }) => included.map((one) => one.course_id)))]
  const beside = after
    ? { place: 'after' as const, courseIds: after, holds: after }
    : { place: 'checkout' as const, courseIds: [...seats.keys()], holds: [...seats.keys(), ...included] }
  if (offer !== undefined && user && (await isProtected(db, user.id, now)))
    throw appError('offer_ended', 'This offer has ended')
  const taken = offer === undefined ? undefined : await takeOffer(db, { offer, ...beside, now })
  const code = promocode ? await findPromocode(db, promocode) : undefined
  const problem = promocode && promocodeProblem(code, now, [...seats.keys()])
  if (problem) throw refusal(problem)
  if (code?.segment && user && !(await isInSegment(db, user.id, code.segment, now))) throw refusal('promocode_segment')
  if (taken) courses.push(...(await soldBy(db, [taken.course])))
  const credits = await creditsInBundles(db, { user, shop, now }, courses)
  const lines = courses.map((course) => ({
    course_id: course.course_id,
    price_paise: course.price_paise,
    quantity: seats.get(course.course_id) ?? 1,
    offer: course.course_id === taken?.course.course_id,
    includes: course.included,
  }))
  const terms = [code && { ...code, seats: seatsOfUse(code) }, tax, credits] as const
  const first = priceCart(lines, ...terms)
  if (code?.minimum_paise && first.short_paise > 0) throw tooSmall(code.minimum_paise)
  const purchase = fields && user && { user, courseIds, courses, fields, shop, buying: buying === true, now }
  const { priced, holdsTax } = purchase
    ? await joinPrice(db, purchase, first, ({ prices, holdsTax }, reductions) => {
        const set = lines.map((line) => {
          const price_paise = prices[line.course_id]
          return price_paise === undefined ? line : { ...line, price_paise, fixed: true }
        })
        return priceCart(set, terms[0], holdsTax ? held(tax) : tax, credits, reducing(reductions))
      })
    : { priced: first, holdsTax: false }
  return {
    courses,
    priced,
    credits,
    // A code that takes nothing off is not used up.
    code: (priced.discount_paise > 0 && code) || null,
    offer: taken ?? null,
    tax: priced.total_paise === 0 ? undefined : holdsTax ? held(tax) : tax,
    holdsTax,
    fields: fields && pricedFields(fields),
  }
}

/** The tax that prices hold, whatever the settings say. */
export const held = (tax: TaxSettingsRow | undefined): TaxSettingsRow | undefined =>
  tax && { ...tax, prices: 'inclusive' }

type Fixed = { prices: Readonly<Record<string, number>>; holdsTax: boolean }
type Again = (fixed: Fixed, reductions: readonly Reduction[]) => PricedCart

/** Lets features set prices of courses, then takes off what coins pay of the rest. */
async function joinPrice(db: Db, purchase: PricedPurchase, first: PricedCart, again: Again) {
  const set = (await pricesSet(db, { purchase, priced: first })).flatMap((one) => one ?? [])
  const holdsTax = set.some((one) => one.holdsTax)
  const fixed = { prices: Object.assign({}, ...set.map(({ prices }) => prices)), holdsTax }
  const priced = set.length > 0 ? again(fixed, []) : first
  if (purchase.buying) requireAnswers(purchase.shop, purchase.fields.answers)
  const reductions = await coinsOff(db, purchase, priced)
  return {
    priced: reductions.length > 0 ? again(fixed, reductions) : priced,
    holdsTax,
  }
}

/** Picks the fields that change a price; undefined without any. */
function pricedFields(fields: BuyFields): BuyFields | undefined {
  const picked = Object.entries(fields).filter(([name, value]) => name in priceFields && value !== undefined)
  return picked.length > 0 ? (Object.fromEntries(picked) as BuyFields) : undefined
}

/** Prices a cart as its buyer (`users.id`) would buy it; throws `already_purchased` for a course that they have. */
export async function priceFor(
  ctx: Pick<Context, 'db' | 'now'>,
  user: { id: number },
  requested: BuyFields & {
    course_ids: readonly string[]
    promocode?: string | undefined
    offer?: string | null | undefined
  },
): Promise<Cart> {
  const now = ctx.now()
  const { course_ids: courseIds, promocode, offer, ...fields } = requested
  const cart = await priceFromTables(ctx.db, { courseIds, promocode, offer: offer ?? undefined, user, fields, now })
  await refuseOwned(ctx.db, user.id, cart, now)
  return cart
}

/** Finds the credits of bundles. Throws when a buyer has all of a bundle, in whatever way. */
async function creditsInBundles(
  db: Db,
  { user, shop, now }: Pick<Priced, 'user' | 'now'> & { shop: ShopSettings },
  courses: readonly SoldCourse[],
) {
  const included = courses.flatMap(({ included = [] }) => included.map(theCourse))
  const owned = user ? await findOwned(db, user.id, included, now) : []
  const bundle = courses.find(({ included }) => included?.every((one) => owned.includes(one.course_id)))
  if (bundle) throw alreadyOwned(bundle.sells)
  if (!user) return []
  const credits = await findCredits(db, user.id, owned, shop)
  const given = Map.groupBy(
    courses.flatMap(({ included = [] }) => included),
    ({ course_id }) => course_id,
  )
  for (const credit of credits) {
    // What counts by a setting was not paid for here, and is not given for longer.
    if (credit.paise === null) continue
    const period = (given.get(credit.course_id) ?? []).map((one) => one.access_period).reduce(longerPeriod)
    const { ends_at = null } = (await findEnrolment(db, user.id, credit.course_id)) ?? {}
    const times = await findBoughtTimes(db, user.id, credit.course_id)
    // The same money does not give a time of the same length again.
    const isLonger = times.every(
      ({ granted_at, ...time }) =>
        endOf(new Date(granted_at), { access_period: period }) > endOf(new Date(granted_at), time),
    )
    if (ends_at !== null && new Date(ends_at).getTime() < endOf(now, { access_period: period }) && isLonger)
      credit.granted = true
  }
  return credits
}

/** The moment at which a time that began then ends, in milliseconds. */
function endOf(
  from: Date,
  { access_period, given_until = null }: { access_period: string | null; given_until?: string | null },
) {
  if (given_until !== null) return new Date(given_until).getTime()
  return access_period === null ? Number.POSITIVE_INFINITY : addPeriod(from, access_period).getTime()
}

/**
 * Counts what a student (`users.id`) has of these courses for a bundle: what they paid here for their own seat, less what went back of it. A course
 * that arrived by a move, a gift or an admin counts with its whole share where the settings say so.
 */
async function findCredits(
  db: Db,
  userId: number,
  courseIds: readonly string[],
  { bundles: counts }: Pick<ShopSettings, 'bundles'>,
): Promise<Credit[]> {
  if (courseIds.length === 0) return []
  const ways = await findOwnedWays(db, userId, courseIds)
  const inParts = await findPaidInParts(db, userId, courseIds)
  const credits: Credit[] = []
  for (const course_id of courseIds) {
    const of = ways.filter((one) => one.course_id === course_id)
    if (of.some(({ way }) => way !== 'bought' && counts[way])) {
      credits.push({ course_id, paise: null })
      continue
    }
    let paise = 0
    for (const { order_id } of of) if (order_id !== null) paise += await findPaidFor(db, order_id, course_id)
    if (paise > 0) credits.push({ course_id, paise, granted: inParts.includes(course_id) })
  }
  return credits
}

/** Computes what is left of the buyer's own seat of a course in an order: its price before added tax. */
export async function findPaidFor(db: Db, orderId: string, courseId: string): Promise<number> {
  const order = await findOrder(db, orderId)
  if (!order || order.total_paise === 0) return 0
  const seats = await findSeatsLeft(db, order)
  const own = seats.find(({ course_id, seat }) => course_id === courseId && seat === 0)
  const paise = own?.left[own.line] ?? 0
  const tax = await findTaxOfOrder(db, order)
  if (tax?.prices !== 'exclusive') return paise
  return Math.round((paise * 10_000) / (10_000 + ruleOfCourse(tax, courseId).rate_basis_points))
}

const tooSmall = (minimumPaise: number) =>
  appError('promocode_minimum', 'This code needs an order of {sum} or more', {
    values: { sum: formatRupees(minimumPaise) },
  })

/** A buyer (`users.id`) owns a course that a purchase with these fields sells: returns the sentence that says what to do instead; undefined for none. */
export const ownedRefused =
  hook<
    (db: Db, purchase: { userId: number; owned: Sold; fields: BuyFields; now: Date }) => Promise<Error | undefined>
  >()

/**
 * Throws `already_purchased` for the first thing that the cart sells and the buyer (`users.id`) owns; courses of bundles are credited. `found`: the
 * ids of courses that are known to be owned.
 */
export async function refuseOwned(
  db: Db,
  userId: number,
  { courses, fields = {} }: Pick<Cart, 'courses' | 'fields'>,
  now: Date,
  found?: readonly string[],
): Promise<void> {
  const sold = courses.map(({ sells }) => sells)
  const ownedIds = found ?? (await findOwned(db, userId, sold, now))
  const owned = sold.find((one) => ownedIds.includes(one.course_id))
  if (!owned) return
  const better = await ownedRefused(db, { userId, owned, fields, now })
  throw better.find(Boolean) ?? alreadyOwned(owned)
}

export function alreadyOwned(owned: OwnedCourse & { run_id?: string | null }) {
  // The store logs a buyer out on these words, so such a course is not named.
  const name = /token|authentication/i.test(owned.name) ? 'a course in your cart' : owned.name
  return appError('already_purchased', 'You already own {course}', {
    values: { course: name },
    course_id: owned.course_id,
    ...(owned.run_id ? { run_id: owned.run_id } : {}),
  })
}

/** Builds an order's stored lines, one for each course, independent of later course changes. */
export function linesOf({
  courses,
  priced,
  offer,
  continues = false,
  tax,
}: Omit<Cart, 'code' | 'tax'> & Partial<Pick<Cart, 'tax'>>): NewLine[] {
  const sold = courses.flatMap((course, at) => {
    const line = priced.lines[at]
    if (!line) throw new Error('A course of the cart was not priced')
    const bundle = { bundle_id: course.course_id, bundle_name: course.name, bundle_banner: course.banner }
    return line.parts.map((part, place) => {
      const included = course.included?.[place]
      const { name, banner, access_period } = included ?? course
      const taken = line.offer ? offer : null
      return {
        course_id: part.course_id,
        course_name: name,
        course_banner: banner,
        price_paise: part.price_paise,
        quantity: line.quantity,
        discount_paise: part.credit_paise + part.discount_paise + part.reduction_paise,
        reduction_paise: part.reduction_paise,
        credit_paise: part.credit_paise,
        total_paise: part.total_paise,
        access_period,
        offer_id: taken?.offer_id ?? null,
        offer_headline: taken?.headline ?? null,
        offer_with: taken?.with_courses ?? null,
        list_price_paise: taken?.list_price_paise ?? included?.price_paise ?? (line.fixed ? course.price_paise : null),
        owned: part.owned,
        continues,
        gst_basis_points: tax?.rates?.[part.course_id] ?? null,
        sac: tax?.sacs?.[part.course_id] ?? null,
        run_id: course.sells.run_id,
        ...(course.included ? bundle : { bundle_id: null, bundle_name: null, bundle_banner: null }),
      }
    })
  })
  return sold.map((line, position) => ({ position, ...line }))
}

/** The same for the same seats, for as long, at the same price and tax, under the same disclaimer: by it a repeated purchase finds its open order. */
export function fingerprintOf(cart: Cart): string {
  const { priced, code, offer, tax, fields } = cart
  const seats = linesOf(cart)
    .map(({ course_id, quantity, access_period, bundle_id, price_paise, owned, gst_basis_points, sac }) => [
      course_id,
      quantity,
      ...(access_period ? [access_period] : []),
      ...(bundle_id ? [bundle_id, price_paise, owned] : owned ? [owned] : []),
      ...(gst_basis_points !== null || sac !== null ? [{ gst_basis_points, sac }] : []),
    ])
    .sort()
  const disclaimer = disclaimerOf(cart.courses)
  return hash([
    seats,
    code?.promocode ?? null,
    priced.total_paise,
    ...(tax ? [tax.id] : []),
    ...(offer === null ? [] : [{ offer: offer.offer_id }]),
    ...(disclaimer === null ? [] : [disclaimer]),
    ...(cart.continues ? ['continues'] : []),
    ...(fields ? [{ fields }] : []),
    ...priced.reductions.map(({ kind, count, paise }) => [kind, count ?? null, paise]),
  ])
}
