import { isLanguage, type Language } from 'contract/languages'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { unsubscribed } from '../../shop/moments/moments.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { endReminders } from '../../shop/users/reminders.queries.ts'
import { clientLimit } from '../http/client-limit.ts'
import type { Routes } from '../http/routes.ts'
import { createAwayPage } from './away-page.ts'
import { sendLinkPage } from './link-page.ts'
import { createPlainStyles } from './plain-page.ts'

export const routes: Routes = (ctx) => [
  { path: ['/unsubscribe', '/api/unsubscribe'], handler: createUnsubscribePage(ctx), page: true },
]

/**
 * Serves `/unsubscribe?t=…`, to which emails link. GET shows a page with one button and changes nothing: programs that scan emails open
 * every link. POST ends the letters or reminders, without a login, from the button or from a mail program (RFC 8058), again and again. Every
 * token gets the same answer.
 */
function createUnsubscribePage(ctx: Context): Router {
  // Receivers of mail post for all their people from a few addresses.
  const isAllowed = clientLimit(ctx, { name: 'unsubscribe', points: 6000, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/unsubscribe')
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  const page = async (req: Request, res: Response, done: boolean) => {
    const shop = await readShop(ctx.db)
    away.remember(shop)
    const requested = new URL(req.originalUrl, ctx.config.storeUrl).searchParams
    const lang = requested.get('lang') ?? undefined
    const language = isLanguage(lang) ? lang : 'en'
    const named = requested.get('for')
    const purpose = named === 'news_message' || named === 'reminders' ? named : 'news_email'
    const words = wordsOf(language, { done, purpose, shop: shop.brand.name })
    sendLinkPage(res, { language, ...words, shop, styles })
  }
  router.get('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    await page(req, res, false)
  })
  router.post('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    const [token = '', second] = new URL(req.originalUrl, ctx.config.storeUrl).searchParams.getAll('t')
    if (second === undefined) await endLetters(ctx, token)
    await page(req, res, true)
  })
  router.use(away.handler)
  return router
}

async function endLetters(ctx: Context, token: string): Promise<void> {
  const ended = await unsubscribed(ctx, token)
  if (!ended.includes(true)) await endReminders(ctx.db, token)
}

type LetterOutcome = { done: boolean; purpose: 'news_email' | 'news_message' | 'reminders'; shop: string }

type Words = { title: string; text: string; button: string | undefined }

function wordsOf(language: Language, { done, purpose, shop }: LetterOutcome): Words {
  const { t } = inLanguage(language)
  if (purpose === 'reminders') {
    const title = done ? t('Reminders are off') : t('Reminders')
    const text = done
      ? t('You can turn them on again in your account. Other emails about your orders and courses still reach you.')
      : t('Do you want no more reminders from {shop}?', { shop })
    return { title, text, button: done ? undefined : t('Turn reminders off') }
  }
  const byEmail = purpose === 'news_email'
  const title = done ? t('You are unsubscribed') : byEmail ? t('News by email') : t('News on WhatsApp')
  const text = done
    ? t(
        'You get no more news this way. Emails about your orders and courses still reach you. You can agree again in your account.',
      )
    : t('Do you want no more news from {shop} this way?', { shop })
  return { title, text, button: done ? undefined : t('Unsubscribe') }
}
