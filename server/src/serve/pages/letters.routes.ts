import { Router } from 'express'
import type { Context } from '../../context.ts'
import { followLink } from '../../people/letters/letter-tokens.ts'
import { isBounceSecret, takeReport } from '../../people/letters/reports/take-report.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { clientLimit } from '../http/client-limit.ts'
import { notFound } from '../http/encode-error.ts'
import { readRawBody } from '../http/read-body.ts'
import type { Routes } from '../http/routes.ts'
import { createAwayPage } from './away-page.ts'
import { createPlainStyles } from './plain-page.ts'

export const routes: Routes = (ctx) => [
  { path: '/l', handler: createLetterLinks(ctx), page: true },
  { path: '/mail/bounces', handler: createBounceHook(ctx) },
]

/** Serves `/l/{id}`: on to where the letter says, and nowhere else. An id of no letter is a missing page of the store. */
function createLetterLinks(ctx: Context): Router {
  const isAllowed = clientLimit(ctx, { name: 'letter_link', points: 600, seconds: 600 })
  const away = createAwayPage(ctx, createPlainStyles('/unsubscribe').address)
  const rememberShop = async () => away.remember(await readShop(ctx.db))
  const router = Router({ caseSensitive: true })
  router.get('/:id', async (req, res, next) => {
    // Programs that look ahead say so; a person behind the limit still gets where they want.
    const ahead = /prefetch|preview/i.test(`${req.headers['sec-purpose'] ?? ''}${req.headers.purpose ?? ''}`)
    const counts = req.method === 'GET' && !ahead && (await isAllowed(req, res))
    const [target] = await Promise.all([followLink(ctx, req.params.id, counts), rememberShop()])
    if (target === undefined) {
      res.status(200).removeHeader('Retry-After')
      return next()
    }
    res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' })
    res.redirect(302, target)
  })
  router.use(away.handler)
  return router
}

/** Takes bounces and complaints that a mail provider posts to the secret address. */
function createBounceHook(ctx: Context): Router {
  const isAllowed = clientLimit(ctx, { name: 'bounces', points: 6000, seconds: 600 })
  const router = Router({ caseSensitive: true })
  router.post('/:secret', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    if (!(await isBounceSecret(ctx, String(req.params.secret)))) throw notFound()
    await takeReport(ctx, (await readRawBody(req, 'webhooks')).toString('utf8'))
    res.status(204).end()
  })
  return router
}
