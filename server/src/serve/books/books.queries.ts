import type { BooksMonth } from 'contract/books/month'
import type { DocumentKind } from 'contract/documents'
import { DAY_MS } from 'contract/indian-time'
import type { Db } from '../../context.ts'
import type { DocumentFacts } from '../../sales/documents/facts.ts'
import { moneyAt, REFUND_MOVES } from '../../sales/orders/orders.sql.ts'

/** Instants, the second one exclusive; ISO 8601. */
export type Span = { from: string; before: string }

/**
 * The moment under which money is booked: its own, but when it became known if its month was closed by then. So a closed month never
 * changes, and late money is an amendment in the month in which it was found.
 */
const BOOKED_AT = 'case when c.closed_at < m.known then m.known else m.own end'
const ITS_MONTH = `left join closed_months c on c.month = to_char(m.own at time zone 'Asia/Kolkata', 'YYYY-MM')`

/** Documents of before the close of this month, which are all while it is open. */
const knownIn = (month: string, paper: string) =>
  `not exists (select from closed_months k where k.month = ${month} and k.closed_at < ${paper}.issued_at)`

/** The document of an order's sale, or of its reissue, as it was in this month. */
const saleOf = (order: string, month: string) => `select d.serial, d.facts from documents d where d.order_id = ${order}
  and d.kind in ('receipt', 'invoice', 'bill_of_supply') and ${knownIn(month, 'd')} order by d.corrects is null, d.issued_at desc limit 1`

/** The month in which `e` is booked, and its buyer as the document of the sale names them: a name may change later. */
const MONTH_OF = "to_char(e.at at time zone 'Asia/Kolkata', 'YYYY-MM')"
const BUYER =
  "case when u.deleted_at is null then coalesce(sale.facts->'buyer'->>'name', u.name) else 'Deleted account' end"

export type PayoutLineRow = {
  settlement_id: string
  utr: string | null
  settled_at: string | null
  kind: string
  entity_id: string
  order_no: string | null
  document: string | null
  amount_paise: number
  fee_paise: number
  tax_paise: number
  credit_paise: number
  debit_paise: number
}

/** Lists the lines of the payouts of a month; fees are without their GST. A correction has none: its credit or debit is all of it. */
export async function findPayoutLines(
  db: Db,
  last: PayoutLineRow | undefined,
  limit: number,
  month: string,
): Promise<PayoutLineRow[]> {
  const { rows } = await db.raw<{ rows: PayoutLineRow[] }>(
    `select i.settlement_id, i.utr, i.settled_at, i.kind, i.entity_id, o.order_no,
       coalesce((select n.serial from documents n where n.refund_id = r.refund_id and n.reverses is null and ${knownIn('i.month', 'n')}
         order by n.issued_at limit 1), (select serial from (${saleOf('o.order_id', 'i.month')}) sale)) as document,
       i.amount_paise, case when i.kind in ('payment', 'refund') then i.fee_paise - i.tax_paise else 0 end as fee_paise,
       case when i.kind in ('payment', 'refund') then i.tax_paise else 0 end as tax_paise, i.credit_paise, i.debit_paise
     from settlement_items i
     left join order_payments p on p.payment_id = case when i.kind = 'payment' then i.entity_id else i.payment_id end
     left join refunds r on r.gateway_refund_id = i.entity_id and i.kind = 'refund'
     left join orders o on o.order_id = coalesce(r.order_id, p.order_id)
     where i.month = :month and (i.settlement_id, i.entity_id) > (:settlement, :entity)
     order by i.settlement_id, i.entity_id limit :limit`,
    { month, settlement: last?.settlement_id ?? '', entity: last?.entity_id ?? '', limit },
  )
  return rows
}

