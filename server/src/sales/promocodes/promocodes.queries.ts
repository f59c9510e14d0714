import { rupeesOrNull, toRupees } from 'contract/money'
import { Promocode, type PublicPromocode } from 'contract/promocodes'
import type { Segment } from 'contract/segments'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { hash } from '../../platform/db/idempotency.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { figuresOfCode, usesOfCode } from '../orders/code-uses.sql.ts'
import { seatsOfUse } from './promocode-limits.ts'

export type PromocodeSort = 'newest' | 'promocode' | '-promocode' | 'expiry_date' | '-expiry_date'
export type PromocodeQuery = {
  /** Case-insensitive part of the code. */
  q?: string | undefined
  /** Newest first when absent. */
  sort?: PromocodeSort | undefined
  limit?: number | undefined
  offset?: number | undefined
}
export type NewPromocode = {
  promocode: string
  /** Percent, 1 to 100; 0 where `amount_paise` is taken off. */
  discount: number
  amount_paise: number | null
  /** Expiry date, unconverted. */
  expiry_date: string
  /** The last instant at which it is valid. */
  expires_at: Date
  /** The first of its courses; null = every course. */
  course_id: string | null
  /** All its courses, where there is more than one. */
  course_ids: string[] | null
} & PromocodeTerms
/** When, how often, to whom and for which orders a code is open; null = no such bound. */
export type PromocodeTerms = {
  max_discount_paise: number | null
  minimum_paise: number | null
  first_purchase: boolean
  start_date: string | null
  starts_at: Date | null
  max_uses: number | null
  max_uses_per_buyer: number | null
  max_seats: number | null
  paused: boolean
  listed: boolean
  segment: Segment | null
}
/** A promo code for pricing; `expires_at` is the last valid instant, ISO 8601 in UTC. */
export type FoundPromocode = Omit<NewPromocode, 'expires_at' | 'starts_at' | 'start_date'> & {
  id: number
  expires_at: string
  starts_at: string | null
}

const desc = (column: string) => ({ column, order: 'desc' as const })

const orders: Record<PromocodeSort, (string | ReturnType<typeof desc>)[]> = {
  newest: [desc('promocodes.created_at'), desc('id')],
  promocode: ['promocode'],
  '-promocode': [desc('promocode')],
  expiry_date: ['expires_at', 'id'],
  '-expiry_date': [desc('expires_at'), desc('id')],
}

/** Codes that a visitor may see: listed, begun and not paused, and not expired at `since`; none that is used up. */
export async function listPublicPromocodes(
  db: Db,
  { since, now }: { since: Date; now: Date },
): Promise<PublicPromocode[]> {
  const rows = await db('promocodes')
    .where('expires_at', '>=', since)
    .where({ listed: true, paused: false })
    .where((either) => either.whereNull('starts_at').orWhere('starts_at', '<=', now))
    .where((either) => either.whereNull('max_uses').orWhere('max_uses', '>', usesOfCode(db)))
    .orderBy(['expires_at', 'id'])
    .select(...shown, ...terms)
  return rows.map(toPublicPromocode)
}

/** The columns of a code that visitors see. */
export const shown = ['promocode', 'discount', 'amount_paise', 'expiry_date', 'course_id', 'course_ids', 'segment']
type Shown = Omit<FoundPromocode, 'id' | 'starts_at' | 'expires_at'>

/** Converts a code for visitors. */
export function toPublicPromocode(code: Shown): PublicPromocode {
  const { promocode, discount, expiry_date, course_id, course_ids, amount_paise, max_discount_paise, minimum_paise } =
    code
  const seats = seatsOfUse(code)
  return {
    promocode,
    discount,
    expiry_date,
    course_id,
    ...(seats === undefined ? {} : { seats }),
    ...(amount_paise === null ? {} : { amount: toRupees(amount_paise) }),
    ...(max_discount_paise === null ? {} : { max_discount: toRupees(max_discount_paise) }),
    ...(minimum_paise === null ? {} : { minimum_order: toRupees(minimum_paise) }),
    ...(code.first_purchase ? { first_purchase: true as const } : {}),
    ...(course_ids ? { course_ids } : {}),
  }
}

/** All codes, and how many there are without limit and offset. */
export async function listPromocodes(
  db: Db,
  query: PromocodeQuery,
): Promise<{ promocodes: Promocode[]; total: number }> {
  const order = orders[query.sort ?? 'newest']
  const { rows, total } = await readPage<PromocodeRow>(db, matching(db, query), query, (window) =>
    withScope(db, db('promocodes').whereIn('promocodes.id', window.select('promocodes.id').orderBy(order))).orderBy(
      order,
    ),
  )
  return { promocodes: rows.map(toPromocode), total }
}

/** The code of an order, in the spelling of the contract (trimmed, upper-cased); expired ones too. */
export async function findPromocode(db: Db, promocode: string): Promise<FoundPromocode | undefined> {
  return db('promocodes')
    .where({ promocode })
    .first('id', 'expires_at', 'starts_at', ...shown, ...terms)
}

