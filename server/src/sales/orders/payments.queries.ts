import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import type { Payment, PaymentStatus } from '../../platform/payments/gateway.ts'

/** A payment of an order, as the gateway named it last. */
export type PaymentRow = {
  payment_id: string
  order_id: string
  amount_paise: number
  currency: string
  status: PaymentStatus
  captured: boolean
}

const queryPayments = prepared<PaymentRow>(
  'store payments',
  () => `with named as (
         select distinct on ("id") * from jsonb_to_recordset(:payments) as p ("id" text, "amountPaise" bigint, currency text, status text,
           captured boolean, method text, "createdAt" timestamptz, "chargedPaise" bigint, "feePaise" bigint, "taxPaise" bigint)
       ), fees as (
         -- A fee that is reported later is no other payment.
         update order_payments p set charged_paise = "chargedPaise", fee_paise = "feePaise", tax_paise = "taxPaise" from named
         where p.payment_id = named."id" and p.status = named.status and p.amount_paise = "amountPaise" and "feePaise" is not null
           and (p.fee_paise, p.tax_paise) is distinct from ("feePaise", "taxPaise")
       )
       insert into order_payments (payment_id, order_id, amount_paise, currency, status, captured, method, created_at, charged_paise,
         fee_paise, tax_paise)
       select "id", :orderId, "amountPaise", currency, status, captured, method, "createdAt", "chargedPaise", "feePaise", "taxPaise"
       from named
       on conflict (payment_id) do update set status = excluded.status, captured = excluded.captured, method = excluded.method,
         amount_paise = excluded.amount_paise, charged_paise = excluded.charged_paise,
         fee_paise = coalesce(excluded.fee_paise, order_payments.fee_paise),
         tax_paise = coalesce(excluded.tax_paise, order_payments.tax_paise)
       where (excluded.captured or not order_payments.captured)
         and (excluded.status <> order_payments.status or excluded.amount_paise <> order_payments.amount_paise)
       returning *`,
)

/** Keeps what the gateway names for an order; what was captured stays so, whichever answer is late. Answers what is new or has changed. */
export async function storePayments(trx: Db, orderId: string, payments: readonly Payment[]): Promise<PaymentRow[]> {
  if (payments.length === 0) return []
  return queryPayments(trx, { orderId, payments: JSON.stringify(payments) })
}

export function findPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  return db<PaymentRow>('order_payments').where({ order_id: orderId }).orderBy(['created_at', 'payment_id'])
}

/** Returns those of the orders whose last try to pay failed. */
export async function findFailedTries(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const { rows } = await db.raw<{ rows: { order_id: string }[] }>(
    `select order_id from (
       select distinct on (order_id) order_id, status from order_payments where order_id = any(:orderIds)
       order by order_id, created_at desc, payment_id desc
     ) as last where status = 'failed'`,
    { orderIds },
  )
  return rows.map(({ order_id }) => order_id)
}

/** Finds a payment's currency; rupees while it is unknown. */
export async function currencyOf(db: Db, paymentId: string | null): Promise<string> {
  const row =
    paymentId === null ? undefined : await db<PaymentRow>('order_payments').where({ payment_id: paymentId }).first()
  return row?.currency ?? 'INR'
}

/** Returns those of the gateway's payments that are not known here, or with another status. An attempt that has only begun says nothing. */
export async function findOtherPayments(db: Db, payments: readonly Payment[]): Promise<Payment[]> {
  const ids = payments.map(({ id }) => id)
  const known = await db<PaymentRow>('order_payments').whereIn('payment_id', ids).select('payment_id', 'status')
  const status = new Map(known.map((row) => [row.payment_id, row.status]))
  return payments.filter((payment) => payment.status !== 'created' && status.get(payment.id) !== payment.status)
}
