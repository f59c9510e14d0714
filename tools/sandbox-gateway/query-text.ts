import type { Request } from 'express'

/**
 * A key of the query that is given once, without a NUL; undefined else. Read from the address itself: the program that
 * mounts the sandbox has no query parser of Express.
 */
export function queryText(req: Request, name: string): string | undefined {
  const [value, ...further] = new URL(req.originalUrl, 'http://sandbox.invalid').searchParams.getAll(name)
  return value === undefined || further.length > 0 || value.includes('\0') ? undefined : value
}
