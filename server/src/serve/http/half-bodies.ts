import type { Request, RequestHandler } from 'express'
import { clientAddress } from './client-address.ts'
import { isUpload } from './connections.ts'

/** An honest body arrives with its headers, or a moment later; so many may take longer. */
const BOUNDS = { most: 20, momentMs: 2_000 }

/**
 * Bounds the requests of one client whose body has not arrived: above the limit the oldest request ends, so that whoever comes next is
 * served. Files are exempt once their sender is known.
 */
export function boundHalfBodies({ most, momentMs } = BOUNDS): RequestHandler {
  const arriving = new Map<string, Map<Request, number>>()
  return (req, res, next) => {
    if (!hasBody(req)) return next()
    const client = clientAddress(req)
    const mine = arriving.get(client) ?? new Map<Request, number>()
    const now = performance.now()
    arriving.set(client, mine.set(req, now))
    res.once('close', () => {
      mine.delete(req)
      if (mine.size === 0 && arriving.get(client) === mine) arriving.delete(client)
    })
    if (mine.size > most) {
      endOldest(mine, most, now - momentMs)
      // All that began until now are a moment old by then. A timer may fire early, so the clock is not read again.
      setTimeout(() => endOldest(mine, most, now), momentMs).unref()
    }
    next()
  }
}

function endOldest(mine: Map<Request, number>, most: number, before: number): void {
  for (const one of mine.keys()) {
    if (one.complete || (one.res && isUpload(one.res))) mine.delete(one)
  }
  for (const [one, since] of mine) {
    if (mine.size <= most || since > before) return
    mine.delete(one)
    one.destroy()
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
