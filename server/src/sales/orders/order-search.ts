import { phoneDigits, phoneKey } from 'contract/email-and-phone'
import { dayStart } from 'contract/indian-time'
import { type OrderStatus, WAITING_MINUTES } from 'contract/orders/actions'
import { type OrderState, orderStates } from 'contract/orders/statuses'
import { codeKey } from 'contract/typed-keys'
import type { Knex } from 'knex'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { containing, containingFolded, folded, phoneWords } from '../../platform/db/like.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { SERIALS } from '../documents/documents.queries.ts'
import { GIFT_CODES } from '../gifts/gift-codes.sql.ts'
import { waitsForOwner } from './attention.queries.ts'

/** Words that count, the longest of them: each may mean every buyer, and costs as much. */
const MOST_WORDS = 4

/**
 * The condition that an order is one that a search means, by its whole text or by each of its words: its number or an id of its own, the
 * serial of one of its documents, a refund or gift code of it, its promo code, its living buyer, their business or a course of it.
 * `orders` is how the query calls the table. The ids of buyers and lines are found first, each by its own index, and then
 * handed on as lists: joined they would be looked for among all orders. The orders of several words are found word by word: with the
 * list of one word, each order of another would be looked for from its begin to its end.
 */
export function meantOrders(db: Knex, q: string, orders: 'orders' | 'o'): Knex.Raw {
  const words = phoneWords(q).toSorted((one, other) => other.length - one.length)
  const each = words
    .slice(0, MOST_WORDS)
    .map((word) => db.raw('(? or ?)', [hasPart(db, word, orders), hasId(db, word, orders)]))
  const [first, ...more] = each
  if (!first) return db.raw('false')
  if (more.length === 0) return first
  const found = `select order_id from orders ${orders} where ?`
  const all = each.map(() => found).join(' intersect ')
  return db.raw(`${orders}.order_id in (${all} union all ${found})`, [...each, hasId(db, q, orders)])
}

/** The condition that a part of a text is in the buyer, the business name of the invoice or the name of a course. */
function hasPart(db: Knex, q: string, orders: 'orders' | 'o'): Knex.Raw {
  const part = containingFolded(q)
  const phone = /^\d{3,15}$/.test(phoneDigits(q)) ? containing(phoneKey(q)) : part
  return db.raw(
    `(
      ${orders}.user_id = any(array(
        select id from ${ACCOUNTS} u
        where deleted_at is null and (${folded('name')} like :part or ${folded('email')} like :part or phone like :phone or user_id = :q)
      ))
      or ${orders}.order_id = any(array(
        select b.order_id from orders b join ${ACCOUNTS} u on u.id = b.user_id
        where b.billing_name ilike :part and u.deleted_at is null
      ))
      or ${orders}.order_id = any(array(
        select order_id from order_lines, (
          select array_agg(course_id) as ids from ${COURSES} c where course_id = :q or ${folded('name')} like :part
        ) as named where course_id = any(named.ids) or bundle_id = any(named.ids)
      ))
    )`,
    { q, part, phone },
  )
}

function hasId(db: Knex, q: string, orders: 'orders' | 'o'): Knex.Raw {
  return db.raw(
    `(
      ${orders}.order_id = :q or ${orders}.order_no = :code or ${orders}.payment_id = :q or ${orders}.gateway_link_id = :q
      or ${orders}.gateway_order_id = :q or ${orders}.promocode = :code
      or ${orders}.order_id = any(array(
        select order_id from ${SERIALS} d where serial in (:q, :code)
        union all select order_id from refunds where refund_id = :q or gateway_refund_id = :q
        union all select order_id from ${GIFT_CODES} g where code = :gift
      ))
    )`,
    { q, code: codeKey(q), gift: codeKey(q).replaceAll(/[\s-]/g, '') },
  )
}

export type OrderFilter = {
  statuses?: readonly OrderStatus[] | undefined
  /** Limits to orders that need attention at this instant. */
  attentionAt?: string | undefined
  /** Open, and made before this instant. */
  openSince?: string | undefined
  /** Paid without the gateway, or by it. */
  paidBy?: 'outside' | 'gateway' | undefined
  q?: string | undefined
  /** First instant, inclusive. */
  from?: string | undefined
  /** Instant after the last one. */
  before?: string | undefined
}

type OrderSearch = {
  status?: OrderStatus | undefined
  state?: OrderState | undefined
  needs?: 'attention' | 'waiting' | undefined
  paid_by?: 'outside' | 'gateway' | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The filter that the wire's words mean; the list and its file have the same one. */
export function orderFilterOf(
  { status, state, needs, paid_by: paidBy, q, from, to }: OrderSearch,
  now: Date,
): OrderFilter {
  return {
    statuses: status ? [status] : state && orderStates[state],
    attentionAt: needs === 'attention' ? now.toISOString() : undefined,
    openSince: needs === 'waiting' ? new Date(now.getTime() - WAITING_MINUTES * 60_000).toISOString() : undefined,
    paidBy,
    q,
    from: from && dayStart(from),
    before: to && dayStart(to, 1),
  }
}

/** Leaves the orders of a filter. `orders` is how the query calls the table. */
export function narrowOrders(query: Knex.QueryBuilder, db: Knex, filter: OrderFilter, orders: 'orders' | 'o'): void {
  const { statuses, attentionAt, openSince, paidBy, q, from, before } = filter
  if (attentionAt) query.whereRaw(...waitsForOwner(orders, attentionAt))
  if (openSince) query.where(`${orders}.status`, 'created').where(`${orders}.created_at`, '<', openSince)
  if (statuses) query.whereIn(`${orders}.status`, statuses)
  if (paidBy === 'outside') query.whereIn(`${orders}.order_id`, db('outside_payments').select('order_id'))
  if (paidBy === 'gateway') {
    query.whereNotNull(`${orders}.paid_at`).whereNotIn(`${orders}.order_id`, db('outside_payments').select('order_id'))
  }
  if (from) query.where(`${orders}.created_at`, '>=', from)
  if (before) query.where(`${orders}.created_at`, '<', before)
  if (q) query.whereRaw(meantOrders(db, q, orders))
}
