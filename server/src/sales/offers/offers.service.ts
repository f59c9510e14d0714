import { expiryInstant, startInstant } from 'contract/expiry'
import { formatRupees, rupeesOrNull, toPaise, toRupees } from 'contract/money'
import {
  INVALID_OFFER,
  type Offer,
  type OfferInput,
  type OfferPlace,
  type OfferState,
  type PublicOffer,
} from 'contract/offers'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { type CourseForSale, findCoursesForSale, isInCatalogue } from '../../courses/courses/courses.queries.ts'
import { courseNotFound } from '../../courses/courses/courses.service.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { hash } from '../../platform/db/idempotency.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { judged } from '../../shop/catalogue/catalogue.queries.ts'
import { isBrowser } from '../../shop/visits/visits.ts'
import {
  addShown,
  type CountedOffer,
  findDated,
  findOffer,
  findOffersFor,
  insertOffer,
  listOffers,
  lockOffer,
  type OfferColumns,
  type OfferRow,
  updateOffer,
} from './offers.queries.ts'

type Write = Pick<Context, 'db' | 'now'>

/** The offer that a place shows beside these courses; none where nothing fits, or every one costs more than its course by now. */
export async function offerFor(
  db: Db,
  courseIds: readonly string[],
  now: Date,
  place: OfferPlace = 'checkout',
): Promise<PublicOffer[]> {
  if (courseIds.length === 0) return []
  const offers = await findOffersFor(db, place, courseIds, now)
  if (offers.length === 0) return []
  const sold = await soldOf(db, [...offers, ...courseIds.map((course_id) => ({ course_id }))], now)
  const holds = courseIds.flatMap((id) => [id, ...includedIn(sold.get(id))])
  const offer = offers.find((one) => {
    const course = sold.get(one.course_id)
    return currentPriceOf(one, course) && [one.course_id, ...includedIn(course)].every((id) => !holds.includes(id))
  })
  const course = offer && sold.get(offer.course_id)
  if (!offer || !course) return []
  return [
    {
      offer_id: String(offer.offer_id),
      course_id: course.course_id,
      name: course.name,
      banner: course.banner,
      price: toRupees(offer.price_paise),
      list_price: toRupees(course.price_paise),
      headline: offer.headline || course.name,
      text: offer.body,
    },
  ]
}

/** An offer that a purchase takes: its course with the offer's price, the course's own price, and its condition. */
export type TakenOffer = Pick<OfferRow, 'offer_id' | 'headline' | 'with_courses'> & {
  course: CourseForSale
  list_price_paise: number
}

/** Finds the offer that a purchase of these courses, which `holds` all that are inside, names. 422 `Invalid offer` when it does not fit them; 409 `offer_ended`. */
export async function takeOffer(
  db: Db,
  { offer: offerId, place, courseIds, holds, now }: TakenBy,
): Promise<TakenOffer> {
  const offer = await findOffer(db, offerId)
  if (offer?.place !== place) throw invalidOffer()
  const beside = offer.with_courses
  if (holds.includes(offer.course_id) || (beside && !courseIds.some((id) => beside.includes(id)))) {
    throw invalidOffer()
  }
  const [course] = await findSold(db, [offer.course_id], now)
  const off = offer.deleted || stateAt(offer, course, now) !== 'on'
  if (off || !course) throw appError('offer_ended', 'This offer has ended')
  if (includedIn(course).some((id) => holds.includes(id))) throw invalidOffer()
  const { offer_id, headline } = offer
  return {
    offer_id,
    headline,
    // A refund of the first order leaves the price of the second.
    with_courses: place === 'after' ? null : offer.with_courses,
    course: { ...course, price_paise: offer.price_paise },
    list_price_paise: course.price_paise,
  }
}

type TakenBy = {
  offer: string
  place: OfferPlace
  courseIds: readonly string[]
  holds: readonly string[]
  now: Date
}

const includedIn = (course: CourseForSale | undefined) => (course?.included ?? []).map((one) => one.course_id)

const invalidOffer = () => appError('invalid', INVALID_OFFER, { errors: [{ path: 'offer', message: INVALID_OFFER }] })

