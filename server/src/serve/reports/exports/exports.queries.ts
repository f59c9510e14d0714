import { ConsentPurpose } from 'contract/consents'
import type { CourseState } from 'contract/placement'
import type { Knex } from 'knex'
import type { Db } from '../../../context.ts'
import { inState } from '../../../courses/courses/course-states.ts'
import { narrowStudents, type StudentFilter } from '../../../people/students/student-list.queries.ts'
import { everyWord } from '../../../platform/db/like.ts'
import { answersOf } from '../../../sales/checkout-questions/order-answers.sql.ts'
import type { RateRow } from '../../../sales/documents/line-tax.ts'
import { KNOWN_HOLDERS, PAID_STATES } from '../../../sales/orders/known-holders.queries.ts'
import { narrowOrders, type OrderFilter } from '../../../sales/orders/order-search.ts'
import { moneyAt, SOLD_TOGETHER } from '../../../sales/orders/orders.sql.ts'
import { spentBy, WAS_PAID_STATES } from '../../../sales/segments/segment-rules.ts'

// Each batch begins after the last row of the one before, in the order of an index: new rows move nothing.

export type OrderExportRow = {
  order_id: string
  order_no: string
  created_at: string
  paid_at: string | null
  status: string
  buyer_name: string
  buyer_email: string | null
  buyer_phone: string | null
  courses: string
  seats: number
  subtotal_paise: number
  discount_paise: number
  answers: string | null
  /** Reductions within the discount, as one text. */
  reductions: string | null
  tax_paise: number
  total_paise: number
  captured_paise: number | null
  /** Currency of payment and refund; null where nothing was paid. */
  currency: string | null
  refunded_paise: number
  promocode: string | null
  payment_id: string | null
}

/** Newest first. The people of deleted accounts are gone from here too, and those of hidden ones, which still have their names. */
export async function exportOrders(
  db: Db,
  filter: OrderFilter,
  last: OrderExportRow | undefined,
  limit: number,
): Promise<OrderExportRow[]> {
  const orders = db('orders as o')
    .join('users as u', 'u.id', 'o.user_id')
    .orderByRaw('o.created_at desc, o.order_id')
    .limit(limit)
    .select('o.order_id', 'o.order_no', 'o.created_at', 'o.status', db.raw(`${moneyAt('o')} as paid_at`))
    .select('o.subtotal_paise', 'o.discount_paise', 'o.tax_paise')
    .select(db.raw(`${answersOf('o')} as answers`))
    .select(
      db.raw(
        `(select string_agg(concat_ws(' ', r->>'kind', r->>'count', '−' || round((r->>'paise')::numeric / 100, 2)), '; ')
          from jsonb_array_elements(o.reductions) r) as reductions`,
      ),
    )
    .select('o.total_paise', 'o.captured_paise', 'o.promocode', 'o.payment_id')
    .select(
      ['name', 'email', 'phone'].map((field) =>
        db.raw(`case when u.deleted_at is null then u.${field} end as buyer_${field}`),
      ),
    )
    .select(
      db.raw(
        `(select string_agg(concat_ws(': ', l.name, l.includes), '; ' order by l.position)
          from ${SOLD_TOGETHER} l where l.order_id = o.order_id) as courses`,
      ),
      db.raw('(select p.currency from order_payments p where p.payment_id = o.payment_id) as currency'),
      db.raw(`(select sum(l.quantity)::int from ${SOLD_TOGETHER} l where l.order_id = o.order_id) as seats`),
      db.raw(
        `(select coalesce(sum(r.amount_paise), 0)::bigint from refunds r
          where r.order_id = o.order_id and r.payment_id = o.payment_id and r.status = 'processed') as refunded_paise`,
      ),
    )
  narrowOrders(orders, db, filter, 'o')
  if (last) {
    // `<=` on the time alone lets the index find the place; the rest tells rows of the same instant apart.
    orders.where('o.created_at', '<=', last.created_at).where((after) => {
      after.where('o.created_at', '<', last.created_at).orWhere('o.order_id', '>', last.order_id)
    })
  }
  return orders
}

export type UserExportRow = {
  id: number
  user_id: string
  name: string
  email: string
  phone: string
  coins: number
  referred_by: string | null
  courses: number
  /** Paid orders less refunds. */
  spent_paise: number
  last_seen_at: string | null
  /** Since when the shop may send news this way; null where it may not. */
  news_email_since: string | null
  news_message_since: string | null
  created_at: string
}

/** Anybody can register with a stranger's address and agree for them: what counts is what a holder of the address agreed to. */
const agreedSince = (purpose: ConsentPurpose) => `(select case when k.agreed then k.changed_at end from consents k
  where k.user_id = u.id and k.purpose = '${purpose}' and exists (${KNOWN_HOLDERS} and a.id = u.id)
  order by k.id desc limit 1) as ${purpose}_since`

const SPENT = `coalesce((select s.paise from ${spentBy('o.user_id = u.id')} s), 0)::bigint as spent_paise`

