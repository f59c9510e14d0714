import { appError } from '../../errors.ts'
import { GatewayError } from '../../payments/gateway.ts'

const TOO_MUCH =
  'This order is more than our payment provider accepts in one payment. Nothing was charged, and your cart is saved. Please buy fewer courses at a time, or write to us.'
const CLOSED =
  'The shop cannot take payments at the moment. Nothing was charged, and your cart is saved. We have been told.'

/** What a buyer reads when trying again is of no use: 502 `gateway_error`; undefined for all that heals by itself. */
export function refusedForGood(error: unknown) {
  if (!(error instanceof GatewayError)) return undefined
  if (error.kind === 'refused' && /\b(exceed|maximum|limit)/i.test(error.message)) {
    return appError('gateway_error', TOO_MUCH)
  }
  if (error.kind !== 'refused' && error.kind !== 'unauthorized') return undefined
  return appError('gateway_error', CLOSED)
}
