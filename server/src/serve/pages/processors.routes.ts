import { Router } from 'express'
import type { Context } from '../../context.ts'
import { listProcessors } from '../../people/processors/processors.service.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { escapeHtml } from '../../platform/net/escape-html.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { clientLimit } from '../http/client-limit.ts'
import type { Routes } from '../http/routes.ts'
import { createAwayPage, languageOf } from './away-page.ts'
import { createPlainStyles, plainDocument } from './plain-page.ts'

export const routes: Routes = (ctx) => [{ path: '/privacy/processors', handler: createPage(ctx), page: true }]

/** Serves the public list of services that get data of students, to which the privacy notice links. */
function createPage(ctx: Context): Router {
  const isAllowed = clientLimit(ctx, { name: 'processors', points: 120, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/privacy/processors')
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  router.get('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    const shop = await readShop(ctx.db)
    const language = languageOf(req, ctx.config.storeUrl)
    const { t } = inLanguage(language)
    const title = t('Who works with your data')
    const first = t('{shop} passes data of students only to these services, each for its purpose.', {
      shop: shop.brand.name,
    })
    const rows = (await listProcessors(ctx, language)).map(({ name, purpose, country }) => {
      const where = country === null ? '' : ` (${escapeHtml(country)})`
      return `<li><b>${escapeHtml(name)}</b>${where}<br><span class="muted">${escapeHtml(purpose)}</span></li>`
    })
    const body = `<section class="card alone"><h1>${title}</h1><p>${escapeHtml(first)}</p><ul>${rows.join('')}</ul></section>`
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
    res.send(plainDocument({ language, title, body, shop, styles }))
  })
  router.use(away.handler)
  return router
}
