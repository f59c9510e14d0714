import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressIn } from 'contract/languages'
import type { ShopSettings } from 'contract/shop/defaults'
import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { inLanguage, type Speech } from '../../../platform/language/language.ts'
import { escapeHtml } from '../../../platform/net/escape-html.ts'
import { readyAnswer, sendReady } from '../../../platform/net/ready-answer.ts'
import { readShop } from '../../../shop/settings/settings.queries.ts'
import { clientLimit } from '../../http/client-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { createAwayPage, languageOf } from '../away-page.ts'
import { attribute } from '../head-tags.ts'
import { createPlainStyles, plainDocument } from '../plain-page.ts'

export const routes: Routes = (ctx) => [{ path: '/browser', handler: createBrowserPage(ctx), page: true }]

/**
 * Serves `/browser?at=/checkout`, to which every button of a page leads while its app cannot run: the address to open in
 * another browser, and how to reach the shop. With `?old` the browser is below the floor (`web-store/build/floor`), with
 * `?off` it runs no scripts, else the app did not load.
 */
function createBrowserPage(ctx: Context): Router {
  const isAllowed = clientLimit(ctx, { name: 'browser_page', points: 120, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/browser')
  const script = readyAnswer(
    'text/javascript; charset=utf-8',
    readFileSync(join(import.meta.dirname, 'copy-address.js'), 'utf8'),
  )
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  router.get('/copy.js', (req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=86400')
    return sendReady(req, res, script)
  })
  router.get('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    const shop = await readShop(ctx.db)
    away.remember(shop)
    const language = languageOf(req, ctx.config.storeUrl)
    const { t } = inLanguage(language)
    const { searchParams } = new URL(req.originalUrl, ctx.config.storeUrl)
    const at = pageIn(ctx.config.storeUrl, searchParams.get('at') ?? '/')
    const isOld = searchParams.has('old')
    const isOff = searchParams.has('off')
    const title = isOld
      ? t('This browser is too old to buy and learn here')
      : isOff
        ? t('This needs JavaScript')
        : t('This page did not load in full')
    const first = isOff
      ? t(
          'To log in, buy and learn, turn on JavaScript in the settings of your browser and load the page again. Or open its address in another browser:',
        )
      : isOld
        ? t('Update it, or open this address in a newer Chrome, Edge, Firefox or Safari, on this phone or another one:')
        : t(
            'Check your internet connection and load the page again. If that does not help, open its address in another browser:',
          )
    const field = `<p><input readonly style="width:100%;padding:12px;font:inherit" id="address" ${attribute('value', at)} aria-label="${t('Address of the page')}"></p>`
    const buttons = `<p><button class="button go" type="button" id="copy" hidden ${attribute('data-done', t('Copied'))}>${t('Copy address')}</button></p>`
    const again = isOld ? '' : `<p><a class="button" ${attribute('href', at)}>${t('Load the page again')}</a></p>`
    const share = `https://wa.me/?text=${encodeURIComponent(at)}`
    const send = `<p><a ${attribute('href', share)}>${t('Send the address on WhatsApp')}</a></p>`
    const body = `<section class="card alone"><h1>${title}</h1><p>${first}</p>${field}${buttons}${again}${send}${contact(shop, t, addressIn(language, '/contact'))}</section>`
    res.set({
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
      'X-Robots-Tag': 'noindex, nofollow',
    })
    res.send(
      plainDocument({
        language,
        title,
        body,
        shop,
        styles,
        below: '<script src="/browser/copy.js"></script>\n',
      }),
    )
  })
  router.use(away.handler)
  return router
}

/** Returns the whole address of a page of the shop; its front page for any other. */
function pageIn(storeUrl: string, at: string): string {
  const { origin } = new URL(storeUrl)
  const address =
    /^\/(?![/\\])[^\s\\]{0,2000}$/.test(at) && URL.canParse(at, origin) ? new URL(at, origin) : new URL(origin)
  return address.origin === origin ? address.href : `${origin}/`
}

/** The shop's own ways to be reached, as far as the owner set them. */
function contact({ contact: { phone, email }, social }: ShopSettings, t: Speech['t'], page: string): string {
  const link = (href: string, text: string) => `<a ${attribute('href', href)}>${escapeHtml(text)}</a>`
  const ways = [
    ...(social.whatsapp ? [link(social.whatsapp, 'WhatsApp')] : []),
    ...(phone ? [link(`tel:${phone.replace(/[^+\d]/g, '')}`, phone)] : []),
    ...(email ? [link(`mailto:${email}`, email)] : []),
    link(page, t('Contact')),
  ]
  return `<p>${t('Or ask us, and we help you to buy:')} ${ways.join(' · ')}</p>`
}
