import type { Context } from '../../../context.ts'
import { appError } from '../../../errors.ts'
import { GatewayError } from '../../../platform/payments/gateway.ts'
import { noteOrderEvent } from '../order-events.queries.ts'

const REFUSED =
  'Our payment provider did not accept this order. Nothing was charged, and your cart is saved. Please try again later or with fewer courses, or write to us.'
const CLOSED =
  'The shop cannot take payments at the moment. Nothing was charged, and your cart is saved. We have been told.'

/** Returns what is requested of the gateway for an open order; a refusal has a line in its timeline, and a sentence for its buyer. */
export async function orRefused<T>(ctx: Context, orderId: string, requested: Promise<T>): Promise<T> {
  return requested.catch(async (error) => {
    if (!(error instanceof GatewayError)) throw error
    await noteRefused(ctx, orderId, error)
    throw refusedForGood(error) ?? error
  })
}

export function noteRefused(
  ctx: Context,
  order_id: string,
  { message, retryable }: Pick<GatewayError, 'message' | 'retryable'>,
) {
  const kind = retryable ? 'not_answered' : 'link_refused'
  return noteOrderEvent(ctx.db, { order_id, kind, detail: message.slice(0, 300), created_at: ctx.now().toISOString() })
}

/** Nobody can pay, and the owners know. */
export const closed = () => appError('gateway_error', CLOSED)

/** Returns the buyer's sentence for a refusal: 502 `gateway_error`; undefined for all that heals by itself. */
export function refusedForGood(error: GatewayError) {
  if (error.retryable) return undefined
  return error.kind === 'unauthorized' ? closed() : appError('gateway_error', REFUSED)
}
