import { DAY_MS } from 'contract/indian-time'
import { WAITING_MINUTES } from 'contract/orders/actions'
import { WAITING_MOST } from 'contract/overview'
import type { Db } from '../../../context.ts'

export type OrderOfLine = { order_id: string; order_no: string; buyer: string | null; total_paise: number }

/** Finds orders as the lines of the list show them. */
export async function findOrdersOfLines(db: Db, orderIds: readonly string[]): Promise<Map<string, OrderOfLine>> {
  const { rows } = await db.raw<{ rows: OrderOfLine[] }>(
    `select o.order_id, o.order_no, case when u.deleted_at is null then u.name end as buyer, o.total_paise
    from orders o join users u on u.id = o.user_id where o.order_id = any(:ids)`,
    { ids: [...orderIds] },
  )
  return new Map(rows.map((row) => [row.order_id, row]))
}

type Oldest<Id extends string> = { count: number; since: string } & Record<Id, string>

/** Counts the orders whose payment should have been reported by now, as the list of orders does; undefined without one. */
export async function findUnconfirmed(db: Db, now: Date): Promise<Oldest<'order_id'> | undefined> {
  const before = new Date(now.getTime() - WAITING_MINUTES * 60_000)
  const { rows } = await db.raw<{ rows: Oldest<'order_id'>[] }>(
    `select count(*) over () as count, created_at as since, order_id
    from (select * from orders where status = 'created' and created_at < :before order by created_at limit :most) waiting
    order by created_at limit 1`,
    { before, most: WAITING_MOST },
  )
  return rows[0]
}

/** An address that refused an email longer ago is left as it is. */
const REFUSED_DAYS = 30

/** Counts the students whose address refused our email of late; undefined without one. */
export async function findBounced(db: Db, now: Date): Promise<Oldest<'id' | 'name'> | undefined> {
  const { rows } = await db.raw<{ rows: Oldest<'id' | 'name'>[] }>(
    `select count(*) over () as count, email_refused_at as since, user_id as id, name
    from (select * from users where email_refused_at > :after and deleted_at is null order by email_refused_at limit :most) refused
    order by email_refused_at limit 1`,
    { after: new Date(now.getTime() - REFUSED_DAYS * DAY_MS), most: WAITING_MOST },
  )
  return rows[0]
}
