import { DAY_MS } from 'contract/indian-time'
import type { ShopSettings } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'
import type { Request, RequestHandler, Response } from 'express'
import type { Context } from '../../context.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'

/** It is made anew with every answer, and says that it holds for half a year. */
const HOLDS_MS = 180 * DAY_MS

const own = ({ contact: { email } }: ShopSettings) => (email === demoShop.contact.email ? '' : email)

type Limit = (req: Request, res: Response) => Promise<boolean>

/**
 * Serves the contact for security reports (RFC 9116): the address of the settings, else the shop's own; 404 until one
 * is known, for a made-up one reaches nobody.
 */
export function securityTxt(
  { config, read, now }: Pick<Context, 'config' | 'read' | 'now'>,
  canRequest: Limit,
): RequestHandler {
  return async (req, res, next) => {
    if (!(await canRequest(req, res))) return void res.end()
    const contact = config.securityContact ?? own(await read(readShop))
    if (!contact) return next()
    const address = /^https:/.test(contact) ? contact : `mailto:${contact}`
    const lines = [
      `Contact: ${address}`,
      `Expires: ${new Date(now().getTime() + HOLDS_MS).toISOString().slice(0, 19)}Z`,
      'Preferred-Languages: en, hi',
      `Canonical: ${config.storeUrl}/.well-known/security.txt`,
    ]
    res.setHeader('Cache-Control', 'public, max-age=3600')
    res.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  }
}