export type ReceiptRow = {
  at: string
  /** The moment of the money, where it differs from `at`: its month was closed before it was known. */
  late: string | null
  payment_id: string
  order_id: string
  order_no: string
  document: string | null
  buyer: string
  method: string | null
  reference: string
  amount_paise: number
  /** Paid once more for an order that was paid already, so it goes back. */
  second: boolean
  state: string | null
  gstin: string | null
}

/**
 * Money received whose own moment or whose discovery is from `:from` to `:before`: the rest is booked elsewhere. `offset 0` has the span
 * looked at first, and the row beside each by its key, whatever the database knows of the tables.
 */
const RECEIPTS = `
  select ${BOOKED_AT} as at, m.* from (
    select ${moneyAt('o')} as own, o.paid_at as known, p.payment_id, p.order_id, o.order_no, coalesce(t.method, p.method) as method,
      coalesce(t.reference, p.payment_id) as reference, p.amount_paise, false as second, o.billing_state as state,
      o.billing_gstin as gstin, o.user_id
    from (select * from orders where paid_at is not null and (${moneyAt('orders')} >= :from and ${moneyAt('orders')} < :before
      or paid_at >= :from and paid_at < :before) offset 0) o
    cross join lateral (select * from order_payments where payment_id = o.payment_id and order_id = o.order_id offset 0) p
    left join outside_payments t on t.order_id = p.order_id and p.payment_id like 'outside\\_%'
    where p.captured and p.currency = 'INR' and p.amount_paise > 0
    union all
    select p.created_at, p.created_at, p.payment_id, p.order_id, o.order_no, p.method, p.payment_id, p.amount_paise, true,
      o.billing_state, o.billing_gstin, o.user_id
    from (select * from order_payments where captured and currency = 'INR' and amount_paise > 0 and created_at >= :from
      and created_at < :before offset 0) p
    cross join lateral (select * from orders where order_id = p.order_id and payment_id is distinct from p.payment_id offset 0) o
  ) m ${ITS_MONTH}`

/**
 * Reads the batch after `last` day by day. Each statement looks at the money of its span, known and own moments alike, so that for a
 * month each batch would look at all of it.
 */
