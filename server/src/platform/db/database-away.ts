const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** Returns the message of an error that only means an unreachable database; undefined for any other. */
export function databaseAway(error: unknown): string | undefined {
  const { code = '', message } = firstFailure(error) as { code?: string; message?: string }
  return UNREACHABLE.has(code) ? `The database cannot be reached: ${message}.` : undefined
}

/** Unwraps the first of several errors: a name with several addresses fails without a message of its own. */
export const firstFailure = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)
