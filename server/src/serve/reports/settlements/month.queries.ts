import type { Db } from '../../../context.ts'

export type PayoutRow = {
  settlement_id: string
  utr: string | null
  settled_at: string | null
  payments: number
  gross_paise: number
  fees_paise: number
  fee_tax_paise: number
  refunds_paise: number
  adjustments_paise: number
  to_bank_paise: number
  lines: number
  /** The sum at the bank less the sum of our payments and refunds. */
  off_paise: number
}

export async function findMonthRead(db: Db, month: string): Promise<{ read_at: string; unread: number } | undefined> {
  return db('settlement_months').where({ month }).first('read_at', 'unread')
}

/** The transfers to the bank of a month, oldest first. Fees are those of payments and refunds: of all else credit and debit hold them. */
export async function findPayouts(db: Db, month: string): Promise<PayoutRow[]> {
  const { rows } = await db.raw<{ rows: PayoutRow[] }>(
    `select settlement_id, max(utr) as utr, max(settled_at) as settled_at, count(*)::int as lines,
       count(*) filter (where kind = 'payment')::int as payments,
       coalesce(sum(i.amount_paise) filter (where kind = 'payment'), 0)::bigint as gross_paise,
       coalesce(sum(i.fee_paise - i.tax_paise) filter (where kind in ('payment', 'refund')), 0)::bigint as fees_paise,
       coalesce(sum(i.tax_paise) filter (where kind in ('payment', 'refund')), 0)::bigint as fee_tax_paise,
       coalesce(sum(i.amount_paise) filter (where kind = 'refund'), 0)::bigint as refunds_paise,
       sum(credit_paise - debit_paise - case when kind = 'payment' and p.payment_id is null or kind = 'refund' and r.refund_id is null then 0
         when kind = 'payment' and p.amount_paise in (i.amount_paise, i.amount_paise - i.fee_paise) then i.amount_paise - i.fee_paise
         when kind = 'payment' then p.amount_paise - i.fee_paise when kind = 'refund' then -r.amount_paise - i.fee_paise
         else credit_paise - debit_paise end)::bigint as off_paise,
       coalesce(sum(credit_paise - debit_paise) filter (where kind not in ('payment', 'refund')), 0)::bigint as adjustments_paise,
       sum(credit_paise - debit_paise)::bigint as to_bank_paise
     from settlement_items i left join order_payments p on p.payment_id = i.entity_id and p.captured and i.kind = 'payment'
     left join refunds r on r.gateway_refund_id = i.entity_id and i.kind = 'refund'
     where i.month = :month group by settlement_id order by max(settled_at), settlement_id`,
    { month },
  )
  return rows
}

export type DifferenceRow = {
  why: 'unsettled' | 'unknown' | 'amount' | 'sum' | 'no_payment'
  kind: string
  id: string
  order_id: string | null
  order_no: string | null
  settled_paise: number | null
  ours_paise: number | null
  at: string | null
  total: number
}

/**
 * Finds differences between the gateway's list and ours. A fee that the buyer bore is no part of an order's payment; a
 * settlement is expected a week after a payment (`before`), in whichever month that was. An order of the month that is paid without any
 * payment is named before the list is read.
 */
export async function findDifferences(
  db: Db,
  month: string,
  { from, until, before, limit }: { from: string; until: string; before: string; limit: number },
): Promise<DifferenceRow[]> {
  const { rows } = await db.raw<{ rows: DifferenceRow[] }>(
    `select differences.*, o.order_no, count(*) over ()::int as total from (
       select case when p.payment_id is null then 'unknown' else 'amount' end as why, i.kind, i.entity_id as id, p.order_id,
         i.amount_paise as settled_paise, p.amount_paise as ours_paise, i.settled_at as at
       from settlement_items i left join order_payments p on p.payment_id = i.entity_id and p.captured
       where i.month = :month and i.kind = 'payment'
         and (p.payment_id is null or p.amount_paise not in (i.amount_paise, i.amount_paise - i.fee_paise))
       union all
       select case when r.refund_id is null then 'unknown' else 'amount' end, i.kind, i.entity_id, coalesce(r.order_id, p.order_id),
         i.amount_paise, r.amount_paise, i.settled_at
       from settlement_items i left join refunds r on r.gateway_refund_id = i.entity_id
       left join order_payments p on p.payment_id = i.payment_id
       where i.month = :month and i.kind = 'refund' and (r.refund_id is null or r.amount_paise <> i.amount_paise)
       union all
       select 'sum', i.kind, i.entity_id, p.order_id, i.credit_paise - i.debit_paise,
         case i.kind when 'payment' then i.amount_paise - i.fee_paise else -i.amount_paise - i.fee_paise end, i.settled_at
       from settlement_items i left join order_payments p on p.payment_id = coalesce(i.payment_id, i.entity_id)
       where i.month = :month and i.kind in ('payment', 'refund') and i.credit_paise - i.debit_paise
         <> case i.kind when 'payment' then i.amount_paise - i.fee_paise else -i.amount_paise - i.fee_paise end
       union all
       select 'unsettled', 'payment', p.payment_id, p.order_id, null, p.amount_paise, p.created_at
       from order_payments p
       where exists (select from settlement_months where month = :month)
         and p.captured and p.currency = 'INR' and p.payment_id not like 'outside\\_%'
         and p.created_at >= :from and p.created_at < :until and p.created_at < :before
         and not exists (select from settlement_items i where i.entity_id = p.payment_id)
       union all
       select 'no_payment', 'order', o.order_id, o.order_id, null, o.total_paise, o.paid_at
       from orders o
       where o.paid_at >= :from and o.paid_at < :until and o.total_paise > 0
         and not exists (select from order_payments p where p.order_id = o.order_id and p.captured)
     ) differences left join orders o using (order_id)
     order by why, at, id limit :limit`,
    { month, from, until, before, limit },
  )
  return rows
}
