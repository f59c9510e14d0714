import { appError } from '../../errors.ts'
import { GatewayError } from '../../payments/gateway.ts'

const NOTHING = 'Nothing was charged, and your cart is saved.'

/** What a buyer reads when trying again is of no use: 502 `gateway_error`; undefined for all that heals by itself. */
export function refusedForGood(error: unknown) {
  if (!(error instanceof GatewayError)) return undefined
  if (error.kind === 'refused' && /\b(exceed|maximum|limit)/i.test(error.message)) {
    const why = 'This order is more than our payment provider accepts in one payment.'
    return appError('gateway_error', `${why} ${NOTHING} Please buy fewer courses at a time, or write to us.`)
  }
  if (error.kind !== 'refused' && error.kind !== 'unauthorized') return undefined
  return appError('gateway_error', `The shop cannot take payments at the moment. ${NOTHING} We have been told.`)
}
