import { join } from 'node:path'
import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { findMembership } from '../../../sales/memberships/memberships.queries.ts'
import { showMembership } from '../../../sales/memberships/memberships.service.ts'
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
  const { address: styles, serve } = createPlainStyles('/membership', join(import.meta.dirname, 'membership.css'))
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  router.get('/:id', async (req, res) => {
    const isAllowed = await mayOpen(req, res)
    const shop = await readShop(ctx.db)
    away.remember(shop)
    const place: Place = { language: languageOf(req, ctx.config.storeUrl), shop, styles }
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
    if (!isAllowed) return void res.send(endedPage(place, true))
    const shown = await showMembership(ctx, await findMembership(ctx.db, req.params.id))
    res.status(shown ? 200 : 404).send(shown ? membershipPage(shown, place) : endedPage(place, false))
  })
  router.use(away.handler)
  return router
}
