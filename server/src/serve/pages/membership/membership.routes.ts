import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLanguage } from 'contract/languages'
import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { readyAnswer, sendReady } from '../../../platform/net/ready-answer.ts'
import { findMembership } from '../../../sales/memberships/memberships.queries.ts'
import { membershipPath, showMembership } from '../../../sales/memberships/memberships.service.ts'
import { readShop } from '../../../shop/settings/settings.queries.ts'
import { clientLimit } from '../../http/client-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { createAwayPage, languageOf } from '../away-page.ts'
import { createPlainStyles } from '../plain-page.ts'
import { endedPage, membershipPage, type Place } from './markup.ts'

export const routes: Routes = (ctx) => [{ path: '/membership', handler: createMembershipPage(ctx), page: true }]

/** Serves `/membership/{id}` without a script, in the language of `?lang=` or of the browser. Joining needs a login, which its button leads to. */
function createMembershipPage(ctx: Context): Router {
  const mayOpen = clientLimit(ctx, { name: 'membership_page', points: 300, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/membership')
  const own = readyAnswer('text/css; charset=utf-8', readFileSync(join(import.meta.dirname, 'membership.css'), 'utf8'))
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  router.get('/own.css', (req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=86400')
    return sendReady(req, res, own)
  })
  router.get('/:id', async (req, res) => {
    const isAllowed = await mayOpen(req, res)
    const shop = await readShop(ctx.db)
    away.remember(shop)
    const { id } = req.params
    const wanted = new URL(req.originalUrl, ctx.config.storeUrl).searchParams.get('lang') ?? ''
    const language = isLanguage(wanted) ? wanted : languageOf(req, ctx.config.storeUrl)
    const path = membershipPath(encodeURIComponent(id))
    const place: Place = { language, shop, styles, ownStyles: '/membership/own.css', path }
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
    if (!isAllowed) return void res.send(endedPage(place, true))
    const shown = await showMembership(ctx, await findMembership(ctx.db, id))
    res.status(shown ? 200 : 404).send(shown ? membershipPage(shown, place) : endedPage(place, false))
  })
  router.use(away.handler)
  return router
}
