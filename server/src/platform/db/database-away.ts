const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** The sentence of an error that means nothing but that the database is away; undefined for another one. */
export function databaseAway(error: unknown): string | undefined {
  const { code = '', message } = firstFailure(error) as { code?: string; message?: string }
  return UNREACHABLE.has(code) ? `The database cannot be reached: ${message}.` : undefined
}

/** Of a name with several addresses, each of which failed, the error has no words of its own. */
export const firstFailure = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)
