import type { ORPCError } from '@orpc/client'
import type { ErrorExtras } from 'contract/errors'

/** Options of a call besides its input, and results besides its answer. */
export type CallContext = {
  /** Lets the call finish after its page is gone. */
  keepalive?: boolean
  /** Set by the call: the response headers of a success (`X-Total-Count`, `ETag`). */
  headers?: Headers
}

/** Fields of every API error besides its `message` (empty without one). */
export type ApiErrorData = ErrorExtras

/** A failed API response: `status`, stable `code`, `message` for people, `data.errors` by field. */
export type ApiError = ORPCError<string, ApiErrorData>

const unanswered = new WeakMap<object, string>()

/** Marks a failure of the line: no answer arrived, or no file with code. `words` describe it. Returns the error. */
export function noAnswer<Failure extends object>(error: Failure, words = ''): Failure {
  unanswered.set(error, words)
  return error
}

/** Returns the words with which a failure of the line was marked; empty for every other error. */
export const lineText = (error: unknown): string => unanswered.get(error as object) ?? ''

/** Returns true if the line failed; false for an answer of the API and for an error of our own code. */
export const isNoAnswer = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && unanswered.has(error)

/**
 * Returns true for an API response (an `ORPCError`, recognized by its fields, because its class loads with the link);
 * false for a network failure or an internal error.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'defined' in error && 'status' in error
}

/** 401 codes of a wrong password, or of a login with a second step. */
const OF_LOGIN = ['invalid_credentials', 'second_factor_required']

/**
 * Returns true if the session is missing, expired or revoked. The links deal with it once for all calls, and `useSubmission` shows it
 * nowhere: only code that acts on it otherwise asks.
 */
export function isAuthError(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && !OF_LOGIN.includes(error.code)
}
