import { newCode } from 'contract/typed-keys'
import type { RequestHandler } from 'express'
import type { Context } from '../../context.ts'
import { addPress, hasPartners } from '../../sales/partners/partners.queries.ts'
import { count, refusePast } from '../../shop/limits/rate-limits.ts'
import { isBrowser } from '../../shop/visits/visits.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Routes } from '../http/routes.ts'

export const routes: Routes = (ctx) => [{ path: '/', handler: countPresses(ctx) }]

const VIA = /[?&]via=([\w-]{3,32})(?:[&#]|$)/
const PAGE = /^(\/(hi|mr))?\/partner\/?$/
const LIMIT = { name: 'partner_press', points: 60, seconds: 600 }

/** Counts a page that the link of a partner opens (`?via=CODE`), and holds up no page. Without a partner nothing is at the address of their page. */
function countPresses(ctx: Context): RequestHandler {
  async function note(code: string, client: string) {
    const call = { ctx, setHeader: () => undefined }
    refusePast(call, LIMIT, [client])
    await count(call, LIMIT, [client])
    await addPress(ctx.db, code, ctx.now())
  }
  return async (req, _res, next) => {
    const [, via] = VIA.exec(req.originalUrl) ?? []
    const isPage = req.method === 'GET' && !req.get('sec-purpose')?.includes('prefetch')
    if (isPage && via && isBrowser(req.get('user-agent') ?? ''))
      note(newCode(via), clientAddress(req)).catch((err) =>
        ctx.log.debug({ err }, 'a press of a partner is not counted'),
      )
    if (PAGE.test(req.path) && !(await hasPartners(ctx.db))) req.url = '/no-partner'
    next()
  }
}
