import { formatRupees } from 'contract/money'
import { type PricedCart, priceCart } from 'contract/orders/price-cart'
import { promocodeProblem } from 'contract/promocode-check'
import type { Db } from '../../../context.ts'
import { type CourseForSale, findCoursesForSale } from '../../../courses/courses/courses.queries.ts'
import { courseNotFound } from '../../../courses/courses/courses.service.ts'
import { appError } from '../../../errors.ts'
import { hash } from '../../../platform/db/idempotency.ts'
import { taxAt } from '../../documents/tax-settings.ts'
import type { TaxSettingsRow } from '../../documents/tax-settings-row.ts'
import { takeOffer } from '../../offers/offers.service.ts'
import { seatsOfUse } from '../../promocodes/promocode-limits.ts'
import { type FoundPromocode, findPromocode } from '../../promocodes/promocodes.queries.ts'
import { refusal } from '../../promocodes/promocodes.service.ts'
import { isInSegment } from '../../segments/segments.queries.ts'
import type { OrderLineRow, OwnedCourse } from '../orders.queries.ts'

/** A purchase priced by the server: courses and their priced lines have the same order. */
export type Cart = {
  courses: CourseForSale[]
  priced: PricedCart
  code: FoundPromocode | null
  /** The offer of its last line; null without one. */
  offerId: number | null
  /** Settings of its invoice; undefined while there are none, and when nothing is due. */
  tax: TaxSettingsRow | undefined
}

type Priced = {
  courseIds: readonly string[]
  promocode?: string | undefined
  /** Id of the offer that is taken with them. */
  offer?: string | undefined
  now: Date
  /** The buyer, whom a code of a segment is for or not. */
  user?: { id: number } | undefined
}

/**
 * Prices courses (an id repeated n times is n seats) from the present tables. Errors: `not_found` for an unsold course,
 * `promocode_invalid`, `promocode_expired`, `promocode_segment`, `offer_ended`.
 */
export async function priceFromTables(db: Db, { courseIds, promocode, offer, now, user }: Priced): Promise<Cart> {
  const seats = new Map<string, number>()
  for (const courseId of courseIds) seats.set(courseId, (seats.get(courseId) ?? 0) + 1)
  const sold = await findCoursesForSale(db, [...seats.keys()], now)
  const tax = await taxAt(db, now)
  const found = new Map(sold.map((row) => [row.course_id, row]))
  const courses = [...seats.keys()].map((courseId) => {
    const course = found.get(courseId)
    if (!course) throw courseNotFound()
    return course
  })
  const taken = offer === undefined ? undefined : await takeOffer(db, { offer, courseIds: [...seats.keys()], now })
  const code = promocode ? await findPromocode(db, promocode) : undefined
  const problem = promocode && promocodeProblem(code, now, [...seats.keys()])
  if (problem) throw refusal(problem)
  if (code?.segment && user && !(await isInSegment(db, user.id, code.segment, now))) throw refusal('promocode_segment')
  if (taken) courses.push(taken.course)
  const lines = courses.map((course) => ({
    course_id: course.course_id,
    price_paise: course.price_paise,
    quantity: seats.get(course.course_id) ?? 1,
    offer: course === taken?.course,
  }))
  const priced = priceCart(lines, code && { ...code, seats: seatsOfUse(code) }, tax)
  if (code?.minimum_paise && priced.short_paise > 0) throw tooSmall(code.minimum_paise)
  return {
    courses,
    priced,
    code: code ?? null,
    offerId: taken?.offer_id ?? null,
    tax: priced.total_paise > 0 ? tax : undefined,
  }
}

const tooSmall = (minimumPaise: number) =>
  appError('promocode_minimum', 'This code needs an order of {sum} or more', {
    values: { sum: formatRupees(minimumPaise) },
  })

/** Throws `already_purchased` for the first course of the cart that is among `ownedIds`. */
export function refuseOwned(cart: Cart, ownedIds: readonly string[]): void {
  const owned = cart.courses.find((course) => ownedIds.includes(course.course_id))
  if (owned) throw alreadyOwned(owned)
}

export function alreadyOwned(owned: OwnedCourse) {
  // The store logs a buyer out on these words, so such a course is not named.
  const name = /token|authentication/i.test(owned.name) ? 'a course in your cart' : owned.name
  return appError('already_purchased', 'You already own {course}', {
    values: { course: name },
    course_id: owned.course_id,
  })
}

/** Builds an order's stored lines, independent of later course changes. */
export function linesOf({ courses, priced, offerId }: Cart): Omit<OrderLineRow, 'order_id'>[] {
  return courses.map((course, position) => {
    const line = priced.lines[position]
    if (!line) throw new Error('A course of the cart was not priced')
    return {
      position,
      course_id: course.course_id,
      course_name: course.name,
      course_banner: course.banner,
      price_paise: line.price_paise,
      quantity: line.quantity,
      discount_paise: line.discount_paise,
      total_paise: line.total_paise,
      access_period: course.access_period,
      offer_id: line.offer ? offerId : null,
    }
  })
}

/** The same for the same seats, for as long, at the same price and tax: by it a repeated purchase finds its open order. */
export function fingerprintOf({ courses, priced, code, offerId, tax }: Cart): string {
  const seats = courses
    .map(({ course_id, access_period }, at) => [
      course_id,
      priced.lines[at]?.quantity,
      ...(access_period ? [access_period] : []),
    ])
    .sort()
  return hash([
    seats,
    code?.promocode ?? null,
    priced.total_paise,
    ...(tax ? [tax.id] : []),
    ...(offerId === null ? [] : [{ offer: offerId }]),
  ])
}
