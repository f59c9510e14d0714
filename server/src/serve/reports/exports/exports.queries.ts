import { ConsentPurpose } from 'contract/consents'
import { placeText } from 'contract/gst-states'
import { toRupees } from 'contract/money'
import type { CourseState } from 'contract/placement'
import type { Knex } from 'knex'
import type { Db } from '../../../context.ts'
import { inState } from '../../../courses/courses/course-states.ts'
import { narrowStudents, type StudentFilter } from '../../../people/students/student-list.queries.ts'
import { everyWord } from '../../../platform/db/like.ts'
import { type RowOf, rupees, time, yesOrNo } from '../../../platform/files/columns.ts'
import { answersOf } from '../../../sales/checkout-questions/order-answers.sql.ts'
import type { RateRow } from '../../../sales/documents/line-tax.ts'
import { narrowOrders, type OrderFilter } from '../../../sales/orders/order-search.ts'
import {
  KNOWN_HOLDERS,
  moneyAt,
  PAID_STATES,
  SOLD_TOGETHER,
  WAS_PAID_STATES,
} from '../../../sales/orders/orders.sql.ts'
import { spentBy } from '../../../sales/segments/segment-rules.ts'

// Each batch begins after the last row of the one before, in the order of an index: new rows move nothing.

export const orderColumns = {
  'Order ID': 'order_id',
  Created: time('created_at'),
  Paid: time('paid_at'),
  Status: 'status',
  Name: 'buyer_name',
  Email: 'buyer_email',
  Phone: 'buyer_phone',
  Courses: 'courses',
  Seats: 'seats',
  Subtotal: rupees('subtotal_paise'),
  Discount: rupees('discount_paise'),
  Total: rupees('total_paise'),
  Refunded: rupees('refunded_paise'),
  'Promo code': 'promocode',
  'Payment ID': 'payment_id',
  'GST added': rupees('tax_paise'),
  Received: rupees('captured_paise'),
  Currency: 'currency',
  'Order number': 'order_no',
  'Further discounts': 'reductions',
  Answers: 'answers',
  Partner: 'partner',
} as const

type OrderExportRow = RowOf<typeof orderColumns>

