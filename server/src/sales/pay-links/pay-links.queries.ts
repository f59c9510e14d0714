import type { PayLinkColumn, PayLinkSettings, PayLinkWay } from 'contract/pay-links'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { ORDERS } from '../orders/orders.sql.ts'

/** A pay link as stored; amounts in paise, times in ISO 8601. */
export type PayLinkRow = {
  pay_link_id: string
  /** Null once the person was erased. */
  email: string | null
  phone: string | null
  name: string | null
  note: string | null
  course_ids: string[]
  list_paise: number
  total_paise: number
  status: 'invited' | 'paid' | 'cancelled'
  reason: 'bought' | 'admin' | null
  ends_at: string
  /** The order that was begun last. */
  order_id: string | null
  admin_id: number | null
  sent_by: PayLinkWay | null
  sent_at: string | null
  opened: number
  opened_at: string | null
  created_at: string
  closed_at: string | null
}

export type ShownPayLink = PayLinkRow & { order_no: string | null; courses: string[] }

/** A shop begins without; the least that a shop means by a limit is a fifth. */
const BEGUN: PayLinkSettings = { on: false, support_percent: 20 }

export async function findSettings(db: Db): Promise<PayLinkSettings> {
  const row: { is_on: boolean; support_percent: number } | undefined = await db('pay_link_settings').first()
  return row ? { on: row.is_on, support_percent: row.support_percent } : BEGUN
}

export async function storeSettings(trx: Db, { on, support_percent }: PayLinkSettings): Promise<void> {
  await trx('pay_link_settings').insert({ singleton: true, is_on: on, support_percent }).onConflict('singleton').merge()
}

/** Lets one link of a person be made at a time. */
export async function lockPerson(trx: Db, email: string): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtext('pay link of ' || :email))`, { email })
}

/** Finds an open link of a person for any of these courses. */
export function findOpenFor(
  db: Db,
  { email, courseIds, now }: { email: string; courseIds: readonly string[]; now: Date },
): Promise<PayLinkRow | undefined> {
  return db<PayLinkRow>('pay_links')
    .where({ email, status: 'invited' })
    .where('ends_at', '>', now)
    .whereRaw('course_ids && :courseIds', { courseIds: [...courseIds] })
    .first()
}

export async function insertLink(trx: Db, link: Omit<PayLinkRow, 'opened' | 'opened_at' | 'closed_at'>): Promise<void> {
  await trx('pay_links').insert(link)
}

export function findLink(db: Db, payLinkId: string): Promise<PayLinkRow | undefined> {
  return db<PayLinkRow>('pay_links').where({ pay_link_id: payLinkId }).first()
}

export function lockLink(trx: Db, payLinkId: string): Promise<PayLinkRow | undefined> {
  return trx<PayLinkRow>('pay_links').where({ pay_link_id: payLinkId }).forUpdate().first()
}

export async function updateLink(db: Db, payLinkId: string, changes: Partial<PayLinkRow>): Promise<void> {
  await db<PayLinkRow>('pay_links').where({ pay_link_id: payLinkId }).update(changes)
}

/** Counts that a browser opened an open link. */
export async function countOpened(db: Db, payLinkId: string, now: Date): Promise<void> {
  await db('pay_links')
    .where({ pay_link_id: payLinkId, status: 'invited' })
    .update({ opened: db.raw('opened + 1'), opened_at: now })
}

/** Lists the links that a paid order may close: those of its person, and the one that it was begun by. */
export function findClosable(trx: Db, { orderId, email }: { orderId: string; email: string }): Promise<PayLinkRow[]> {
  return trx<PayLinkRow>('pay_links')
    .where((any) => any.where({ email, status: 'invited' }).orWhere({ order_id: orderId }))
    .orderBy('pay_link_id')
    .forUpdate()
}

const columnsOf: Record<PayLinkColumn, string> = {
  invited: `status = 'invited' and ends_at > :now`,
  paid: `status = 'paid'`,
  expired: `(status = 'cancelled' or status = 'invited' and ends_at <= :now)`,
}

/** Lists a column of the board, the newest first. */
export function listColumn(
  db: Db,
  { column, now, limit }: { column: PayLinkColumn; now: Date; limit: number },
): Promise<ShownPayLink[]> {
  const newest = column === 'paid' ? 'closed_at' : 'created_at'
  return shown(db)
    .whereRaw(columnsOf[column], { now })
    .orderBy([{ column: newest, order: 'desc' }, { column: 'pay_link_id' }])
    .limit(limit)
}

export function findShown(db: Db, payLinkId: string): Promise<ShownPayLink | undefined> {
  return shown(db).where({ pay_link_id: payLinkId }).first()
}

function shown(db: Db): Knex.QueryBuilder {
  return db('pay_links')
    .joinRaw(`left join (select order_id as begun_id, order_no from ${ORDERS} as o) as begun on begun_id = order_id`)
    .select('pay_links.*', 'order_no')
    .select({
      courses: db.raw(`array(select c.name from unnest(course_ids) with ordinality as one (id, at)
        join ${COURSES} as c on c.course_id = one.id order by one.at)`),
    })
}

type Sums = { count: number; paise: number }

/** Sums each column, and what was made since `monthStart`. */
export async function sumBoard(
  db: Db,
  { now, monthStart }: { now: Date; monthStart: string },
): Promise<Record<PayLinkColumn, Sums> & { month: { made: number; paid: number; paise: number } }> {
  const sums = Object.entries(columnsOf).map(
    ([name, of]) => `json_build_object('count', count(*) filter (where ${of}),
      'paise', coalesce(sum(total_paise) filter (where ${of}), 0)) as ${name}`,
  )
  const { rows } = await db.raw(
    `select ${sums.join(', ')}, json_build_object('made', count(*) filter (where made), 'paid', count(*) filter (where made and status = 'paid'),
       'paise', coalesce(sum(total_paise) filter (where made and status = 'paid'), 0)) as month
     from (select *, created_at >= :monthStart as made from pay_links) as every`,
    { now, monthStart },
  )
  return rows[0]
}
