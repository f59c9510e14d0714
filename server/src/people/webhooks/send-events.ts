import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_TRIES } from 'contract/webhooks'
import type { Context } from '../../context.ts'
import { type DueDelivery, noteTry, takeDue } from './deliveries.queries.ts'
import { noteAnswer } from './endpoint-health.ts'
import { findEndpoint, hasActiveEndpoint } from './endpoints.queries.ts'
import { bodiesOf } from './event-body.ts'
import { hasArrived, type PostResult } from './post-event.ts'
import { sendTo, type Way } from './send-one.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Gaps before the second try, the third, and so on. */
const GAPS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

/** Deliveries under way at one address. */
const AT_ONCE = 8
/** Longer than a try can take: then another process may make it. */
const LEASE_MS = 60_000
/** Rest between two looks for work, and while some is under way. */
const LOOK_MS = 1_000
const BUSY_MS = 200
/** Completions are gathered, so that one look finds room for several. */
const GATHER_MS = 5

type Options = {
  /** Milliseconds after which it takes no new work of an address that is slow. */
  forMs: number
  stopping?: AbortSignal | undefined
  /** Ends when nothing is due, for tests. */
  once?: boolean
  way?: Way
}

/**
 * Sends what is due, while any address is on. Each address has a lane of its own. After `forMs` the addresses with work under way get no more,
 * and the others do until that has ended. Nothing is under way when it returns.
 */
export async function sendDue(ctx: Context, { forMs, stopping, once = false, way }: Options): Promise<void> {
  const busy = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  const begun = performance.now()
  let closing: string[] | undefined
  while (!stopping?.aborted) {
    if (performance.now() - begun > forMs) closing ??= [...busy].flatMap(([id, count]) => (count > 0 ? id : []))
    if (closing?.every((id) => busy.get(id) === 0)) break
    const now = ctx.now()
    const full = new Map([...busy, ...(closing ?? []).map((id) => [id, AT_ONCE] as const)])
    const due = await takeDue(ctx.db, { now, until: new Date(now.getTime() + LEASE_MS), most: AT_ONCE, busy: full })
    for (const delivery of due) {
      const { webhook_id: id } = delivery
      busy.set(id, (busy.get(id) ?? 0) + 1)
      const sending = deliver(ctx, delivery, way)
        .catch((error) => ctx.log.warn({ err: error, delivery_id: delivery.delivery_id }, 'a delivery was not noted'))
        .finally(() => {
          underWay.delete(sending)
          busy.set(id, (busy.get(id) ?? 1) - 1)
        })
      underWay.add(sending)
    }
    if (underWay.size === 0) {
      if (once || !(await hasActiveEndpoint(ctx.db))) return
      await rest(LOOK_MS, stopping)
      continue
    }
    await Promise.race([...underWay, rest(BUSY_MS, stopping)])
    await rest(GATHER_MS, stopping)
  }
  await Promise.all(underWay)
}

const rest = (ms: number, signal: AbortSignal | undefined) =>
  sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined)

/** Makes one try of a delivery, and notes the answer. */
async function deliver(ctx: Context, { delivery_id, webhook_id, event_id, attempts }: DueDelivery, way?: Way) {
  const endpoint = await findEndpoint(ctx.db, webhook_id)
  const bodies = await bodiesOf(ctx.db, event_id)
  if (!endpoint?.active || !bodies) return
  const at = ctx.now()
  const result = await sendTo(ctx, endpoint, { id: event_id, body: bodies[endpoint.format] }, way)
  const { status, ms, answer } = result
  const done = hasArrived(endpoint.url, result)
  const next = done || attempts + 1 >= WEBHOOK_TRIES ? null : new Date(ctx.now().getTime() + gapAfter(attempts, result))
  await noteTry(ctx.db, delivery_id, {
    status: done ? 'done' : next === null ? 'failed' : 'waiting',
    nextAt: next,
    tried: { at: at.toISOString(), status, ms, answer },
  })
  await noteAnswer(ctx, endpoint, { done, gone: status === 410 })
}

/** Milliseconds until the next try; an address that names a later moment gets its way, within a day. */
function gapAfter(attempts: number, { status, retryAfter }: PostResult): number {
  const usual = GAPS[attempts] ?? 24 * HOUR
  if (retryAfter === undefined || (status !== 429 && status !== 503)) return usual
  const wanted = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(wanted) ? usual : Math.min(Math.max(usual, wanted), 24 * HOUR)
}
