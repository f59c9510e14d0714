import { isLanguage, type Language } from 'contract/languages'
import { withChanges } from 'contract/shop/defaults'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { followLink, unsubscribe } from '../../people/letters/letter-tokens.ts'
import { isBounceSecret, takeReport } from '../../people/letters/reports/take-report.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { escapeHtml } from '../../platform/net/escape-html.ts'
import { findShop } from '../../shop/settings/settings.queries.ts'
import { notFound } from '../http/encode-error.ts'
import { readRawBody } from '../http/read-body.ts'
import { createAwayPage } from './away-page.ts'
import { createPlainStyles, plainDocument } from './plain-page.ts'

type Limit = (req: Request, res: Response) => Promise<boolean>

/**
 * Creates the pages that letters link to.
 *
 * `links` serves `/l/{id}`: on to where the letter says, and nowhere else. An id of no letter is a missing page of the store.
 *
 * `unsubscribe` serves `/unsubscribe?t=…`. GET shows a page with one button and changes nothing: programs that scan emails open every link.
 * POST takes the consent back, without a login, from the button or from a mail program (RFC 8058), again and again. Every token gets the
 * same answer.
 */
export function createLetterPages(ctx: Context, may: { follow: Limit; unsubscribe: Limit }) {
  const { address: styles, serve } = createPlainStyles('/unsubscribe')
  const away = createAwayPage(ctx, styles)
  const readShop = async () => {
    const shop = withChanges((await findShop(ctx.db)).changes)
    away.remember(shop)
    return shop
  }

  const linkRouter = Router({ caseSensitive: true })
  linkRouter.get('/:id', async (req, res, next) => {
    // Programs that look ahead say so; a person behind the limit still gets where they want.
    const ahead = /prefetch|preview/i.test(`${req.headers['sec-purpose'] ?? ''}${req.headers.purpose ?? ''}`)
    const counts = req.method === 'GET' && !ahead && (await may.follow(req, res))
    const [target] = await Promise.all([followLink(ctx, req.params.id, counts), readShop()])
    if (target === undefined) {
      res.status(200).removeHeader('Retry-After')
      return next()
    }
    res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' })
    res.redirect(302, target)
  })

  const unsubscribeRouter = Router({ caseSensitive: true })
  unsubscribeRouter.get('/page.css', serve)
  const page = async (req: Request, res: Response, done: boolean) => {
    const shop = await readShop()
    const requested = new URL(req.originalUrl, ctx.config.storeUrl).searchParams
    const lang = requested.get('lang') ?? undefined
    const language = isLanguage(lang) ? lang : 'en'
    res.set({
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'no-referrer',
    })
    const named = requested.get('for')
    const purpose = named === 'news_message' || named === 'reminders' ? named : 'news_email'
    const { title, body } = words(language, { done, purpose, shop: shop.brand.name })
    res.send(plainDocument({ language, title, body, brand: shop.brand, styles }))
  }
  unsubscribeRouter.get('/', async (req, res) => {
    if (!(await may.unsubscribe(req, res))) return void res.end()
    await page(req, res, false)
  })
  unsubscribeRouter.post('/', async (req, res) => {
    if (!(await may.unsubscribe(req, res))) return void res.end()
    const [token = '', second] = new URL(req.originalUrl, ctx.config.storeUrl).searchParams.getAll('t')
    if (second === undefined) await unsubscribe(ctx, token)
    await page(req, res, true)
  })

  linkRouter.use(away.handler)
  unsubscribeRouter.use(away.handler)
  return { links: linkRouter, unsubscribe: unsubscribeRouter }
}

type LetterOutcome = { done: boolean; purpose: 'news_email' | 'news_message' | 'reminders'; shop: string }

function words(language: Language, { done, purpose, shop }: LetterOutcome): { title: string; body: string } {
  const { t } = inLanguage(language)
  if (purpose === 'reminders') {
    const title = done ? t('Reminders are off') : t('Reminders')
    const text = done
      ? t('You can turn them on again in your account. Other emails about your orders and courses still reach you.')
      : t('Do you want no more reminders from {shop}?', { shop })
    return { title, body: cardOf(title, text, done ? '' : formOf(t('Turn reminders off'))) }
  }
  const byEmail = purpose === 'news_email'
  const title = done ? t('You are unsubscribed') : byEmail ? t('News by email') : t('News on WhatsApp')
  const text = done
    ? t(
        'You get no more news this way. Emails about your orders and courses still reach you. You can agree again in your account.',
      )
    : t('Do you want no more news from {shop} this way?', { shop })
  return { title, body: cardOf(title, text, done ? '' : formOf(t('Unsubscribe'))) }
}

const formOf = (label: string) => `<form method="post"><button class="button go" type="submit">${label}</button></form>`

const cardOf = (title: string, text: string, form: string) =>
  `<section class="card alone"><h1>${title}</h1><p class="muted">${escapeHtml(text)}</p>${form}</section>`

/** Takes bounces and complaints that a mail provider posts to the secret address. */
export function createBounceHook(ctx: Context, mayPost: Limit): RequestHandler {
  const router = Router({ caseSensitive: true })
  router.post('/:secret', async (req, res) => {
    if (!(await mayPost(req, res))) return void res.end()
    if (!(await isBounceSecret(ctx, String(req.params.secret)))) throw notFound()
    await takeReport(ctx, (await readRawBody(req, 'webhooks')).toString('utf8'))
    res.status(204).end()
  })
  return router
}
