import { ORPCError, ValidationError } from '@orpc/server'
import { type ErrorBody, type ErrorCode, errorStatus } from 'contract/errors'
import type { Response } from 'express'
import type { Logger } from 'pino'
import { appError } from '../../errors.ts'
import { isDatabaseUnavailable } from '../../platform/db/knex.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../platform/payments/razorpay.ts'
import { SecretBoxError } from '../../platform/payments/secret-box.ts'

export type EncodedError = { status: number; body: ErrorBody; retryAfterSeconds?: number }

const PARTS = new Set(['params', 'query', 'headers', 'body'])

/** Converts any error to the contract's form. Unexpected errors are logged here, never shown. */
export function encodeError(error: unknown, log: Logger, detailedInput = false): EncodedError {
  if (error instanceof SecretBoxError) {
    // The keyring has logged it once; every buyer would repeat it until the owner saves the keys again.
    return unavailable('Payments are not possible at the moment. Please try again later.')
  }
  const known = toAppError(error, detailedInput)
  if (known) {
    const { detail, code, ...extra } = known.body
    return { ...known, body: { detail, code, ...extra } }
  }
  // An answer that breaks the contract: where, and why, but not what it held.
  const cause = error instanceof ORPCError ? error.cause : undefined
  const issues =
    cause instanceof ValidationError ? cause.issues.map(({ path, message }) => ({ path, message })) : undefined
  log.error({ err: error, issues }, 'unexpected error')
  return fromCode('internal_error', 'Something went wrong. Please try again later.')
}

function toAppError(error: unknown, detailedInput: boolean): EncodedError | undefined {
  if (error instanceof GatewayNotConfiguredError) {
    return fromCode('gateway_not_configured', 'Payments are not set up yet. Please try again later.')
  }
  if (error instanceof GatewayError && error.kind === 'unauthorized') {
    const refused = 'The payment provider does not accept our account at the moment. Nothing was charged.'
    return fromCode('gateway_error', refused)
  }
  if (error instanceof GatewayError) {
    return fromCode('gateway_error', 'The payment provider could not be reached. Please try again in a moment.')
  }
  if (isDatabaseUnavailable(error)) return unavailable()
  if (!(error instanceof ORPCError)) return undefined
  if (error.cause instanceof ValidationError) {
    return error.code === 'BAD_REQUEST' ? validationError(error.cause, detailedInput) : undefined
  }
  if (error.code in errorStatus) {
    const extra = (error.data ?? {}) as Record<string, unknown>
    return {
      ...fromCode(error.code as ErrorCode, error.message, extra),
      ...(error.code === 'unavailable' ? { retryAfterSeconds: 5 } : {}),
    }
  }
  if (error.code === 'BAD_REQUEST') return fromCode('bad_request', 'The request could not be read')
  return undefined
}

function validationError(cause: ValidationError, detailedInput: boolean): EncodedError {
  const errors = cause.issues.map((issue) => {
    const keys = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
    const path = detailedInput && PARTS.has(keys[0] ?? '') ? keys.slice(1) : keys
    return { path: path.join('.'), message: issue.message }
  })
  return fromCode('invalid', errors[0]?.message ?? 'The request is not valid', { errors })
}

function unavailable(detail = 'The service is not available at the moment. Please try again shortly.'): EncodedError {
  return { ...fromCode('unavailable', detail), retryAfterSeconds: 5 }
}

function fromCode(code: ErrorCode, detail: string, extra: Record<string, unknown> = {}): EncodedError {
  return { status: errorStatus[code], body: { ...extra, detail, code } }
}

/** Sends an error from outside the router (unknown path, no right, bad body, …) in the same form. */
export function sendError(res: Response, error: unknown, log: Logger): void {
  const encoded = encodeError(error, log)
  if (res.headersSent) {
    res.destroy()
    return
  }
  const wait = encoded.retryAfterSeconds ?? (encoded.status === 429 && !res.hasHeader('Retry-After') ? 1 : undefined)
  if (wait) res.setHeader('Retry-After', String(wait))
  res.setHeader('Cache-Control', 'no-store')
  // A status set already is the more exact one (414 of `too_large`).
  res.status(res.statusCode >= 400 ? res.statusCode : encoded.status).json(encoded.body)
}

/** The detail of a path or thing that does not exist. */
export const notFound = () => appError('not_found', 'Not found')
