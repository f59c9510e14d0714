import { ORPCError } from '@orpc/server'
import { type ErrorCode, errorStatus } from 'contract/errors'

/**
 * Creates an error for the caller: `detail` is a sentence for people, the status comes from the contract's table.
 * `extra` is added to the body (`total`, `current`); never pass a secret or an internal there.
 */
export function appError(code: ErrorCode, detail: string, extra?: Record<string, unknown>): ORPCError<string, unknown> {
  return new ORPCError(code, { status: errorStatus[code], message: detail, data: extra })
}

/** Returns the 401 for a student whose session has ended, or whose account was deleted during the call. */
export const sessionExpired = () => appError('authentication_expired', 'Session expired. Please login again')
