import type { Db } from '../../context.ts'
import type { SettledItem } from '../../platform/payments/gateway.ts'

/** Puts what was read of a month in the place of what was read before; two readers follow each other. */
export async function replaceMonth(
  trx: Db,
  month: string,
  { items, unread, now }: { items: readonly SettledItem[]; unread: number; now: Date },
): Promise<void> {
  await trx('settlement_months').insert({ month, unread, read_at: now }).onConflict('month').merge()
  await trx('settlement_items').where({ month }).delete()
  await trx.raw(
    `insert into settlement_items (month, entity_id, kind, settlement_id, utr, amount_paise, fee_paise, tax_paise, credit_paise,
       debit_paise, payment_id, method, settled_at)
     select :month, "entityId", kind, "settlementId", utr, "amountPaise", "feePaise", "taxPaise", "creditPaise", "debitPaise", "paymentId",
       method, "settledAt"
     from jsonb_to_recordset(:items) as i ("entityId" text, kind text, "settlementId" text, utr text, "amountPaise" bigint,
       "feePaise" bigint, "taxPaise" bigint, "creditPaise" bigint, "debitPaise" bigint, "paymentId" text, method text, "settledAt" timestamptz)
     -- Between two pages of the list an entry may move on, and come again.
     on conflict do nothing`,
    { month, items: JSON.stringify(items) },
  )
}
