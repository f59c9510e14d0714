import { INTEREST_DAYS } from 'contract/coming-soon/interest'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { joinList } from '../../courses/coming-soon/interest.service.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { clientLimit } from '../http/client-limit.ts'
import type { Routes } from '../http/routes.ts'
import { createAwayPage, languageOf } from './away-page.ts'
import { sendLinkPage } from './link-page.ts'
import { createPlainStyles } from './plain-page.ts'

export const routes: Routes = (ctx) => [{ path: '/interest', handler: createInterestPage(ctx), page: true }]

type Outcome = 'open' | 'done' | 'ended'

/**
 * Serves `/interest?t=…`, to which the email about a coming course links. GET shows a page with one button and changes nothing: programs that scan emails
 * open every link. POST confirms, once.
 */
function createInterestPage(ctx: Context): Router {
  const isAllowed = clientLimit(ctx, { name: 'interest_link', points: 120, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/interest')
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  const page = async (req: Request, res: Response, outcome: Outcome, course = '') => {
    const shop = await readShop(ctx.db)
    away.remember(shop)
    const language = languageOf(req, ctx.config.storeUrl)
    const { t } = inLanguage(language)
    const values = { shop: shop.brand.name, course, days: INTEREST_DAYS }
    const [title, text] = {
      open: [t('Join the list'), t('Do you want one email when you can buy this course at {shop}?', values)],
      done: [t('On the list'), t('We email you once when you can buy ‘{course}’, within {days} days.', values)],
      ended: [t('This link has ended'), t('It works once, within 7 days. Ask again on the course’s page.')],
    }[outcome] as [string, string]
    const button = outcome === 'open' ? t('Yes, email me once') : undefined
    sendLinkPage(res, { language, title, text, button, shop, styles })
  }
  router.get('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    await page(req, res, 'open')
  })
  router.post('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    const [token = ''] = new URL(req.originalUrl, ctx.config.storeUrl).searchParams.getAll('t')
    const course = await joinList(ctx, token)
    await page(req, res, course === undefined ? 'ended' : 'done', course)
  })
  router.use(away.handler)
  return router
}
