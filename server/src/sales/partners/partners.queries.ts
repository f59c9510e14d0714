import type { PartnerInput } from 'contract/partners/partners'
import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { ORDERS } from '../orders/orders.sql.ts'
import { OPEN_SHARE, SHARES } from './shares.sql.ts'

export type Terms = Omit<PartnerInput, 'email' | 'name'> & { partner_id: string; name: string | null }
/** With its terms of now. */
export type PartnerRow = Terms & {
  user_id: number
  email: string | null
  account_sealed: string | null
  account_at: string | null
  pan_sealed: string | null
}

/** Partners with the terms of a moment, `:at`. */
const TERMS = `(select p.partner_id, p.user_id, p.account_sealed, p.account_at, p.pan_sealed, p.created_at, t.name, t.code, t.percent, t.window_days, t.state
  from partners p cross join lateral (
    select * from partner_terms x where x.partner_id = p.partner_id and x.since <= cast(:at as timestamptz) order by x.since desc limit 1
  ) t)`

export async function findPartners(db: Db, now: Date, only: { partnerId?: string; userId?: number } = {}) {
  const { rows } = await db.raw<{ rows: PartnerRow[] }>(
    `select t.*, case when u.deleted_at is null then u.email end as email from ${TERMS} t join ${ACCOUNTS} u on u.id = t.user_id
     where (cast(:partnerId as text) is null or t.partner_id = :partnerId) and (cast(:userId as bigint) is null or t.user_id = :userId)
     order by t.created_at desc, t.partner_id`,
    { at: now, partnerId: only.partnerId ?? null, userId: only.userId ?? null },
  )
  return rows
}

/** Finds the partners who had these codes at a moment, and were active. */
export async function findByCodes(db: Db, codes: readonly string[], at: string) {
  const { rows } = await db.raw<{ rows: (Terms & { user_id: number })[] }>(
    `select * from ${TERMS} t where state = 'active' and code = any(:codes)`,
    { at, codes: [...codes] },
  )
  return rows
}

export async function hasPartners(db: Db): Promise<boolean> {
  return (await db('partners').first('partner_id')) !== undefined
}

export const lockPartner = (trx: Db, partnerId: string) =>
  trx('partners').where({ partner_id: partnerId }).forUpdate().first('partner_id')

export async function insertPartner(
  trx: Db,
  row: { partner_id: string; user_id: number; code: string; created_at: Date },
) {
  return (await trx('partners').insert(row).onConflict().ignore().returning('partner_id')).length > 0
}

/** Returns false if the code or the account is another partner's. */
export async function movePartner(trx: Db, partnerId: string, { code, user_id }: { code: string; user_id: number }) {
  const taken = await trx('partners')
    .whereNot({ partner_id: partnerId })
    .where((either) => either.where({ code }).orWhere({ user_id }))
    .first('partner_id')
  if (taken) return false
  await trx('partners').where({ partner_id: partnerId }).update({ code, user_id })
  return true
}

export async function insertTerms(trx: Db, terms: Terms, since: Date): Promise<void> {
  await trx('partner_terms')
    .insert({ ...terms, since })
    .onConflict(['partner_id', 'since'])
    .merge()
}

export async function savePayee(trx: Db, partnerId: string, changes: object): Promise<void> {
  await trx('partners').where({ partner_id: partnerId }).update(changes)
}

/** Counts a press of the link of an active partner. */
export async function addPress(db: Db, code: string, { now, day }: { now: Date; day: string }): Promise<void> {
  await db.raw(
    `insert into partner_presses as p (partner_id, day, presses)
     select partner_id, cast(:day as date), 1 from ${TERMS} t where code = :code and state = 'active'
     on conflict (partner_id, day) do update set presses = p.presses + 1`,
    { at: now, code, day },
  )
}

export async function countPresses(db: Db, partnerId: string, from: string): Promise<number> {
  const row = await db('partner_presses')
    .where({ partner_id: partnerId })
    .where('day', '>=', from)
    .sum({ sum: 'presses' })
  return Number(row[0]?.sum ?? 0)
}

export async function noteClient(db: Db, row: { partner_id: string; address: string; device: string; seen_at: Date }) {
  await db('partner_clients').insert(row).onConflict(['partner_id', 'address', 'device']).merge(['seen_at'])
}

export type Client = { address: string | null; device: string | null }

