import type { OfferPlace } from 'contract/offers'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { prepared } from '../../platform/db/knex.ts'
import { everyWord } from '../../platform/db/like.ts'
import { pieces } from '../../platform/features/pieces.ts'
import { takesOfOffer } from '../orders/offer-takes.sql.ts'

/** An offer as stored; times in ISO 8601. */
export type OfferRow = OfferColumns & { offer_id: number; shown: number }
export type OfferColumns = {
  course_id: string
  place: OfferPlace
  price_paise: number
  headline: string
  body: string | null
  /** Null: beside any course. */
  with_courses: string[] | null
  from_date: string | null
  starts_at: string | null
  until_date: string | null
  ends_at: string | null
  active: boolean
}
export type CountedOffer = OfferRow & { course_name: string; taken: number; revenue_paise: number }

/** Returns those of these courses that are sold by dates. */
export async function findDated(db: Db, courseIds: readonly string[]): Promise<Set<string>> {
  const dated = await db
    .from(db.raw(`${pieces.datedCourses} d`))
    .whereIn('course_id', courseIds)
    .select<{ course_id: string }[]>('course_id')
  return new Set(dated.map(({ course_id }) => course_id))
}

/** Fewer than this many offers stand at a time: a shop writes them by hand. */
const MOST = 500

const queryOffersForACart = prepared<OfferRow>(
  'offers for a cart',
  () => `select offer_id, course_id, place, price_paise, headline, body, with_courses, shown
       from offers
       where deleted_at is null and active and place = :place and coalesce(starts_at <= :now, true) and coalesce(ends_at >= :now, true)
         and course_id <> all(:courseIds) and coalesce(with_courses && :courseIds, true)
       order by with_courses is null, created_at desc, offer_id desc limit :most`,
)

/** Finds offers of a place that stand now beside these courses, the best first: made for one of them before any, then the newest. */
export async function findOffersFor(
  db: Db,
  place: OfferPlace,
  courseIds: readonly string[],
  now: Date,
): Promise<OfferRow[]> {
  return queryOffersForACart(db, { place, courseIds: [...courseIds], now, most: MOST })
}

/** The offer of a purchase, ended and deleted ones included; undefined for an unknown id. */
export async function findOffer(db: Db, offerId: string): Promise<(OfferRow & { deleted: boolean }) | undefined> {
  const row = await db('offers').where({ offer_id: offerId }).first('*', db.raw('deleted_at is not null as deleted'))
  return row
}

type OfferQuery = { q?: string | undefined; limit?: number | undefined; offset?: number | undefined }

/** Offers, the newest first, with their figures; and how many there are without limit and offset. */
export async function listOffers(
  db: Db,
  { q, limit = MOST, offset = 0 }: OfferQuery,
): Promise<{ offers: CountedOffer[]; total: number }> {
  const matching = () => {
    const named = withCourse(db, db('offers').whereNull('deleted_at'))
    return q ? named.whereRaw(...everyWord(q, ['courses.name', 'headline'])) : named
  }
  const [offers, found]: [CountedOffer[], { total: number }[]] = await Promise.all([
    withTakes(matching())
      .orderBy([
        { column: 'offers.created_at', order: 'desc' },
        { column: 'offers.offer_id', order: 'desc' },
      ])
      .limit(limit)
      .offset(offset),
    matching().count({ total: '*' }),
  ])
  return { offers, total: Number(found[0]?.total ?? 0) }
}

/** The row of an offer for its writer, locked; undefined when there is none, or it was deleted. */
export async function lockOffer(trx: Db, offerId: string): Promise<CountedOffer | undefined> {
  return withTakes(withCourse(trx, trx('offers').where({ 'offers.offer_id': offerId }).whereNull('deleted_at')))
    .forUpdate('offers')
    .first()
}

export async function insertOffer(trx: Db, offer: OfferColumns, now: Date): Promise<string> {
  const [row]: { offer_id: number }[] = await trx('offers')
    .insert({ ...offer, created_at: now })
    .returning('offer_id')
  return String(row?.offer_id)
}

export async function updateOffer(trx: Db, offerId: string, changes: Partial<OfferColumns> | { deleted_at: Date }) {
  await trx('offers').where({ offer_id: offerId }).update(changes)
}

export async function addShown(db: Db, offerId: string, times: number): Promise<void> {
  await db('offers').where({ offer_id: offerId }).increment('shown', times)
}

const withCourse = (db: Db, offers: Knex.QueryBuilder) =>
  offers.join(db.raw(`${COURSES} as courses`), 'courses.course_id', 'offers.course_id')

const withTakes = (offers: Knex.QueryBuilder) =>
  offers
    .joinRaw(...takesOfOffer())
    .select('offers.*', 'courses.name as course_name', 'takes.taken', 'takes.revenue_paise')
