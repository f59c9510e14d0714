import express, { type Request, type RequestHandler, type Router } from 'express'
import type { Config } from '../../server/src/config.ts'
import type { Context } from '../../server/src/context.ts'
import { plainError } from '../../server/src/errors.ts'
import { isLocalHost, isLoopback } from '../../server/src/platform/net/local-host.ts'
import { readShop } from '../../server/src/shop/settings/settings.queries.ts'
import { createAdsSandbox } from './ads.ts'
import { createMailPage } from './mail-page.ts'
import { createSandbox } from './sandbox.ts'
import { createTelegramSandbox } from './telegram/telegram.ts'
import { createWhatsappSandbox } from './whatsapp.ts'

/** Serves the development pages below `/sandbox`: the stand-ins for the gateway, WhatsApp, Telegram, Meta and Google, and the written emails. */
export function createSandboxPages(
  ctx: Context,
  keys: NonNullable<Config['sandbox']>,
): { router: Router; close(): Promise<void> } {
  const sandbox = createSandbox({
    db: ctx.db,
    keys,
    storeUrl: () => ctx.config.storeUrl,
    shopName: async () => (await readShop(ctx.db)).brand.name,
    webhookUrl: () => `${ctx.config.storeUrl}/api/webhooks/razorpay`,
    log: ctx.log,
    now: ctx.now,
  })
  const router = express.Router()
  if (!keys.forEveryone) router.use(forThisMachine(ctx.config.trustProxy))
  router.use('/razorpay', sandbox.router)
  const webhookUrl = () => `${ctx.config.storeUrl}/api/webhooks/whatsapp`
  router.use('/whatsapp', createWhatsappSandbox({ webhookUrl, now: ctx.now, byItself: true }).router)
  const linkBase = () => `${ctx.config.storeUrl}/sandbox/telegram/join/`
  router.use('/telegram', createTelegramSandbox({ now: ctx.now, linkBase, byItself: true }).router)
  router.use('/ads', createAdsSandbox(ctx))
  router.use('/mail', createMailPage(ctx))
  return { router, close: sandbox.close }
}

function forThisMachine(proxies: number): RequestHandler {
  return (req, _res, next) => {
    if (isOfThisMachine(req, proxies)) return next()
    throw plainError('forbidden', 'The sandbox answers this machine only. SANDBOX_ACCESS=everyone opens it to all.')
  }
}

/** Headers that a proxy adds; `TRUST_PROXY` covers only the first. */
const PROXY_MARKS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via']

/**
 * Returns true if the caller is on this machine. Behind a local proxy every caller seems local, so every address from a
 * trusted proxy must be local too, and a header of an untrusted proxy is a refusal. So is a public name in `Host`: it
 * reveals a tunnel without headers, or a page that rebinds its own name to our address.
 */
function isOfThisMachine(req: Request, proxies: number): boolean {
  const { remoteAddress = '', localAddress } = req.socket
  if (!isLoopback(remoteAddress) && remoteAddress !== localAddress) return false
  if (!URL.canParse(`http://${req.headers.host}`)) return false
  if (!isLocalHost(new URL(`http://${req.headers.host}`).hostname)) return false
  const marks = PROXY_MARKS.filter((name) => req.headers[name] !== undefined)
  if (marks.length === 0) return true
  const notified = req.get('x-forwarded-for')?.split(',') ?? []
  return proxies > 0 && notified.length > 0 && notified.every((address) => isLoopback(address.trim()))
}
