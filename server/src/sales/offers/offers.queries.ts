import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { prepared } from '../../platform/db/knex.ts'
import { takesOfOffer } from '../orders/offer-takes.ts'

/** An offer as stored; times in ISO 8601. */
export type OfferRow = OfferColumns & { offer_id: number; shown: number }
export type OfferColumns = {
  course_id: string
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

/** Fewer than this many offers stand at a time: a shop writes them by hand. */
const MOST = 500

/** Finds offers that stand now for a cart of these courses, the best first: made for one of them before any, then the newest. */
export async function findOffersFor(db: Db, courseIds: readonly string[], now: Date): Promise<OfferRow[]> {
  const { rows } = await db
    .raw<{ rows: OfferRow[] }>(
      `select offer_id, course_id, price_paise, headline, body, with_courses, shown
       from offers
       where deleted_at is null and active and coalesce(starts_at <= :now, true) and coalesce(ends_at >= :now, true)
         and course_id <> all(:courseIds) and coalesce(with_courses && :courseIds, true)
       order by with_courses is null, created_at desc, offer_id desc limit :most`,
      { courseIds: [...courseIds], now, most: MOST },
    )
    .options(prepared('offers for a cart'))
  return rows
}

/** The offer of a purchase, ended and deleted ones included; undefined for an unknown id. */
export async function findOffer(db: Db, offerId: string): Promise<(OfferRow & { deleted: boolean }) | undefined> {
  const row = await db('offers').where({ offer_id: offerId }).first('*', db.raw('deleted_at is not null as deleted'))
  return row
}

/** All offers, the newest first, with their figures. */
export async function listOffers(db: Db): Promise<CountedOffer[]> {
  return counted(db, db('offers').whereNull('deleted_at'))
    .orderBy([
      { column: 'offers.created_at', order: 'desc' },
      { column: 'offers.offer_id', order: 'desc' },
    ])
    .limit(MOST)
}

/** The row of an offer for its writer, locked; undefined when there is none, or it was deleted. */
export async function lockOffer(trx: Db, offerId: string): Promise<CountedOffer | undefined> {
  return counted(trx, trx('offers').where({ 'offers.offer_id': offerId }).whereNull('deleted_at'))
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

function counted(db: Db, offers: Knex.QueryBuilder): Knex.QueryBuilder {
  return offers
    .join(db.raw(`${COURSES} as courses`), 'courses.course_id', 'offers.course_id')
    .joinRaw(...takesOfOffer())
    .select('offers.*', 'courses.name as course_name', 'takes.taken', 'takes.revenue_paise')
}
