import type { Request, Response } from 'express'
import type { Context } from '../../context.ts'
import { count, type Limit, refusePast } from '../../shop/limits/rate-limits.ts'
import { clientAddress } from './client-address.ts'

/** Counts a request, of a client as a whole or of a client about one thing; false past the limit. */
export type ClientLimit = (req: Request, res: Response, about?: string) => Promise<boolean>

/** Counts one request of a client outside of the API; past the limit returns false, with 429 and `Retry-After` set. */
export function clientLimit(ctx: Context, limit: Limit): ClientLimit {
  return async (req, res, about) => {
    const call = { ctx, setHeader: (name: string, value: string) => void res.setHeader(name, value) }
    const whom = [clientAddress(req), ...(about === undefined ? [] : [about])]
    try {
      refusePast(call, limit, whom)
      await count(call, limit, whom)
      return true
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'rate_limited') throw error
      res.status(429)
      return false
    }
  }
}