async function dayByDay<Row extends { at: string }>(
  { from, before }: Span,
  last: Row | undefined,
  limit: number,
  read: (day: Span, last: Row | undefined, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  const end = Date.parse(before)
  for (let at = Date.parse(last?.at ?? from); at < end && rows.length < limit; at += DAY_MS) {
    const day = { from: new Date(at).toISOString(), before: new Date(Math.min(at + DAY_MS, end)).toISOString() }
    rows.push(...(await read(day, rows.at(-1) ?? last, limit - rows.length)))
  }
  return rows
}

/** Lists money received, oldest first. */
export const findReceipts = (db: Db, last: ReceiptRow | undefined, limit: number, span: Span): Promise<ReceiptRow[]> =>
  dayByDay(span, last, limit, (day, before, left) => receiptsOf(db, day, before, left))

async function receiptsOf(
  db: Db,
  { from, before }: Span,
  last: ReceiptRow | undefined,
  limit: number,
): Promise<ReceiptRow[]> {
  const { rows } = await db.raw<{ rows: ReceiptRow[] }>(
    `select e.at, nullif(e.own, e.at) as late, e.payment_id, e.order_id, e.order_no, sale.serial as document,
       ${BUYER} as buyer, e.method, e.reference, e.amount_paise, e.second,
       coalesce(sale.facts->'buyer'->>'state_code', e.state) as state, coalesce(sale.facts->'buyer'->>'gstin', e.gstin) as gstin
     from (select * from (${RECEIPTS}) found where at >= :from and at < :before and (at, payment_id) > (:start, :id)
       order by at, payment_id limit :limit) e join users u on u.id = e.user_id left join lateral (${saleOf('e.order_id', MONTH_OF)}) sale on true
     order by e.at, e.payment_id`,
    { from, before, start: last?.at ?? from, id: last?.payment_id ?? '', limit },
  )
  return rows
}

export type RefundRow = {
  at: string
  late: string | null
  /** The number of the movement: a refund that left may return, and leave again. */
  move_id: string
  /** True for money that is with the shop again: the refund failed late, or its dispute was won. */
  returned: boolean
  refund_id: string
  order_no: string
  note: string | null
  buyer: string
  channel: 'gateway' | 'bank' | 'dispute'
  reference: string | null
  amount_paise: number
  /** True for the refund of a second payment, which has no document. */
  second: boolean
  reason: string | null
}

/** Refunds that have left or returned, bounded in the same way. */
const BACK = `
  select ${BOOKED_AT} as at, m.* from (
    select case when not v.returned and r.sent_on is not null then r.sent_on::timestamp at time zone 'Asia/Kolkata' else v.at end as own,
      v.at as known, v.move_id, v.returned, r.refund_id, r.order_id, o.order_no, r.channel,
      coalesce(r.reference, r.gateway_refund_id) as reference, r.amount_paise, r.payment_id is distinct from o.payment_id as second,
      r.reason, o.user_id
    from ${REFUND_MOVES} v join refunds r on r.refund_id = v.refund_id join orders o on o.order_id = r.order_id
    where v.at >= :from and v.at < :before or not v.returned
      and r.sent_on >= (:from::timestamptz at time zone 'Asia/Kolkata')::date and r.sent_on <= (:before::timestamptz at time zone 'Asia/Kolkata')::date
  ) m ${ITS_MONTH}`

/** Counts earlier returns of a refund: a refund that left again has notes of each leaving, and several where it is more than its document. */
const returnsOf = (refund: string, before: string) =>
  `(select count(*) from ${REFUND_MOVES} w where w.refund_id = ${refund}.refund_id and w.returned and w.${before})`

/** Lists refunds that have left or returned, oldest first. */
export const findRefunds = (db: Db, last: RefundRow | undefined, limit: number, span: Span): Promise<RefundRow[]> =>
  dayByDay(span, last, limit, (day, before, left) => refundsOf(db, day, before, left))

async function refundsOf(
  db: Db,
  { from, before }: Span,
  last: RefundRow | undefined,
  limit: number,
): Promise<RefundRow[]> {
  const { rows } = await db.raw<{ rows: RefundRow[] }>(
    `select e.at, nullif(e.own, e.at) as late, e.move_id::text, e.returned, e.refund_id, e.order_no,
       (select string_agg(case when e.returned then d.serial else n.serial end, ', ' order by n.issued_at, n.serial)
         from documents n left join documents d on d.reverses = n.document_id and ${knownIn(MONTH_OF, 'd')}
         where n.refund_id = e.refund_id and ${knownIn(MONTH_OF, 'n')} and ${returnsOf('e', 'at <= n.issued_at')} = ${returnsOf('e', 'move_id < e.move_id')}) as note,
       ${BUYER} as buyer, e.channel, e.reference, e.amount_paise, e.second, e.reason
     from (select * from (${BACK}) found where at >= :from and at < :before and (at, move_id) > (:start, :id)
       order by at, move_id limit :limit) e join users u on u.id = e.user_id left join lateral (${saleOf('e.order_id', MONTH_OF)}) sale on true
     order by e.at, e.move_id`,
    { from, before, start: last?.at ?? from, id: last?.move_id ?? 0, limit },
  )
  return rows
}

export type PaperRow = {
  document_id: string
  kind: DocumentKind
  serial: string
  issued_at: string
  order_no: string
  buyer: string
  facts: DocumentFacts
}

/** Documents to businesses that have no number of the e-invoice portal yet. */
const UNREGISTERED = `and d.kind in ('invoice', 'credit_note', 'debit_note') and d.facts->'buyer'->>'gstin' <> ''
  and not exists (select from einvoice_answers a where a.document_id = d.document_id)`

/** Lists documents by their day, oldest first; of a deleted student's the facts have the name that the law keeps. */
export async function findPapers(
  db: Db,
  last: PaperRow | undefined,
  limit: number,
  { from, before, business }: Span & { business?: boolean },
): Promise<PaperRow[]> {
  const { rows } = await db.raw<{ rows: PaperRow[] }>(
    `select d.document_id, d.kind, d.serial, d.issued_at, o.order_no, d.facts,
       case when u.deleted_at is not null and d.facts->'buyer'->>'gstin' is null then 'Deleted account'
         else coalesce(nullif(d.facts->'buyer'->>'business_name', ''), d.facts->'buyer'->>'name') end as buyer
     from documents d join orders o on o.order_id = d.order_id join users u on u.id = o.user_id
     where d.issued_at >= :from and d.issued_at < :before and (d.issued_at, d.document_id) > (:start, :id)
       ${business ? UNREGISTERED : ''}
     order by d.issued_at, d.document_id limit :limit`,
    { from, before, start: last?.issued_at ?? from, id: last?.document_id ?? '', limit },
  )
  return rows
}

export type SummaryRow = {
  gstin: string
  seller_state: string
  place_of_supply: string
  business: boolean
  sez: boolean
  exempt: boolean
  taxable_paise: number
  igst_paise: number
  cgst_paise: number
  sgst_paise: number
}

/** Sums the documents of a span by supplier, place and kind of buyer: notes of refunds less, the rest more. */
export async function sumPapers(db: Db, { from, before }: Span): Promise<SummaryRow[]> {
  const sum = (field: string) =>
    `sum(case when d.kind = 'credit_note' then -1 else 1 end * (r->>'${field}')::bigint)::bigint as ${field}`
  const { rows } = await db.raw<{ rows: SummaryRow[] }>(
    `select d.facts->'seller'->>'gstin' as gstin, d.facts->'seller'->>'state_code' as seller_state,
       d.facts->>'place_of_supply' as place_of_supply, coalesce(d.facts->'buyer'->>'gstin', '') <> '' as business,
       coalesce((d.facts->'buyer'->>'sez')::boolean, false) as sez,
       (r->>'rate_basis_points')::int = 0 as exempt,
       ${['taxable_paise', 'igst_paise', 'cgst_paise', 'sgst_paise'].map(sum).join(', ')}
     from documents d cross join jsonb_array_elements(coalesce(d.facts->'rates', jsonb_build_array(d.facts))) r
     where d.issued_at >= :from and d.issued_at < :before and d.facts->'seller'->>'gstin' is not null
     group by 1, 2, 3, 4, 5, 6 order by 1, 3, 4, 5, 6`,
    { from, before },
  )
  return rows
}

/** Sums the fees of the payouts of a month and the GST on them. */
export async function sumFees(db: Db, month: string): Promise<{ fees_paise: number; tax_paise: number }> {
  const row: { fees_paise: number; tax_paise: number } | undefined = await db('settlement_items')
    .where({ month })
    .whereIn('kind', ['payment', 'refund'])
    .first(
      db.raw(
        `coalesce(sum(fee_paise - tax_paise), 0)::bigint as fees_paise, coalesce(sum(tax_paise), 0)::bigint as tax_paise`,
      ),
    )
  return row ?? { fees_paise: 0, tax_paise: 0 }
}

export type MoneyRow = { gateway: number; gateway_paise: number; outside: number; outside_paise: number }

/** Counts money received in a span, by whether the gateway took it. */
export async function sumReceipts(db: Db, { from, before }: Span): Promise<MoneyRow> {
  const outside = "payment_id like 'outside\\_%'"
  const { rows } = await db.raw<{ rows: MoneyRow[] }>(
    `select count(*) filter (where not ${outside})::int as gateway, count(*) filter (where ${outside})::int as outside,
       coalesce(sum(amount_paise) filter (where not ${outside}), 0)::bigint as gateway_paise,
       coalesce(sum(amount_paise) filter (where ${outside}), 0)::bigint as outside_paise
     from (${RECEIPTS}) e where e.at >= :from and e.at < :before`,
    { from, before },
  )
  return rows[0] as MoneyRow
}

export type BackRow = { refunds: number; refunds_paise: number; with_note: number }

/** Counts refunds that left in a span, and those with a note; the sum is less what returned. */
export async function sumRefunds(db: Db, { from, before }: Span): Promise<BackRow> {
  const { rows } = await db.raw<{ rows: BackRow[] }>(
    `select count(*) filter (where not returned)::int as refunds,
       coalesce(sum(case when returned then -amount_paise else amount_paise end), 0)::bigint as refunds_paise,
       count(*) filter (where not returned and exists (select from documents n where n.refund_id = e.refund_id))::int as with_note
     from (${BACK}) e where e.at >= :from and e.at < :before`,
    { from, before },
  )
  return rows[0] as BackRow
}

/** Lists second payments of paid orders in a span, oldest first. */
export async function findPaidTwice(
  db: Db,
  { from, before }: Span,
): Promise<{ order_no: string; amount_paise: number }[]> {
  const { rows } = await db.raw<{ rows: { order_no: string; amount_paise: number }[] }>(
    `select e.order_no, e.amount_paise from (${RECEIPTS}) e where e.second and e.at >= :from and e.at < :before
     order by e.at, e.payment_id limit 100`,
    { from, before },
  )
  return rows
}

export type LateRow = {
  kind: 'receipt' | 'refund'
  order_no: string
  amount_paise: number
  of: string
  booked_at: string
}

/** Lists money of a closed month that became known later, by when it is booked. */
export async function findLate(db: Db, { from, before }: Span): Promise<LateRow[]> {
  const { rows } = await db.raw<{ rows: LateRow[] }>(
    `select 'receipt' as kind, e.order_no, e.amount_paise, e.own as of, e.at as booked_at from (${RECEIPTS}) e
     where e.own >= :from and e.own < :before and e.at <> e.own
     union all
     select 'refund', e.order_no, e.amount_paise, e.own, e.at from (${BACK}) e
     where e.own >= :from and e.own < :before and e.at <> e.own
     order by booked_at limit 100`,
    { from, before },
  )
  return rows
}

export type LatePaper = { serial: string; order_no: string; paid_at: string; issued_at: string }

/** Lists invoices of a span whose money is of before it, as its event was late; at most 100. */
export async function findLatePapers(db: Db, { from, before }: Span): Promise<LatePaper[]> {
  const { rows } = await db.raw<{ rows: LatePaper[] }>(
    `select d.serial, o.order_no, (d.facts->>'paid_at')::timestamptz as paid_at, d.issued_at
     from documents d join orders o on o.order_id = d.order_id
     where d.issued_at >= :from and d.issued_at < :before and d.kind in ('invoice', 'bill_of_supply') and d.corrects is null
       and (d.facts->>'paid_at')::timestamptz < :from
     order by d.issued_at limit 100`,
    { from, before },
  )
  return rows
}

/** Sums of a month as they were when it was closed. */
export type ClosedSums = Pick<BooksMonth, 'came_in' | 'went_out' | 'bank' | 'tax'>

export type ClosedMonth = { month: string; closed_at: string; closed_by: string; sums: ClosedSums }

export async function findClosed(db: Db, month: string): Promise<ClosedMonth | undefined> {
  return db('closed_months').where({ month }).first('month', 'closed_at', 'closed_by', 'sums')
}

/** Stores that a month is closed; false for one that is. */
export async function insertClosed(trx: Db, row: ClosedMonth): Promise<boolean> {
  const added = await trx('closed_months')
    .insert({ ...row, sums: JSON.stringify(row.sums) })
    .onConflict('month')
    .ignore()
    .returning('month')
  return added.length === 1
}
