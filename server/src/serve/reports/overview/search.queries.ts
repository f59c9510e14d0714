import { formatRupees } from 'contract/money'
import type { OrderStatus } from 'contract/orders/orders'
import { orderStatusWords } from 'contract/orders/statuses'
import type { SearchHit } from 'contract/overview'
import { codeKey } from 'contract/typed-keys'
import type { Db } from '../../../context.ts'
import { containing, containingFolded, everyWord, folded, reverseOfEnd } from '../../../platform/db/like.ts'

/** Hits of one kind. */
const FEW = 5

/** Courses of the catalogue by name or id; names that begin with the words first. */
export async function searchCourses(db: Db, q: string): Promise<SearchHit[]> {
  const rows: { course_id: string; name: string; price_paise: number }[] = await db('courses')
    .whereNull('deleted_at')
    .whereRaw(...everyWord(q, ['name'], { equal: ['course_id = ?'] }))
    .orderByRaw(`${folded('name')} like ? desc, lower(name), course_id`, [containingFolded(q).slice(1)])
    .limit(FEW)
    .select('course_id', 'name', 'price_paise')
  return rows.map(({ course_id, name, price_paise }) => ({
    kind: 'course',
    id: course_id,
    title: name,
    detail: formatRupees(price_paise),
  }))
}

/** Living users by name, email, phone or id. */
export async function searchUsers(db: Db, q: string): Promise<SearchHit[]> {
  const rows: { user_id: string; name: string; email: string; phone: string }[] = await db('users')
    .whereNull('deleted_at')
    .whereRaw(...everyWord(q, ['name', 'email'], { phone: 'phone', equal: ['user_id = ?'] }))
    .orderByRaw(`${folded('name')} like ? desc, lower(name), id`, [containingFolded(q).slice(1)])
    .limit(FEW)
    .select('user_id', 'name', 'email', 'phone')
  return rows.map(({ user_id, name, email, phone }) => ({
    kind: 'user',
    id: user_id,
    title: name,
    detail: `${email} · ${phone}`,
  }))
}

/** Three letters are found by trigrams, at once; fewer by walking the names in their order, where they are found soon. */
const alreadyFound = (q: string) => (q.length < 3 ? 'not materialized' : 'materialized')

/** Promo codes by a part of their letters. */
export async function searchPromocodes(db: Db, q: string): Promise<SearchHit[]> {
  const rows: { id: number; promocode: string; discount: number; amount_paise: number | null }[] = await db(
    'promocodes',
  )
    .whereRaw(...everyWord(q, ['promocode']))
    .orderByRaw('promocode ilike ? desc, promocode', [containing(q).slice(1)])
    .limit(FEW)
    .select('id', 'promocode', 'discount', 'amount_paise')
  return rows.map(({ id, promocode, discount, amount_paise }) => ({
    kind: 'promocode',
    id: String(id),
    title: promocode,
    detail: `Promo code · ${amount_paise === null ? `${discount}%` : formatRupees(amount_paise)} off`,
  }))
}

/** So many characters at the end of an order's number tell it from others. */
const NUMBER_END = 4

/** Orders by their own number or id or the end of it, the payment's, the link's or a document's serial, and the newest of buyers who match. */
export async function searchOrders(db: Db, q: string): Promise<SearchHit[]> {
  const code = codeKey(q)
  const { rows } = await db.raw<{
    rows: { order_id: string; order_no: string; status: OrderStatus; total_paise: number; buyer: string | null }[]
  }>(
    `with buyers as ${alreadyFound(q)} (
      select id, name from users where deleted_at is null and :buyer
    )
    select o.order_id, o.order_no, o.status, o.total_paise, case when u.deleted_at is null then u.name end as buyer
    from orders o
    join users u on u.id = o.user_id
    where o.order_id in (
      select order_id from orders where order_id = :q or order_no = :code or payment_id = :q or gateway_link_id = :q
      union
      select ended.order_id
      from (select order_id from orders where :byEnd and (reverse(order_no) like :numberEnd or reverse(order_id) like :idEnd) order by created_at desc limit :few) ended
      union
      select order_id from documents where serial in (:q, :code)
      union
      select recent.order_id
      from (select id from buyers order by lower(name), id limit 20) buyers
      join lateral (
        select order_id from orders where user_id = buyers.id order by created_at desc limit :few
      ) recent on true
    )
    order by (o.order_id = :q or o.order_no = :code or o.payment_id = :q or o.gateway_link_id = :q) desc, o.created_at desc
    limit :few`,
    {
      q,
      buyer: db.raw(...everyWord(q, ['name', 'email'])),
      code,
      numberEnd: reverseOfEnd(code),
      idEnd: reverseOfEnd(code.toLowerCase()),
      few: FEW,
      byEnd: code.length >= NUMBER_END,
    },
  )
  return rows.map(({ order_id, order_no, status, total_paise, buyer }) => ({
    kind: 'order',
    id: order_id,
    title: order_no,
    detail: `${buyer ?? 'Deleted account'} · ${formatRupees(total_paise)} · ${orderStatusWords[status]}`,
  }))
}
