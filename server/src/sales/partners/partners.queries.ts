import { indianDay } from 'contract/indian-time'
import { toPaise } from 'contract/money'
import type { PartnerInput, PartnerTds } from 'contract/partners/partners'
import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import type { BookedShare } from '../orders/moments.ts'
import { ORDERS } from '../orders/orders.sql.ts'
import { DRAWN, OPEN_SHARE, SHARES } from './shares.sql.ts'

export type Terms = Omit<PartnerInput, 'email' | 'name' | 'membership_payments'> & {
  partner_id: string
  name: string | null
  membership_payments: number
}
type Payee = { account_sealed: string | null; account_at: string | null; pan_sealed: string | null }
type Account = { user_id: number; email: string | null }
type Sums = { presses: number; orders: number; pending_paise: number; due_paise: number; paid_paise: number }
/** With its terms of now, the presses of 30 days, and the sums of its shares. */
export type PartnerRow = Terms & Account & Payee & Sums

/** Partners with the terms of a moment, `:at`. */
const TERMS = `(select p.partner_id, p.user_id, p.account_sealed, p.account_at, p.pan_sealed, p.created_at, t.name, t.code, t.percent, t.window_days, t.membership_payments, t.state
  from partners p cross join lateral (
    select * from partner_terms x where x.partner_id = p.partner_id and x.since <= cast(:at as timestamptz) order by x.since desc limit 1
  ) t)`

export async function findPartners(db: Db, now: Date, only: { partnerId?: string; userId?: number } = {}) {
  const { rows } = await db.raw<{ rows: PartnerRow[] }>(
    `select t.*, case when u.deleted_at is null then u.email end as email, share.orders, share.pending_paise,
       share.open + stated.due as due_paise, stated.paid as paid_paise,
       (select coalesce(sum(n.presses), 0)::int from partner_presses n where n.partner_id = t.partner_id and n.day > cast(:today as date) - 30) as presses
     from ${TERMS} t join ${ACCOUNTS} u on u.id = t.user_id
     cross join lateral (
       select count(*)::int as orders,
         coalesce(sum(share_paise) filter (where not is_settled and (is_held or due_at >= cast(:at as timestamptz))), 0)::bigint as pending_paise,
         coalesce(sum(share_paise - settled_paise) filter (where ${OPEN_SHARE}), 0)::bigint as open
       from ${SHARES} s where s.partner_id = t.partner_id
     ) share
     cross join lateral (
       select coalesce(sum(shares_paise) filter (where paid_at is null), 0)::bigint as due,
         coalesce(sum(shares_paise) filter (where paid_at is not null), 0)::bigint as paid
       from partner_statements s where s.partner_id = t.partner_id
     ) stated
     where (cast(:partnerId as text) is null or t.partner_id = :partnerId) and (cast(:userId as bigint) is null or t.user_id = :userId)
     order by t.created_at desc, t.partner_id`,
    { at: now, today: indianDay(now), partnerId: only.partnerId ?? null, userId: only.userId ?? null },
  )
  return rows
}

/** A link or code of a partner that led to an order. */
export type Way = { code: string; at: string; rule: 'link' | 'code' }

/** Finds the first of these ways that is of a partner who was active at a moment; a link counts in its window alone. */
export async function findTerms(db: Db, ways: readonly Way[], at: string) {
  const { rows } = await db.raw<{ rows: (Terms & { user_id: number; rule: Way['rule'] })[] }>(
    `select t.*, w.rule from rows from (jsonb_to_recordset(cast(:ways as jsonb)) as (code text, at timestamptz, rule text)) with ordinality w (code, at, rule, n)
     join ${TERMS} t on t.code = w.code and t.state = 'active'
     where w.rule = 'code' or cast(:at as timestamptz) - w.at <= t.window_days * interval '1 day' order by n limit 1`,
    { at, ways: JSON.stringify(ways) },
  )
  return rows[0]
}

export async function hasPartners(db: Db): Promise<boolean> {
  return (await db('partners').first('partner_id')) !== undefined
}

export const lockPartner = (trx: Db, partnerId: string) =>
  trx('partners').where({ partner_id: partnerId }).forUpdate().first('partner_id')