export async function allOffers({ db, now }: Write, query: Parameters<typeof listOffers>[1]) {
  const { offers, total } = await listOffers(db, query)
  const sold = await soldOf(db, offers, now())
  return { offers: offers.map((offer) => toOffer(offer, sold.get(offer.course_id), now())), total }
}

/** Writes an offer, if its writer may sell for that. */
const writeOffer = <T>({ db }: Write, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction((trx) => judged(db, trx, () => work(trx)))

export async function addOffer(ctx: Write, input: OfferInput): Promise<Offer> {
  return writeOffer(ctx, async (trx) => {
    await refuseUnfit(trx, input, ctx.now())
    return present(trx, await insertOffer(trx, columnsOf(input), ctx.now()), ctx.now(), undefined)
  })
}

/** 404; 409 `edit_conflict` when `ifMatch` names an earlier state; else as for a new one. */
export async function changeOffer(
  ctx: Write,
  offerId: string,
  input: OfferInput,
  ifMatch: string | undefined,
): Promise<Offer> {
  return writeOffer(ctx, async (trx) => {
    const before = await lockOffer(trx, offerId)
    if (!before) throw notFound()
    requirePresent(ifMatch, `"${versionOf(before)}"`, 'this offer', await toWire(trx, before, ctx.now()))
    await refuseUnfit(trx, input, ctx.now())
    await updateOffer(trx, offerId, columnsOf(input))
    return present(trx, offerId, ctx.now(), before)
  })
}

export async function removeOffer(ctx: Write, offerId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const offer = await lockOffer(trx, offerId)
    if (!offer) throw notFound()
    await updateOffer(trx, offerId, { deleted_at: ctx.now() })
    await noteChange(trx, { ...target(offer), before: fieldsOf(offer) })
  })
}

/** Reads an offer after its write, and notes what changed. */
async function present(trx: Db, offerId: string, now: Date, before: CountedOffer | undefined): Promise<Offer> {
  const after = await lockOffer(trx, offerId)
  if (!after) throw notFound()
  const change = before ? changedFields(fieldsOf(before), fieldsOf(after)) : { after: fieldsOf(after) }
  await noteChange(trx, { ...target(after), ...change })
  return toWire(trx, after, now)
}

const toWire = async (db: Db, offer: CountedOffer, now: Date): Promise<Offer> =>
  toOffer(offer, (await soldOf(db, [offer], now)).get(offer.course_id), now)

/** 404 for an unknown course; 422 for a price above that of its course: an offer is never worse than the list price. */
async function refuseUnfit(trx: Db, { course_id, price, with: beside }: OfferInput, now: Date): Promise<void> {
  for (const courseId of [course_id, ...(beside === 'any' ? [] : beside)]) {
    if (!(await isInCatalogue(trx, courseId))) throw courseNotFound()
  }
  const [course] = await findCoursesForSale(trx, [course_id], now)
  if (!course) throw invalidField('course_id', 'This course is not on sale')
  if (course.free) throw invalidField('course_id', 'This course is free')
  if (course.included) throw invalidField('course_id', 'Choose a course, not a bundle')
  if ((await findDated(trx, [course_id])).size > 0)
    throw invalidField('course_id', 'Choose a course without dates: an offer asks for none')
  if (toPaise(price) <= course.price_paise) return
  throw invalidField('price', `The course costs ${formatRupees(course.price_paise)}: an offer is never dearer`)
}

const notFound = () => plainError('not_found', 'Offer not found')
const target = ({ offer_id, course_name }: CountedOffer) => ({
  kind: 'offer' as const,
  id: String(offer_id),
  name: course_name,
})

/** Finds the courses that one press sells: of one with dates the buyer has to choose a date first. */
async function findSold(db: Db, ids: readonly string[], now: Date): Promise<CourseForSale[]> {
  const dated = await findDated(db, ids)
  return (await findCoursesForSale(db, ids, now)).filter(({ course_id }) => !dated.has(course_id))
}

async function soldOf(db: Db, offers: readonly { course_id: string }[], now: Date) {
  const ids = [...new Set(offers.map(({ course_id }) => course_id))]
  const sold = ids.length === 0 ? [] : await findSold(db, ids, now)
  return new Map(sold.map((course) => [course.course_id, course]))
}

