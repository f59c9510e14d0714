import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { SANDBOX_PATH } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { inLanguage, type Speech } from '../../../platform/language/language.ts'
import { CSP_REPORTS_PATH } from '../../../platform/net/csp-reports-path.ts'
import { readyAnswer, sendReady } from '../../../platform/net/ready-answer.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../../platform/payments/razorpay.ts'
import { isHandedOut, statusPath } from '../../../sales/orders/checkout/pay-address.ts'
import { isOfOtherAccount } from '../../../sales/orders/checkout/supersede.ts'
import { findOrderWithBuyer } from '../../../sales/orders/order-lists.queries.ts'
import { findOrderLines, type OrderRow } from '../../../sales/orders/orders.queries.ts'
import { readShop } from '../../../shop/settings/settings.queries.ts'
import { findLanguage } from '../../../shop/users/language.queries.ts'
import { createAwayPage } from '../away-page.ts'
import { plainStyles } from '../plain-page.ts'
import { type Notice, noticePage, type Place, payPage } from './markup.ts'

const CHECKOUT = 'https://checkout.razorpay.com'
const CDN = 'https://cdn.razorpay.com'
const API = 'https://api.razorpay.com'
const LOGS = ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com']

/**
 * Schemes by which the checkout opens a payment app of the phone; a missing one silently fails. They follow Razorpay's
 * list of supported apps, with `upi:` for any app and the older names of Google Pay.
 */
const UPI_SCHEMES = [
  'upi',
  'tez',
  'gpay',
  'phonepe',
  'paytmmp',
  'paytm',
  'credpay',
  'bhim',
  'mobikwik',
  'freecharge',
  'amazonpay',
  'navi',
  'navipay',
  'kiwi',
  'payzapp',
  'jupiter',
  'sbiyono',
  'whatsapp-consumer',
  'slice-upi',
  'bobupi',
  'myjio',
  'popclubapp',
  'super',
  'intent',
].map((name) => `${name}:`)

type Limit = (req: Request, res: Response, about?: string) => Promise<boolean>

/**
 * Serves an order's pay page, outside the app and with a policy of its own: it alone may load the gateway's script. Anyone with the address
 * that the shop gave the buyer sees it, in the language of the buyer's emails; its actions go through calls that need the session.
 */
export function createPayPage(ctx: Context, mayLook: Limit): RequestHandler {
  const ready = {
    script: readyAnswer('text/javascript; charset=utf-8', readFileSync(join(import.meta.dirname, 'page.js'), 'utf8')),
    styles: readyAnswer('text/css; charset=utf-8', plainStyles()),
  }
  const files: Pick<Place, 'script' | 'styles'> = {
    script: `/pay/page.js?v=${versionOf(ready.script.bytes)}`,
    styles: `/pay/page.css?v=${versionOf(ready.styles.bytes)}`,
  }
  const away = createAwayPage(ctx, files.styles)
  const router = Router({ caseSensitive: true })
  for (const [path, answer] of [
    ['/page.js', ready.script],
    ['/page.css', ready.styles],
  ] as const) {
    router.get(path, (req, res) => {
      res.setHeader('Cache-Control', 'public, max-age=86400')
      return sendReady(req, res, answer)
    })
  }
  router.get('/:order', async (req, res) => {
    const id = req.params.order
    const mark = new URL(req.originalUrl, ctx.config.storeUrl).searchParams.get('t') ?? ''
    // Compared before anything is looked up. Buyers behind one address do not share a limit: theirs is for each order.
    const signed = isHandedOut(ctx.config, id, mark)
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
    const order = (await mayLook(req, res, signed ? id : undefined)) && signed && (await findOrderWithBuyer(ctx.db, id))
    const shop = await readShop(ctx.db)
    away.remember(shop)
    if (!order) {
      res
        .status(res.statusCode === 429 ? 429 : 404)
        .send(noticePage(unknown(inLanguage()), { ...files, shop, language: 'en' }))
      return
    }
    const place = { ...files, shop, language: await findLanguage(ctx.db, order.user_id) }
    const lines = await findOrderLines(ctx.db, [order.order_id])
    const shown = { courseId: lines[0]?.course_id ?? '', userId: order.buyer_id ?? '', language: place.language }
    const status = statusPath(ctx.config, shown, order.order_id)
    // The status page shows every state, to everybody who has this address.
    if (!isPayable(ctx, order) || (await isElsewhere(ctx, order))) return res.redirect(302, status)
    // The switch was turned off since this address was made.
    if (!ctx.config.payPage) return res.redirect(302, order.payment_link ?? '/')
    const sandbox = (await ctx.keyring.activeSource()) === 'sandbox'
    allowCheckout(res, sandbox, ctx.config.storeUrl)
    const data = { order: order.order_id, mark, script: scriptOf(sandbox), status }
    res.send(payPage({ order, lines, data, place }))
  })
  router.use(away.handler)
  return router
}

const versionOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 10)

const scriptOf = (sandbox: boolean) => (sandbox ? `${SANDBOX_PATH}/checkout.js` : `${CHECKOUT}/v1/checkout.js`)

const unknown = (speech: Speech): Notice => ({
  title: speech.t('This payment page is not known'),
  text: speech.t('Please open it again from your orders.'),
  go: [speech.t('See my orders'), '/dashboard/orders'],
})

/** Returns true for an order whose payment goes to another gateway account. An undecided one is checked again before a sheet opens. */
function isElsewhere(ctx: Context, order: OrderRow): Promise<boolean> {
  return isOfOtherAccount(ctx, order).catch((error) => {
    if (error instanceof GatewayError || error instanceof GatewayNotConfiguredError) return false
    throw error
  })
}

const isPayable = ({ now }: Context, { status, expires_at, payment_link }: OrderRow) =>
  status === 'created' && payment_link !== null && new Date(expires_at) > now()

/** The gateway's script, its frames and the apps of a phone; in the sandbox its stand-in, which is ours. */
function allowCheckout(res: Parameters<RequestHandler>[1], sandbox: boolean, storeUrl: string): void {
  const theirs = (...hosts: string[]) => (sandbox ? ["'self'"] : hosts)
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(sandbox ? [] : [CHECKOUT, CDN])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(sandbox ? [] : [API, CHECKOUT, ...LOGS])],
    'frame-src': [...theirs(API, CHECKOUT), ...UPI_SCHEMES],
    'form-action': theirs(API),
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'report-uri': [CSP_REPORTS_PATH],
    ...(storeUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  }
  const notified = Object.entries(policy).map(([name, values]) => [name, ...values].join(' '))
  res.set({
    'Content-Security-Policy': notified.join('; '),
    // A bank's page opens beside this one, and tells it when it is done.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': `payment=(self "${CHECKOUT}" "${API}"), camera=(), geolocation=(), microphone=()`,
  })
}