/** Stores whose a partner is; another account forgets where shares were paid to. False if the code or the account is another partner's. */
export async function storePartner(
  trx: Db,
  row: { partner_id: string; user_id: number; code: string; created_at: Date },
): Promise<boolean> {
  const ownColumn = (column: string) => `${column} = case when p.user_id = :user_id then p.${column} end`
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `with made as (
       insert into partners (partner_id, user_id, code, created_at) values (:partner_id, :user_id, :code, :created_at)
       on conflict do nothing returning partner_id
     ), moved as (
       update partners p set code = :code, user_id = :user_id, ${['account_sealed', 'account_at', 'pan_sealed'].map(ownColumn).join(', ')}
       where p.partner_id = :partner_id and not exists (
         select from partners o where o.partner_id <> p.partner_id and (o.code = :code or o.user_id = :user_id))
       returning partner_id
     ) select from made union all select from moved`,
    row,
  )
  return rows.length > 0
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
export async function addPress(db: Db, code: string, now: Date): Promise<void> {
  await db.raw(
    `insert into partner_presses as p (partner_id, day, presses)
     select partner_id, cast(:day as date), 1 from ${TERMS} t where code = :code and state = 'active'
     on conflict (partner_id, day) do update set presses = p.presses + 1`,
    { at: now, code, day: indianDay(now) },
  )
}

export async function noteClient(db: Db, row: { partner_id: string; client: string; seen_at: Date }) {
  await db('partner_browsers').insert(row).onConflict(['partner_id', 'client']).merge(['seen_at'])
}