/** Streams users in the order of their registration. */
export async function exportUsers(
  db: Db,
  { ids, now, ...filter }: StudentFilter & { ids?: readonly string[] | undefined; now: Date },
  last: UserExportRow | undefined,
  limit: number,
): Promise<UserExportRow[]> {
  const users = db('users as u')
    .leftJoin('users as referrer', 'referrer.id', 'u.referred_by')
    .modify(narrowStudents, filter, now)
    .where('u.id', '>', last?.id ?? 0)
    .orderBy('u.id')
    .limit(limit)
    .select('u.id', 'u.user_id', 'u.name', 'u.email', 'u.phone', 'u.coins', 'u.last_seen_at')
    .select({ created_at: db.raw('coalesce(u.joined_at, u.created_at)') })
    .select({ referred_by: 'referrer.referral_code' })
    .select(
      db.raw(
        '(select count(*) from enrolments e where e.user_id = u.id and e.revoked_at is null and not e.continued) as courses',
      ),
      db.raw(SPENT, WAS_PAID_STATES),
      ...ConsentPurpose.options.map((purpose) => db.raw(agreedSince(purpose), PAID_STATES)),
    )
  if (ids) users.whereIn('u.user_id', [...ids])
  return users
}

export type CourseExportRow = {
  course_id: string
  name: string
  description: string
  price_paise: number
  offer_text: string | null
  lessons: number
  students: number
  kind: 'course' | 'bundle'
  free: boolean
  created_at: string
}

export async function exportCourses(
  db: Db,
  { q, status }: { q?: string | undefined; status?: CourseState | undefined },
  last: CourseExportRow | undefined,
  limit: number,
): Promise<CourseExportRow[]> {
  const page = named(inState(db('courses'), status), 'name', q)
    .where('course_id', '>', last?.course_id ?? '')
    .orderBy('course_id')
    .limit(limit)
    .select('course_id', 'name', 'description', 'price_paise', 'offer_text', 'kind', 'free', 'created_at')
  return db
    .with('page', page)
    .from('page')
    .joinRaw('left join (select course_id, count(*) as lessons from lessons group by course_id) l using (course_id)')
    .joinRaw(
      `left join (select course_id, count(*) as students from enrolments where revoked_at is null and not continued
        group by course_id) e using (course_id)`,
    )
    .orderBy('course_id')
    .select('page.*', db.raw('coalesce(l.lessons, 0) as lessons, coalesce(e.students, 0) as students'))
}

export type PromocodeExportRow = {
  id: number
  promocode: string
  /** 0 of a code that takes off rupees. */
  discount: number
  amount_paise: number | null
  max_discount_paise: number | null
  minimum_paise: number | null
  first_purchase: boolean
  expiry_date: string
  course_id: string | null
  course_ids: string[] | null
  course_name: string | null
  created_at: string
}

export async function exportPromocodes(
  db: Db,
  q: string | undefined,
  last: PromocodeExportRow | undefined,
  limit: number,
): Promise<PromocodeExportRow[]> {
  return named(db('promocodes as p').leftJoin('courses as c', 'c.course_id', 'p.course_id'), 'p.promocode', q)
    .where('p.id', '>', last?.id ?? 0)
    .orderBy('p.id')
    .limit(limit)
    .select('p.id', 'p.promocode', 'p.discount', 'p.expiry_date', 'p.course_id', 'p.created_at')
    .select('p.amount_paise', 'p.max_discount_paise', 'p.minimum_paise', 'p.first_purchase', 'p.course_ids', {
      course_name: 'c.name',
    })
}

function named(query: Knex.QueryBuilder, column: string, q: string | undefined): Knex.QueryBuilder {
  return q ? query.whereRaw(...everyWord(q, [column])) : query
}

export type DocumentExportRow = {
  document_id: string
  serial: string
  kind: string
  issued_at: string
  order_id: string
  order_no: string
  payment_id: string | null
  against: string | null
  /** The note that a debit note reverses. */
  reverses: string | null
  buyer: string
  business: string | null
  gstin: string | null
  sez: boolean
  place_of_supply: string | null
  sac: string | null
  rate_basis_points: number
  /** Null unless lines differ in rate or code. */
  rates: RateRow[] | null
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  total_paise: number
}

/** Oldest first, so that each series reads in order. */
export async function exportDocuments(
  db: Db,
  { from, before }: { from: string; before: string },
  last: DocumentExportRow | undefined,
  limit: number,
): Promise<DocumentExportRow[]> {
  const { rows } = await db.raw<{ rows: DocumentExportRow[] }>(
    `select d.document_id, d.serial, d.kind, d.issued_at, d.order_id, o.order_no, f.payment_id, f.against->>'serial' as against,
       (select n.serial from documents n where n.document_id = d.reverses) as reverses,
       case when u.deleted_at is null then f.buyer->>'name' else 'Deleted account' end as buyer,
       case when u.deleted_at is null or f.buyer->>'gstin' is not null then f.buyer->>'business_name' end as business, f.buyer->>'gstin' as gstin, coalesce((f.buyer->>'sez')::boolean, false) as sez, f.place_of_supply,
       f.seller->>'sac' as sac, f.rate_basis_points, f.rates, f.taxable_paise, f.cgst_paise, f.sgst_paise, f.igst_paise,
       f.total_paise
     from (
       select * from documents
       where issued_at >= :start and issued_at < :before and (issued_at, document_id) > (:start, :lastId)
       order by issued_at, document_id limit :limit
     ) d
     join orders o on o.order_id = d.order_id join users u on u.id = o.user_id,
     jsonb_to_record(d.facts) as f (payment_id text, against jsonb, buyer jsonb, place_of_supply text,
       seller jsonb, rate_basis_points integer, rates jsonb, taxable_paise bigint, cgst_paise bigint, sgst_paise bigint,
       igst_paise bigint, total_paise bigint)
     order by d.issued_at, d.document_id`,
    { start: last?.issued_at ?? from, before, lastId: last?.document_id ?? '', limit },
  )
  return rows
}
