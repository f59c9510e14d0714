import type { Context, Db } from '../../context.ts'
import { insertAlert } from './alerts.queries.ts'

/** Reasons for an email to the owners: each has the key of its one subject. */
export type AlertKind =
  | 'review'
  | 'other_key'
  | 'dispute'
  | 'dispute_lost'
  | 'dispute_reversed'
  | 'refund_failed'
  | 'refund_waiting'
  | 'webhooks_silent'
  | 'gateway_refuses'
  | 'unknown_order'
  | 'unknown_orders'
  | 'backup_old'
  | 'database_returned'
  | 'document_failed'
  | 'debit_note'
  | 'whatsapp_stopped'
  | 'letter_stopped'
  | 'withdrawn_link_paid'
  | 'invariant'

/** Emails the owners once per kind and key, in the caller's transaction; false when they were notified before. */
export async function alertOwner(
  ctx: Context,
  trx: Db,
  { kind, key, orderId }: { kind: AlertKind; key: string; orderId?: string | undefined },
): Promise<boolean> {
  const alert = { alert_key: `${kind}:${key}`, kind, order_id: orderId ?? null, created_at: ctx.now().toISOString() }
  if (!(await insertAlert(trx, alert))) return false
  await ctx.queue.send(trx, 'owner-alert-mail', { alert_key: alert.alert_key })
  return true
}
