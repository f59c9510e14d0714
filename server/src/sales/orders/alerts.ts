import type { Context, Db } from '../../context.ts'
import { insertAlert } from './alerts.queries.ts'

/** What an owner is written about: each with the key of the one thing it is about. */
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
  | 'document_failed'

/** Tells the owners by mail, once for this kind and key, in the caller's transaction; false when they were told before. */
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
