import type { Request } from 'express'

/**
 * Returns a query parameter that occurs once, without a NUL; undefined otherwise. Parses the address itself, because
 * the mounting program has no query parser.
 */
export function queryText(req: Request, name: string): string | undefined {
  const [value, ...further] = new URL(req.originalUrl, 'http://sandbox.invalid').searchParams.getAll(name)
  return value === undefined || further.length > 0 || value.includes('\0') ? undefined : value
}
