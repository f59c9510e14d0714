import { indianDay } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import type { GatewayError } from '../../platform/payments/gateway.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'
import { endRefusal, noteRefusal, type RefusalKind } from './gateway-refusals.queries.ts'

/** A refusal that another instance noted is looked for this often, with a call that the gateway took. */
const LOOK_AGAIN_MS = 60_000

/** The calls without which nobody can pay. */
const TO_PAY = new Set(['createLink', 'createBareLink'])

/** Runs after a gateway call: accepted, or failed for good with this error. */
type AfterCall = (call: string, error: GatewayError | undefined) => Promise<void>

/**
 * Watches the result of each gateway call. Refused keys or links mean that nobody can pay: it notes that until they
 * work again, and emails the owners once a day. Takes `ctx` lazily, for the gateway's client is a part of it.
 */
export function watchGateway(context: () => Context): AfterCall {
  const look: Record<RefusalKind, number> = { keys: 0, links: 0 }
  const taken = async (kind: RefusalKind) => {
    if (performance.now() < look[kind]) return
    look[kind] = performance.now() + LOOK_AGAIN_MS
    await endRefusal(context().db, kind)
  }
  const refused = async (kind: RefusalKind, reason: string) => {
    look[kind] = 0
    await notifyRefusal(context(), kind, reason)
  }
  return async (call, error) => {
    try {
      if (error?.kind === 'unauthorized') await refused('keys', 'The keys are not accepted.')
      else if (error?.kind === 'refused' && TO_PAY.has(call))
        await refused('links', error.message.replace(/^The gateway refused: /, ''))
      else if (error === undefined) {
        await taken('keys')
        if (TO_PAY.has(call)) await taken('links')
      }
    } catch (err) {
      context().log.warn({ err, call }, 'what the gateway said could not be noted')
    }
  }
}

/** Notes that nobody can pay, and why; the owners get one letter a day. */
export function notifyRefusal(ctx: Context, kind: RefusalKind, reason: string): Promise<void> {
  return ctx.db.transaction(async (trx) => {
    await noteRefusal(trx, kind, reason.slice(0, 300), ctx.now().toISOString())
    await alertOwner(ctx, trx, { kind: 'gateway_refuses', key: indianDay(ctx.now()) })
  })
}
