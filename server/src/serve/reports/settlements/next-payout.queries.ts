import type { Db } from '../../../context.ts'

/** `since` is the begin of the oldest month that was read; ISO 8601. */
type Window = { since: string }

/** A payment, refund or correction at the gateway: `amount` and `net` are negative where money left. A fee is null until reported. */
export type LineRow = {
  kind: string
  id: string
  order_id: string | null
  order_no: string | null
  buyer: string | null
  method: string | null
  at: string | null
  amount_paise: number
  fee_paise: number | null
  tax_paise: number | null
  net_paise: number
}

/** Takes part in no payout yet. The gateway deducts a refund when it begins, and of a dispute what it reports as deducted. */
const WAITING = `
  select 'payment' as kind, p.payment_id as id, p.order_id, p.method, p.created_at as at,
    coalesce(p.charged_paise, p.amount_paise) as amount_paise, p.fee_paise - coalesce(p.tax_paise, 0) as fee_paise,
    case when p.fee_paise is not null then coalesce(p.tax_paise, 0) end as tax_paise,
    coalesce(p.charged_paise - p.fee_paise, p.amount_paise) as net_paise, null as settlement_id, null::timestamptz as settled_at
  from order_payments p
  where p.captured and p.currency = 'INR' and p.payment_id not like 'outside\\_%' and p.created_at >= :since
    and not exists (select from settlement_items i where i.entity_id = p.payment_id)
  union all
  select 'refund', r.gateway_refund_id, r.order_id, p.method, r.created_at, -r.amount_paise, 0, 0, -r.amount_paise, null, null
  from refunds r left join order_payments p on p.payment_id = r.payment_id
  where r.channel = 'gateway' and r.status in ('pending', 'processed') and r.created_at >= :since
    and coalesce(p.currency, 'INR') = 'INR' and r.gateway_refund_id is not null
    and not exists (select from settlement_items i where i.entity_id = r.gateway_refund_id)
  union all
  select 'dispute', d.dispute_id, d.order_id, p.method, d.opened_at, -d.deducted_paise, 0, 0, -d.deducted_paise, null, null
  from disputes d left join order_payments p on p.payment_id = d.payment_id
  where d.deducted_paise > 0 and d.status in ('open', 'under_review', 'lost') and d.opened_at >= :since
    and coalesce(p.currency, 'INR') = 'INR' and not exists (select from settlement_items i
      where i.entity_id = d.dispute_id or i.payment_id = d.payment_id and i.kind not in ('payment', 'refund'))`

const SETTLED = `
  select i.kind, i.entity_id, coalesce(p.order_id, r.order_id, of.order_id), coalesce(i.method, p.method, of.method),
    coalesce(p.created_at, r.created_at, i.settled_at),
    case i.kind when 'payment' then i.amount_paise when 'refund' then -i.amount_paise else i.credit_paise - i.debit_paise end,
    case when i.kind in ('payment', 'refund') then i.fee_paise - i.tax_paise else 0 end,
    case when i.kind in ('payment', 'refund') then i.tax_paise else 0 end,
    i.credit_paise - i.debit_paise, i.settlement_id, i.settled_at
  from settlement_items i left join order_payments p on p.payment_id = i.entity_id and i.kind = 'payment'
  left join refunds r on r.gateway_refund_id = i.entity_id and i.kind = 'refund'
  left join order_payments of on of.payment_id = i.payment_id`

export type NextRow = {
  payments: number
  paid_paise: number
  refunds: number
  refunded_paise: number
  fees_paise: number
  fee_tax_paise: number
  adjustments_paise: number
  you_get_paise: number
  unreported: number
  held: number
  held_paise: number
}

/** Sums what takes part in no payout yet; `held` was paid before `before`, and should have been paid out. */
export async function sumWaiting(db: Db, window: Window & { before: string }): Promise<NextRow | undefined> {
  const { rows } = await db.raw<{ rows: NextRow[] }>(
    `with lines as (${WAITING})
     select count(*) filter (where kind = 'payment')::int as payments, count(*) filter (where kind = 'refund')::int as refunds,
       coalesce(sum(amount_paise) filter (where kind = 'payment'), 0)::bigint as paid_paise,
       coalesce(-sum(amount_paise) filter (where kind = 'refund'), 0)::bigint as refunded_paise,
       coalesce(sum(fee_paise), 0)::bigint as fees_paise, coalesce(sum(tax_paise), 0)::bigint as fee_tax_paise,
       coalesce(sum(amount_paise) filter (where kind = 'dispute'), 0)::bigint as adjustments_paise,
       coalesce(sum(net_paise), 0)::bigint as you_get_paise,
       count(*) filter (where fee_paise is null)::int as unreported,
       count(*) filter (where kind = 'payment' and at < :before)::int as held,
       coalesce(sum(net_paise) filter (where kind = 'payment' and at < :before), 0)::bigint as held_paise
     from lines`,
    { ...window },
  )
  return rows[0]
}

export type BalanceRow = { day: string; balance_paise: number; paid_out_paise: number | null }

/** Sums at the end of each day what the gateway had and had not paid out, and what it paid out on that day. Days are Indian, oldest first. */
export async function findBalances(db: Db, window: Window & { from: string; to: string }): Promise<BalanceRow[]> {
  const { rows } = await db.raw<{ rows: BalanceRow[] }>(
    `with lines as (${WAITING} union all ${SETTLED} where i.settled_at >= cast(:from as timestamp) at time zone 'Asia/Kolkata'),
     days as (select day::date::text as day, day at time zone 'Asia/Kolkata' as begins, (day + interval '1 day') at time zone 'Asia/Kolkata' as ends
       from generate_series(cast(:from as timestamp), cast(:to as timestamp), interval '1 day') as day)
     select day, coalesce(sum(net_paise) filter (where at < ends and (settled_at is null or settled_at >= ends)), 0)::bigint as balance_paise,
       sum(net_paise) filter (where settled_at >= begins and settled_at < ends)::bigint as paid_out_paise
     from days left join lines on true group by day order by day`,
    { ...window },
  )
  return rows
}

/** A page of the lines of one payout, or of what is in none yet; newest first. */
export async function findLines(
  db: Db,
  { payout, ...window }: Window & { payout: string | undefined; limit: number; offset: number },
): Promise<{ lines: LineRow[]; total: number }> {
  const source = payout === undefined ? WAITING : `${SETTLED} where i.settlement_id = :payout`
  const names =
    'kind, id, order_id, method, at, amount_paise, fee_paise, tax_paise, net_paise, settlement_id, settled_at'
  const { rows } = await db.raw<{ rows: (LineRow & { total: number })[] }>(
    `with lines (${names}) as (${source}), counted as (select count(*)::int as total from lines),
     page as (select * from lines order by at desc nulls last, id limit :limit offset :offset)
     select page.*, o.order_no, case when u.deleted_at is null then u.name end as buyer, counted.total from counted left join page on true
     left join orders o using (order_id) left join users u on u.id = o.user_id and u.deleted_at is null
     order by page.at desc nulls last, page.id`,
    { ...window, ...(payout !== undefined && { payout }) },
  )
  return { lines: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

/** Returns true once a payout of any month was read. */
export async function hasPayout(db: Db): Promise<boolean> {
  return (await db('settlement_items').first('entity_id')) !== undefined
}

/** The readings of some months, oldest first. */
export async function findReadings(db: Db, months: readonly string[]): Promise<{ read_at: string; unread: number }[]> {
  return db('settlement_months')
    .whereIn('month', [...months])
    .orderBy('month')
    .select('read_at', 'unread')
}
