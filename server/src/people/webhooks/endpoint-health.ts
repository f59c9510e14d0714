import { DAY_MS } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { failWaiting } from './deliveries.queries.ts'
import { type EndpointRow, listFailing, lockEndpoint, updateEndpoint } from './endpoints.queries.ts'

const WARN_AFTER_MS = DAY_MS
const OFF_AFTER_MS = 5 * DAY_MS
/** A success is noted once in so many milliseconds. */
const NOTE_MS = 60_000

type Work = Pick<Context, 'db' | 'queue' | 'now' | 'log'>

/** Notes what a try says of its address: it works, it fails since a moment, or it is gone for good. */
export async function noteAnswer(ctx: Work, row: EndpointRow, { done, gone }: { done: boolean; gone: boolean }) {
  const now = ctx.now()
  if (done) {
    const isNoted = row.last_done_at !== null && now.getTime() - Date.parse(row.last_done_at) < NOTE_MS
    if (isNoted && row.failing_since === null) return
    const works = { last_done_at: now.toISOString(), failing_since: null, warned_at: null }
    await updateEndpoint(ctx.db, row.webhook_id, works)
    return
  }
  if (!gone && row.failing_since !== null) return
  await ctx.db.transaction(async (trx) => {
    const present = await lockEndpoint(trx, row.webhook_id)
    // Changed or switched since this try began.
    if (!present?.active || present.url !== row.url) return
    if (gone) await switchOff(ctx, trx, present, 'gone')
    else if (present.failing_since === null)
      await updateEndpoint(trx, row.webhook_id, { failing_since: now.toISOString() })
  })
}

async function switchOff(ctx: Work, trx: Db, { webhook_id }: EndpointRow, reason: 'gone' | 'failing') {
  await updateEndpoint(trx, webhook_id, { active: false, off_reason: reason })
  await failWaiting(trx, webhook_id)
  await ctx.queue.send(trx, 'webhook-mail', { webhook_id, kind: reason })
  ctx.log.warn({ webhook_id, reason }, 'an address of events is switched off')
}

/** Writes to the owners of addresses that have failed for a day, and switches off those that have for five. */
export async function judgeFailing(ctx: Work): Promise<void> {
  const now = ctx.now().getTime()
  for (const { webhook_id } of await listFailing(ctx.db, new Date(now - WARN_AFTER_MS))) {
    await ctx.db.transaction(async (trx) => {
      const row = await lockEndpoint(trx, webhook_id)
      if (!row?.active || row.failing_since === null) return
      const failing = now - Date.parse(row.failing_since)
      if (failing >= OFF_AFTER_MS) return switchOff(ctx, trx, row, 'failing')
      if (failing < WARN_AFTER_MS || row.warned_at !== null) return
      await updateEndpoint(trx, webhook_id, { warned_at: new Date(now).toISOString() })
      await ctx.queue.send(trx, 'webhook-mail', { webhook_id, kind: 'warning' })
    })
  }
}
