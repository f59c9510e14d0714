import type { Request, Response } from 'express'
import type { Context } from '../context.ts'
import { clientAddress } from './client-address.ts'
import { count, type Limit, refusePast } from './rate-limits.ts'

/** Counts one request of a client outside of the API; false past the limit, and then the answer says when to come back. */
export function clientLimit(ctx: Context, limit: Limit) {
  return async (req: Request, res: Response): Promise<boolean> => {
    const call = { ctx, setHeader: (name: string, value: string) => void res.setHeader(name, value) }
    const whom = [clientAddress(req)]
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
