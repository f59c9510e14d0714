import { PARENT_LINK_DAYS } from 'contract/children/link-days'
import { withChanges } from 'contract/shop/defaults'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { confirmByParent, openLink, withdrawByParent } from '../../people/children/children.service.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { findShop } from '../../shop/settings/settings.queries.ts'
import { clientLimit } from '../http/client-limit.ts'
import type { Routes } from '../http/routes.ts'
import { createAwayPage, languageOf } from './away-page.ts'
import { sendLinkPage } from './link-page.ts'
import { createPlainStyles } from './plain-page.ts'

export const routes: Routes = (ctx) => [{ path: '/parent', handler: createParentPage(ctx), page: true }]

type Outcome = 'confirm' | 'withdraw' | 'confirmed' | 'withdrawn' | 'ended'

/**
 * Serves the links of a parent's emails: `/parent?t=…` confirms the consent, once, `/parent?w=…` withdraws it. GET shows a page with one button
 * and changes nothing: programs that scan emails open every link. A guessed link and one that has ended get the same answer.
 */
function createParentPage(ctx: Context): Router {
  const isAllowed = clientLimit(ctx, { name: 'parent_link', points: 120, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/parent')
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)

  const linkOf = (req: Request) => {
    const search = new URL(req.originalUrl, ctx.config.storeUrl).searchParams
    const token = search.get('w')
    return token === null
      ? ({ kind: 'confirm', token: search.get('t') ?? '' } as const)
      : ({ kind: 'withdraw', token } as const)
  }

  async function page(req: Request, res: Response, outcome: Outcome, child = { name: '', email: '' }) {
    const shop = withChanges((await findShop(ctx.db)).changes)
    away.remember(shop)
    const language = languageOf(req, ctx.config.storeUrl)
    const { t } = inLanguage(language)
    const values = { child: child.name, email: child.email, shop: shop.brand.name, days: PARENT_LINK_DAYS }
    const [title, text] = {
      confirm: [
        t('Consent of a parent'),
        t(
          '{child} ({email}) is under 18 and wants to learn at {shop}. Do you, as parent or guardian of 18 or older, consent that {shop} uses the data of this account as its privacy notice says?',
          values,
        ),
      ],
      withdraw: [
        t('Withdraw your consent'),
        t(
          'The account of {child} ({email}) at {shop} ends for good, with its courses. Invoices stay, as the law requires.',
          values,
        ),
      ],
      confirmed: [
        t('Thank you'),
        t('You consented. An email with a link by which you can withdraw is on its way to you.'),
      ],
      withdrawn: [t('Your consent is withdrawn'), t('The account has ended, and its data are deleted.')],
      ended: [
        t('This link has ended'),
        t(
          'It works once, within {days} days. If you pressed its button before, that counts. Else the student can send a new one.',
          values,
        ),
      ],
    }[outcome] as [string, string]
    const button = { confirm: t('I am the parent, and I consent'), withdraw: t('Withdraw and end the account') }[
      outcome as 'confirm'
    ]
    const notice = `<p><a class="link" href="/privacy/notice?lang=${language}">${t('Privacy notice')}</a></p>`
    const more = outcome === 'confirm' ? notice : ''
    sendLinkPage(res, { language, title, text, button, more, brand: shop.brand, styles })
  }

  router.get('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    const { kind, token } = linkOf(req)
    const child = await openLink(ctx, kind, token)
    await page(req, res, child ? kind : 'ended', child)
  })
  router.post('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    const { kind, token } = linkOf(req)
    if (kind === 'confirm') return page(req, res, (await confirmByParent(ctx, token)) ? 'confirmed' : 'ended')
    return page(req, res, (await withdrawByParent(ctx, token)) ? 'withdrawn' : 'ended')
  })
  router.use(away.handler)
  return router
}
