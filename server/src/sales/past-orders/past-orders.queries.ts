import type { PastOrder } from 'contract/move-in/past-orders'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

/** A row of another shop's file. `ref` is its order number, or its payment id. Amounts are in hundredths. */
export type BroughtOrder = {
  source: PastOrder['source']
  ref: string | null
  /** Names the order where its number may be unknown to an earlier file of the same source. */
  key?: string | null
  ordered_at: Date | null
  email: string | null
  name: string | null
  course: string
  course_id: string | null
  amount_paise: number | null
  currency: string
  refunded_paise: number | null
  status: PastOrder['status']
  coupon: string | null
}

type Fingerprinted = BroughtOrder & { fingerprint: string }

/** Inserts orders, and updates what was refunded since; returns the fingerprints of written ones with what they are. */
export async function writePastOrders(
  trx: Db,
  rows: readonly Fingerprinted[],
  { now, moveId }: { now: Date; moveId: string },
): Promise<[string, 'new' | 'changed'][]> {
  const { rows: written } = await trx.raw<{ rows: { fingerprint: string; fresh: boolean }[] }>(
    `insert into past_orders as kept (fingerprint, move_id, source, order_ref, ordered_at, user_id, email, name, course,
       course_id, amount_paise, currency, refunded_paise, status, coupon, moved_at)
     select b.fingerprint, :moveId, b.source, b.ref, b.ordered_at, u.id, b.email, b.name, b.course, b.course_id,
       b.amount_paise, b.currency, b.refunded_paise, b.status, b.coupon, :now
     from jsonb_to_recordset(:rows) as b (fingerprint text, source text, ref text, ordered_at timestamptz, email text, name text,
       course text, course_id text, amount_paise bigint, currency text, refunded_paise bigint, status text, coupon text)
     left join ${ACCOUNTS} u on u.email = b.email and u.deleted_at is null and u.is_holders
     on conflict (fingerprint) do update set
       refunded_paise = coalesce(excluded.refunded_paise, kept.refunded_paise), status = excluded.status,
       order_ref = coalesce(excluded.order_ref, kept.order_ref)
       where coalesce(excluded.refunded_paise, 0) > coalesce(kept.refunded_paise, 0)
         or kept.status = 'paid' and excluded.status <> 'paid'
         or excluded.order_ref <> kept.order_ref
     returning fingerprint, xmax = 0 as fresh`,
    { rows: JSON.stringify(rows), moveId, now },
  )
  return written.map(({ fingerprint, fresh }) => [fingerprint, fresh ? 'new' : 'changed'])
}

/** Deletes what a move brought; returns how many. */
export const takeBackPastOrders = (trx: Db, moveId: string): Promise<number> =>
  trx('past_orders').where({ move_id: moveId }).delete()

export type PastOrderFilter = {
  q?: string | undefined
  /** `users.user_id`. */
  user_id?: string | undefined
  /** First instant, inclusive. */
  from?: string | undefined
  /** Instant after the last one. */
  before?: string | undefined
}

export type PastOrderRow = Omit<PastOrder, 'ordered_on' | 'amount' | 'refunded'> & {
  past_order_id: number
  ordered_at: string | null
  amount_paise: number | null
  refunded_paise: number | null
}

const TEXTS = `concat_ws(' ', p.name, p.email, p.course, p.order_ref, p.coupon)`

/** Orders that match, each with every word somewhere. A student's are those of the account, and of its proven address. */
function matching(db: Db, { q, user_id, from, before }: PastOrderFilter): Knex.QueryBuilder {
  const orders = db('past_orders as p')
  if (q) orders.whereRaw(...everyWord(q, [TEXTS]))
  if (user_id) {
    const account = (column: string, more = '') =>
      db.raw(`(select ${column} from ${ACCOUNTS} u where u.user_id = ? and u.deleted_at is null ${more})`, [user_id])
    orders.where((own) => {
      own.where('p.user_id', account('id'))
      own.orWhere((unlinked) => unlinked.whereNull('p.user_id').where('p.email', account('email', 'and u.is_holders')))
    })
  }
  if (from) orders.where('p.ordered_at', '>=', from)
  if (before) orders.where('p.ordered_at', '<', before)
  return orders
}

/** One page, newest first; orders without a date are last. `after` is the last row of the page before. */
export function readPastOrders(
  db: Db,
  filter: PastOrderFilter,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: PastOrderRow | undefined },
): Promise<PastOrderRow[]> {
  const page = matching(db, filter)
    .orderByRaw('p.ordered_at desc nulls last, p.past_order_id desc')
    .limit(limit)
    .offset(offset)
    .select('p.*')
  if (after)
    page.whereRaw(
      after.ordered_at === null
        ? 'p.ordered_at is null and p.past_order_id < :id'
        : '(p.ordered_at, p.past_order_id) < (:at, :id) or p.ordered_at is null',
      { at: after.ordered_at, id: after.past_order_id },
    )
  const own = `left join ${ACCOUNTS} u on u.id = p.user_id and u.deleted_at is null
    left join ${ACCOUNTS} v on p.user_id is null and v.email = p.email and v.deleted_at is null and v.is_holders`
  return db
    .from(db.raw(`(?) as p ${own}`, [page]))
    .orderByRaw('p.ordered_at desc nulls last, p.past_order_id desc')
    .select('p.past_order_id', 'p.source', 'p.order_ref', 'p.ordered_at', 'p.email', 'p.course', 'p.course_id')
    .select('p.amount_paise', 'p.currency', 'p.refunded_paise', 'p.status', 'p.coupon', 'p.moved_at')
    .select({
      name: db.raw('coalesce(p.name, u.name, v.name)'),
      user_id: db.raw('coalesce(u.user_id, v.user_id)'),
    })
}

export type PastSum = { currency: string; orders: number; amount_paise: number; refunded_paise: number }
type Sums = { sums: PastSum[]; months: ({ month: string } & PastSum)[]; courses: ({ course: string } & PastSum)[] }

/** Courses in the sums; the smaller ones are left out. */
const MOST_COURSES = 100

/** Sums of all that match: by currency, by Indian month, newest first, and by course, largest first. */
export async function sumPastOrders(db: Db, filter: PastOrderFilter): Promise<Sums> {
  const sums = `count(*)::int as orders, coalesce(sum(amount_paise), 0)::bigint as amount_paise,
    coalesce(sum(refunded_paise), 0)::bigint as refunded_paise`
  const by = (columns: string) =>
    matching(db, filter)
      .groupByRaw(columns)
      .select(db.raw(`${columns}, ${sums}`))
  const month = `to_char(p.ordered_at at time zone 'Asia/Kolkata', 'YYYY-MM')`
  const [all, months, courses] = await Promise.all([
    by('p.currency').orderByRaw('orders desc, p.currency'),
    matching(db, filter)
      .whereNotNull('p.ordered_at')
      .groupByRaw(`${month}, p.currency`)
      .orderByRaw('1 desc, p.currency')
      .select(db.raw(`${month} as month, p.currency, ${sums}`)),
    by('p.course, p.currency').orderByRaw('amount_paise desc, p.course, p.currency').limit(MOST_COURSES),
  ])
  return { sums: all, months, courses }
}
