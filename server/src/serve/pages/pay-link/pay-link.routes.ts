import { join } from 'node:path'
import { ORPCError } from '@orpc/server'
import { isStateCode } from 'contract/gst'
import { isLanguage, type Language } from 'contract/languages'
import { cleanName } from 'contract/spelling'
import { type Request, type Response, Router, urlencoded } from 'express'
import type { Context } from '../../../context.ts'
import { inLanguage } from '../../../platform/language/language.ts'
import { CSP_REPORTS_PATH } from '../../../platform/net/csp-reports-path.ts'
import { noteOpened, type OpenedLink, openLink, payByLink } from '../../../sales/pay-links/pay-by-link.ts'
import { payLinkIdIn } from '../../../sales/pay-links/pay-link-address.ts'
import { readShop } from '../../../shop/settings/settings.queries.ts'
import { isBrowser } from '../../../shop/visits/visits.ts'
import { clientLimit } from '../../http/client-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { createAwayPage, languageOf } from '../away-page.ts'
import { createPlainStyles } from '../plain-page.ts'
import { endedPage, openPage, type Place, type Tried } from './markup.ts'

export const routes: Routes = (ctx) => [{ path: '/pay', handler: createLinkPage(ctx), page: true }]

/** A name and a state are far shorter. */
const FORM_LIMIT = '4kb'

const EMPTY: Tried = { name: '', state: '', problems: {} }

/** Tokens of links, and no id of an order. */
const TOKEN = /^\/(pl_[\w-]+\.[\w-]+)\/?$/

/**
 * Serves `/pay/{token}`, the link by which one person pays what was agreed: a form without a script, in the language of the account, of `?lang=`
 * or of the browser. POST makes the account and the order, and leads to its payment; again it leads to the same.
 */
function createLinkPage(ctx: Context): Router {
  const mayOpen = clientLimit(ctx, { name: 'pay_link', points: 300, seconds: 600 })
  const mayPay = clientLimit(ctx, { name: 'pay_by_link', points: 30, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/pay/link', join(import.meta.dirname, 'pay-link.css'))
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/link/page.css', serve)

  async function placeOf(req: Request, opened: OpenedLink | undefined): Promise<Place> {
    const shop = await readShop(ctx.db)
    away.remember(shop)
    return { language: languageFor(req, opened), shop, styles }
  }
  const languageFor = (req: Request, opened: OpenedLink | undefined): Language => {
    const wanted = new URL(req.originalUrl, ctx.config.storeUrl).searchParams.get('lang') ?? ''
    return isLanguage(wanted) ? wanted : (opened?.language ?? languageOf(req, ctx.config.storeUrl))
  }
  const find = async (req: Request) => {
    const id = payLinkIdIn(ctx.config, String(req.params[0]))
    return id === undefined ? undefined : openLink(ctx, id)
  }
  async function show(req: Request, res: Response, opened: OpenedLink | undefined, tried = EMPTY): Promise<void> {
    const place = await placeOf(req, opened)
    setHeaders(res, ctx.config.storeUrl)
    if (res.statusCode === 429) return void res.send(endedPage('away', place))
    if (!opened) return void res.status(404).send(endedPage('unknown', place))
    res.send(opened.state === 'open' ? openPage(opened, tried, place) : endedPage(opened.state, place))
  }

  router.get(TOKEN, async (req, res) => {
    const opened = (await mayOpen(req, res)) ? await find(req) : undefined
    if (opened?.state === 'open' && isBrowser(req.get('user-agent') ?? '')) await noteOpened(ctx, opened.link)
    await show(req, res, opened)
  })
  router.post(TOKEN, urlencoded({ extended: false, limit: FORM_LIMIT }), async (req, res) => {
    const opened = (await mayPay(req, res)) ? await find(req) : undefined
    if (opened?.state !== 'open') return show(req, res, opened)
    const language = languageFor(req, opened)
    const { t } = inLanguage(language)
    const typed = read(req.body)
    const problems: Tried['problems'] = {
      ...(opened.needs.name && typed.name.length < 2 ? { name: t('Please write your name') } : {}),
      ...(opened.needs.state && !isStateCode(typed.state) ? { state: t('Please choose your state') } : {}),
    }
    if (Object.keys(problems).length > 0) {
      res.status(422)
      return show(req, res, opened, { ...typed, problems })
    }
    try {
      const name = opened.needs.name ? typed.name : undefined
      const state = opened.needs.state ? typed.state : undefined
      const { payment_link } = await payByLink(ctx, opened, { name, state, language })
      res.setHeader('Cache-Control', 'no-store')
      return res.redirect(303, payment_link)
    } catch (error) {
      if (!(error instanceof ORPCError) || error.status >= 500) {
        if (!(error instanceof ORPCError)) throw error
        ctx.log.warn({ err: error, pay_link_id: opened.link.pay_link_id }, 'a pay link leads to no payment now')
      }
      res.status(409)
      const pay = t('This cannot be paid right now. Please try again in a few minutes.')
      // A state that changed meanwhile has a page of its own.
      return show(req, res, await find(req), { ...typed, problems: { pay } })
    }
  })
  router.use(away.handler)
  return router
}

function read(body: unknown): { name: string; state: string } {
  const { name, state } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { name: cleanName(text(name)).slice(0, 100), state: text(state).trim() }
}

/** Only its person has the address. The form leads on to the gateway, wherever its page is. */
function setHeaders(res: Response, storeUrl: string): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    `form-action 'self' https:`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${CSP_REPORTS_PATH}`,
    ...(storeUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ]
  res.set({
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
  })
}
