import { ORPCError } from '@orpc/server'
import { type ErrorCode, errorStatus } from 'contract/errors'

/**
 * An error for the caller: `detail` is a sentence for a person, the status comes from the contract's table. `extra`
 * stands beside detail and code in the body (`total`, `current`); never put a secret or an internal there.
 */
export function appError(code: ErrorCode, detail: string, extra?: Record<string, unknown>): ORPCError<string, unknown> {
  return new ORPCError(code, { status: errorStatus[code], message: detail, data: extra })
}

/** 401 for a student whose session is over, or whose account is gone while the call runs. */
export const sessionExpired = () => appError('authentication_expired', 'Session expired. Please login again')
