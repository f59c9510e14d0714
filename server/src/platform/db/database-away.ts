import { StoreFault } from '../files/storage-error.ts'

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

const UNTRUSTED = /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|CERT_|ERR_TLS_CERT)/

/** Returns the message of an error that only means an unreachable or untrusted database; undefined for any other. */
export function databaseAway(error: unknown): string | undefined {
  const { code = '', message } = firstFailure(error) as { code?: string; message?: string }
  if (UNTRUSTED.test(code)) {
    return `The database's certificate is not trusted (${message}): name its authority's with sslmode=verify-full&sslrootcert=FILE in the address.`
  }
  if (message === 'The server does not support SSL connections') {
    return 'The database offers no TLS: turn it on there, or write sslmode=disable in the address.'
  }
  return UNREACHABLE.has(code) ? `The database cannot be reached: ${message}.` : undefined
}

/**
 * Unwraps the first of several errors, for a name with several addresses fails without a message of its own, and what keeps the files away, of which visitors
 * are told less.
 */
export const firstFailure = (error: unknown): unknown =>
  error instanceof AggregateError
    ? error.errors[0]
    : error instanceof Error && error.cause instanceof StoreFault
      ? error.cause
      : error