/** Returns true when open and paid orders have used it up. */
export async function isUsedUp(db: Db, id: number): Promise<boolean> {
  const row = await db('promocodes').where({ id }).where('max_uses', '<=', usesOfCode(db)).first('id')
  return row !== undefined
}

/** The columns of its bounds. */
export const terms = [
  'max_discount_paise',
  'minimum_paise',
  'first_purchase',
  'max_uses',
  'max_uses_per_buyer',
  'max_seats',
  'paused',
  'listed',
]

/** The changed code; undefined when there is none by this id or spelling, `capped_amount` for a cap on a code of rupees. */
export async function updatePromocode(
  trx: Db,
  idOrCode: string,
  changes: Partial<NewPromocode>,
): Promise<{ before: Promocode; after: Promocode } | 'capped_amount' | undefined> {
  const before: PromocodeRow | undefined = await withScope(trx, named(trx('promocodes'), idOrCode))
    .forUpdate('promocodes')
    .first()
  if (!before) return undefined
  if (changes.max_discount_paise && (changes.amount_paise ?? before.amount_paise) !== null && !changes.discount)
    return 'capped_amount'
  if (Object.keys(changes).length > 0) await trx('promocodes').where({ id: before.id }).update(changes)
  const after: PromocodeRow = await withScope(trx, trx('promocodes').where({ id: before.id })).first()
  return { before: toPromocode(before), after: toPromocode(after) }
}

/** Undefined when the code exists. */
export async function insertPromocode(trx: Db, code: NewPromocode, now: Date): Promise<Promocode | undefined> {
  const [inserted]: { id: number }[] = await trx('promocodes')
    .insert({ ...code, created_at: now })
    .onConflict('promocode')
    .ignore()
    .returning('id')
  if (!inserted) return undefined
  const row: PromocodeRow = await withScope(trx, trx('promocodes').where({ id: inserted.id })).first()
  return toPromocode(row)
}

/** Matches by id, else by spelling; for a code of digits alone the id counts first. */
export function named(codes: Knex.QueryBuilder, idOrCode: string): Knex.QueryBuilder {
  const promocode = idOrCode.toUpperCase()
  if (!/^\d{1,15}$/.test(idOrCode)) return codes.where({ promocode })
  return codes
    .where((either) => either.where({ id: Number(idOrCode) }).orWhere({ promocode }))
    .orderByRaw('id = ? desc', [Number(idOrCode)])
}

/** A code as `withScope` finds it. */
export type PromocodeRow = Omit<
  Promocode,
  'id' | 'scope' | 'version' | 'revenue' | 'amount' | 'max_discount' | 'minimum_order'
> & {
  id: number
  amount_paise: number | null
  max_discount_paise: number | null
  minimum_paise: number | null
  course_name: string | null
  revenue_paise: number
}

/** All courses, this one, or several with it. */
const HOLDS_FOR = 'promocodes.course_id is null or :course = any(coalesce(course_ids, array[promocodes.course_id]))'

type Narrowed = { q?: string | undefined; course?: string | undefined }

function matching(db: Db, { q, course }: Narrowed): Knex.QueryBuilder {
  const codes = db('promocodes')
  if (course !== undefined) codes.whereRaw(`(${HOLDS_FOR})`, { course })
  return q ? codes.whereRaw(...everyWord(q, ['promocode'])) : codes
}

/** Adds what a console shows of each code. */
export function withScope(db: Db, codes: Knex.QueryBuilder): Knex.QueryBuilder {
  return codes
    .leftJoin(db.raw(`${COURSES} as courses`), 'courses.course_id', 'promocodes.course_id')
    .joinRaw(...figuresOfCode())
    .select('id', 'promocode', 'discount', 'amount_paise', 'start_date', 'expiry_date', 'promocodes.course_id')
    .select('course_ids', 'segment', ...terms)
    .select('uses', 'reserved', 'revenue_paise', 'courses.name as course_name')
}

/** Converts a code for admins. */
export function toPromocode({
  course_name,
  revenue_paise,
  amount_paise,
  max_discount_paise,
  minimum_paise,
  ...row
}: PromocodeRow): Promocode {
  const { uses: _uses, reserved: _reserved, ...set } = row
  const several = row.course_ids && `${row.course_ids.length} courses`
  return Promocode.parse({
    ...row,
    id: String(row.id),
    version: hash([set, amount_paise, max_discount_paise, minimum_paise]),
    scope: several ?? course_name ?? 'All courses',
    amount: rupeesOrNull(amount_paise),
    max_discount: rupeesOrNull(max_discount_paise),
    minimum_order: rupeesOrNull(minimum_paise),
    revenue: toRupees(Number(revenue_paise)),
  })
}

/** Keeps a code from other buyers until the transaction ends; false when it is gone or paused. */
export async function lockUsable(trx: Db, id: number): Promise<boolean> {
  return (await trx('promocodes').where({ id, paused: false }).forUpdate().first('id')) !== undefined
}
