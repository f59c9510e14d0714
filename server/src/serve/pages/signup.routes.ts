import { type Request, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { confirmSignup } from '../../people/signups/signups.service.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { clientLimit } from '../http/client-limit.ts'
import type { Routes } from '../http/routes.ts'
import { createAwayPage, languageOf } from './away-page.ts'
import { sendLinkPage } from './link-page.ts'
import { createPlainStyles } from './plain-page.ts'

export const routes: Routes = (ctx) => [{ path: '/signup', handler: createSignupPage(ctx), page: true }]

type Outcome = 'open' | 'done' | 'ended'

/**
 * Serves `/signup?t=…`, to which the email of a sign-up links. GET shows a page with one button and changes nothing: programs that scan emails
 * open every link. POST confirms, once.
 */
function createSignupPage(ctx: Context): Router {
  const isAllowed = clientLimit(ctx, { name: 'signup_link', points: 120, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/signup')
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  const page = async (req: Request, res: Response, outcome: Outcome) => {
    const shop = await readShop(ctx.db)
    away.remember(shop)
    const language = languageOf(req, ctx.config.storeUrl)
    const { t } = inLanguage(language)
    const values = { shop: shop.brand.name }
    const [title, text] = {
      open: [t('News by email'), t('Do you want news from {shop} by email?', values)],
      done: [t('You get news by email'), t('Every email has a link that ends them.')],
      ended: [t('This link has ended'), t('It works once, within 7 days. Sign up again to get a new one.')],
    }[outcome] as [string, string]
    const button = outcome === 'open' ? t('Yes, send me news') : undefined
    sendLinkPage(res, { language, title, text, button, shop, styles })
  }
  router.get('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    await page(req, res, 'open')
  })
  router.post('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    const [token = ''] = new URL(req.originalUrl, ctx.config.storeUrl).searchParams.getAll('t')
    await page(req, res, (await confirmSignup(ctx, token)) ? 'done' : 'ended')
  })
  router.use(away.handler)
  return router
}
