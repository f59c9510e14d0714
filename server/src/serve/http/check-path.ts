import { appError, plainError } from '../../errors.ts'
import { notFound } from './encode-error.ts'
import { holdsUnstorable } from './json-scan.ts'

/**
 * Refuses a path that is not well formed (400) or holds what no database stores: 422 below `/api`, where a program reads
 * it, else 404.
 */
export function checkPath(path: string): void {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    throw plainError('bad_request', 'The address is not well formed')
  }
  if (!holdsUnstorable(decoded)) return
  if (path.startsWith('/api/')) throw appError('invalid', 'Text must be valid Unicode without NUL')
  // The page of a course that does not exist has a way on, and is made without a look-up.
  if (!path.startsWith('/course/')) throw notFound()
}