/** Returns true if the buyer is the partner: by account, mailbox or phone, or by a client that both used since then. */
export async function isOwnPurchase(
  db: Db,
  own: { partnerId: string; partner: number; buyer: number; clients: readonly Client[]; since: Date },
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from ${ACCOUNTS} b join ${ACCOUNTS} p on p.id = :partner
     where b.id = :buyer and (b.id = p.id or mailbox(b.email) = mailbox(p.email) or right(b.phone_key, 10) = right(p.phone_key, 10))
     union all
     select from partner_clients c join jsonb_to_recordset(cast(:clients as jsonb)) as used (address text, device text) using (address, device)
     where c.partner_id = :partnerId and c.seen_at >= :since limit 1`,
    { ...own, clients: JSON.stringify(own.clients) },
  )
  return rows.length > 0
}

export type PartnerOrder = Pick<Terms, 'partner_id' | 'code' | 'percent'> & {
  order_id: string
  partner_name: string | null
  rule: 'link' | 'code'
  paid_paise: number
  net_paise: number
  due_at: Date
  created_at: string
}

export async function insertOrder(trx: Db, row: PartnerOrder): Promise<boolean> {
  return (await trx('partner_orders').insert(row).onConflict().ignore().returning('order_id')).length > 0
}

/** Lists what partners have of earlier orders of a buyer. */
export async function findTiesOf(db: Db, userId: number): Promise<PartnerOrder[]> {
  const { rows } = await db.raw<{ rows: PartnerOrder[] }>(
    `select t.* from partner_orders t join ${ORDERS} o on o.order_id = t.order_id where o.user_id = :userId`,
    { userId },
  )
  return rows
}

export type Sums = { orders: number; pending_paise: number; due_paise: number; paid_paise: number }

/** Sums the shares of each partner. */
export async function sumShares(db: Db, now: Date, partnerId?: string): Promise<Map<string, Sums>> {
  const { rows } = await db.raw<{ rows: (Sums & { partner_id: string })[] }>(
    `select p.partner_id, coalesce(s.orders, 0)::int as orders, coalesce(s.pending, 0)::bigint as pending_paise,
       (coalesce(s.open, 0) + coalesce(m.due, 0))::bigint as due_paise, coalesce(m.paid, 0)::bigint as paid_paise
     from partners p
     left join lateral (
       select count(*) as orders,
         sum(share_paise) filter (where not is_settled and (is_held or due_at >= cast(:cut as timestamptz))) as pending,
         sum(share_paise - settled_paise) filter (where ${OPEN_SHARE}) as open
       from ${SHARES} t where t.partner_id = p.partner_id
     ) s on true
     left join lateral (
       select sum(shares_paise) filter (where paid_at is null) as due, sum(shares_paise) filter (where paid_at is not null) as paid
       from partner_statements m where m.partner_id = p.partner_id
     ) m on true
     where cast(:partnerId as text) is null or p.partner_id = :partnerId`,
    { cut: now, partnerId: partnerId ?? null },
  )
  return new Map(rows.map((row) => [row.partner_id, row]))
}

/** Days with orders since then, newest first. */
export async function listDays(db: Db, partnerId: string, since: Date) {
  const { rows } = await db.raw<{ rows: { day: string; orders: number; share_paise: number }[] }>(
    `select (created_at at time zone 'Asia/Kolkata')::date::text as day, count(*)::int as orders, sum(share_paise)::bigint as share_paise
     from ${SHARES} t where partner_id = :partnerId and created_at >= :since group by 1 order by 1 desc`,
    { partnerId, since },
  )
  return rows
}

/** Lists what statements lack: the change of each order's share since the last one that has it. */
export async function listOpenShares(db: Db, cut: Date | string, partnerId?: string) {
  const { rows } = await db.raw<{ rows: { partner_id: string; order_id: string; paise: number }[] }>(
    `select partner_id, order_id, share_paise - settled_paise as paise from ${SHARES} t
     where (cast(:partnerId as text) is null or partner_id = :partnerId) and ${OPEN_SHARE}`,
    { cut, partnerId: partnerId ?? null },
  )
  return rows
}

export type StatementRow = {
  statement_id: string
  partner_id: string
  month: string
  shares_paise: number
  tds_paise: number
  tds_section: string | null
  reference: string | null
  paid_at: string | null
  created_at: Date | string
}

export function findStatements(
  db: Db,
  of: Partial<Pick<StatementRow, 'month' | 'partner_id' | 'statement_id'>>,
): Promise<StatementRow[]> {
  return db('partner_statements')
    .where(of)
    .orderBy([{ column: 'month', order: 'desc' }, 'created_at', 'statement_id'])
}

export const lockStatement = (trx: Db, statementId: string): Promise<StatementRow | undefined> =>
  trx<StatementRow>('partner_statements').where({ statement_id: statementId }).forUpdate().first()

export async function insertStatement(
  trx: Db,
  row: StatementRow,
  lines: readonly { order_id: string; paise: number }[],
) {
  await trx('partner_statements').insert(row)
  await trx.raw(
    `insert into partner_statement_lines (statement_id, order_id, paise)
     select :id, order_id, paise from jsonb_to_recordset(cast(:lines as jsonb)) as given (order_id text, paise bigint)`,
    { id: row.statement_id, lines: JSON.stringify(lines) },
  )
}

export async function markPaid(
  trx: Db,
  statementId: string,
  paid: { reference: string; paid_at: Date },
): Promise<void> {
  await trx('partner_statements').where({ statement_id: statementId }).update(paid)
}

/** Sums the statements of a partner in months, both inclusive. */
export async function sumStatements(db: Db, partnerId: string, from: string, to: string) {
  const { rows } = await db.raw<{ rows: [{ shares_paise: number; tds_paise: number }] }>(
    `select coalesce(sum(shares_paise), 0)::bigint as shares_paise, coalesce(sum(tds_paise), 0)::bigint as tds_paise
     from partner_statements where partner_id = :partnerId and month between :from and :to`,
    { partnerId, from, to },
  )
  return rows[0]
}

export type TdsRow = {
  since: string
  section: string
  basis_points: number
  no_pan_basis_points: number
  threshold_paise: number
}

/** The newest first. */
export const listTds = (db: Db): Promise<TdsRow[]> =>
  db('partner_tds').select('*', db.raw('since::text as since')).orderBy('partner_tds.since', 'desc')

export async function upsertTds(trx: Db, row: TdsRow): Promise<void> {
  await trx('partner_tds').insert(row).onConflict('since').merge()
}
