import { ORPCError } from '@orpc/server'
import { type ErrorCode, type ErrorText, type ExtraOf, errorStatus } from 'contract/errors'
import { fill, type Values } from 'contract/fill'

/**
 * Creates an error for a caller who may read another language: `text` has its translations in `said.json`, the status comes from the
 * contract's table. `extra` is added to the body (`total`, `current`, `warnings`); never pass a secret or an internal there.
 */
export function appError<Text extends ErrorText>(code: ErrorCode, text: Text, ...[extra]: ExtraOf<Text>) {
  const values = extra?.values as Values | undefined
  return plainError(code, fill(text, values), values ? { template: text, ...extra } : extra)
}

/** Creates an error for admins and programs, who read English. */
export function plainError(
  code: ErrorCode,
  detail: string,
  extra?: Record<string, unknown>,
): ORPCError<string, unknown> {
  return new ORPCError(code, { status: errorStatus[code], message: detail, data: extra })
}

/** Creates the 422 of a field, as a path of the input, for admins and programs. */
export const invalidField = (path: string, message: string) =>
  plainError('invalid', message, { errors: [{ path, message }] })

/** Returns the 401 for a student whose session has ended, or whose account was deleted during the call. */
export const sessionExpired = () => appError('authentication_expired', 'Session expired. Please login again')