/** Returns true for an offer whose course is sold, and not for less. */
const currentPriceOf = ({ price_paise }: Pick<OfferRow, 'price_paise'>, course: CourseForSale | undefined) =>
  course !== undefined && price_paise <= course.price_paise

function stateAt(offer: OfferColumns, course: CourseForSale | undefined, now: Date): z.output<typeof OfferState> {
  const { active, starts_at, ends_at } = offer
  if (!active) return 'off'
  if (ends_at && Date.parse(ends_at) < now.getTime()) return 'ended'
  if (starts_at && Date.parse(starts_at) > now.getTime()) return 'planned'
  if (!course) return 'not_sold'
  return currentPriceOf(offer, course) ? 'on' : 'too_dear'
}

function columnsOf({
  course_id,
  place,
  price,
  headline,
  text,
  with: beside,
  from,
  until,
  active,
}: OfferInput): OfferColumns {
  return {
    course_id,
    place,
    headline,
    active,
    body: text,
    price_paise: toPaise(price),
    with_courses: beside === 'any' ? null : [...new Set(beside)],
    from_date: from,
    starts_at: from && isoOf(startInstant(from)),
    until_date: until,
    ends_at: until && isoOf(expiryInstant(until)),
  }
}

const isoOf = (instant: number | undefined) => new Date(instant ?? 0).toISOString()

/** Everything that an admin sets of an offer. */
const fieldsOf = (offer: OfferColumns) => ({
  course_id: offer.course_id,
  place: offer.place,
  price: toRupees(offer.price_paise),
  headline: offer.headline,
  text: offer.body,
  with: offer.with_courses ?? ('any' as const),
  from: offer.from_date,
  until: offer.until_date,
  active: offer.active,
})

const versionOf = (offer: OfferColumns) => hash(fieldsOf(offer))

function toOffer(offer: CountedOffer, course: CourseForSale | undefined, now: Date): Offer {
  return {
    offer_id: String(offer.offer_id),
    course_name: offer.course_name,
    ...fieldsOf(offer),
    version: versionOf(offer),
    list_price: rupeesOrNull(course?.price_paise ?? null),
    state: stateAt(offer, course, now),
    shown: Number(offer.shown),
    taken: offer.taken,
    revenue: toRupees(Number(offer.revenue_paise)),
  }
}

const FLUSH_MS = 10_000
/** Counts at most this many looks of one client between two writes: one may reload without an end. */
const MOST_OF_CLIENT = 20

type Waiting = { times: Map<string, number>; ofClient: Map<string, number>; timer: NodeJS.Timeout | undefined }

const batches = new WeakMap<Db, Waiting>()

type Viewer = { client: string; agent: string | undefined }

/**
 * Counts that a browser was shown an offer, in memory, and adds the counts to its row every 10 s, so that a look costs no statement. It leaves
 * out programs and reload storms. A killed instance loses its unwritten counts.
 */
export function countShown(ctx: Pick<Context, 'db' | 'log'>, offerId: string, { client, agent = '' }: Viewer): void {
  if (!isBrowser(agent)) return
  const waiting = batches.get(ctx.db) ?? { times: new Map(), ofClient: new Map(), timer: undefined }
  batches.set(ctx.db, waiting)
  const looked = waiting.ofClient.get(client) ?? 0
  if (looked >= MOST_OF_CLIENT) return
  waiting.ofClient.set(client, looked + 1)
  waiting.times.set(offerId, (waiting.times.get(offerId) ?? 0) + 1)
  waiting.timer ??= setTimeout(() => {
    writeShown(ctx.db).catch((error) => ctx.log.warn({ err: error }, 'shown offers of the last seconds are lost'))
  }, FLUSH_MS).unref()
}

/** Writes what was counted through this pool. */
export async function writeShown(db: Db): Promise<void> {
  const waiting = batches.get(db)
  batches.delete(db)
  clearTimeout(waiting?.timer)
  for (const [offerId, times] of waiting?.times ?? []) await addShown(db, offerId, times)
}