/** Newest first. The people of deleted accounts are gone from here too, and those of hidden ones, which still have their names. */
export async function exportOrders(
  db: Db,
  last: OrderExportRow | undefined,
  limit: number,
  filter: OrderFilter,
): Promise<OrderExportRow[]> {
  const orders = db('orders as o')
    .join('users as u', 'u.id', 'o.user_id')
    .orderByRaw('o.created_at desc, o.order_id')
    .limit(limit)
    .select('o.order_id', 'o.order_no', 'o.created_at', 'o.status', db.raw(`${moneyAt('o')} as paid_at`))
    .select('o.subtotal_paise', 'o.discount_paise', 'o.tax_paise')
    .select(db.raw(`${answersOf('o')} as answers`), db.raw(`o.source->'partner'->>'code' as partner`))
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

export const userColumns = {
  'User ID': 'user_id',
  Name: 'name',
  Email: 'email',
  Phone: 'phone',
  Coins: 'coins',
  'Referred by': 'referred_by',
  Courses: 'courses',
  Spent: rupees('spent_paise'),
  Joined: time('created_at'),
  'Last seen': time('last_seen_at'),
  'News by email since': time('news_email_since'),
  'News by SMS or WhatsApp since': time('news_message_since'),
} as const

type UserExportRow = RowOf<typeof userColumns> & { id: number }

/** Anybody can register with a stranger's address and agree for them: what counts is what a holder of the address agreed to. */
const agreedSince = (purpose: ConsentPurpose) => `(select case when k.agreed then k.changed_at end from consents k
  where k.user_id = u.id and k.purpose = '${purpose}' and exists (${KNOWN_HOLDERS} and a.id = u.id)
  order by k.id desc limit 1) as ${purpose}_since`

const SPENT = `coalesce((select s.paise from ${spentBy('o.user_id = u.id')} s), 0)::bigint as spent_paise`

/** Streams users in the order of their registration. */
export async function exportUsers(
  db: Db,
  last: UserExportRow | undefined,
  limit: number,
  { ids, now, ...filter }: StudentFilter & { ids?: readonly string[] | undefined; now: Date },
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

export const courseColumns = {
  ID: 'course_id',
  Title: 'name',
  Description: 'description',
  Price: rupees('price_paise'),
  Offer: 'offer_text',
  Lessons: 'lessons',
  Students: 'students',
  Kind: 'kind',
  Free: yesOrNo('free'),
  Created: time('created_at'),
} as const

type CourseExportRow = RowOf<typeof courseColumns>

export async function exportCourses(
  db: Db,
  last: CourseExportRow | undefined,
  limit: number,
  { q, status }: { q?: string | undefined; status?: CourseState | undefined },
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

type CodeScope = { course_id: string | null; course_ids: string[] | null; course_name: string | null }

export const promocodeColumns = {
  Code: 'promocode',
  /** 0 of a code that takes off rupees. */
  Discount: (row: { discount: number }) => row.discount || null,
  Amount: rupees('amount_paise'),
  'Maximum discount': rupees('max_discount_paise'),
  'Minimum order': rupees('minimum_paise'),
  'First purchase': yesOrNo('first_purchase'),
  Expires: 'expiry_date',
  'Course ID': ({ course_ids, course_id }: CodeScope) => course_ids?.join(' ') ?? course_id,
  Scope: ({ course_ids, course_name }: CodeScope) =>
    course_ids ? `${course_ids.length} courses` : (course_name ?? 'All courses'),
  Created: time('created_at'),
} as const

type PromocodeExportRow = RowOf<typeof promocodeColumns> & { id: number }

export async function exportPromocodes(
  db: Db,
  last: PromocodeExportRow | undefined,
  limit: number,
  q: string | undefined,
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

type Paper = { kind: string; total_paise: number }
const isRefund = ({ kind }: Paper) => kind === 'credit_note' || kind === 'refund_receipt'

/** `rates`: null unless lines differ in rate or code. */
type Taxed = { rates: RateRow[] | null; sac: string | null; rate_basis_points: number }

/** No number is negative: a spreadsheet's guard against formulas would make it a text. */
export const documentColumns = {
  Number: 'serial',
  Kind: 'kind',
  Date: time('issued_at'),
  'Order ID': 'order_id',
  'Order number': 'order_no',
  'Payment ID': 'payment_id',
  Against: 'against',
  Reverses: 'reverses',
  Buyer: 'buyer',
  Business: 'business',
  GSTIN: 'gstin',
  SEZ: (row: { sez: boolean }) => (row.sez ? 'yes' : null),
  'Place of supply': (row: { place_of_supply: string | null }) => placeText(row.place_of_supply),
  SAC: ({ rates, sac }: Taxed) => rates?.map((one) => one.sac).join(' ') ?? sac,
  Rate: ({ rates, sac, rate_basis_points }: Taxed) =>
    rates?.map((one) => one.rate_basis_points / 100).join(' ') ?? (sac ? rate_basis_points / 100 : null),
  'Taxable value': rupees('taxable_paise'),
  CGST: rupees('cgst_paise'),
  SGST: rupees('sgst_paise'),
  IGST: rupees('igst_paise'),
  // A debit note charges again what its note had taken back.
  Charged: (row: Paper) => (isRefund(row) ? 0 : toRupees(row.total_paise)),
  Refunded: (row: Paper) => (isRefund(row) ? toRupees(row.total_paise) : 0),
} as const

type DocumentExportRow = RowOf<typeof documentColumns> & { document_id: string }

/** Oldest first, so that each series reads in order. */
export async function exportDocuments(
  db: Db,
  last: DocumentExportRow | undefined,
  limit: number,
  { from, before }: { from: string; before: string },
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
