import { isMediaUrl } from 'contract/fields'
import type { Db } from '../../context.ts'
import { invalidField } from '../../errors.ts'
import { findMediaUrls } from './media.queries.ts'

const isOwnFile = (value: string) => value.startsWith('/media/') && isMediaUrl(value)

/** Lists addresses of the library in a value, each with its place such as `blocks.0.image`. */
function filesIn(value: unknown, place: string): { place: string; url: string }[] {
  if (typeof value === 'string') return isOwnFile(value) ? [{ place, url: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => filesIn(inner, `${place}.${name}`))
}

/** Throws 422 at the first address of the library in `value`, the field at `path`, that has no file. */
export async function requireFiles(db: Db, path: string, value: unknown): Promise<void> {
  const named = filesIn(value, path)
  if (named.length === 0) return
  const urls = named.map(({ url }) => url)
  const there = await findMediaUrls(db, urls)
  const gone = named.find(({ url }) => !there.has(url))
  if (!gone) return
  throw invalidField(gone.place, 'This file is not in the library. Choose another one')
}
