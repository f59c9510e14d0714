import type { Context, Db } from '../../context.ts'
import { insertPurchases, insertRefunds } from './ad-events.queries.ts'

/** A buyer may still agree on the page that says the payment succeeded: consent is looked at when the event is sent. */
const AFTER_SECONDS = 1_800

/** Puts a sale in the outbox of every receiver, in the transaction that pays it. */
export async function noteSale(ctx: Pick<Context, 'queue'>, trx: Db, orderId: string, now: string): Promise<void> {
  for (const id of await insertPurchases(trx, orderId, now))
    await ctx.queue.send(trx, 'tell-ads', { id }, { startAfter: AFTER_SECONDS })
}

/** The same of refunds that have arrived. */
export async function noteSaleRefunds(
  ctx: Pick<Context, 'queue'>,
  trx: Db,
  orderId: string,
  refundIds: string[],
  now: string,
): Promise<void> {
  if (refundIds.length === 0) return
  for (const id of await insertRefunds(trx, orderId, refundIds, now))
    await ctx.queue.send(trx, 'tell-ads', { id }, { startAfter: AFTER_SECONDS + 60 })
}