/** Returns true if the buyer is the partner: by account, mailbox or phone, or by a client that both used since then. */
export async function isOwnPurchase(
  db: Db,
  own: { partnerId: string; partner: number; buyer: number; clients: readonly string[]; since: Date },
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from ${ACCOUNTS} b join ${ACCOUNTS} p on p.id = :partner
     where b.id = :buyer and (b.id = p.id or mailbox(b.email) = mailbox(p.email) or nullif(right(b.phone, 10), '') = right(p.phone, 10))
     union all
     select from partner_browsers c where c.partner_id = :partnerId
       and c.client in (select jsonb_array_elements_text(cast(:clients as jsonb))) and c.seen_at >= :since limit 1`,
    { ...own, clients: JSON.stringify(own.clients) },
  )
  return rows.length > 0
}

/** The partner who brought an order, and the terms. */
export type Tie = Pick<Terms, 'partner_id' | 'code' | 'percent'> & { partner_name: string | null; rule: Way['rule'] }

export async function insertOrder(
  trx: Db,
  row: Tie & { order_id: string; paid_paise: number; net_paise: number; due_at: Date; created_at: string },
): Promise<boolean> {
  return (await trx('partner_orders').insert(row).onConflict().ignore().returning('order_id')).length > 0
}

/** Lists what partners have of earlier orders of a buyer. */
export async function findTiesOf(db: Db, userId: number): Promise<(Tie & { order_id: string })[]> {
  const { rows } = await db.raw<{ rows: (Tie & { order_id: string })[] }>(
    `select t.order_id, t.partner_id, t.partner_name, t.code, t.percent, t.rule
     from partner_orders t join ${ORDERS} o on o.order_id = t.order_id where o.user_id = :userId`,
    { userId },
  )
  return rows
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

/** Makes the statements of a month that lack, of shares that are open at `at`, each with its orders. */
export async function insertStatements(db: Db, made: { month: string; at: Date | string; now: Date }): Promise<void> {
  await db.raw(
    `with made as (
       insert into partner_statements (statement_id, partner_id, month, shares_paise, tds_paise, tds_section, tds_code, created_at)
       select 'pst_' || replace(gen_random_uuid()::text, '-', ''), partner_id, :month, shares_paise, tds_paise, tds_section, tds_code, :now from ${DRAWN} d
       on conflict (partner_id, month) do nothing returning statement_id, partner_id
     ) insert into partner_statement_lines (statement_id, order_id, paise)
     select m.statement_id, t.order_id, t.share_paise - t.settled_paise from made m join ${SHARES} t on t.partner_id = m.partner_id where ${OPEN_SHARE}`,
    made,
  )
}

/** `statement_id` is null for what the month that goes on would hold now. */
export type PayoutRow = Pick<Terms, 'partner_id' | 'name'> &
  Payee & {
    statement_id: string | null
    user_id: number
    month: string
    shares_paise: number
    tds_paise: number
    tds_section: string | null
    reference: string | null
    paid_at: string | null
  }

export async function findPayouts(
  db: Db,
  now: Date,
  of: { month?: string; partnerId?: string; statementId?: string },
): Promise<PayoutRow[]> {
  const { month = null, partnerId = null, statementId = null } = of
  const { rows } = await db.raw<{ rows: PayoutRow[] }>(
    `select m.*, p.user_id, p.name, p.account_sealed, p.account_at, p.pan_sealed from (
       select statement_id, partner_id, month, shares_paise, tds_paise, tds_section, reference, paid_at from partner_statements
       union all select null, partner_id, :month, shares_paise, tds_paise, tds_section, null, null from ${DRAWN} d where cast(:month as text) = :present
     ) m join ${TERMS} p on p.partner_id = m.partner_id
     where m.month = coalesce(:month, m.month) and m.partner_id = coalesce(:partnerId, m.partner_id)
       and (cast(:statementId as text) is null or m.statement_id = :statementId)
     order by m.month desc, p.created_at desc, p.partner_id`,
    { at: now, present: indianDay(now).slice(0, 7), month, partnerId, statementId },
  )
  return rows
}

export const lockStatement = (trx: Db, statementId: string): Promise<{ reference: string | null } | undefined> =>
  trx('partner_statements').where({ statement_id: statementId }).forUpdate().first('reference')

export async function markPaid(trx: Db, statementId: string, paid: { reference: string; paid_at: Date }) {
  await trx('partner_statements').where({ statement_id: statementId }).update(paid)
}

export type TdsRow = Omit<PayoutRow, 'account_sealed' | 'account_at'> & {
  tds_code: string | null
  pan_sealed: string | null
  created_at: string
}

/** Statements of these months, in their order; the name is that of their day. */
export async function findDeducted(db: Db, { from, to }: { from: string; to: string }): Promise<TdsRow[]> {
  const { rows } = await db.raw<{ rows: TdsRow[] }>(
    `select s.*, p.user_id, p.pan_sealed, (select name from partner_terms t where t.partner_id = s.partner_id order by t.since desc limit 1) as name
     from partner_statements s join partners p on p.partner_id = s.partner_id
     where s.month between :from and :to order by s.month, s.created_at, s.statement_id`,
    { from, to },
  )
  return rows
}

/** Statements that were made or paid in a span, for the books. */
export async function findBooked(db: Db, { from, before }: { from: string; before: string }): Promise<BookedShare[]> {
  const { rows } = await db.raw<{ rows: BookedShare[] }>(
    `select b.at, b.kind, b.reference, s.statement_id, s.month, s.shares_paise, s.tds_paise, s.tds_section as section,
       (select name from partner_terms t where t.partner_id = s.partner_id order by t.since desc limit 1) as partner
     from partner_statements s cross join lateral (
       values ('share', s.created_at, null), ('payment', s.paid_at, s.reference)) b (kind, at, reference)
     where b.at >= cast(:from as timestamptz) and b.at < cast(:before as timestamptz) order by b.at, s.statement_id, b.kind desc`,
    { from, before },
  )
  return rows
}

/** The newest first. */
export async function listTds(db: Db): Promise<PartnerTds[]> {
  const { rows } = await db.raw<{ rows: PartnerTds[] }>(
    `select since::text, section, payment_code, basis_points / 100::float8 as percent, no_pan_basis_points / 100::float8 as no_pan_percent,
       threshold_paise / 100::float8 as threshold from partner_tds order by partner_tds.since desc`,
  )
  return rows
}

export async function upsertTds(trx: Db, { percent, no_pan_percent, threshold, ...rule }: PartnerTds): Promise<void> {
  const basis = { basis_points: Math.round(percent * 100), no_pan_basis_points: Math.round(no_pan_percent * 100) }
  await trx('partner_tds')
    .insert({ ...rule, ...basis, threshold_paise: toPaise(threshold) })
    .onConflict('since')
    .merge()
}
