import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findSilence } from '../../sales/orders/alerts.queries.ts'
import { alertOwner } from '../../sales/orders/alerts.ts'

const HOUR_MS = 60 * 60_000

/** Tells the owners once when orders are paid and no webhook comes for an hour: it may be switched off at the gateway. */
export function watchWebhooksJob(ctx: Context): Job {
  return {
    name: 'watch-webhooks',
    schedule: '*/5 * * * *',
    retries: 0,
    run: () => watchWebhooks(ctx),
  }
}

export async function watchWebhooks(ctx: Context): Promise<void> {
  const now = ctx.now().getTime()
  const range = { from: new Date(now - 25 * HOUR_MS).toISOString(), before: new Date(now - HOUR_MS).toISOString() }
  const since = await findSilence(ctx.db, range)
  if (since === undefined) return
  await ctx.db.transaction((trx) => alertOwner(ctx, trx, { kind: 'webhooks_silent', key: since }))
}
