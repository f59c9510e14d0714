import { join } from 'node:path'
import { addressIn, type Language } from 'contract/languages'
import type { ShopSettings } from 'contract/shop/defaults'
import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { inLanguage } from '../../../platform/language/language.ts'
import { escapeHtml } from '../../../platform/net/escape-html.ts'
import { listNotices } from '../../../shop/notices/notices.queries.ts'
import { readNotice, textsOf } from '../../../shop/notices/notices.service.ts'
import { answererOf } from '../../../shop/settings/answerer.ts'
import { readShop } from '../../../shop/settings/settings.queries.ts'
import { clientLimit } from '../../http/client-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { createAwayPage, languageOf } from '../away-page.ts'
import { attribute } from '../head-tags.ts'
import { createPlainStyles, languageLinks, plainDocument } from '../plain-page.ts'

export const routes: Routes = (ctx) => [{ path: '/privacy/notice', handler: createNoticePage(ctx), page: true }]

/** The ministry's page about data protection, which leads to the Board. */
const BOARD = 'https://www.meity.gov.in/data-protection-framework'

/** Serves the privacy notice by itself, without a script: `?version=2` for an earlier version, `?lang=hi` for a language. */
function createNoticePage(ctx: Context): Router {
  const isAllowed = clientLimit(ctx, { name: 'privacy_notice', points: 300, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/privacy/notice', join(import.meta.dirname, 'notice.css'))
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  router.get('/', async (req, res) => {
    if (!(await isAllowed(req, res))) return void res.end()
    const shop = await readShop(ctx.db)
    away.remember(shop)
    const language = languageOf(req, ctx.config.storeUrl)
    const wanted = new URL(req.originalUrl, ctx.config.storeUrl).searchParams.get('version')
    const found = wanted === null || /^[1-9]\d{0,5}$/.test(wanted) ? Number(wanted ?? 0) : -1
    const notice = found < 0 ? undefined : await readNotice(ctx.db, found || undefined)
    const title = inLanguage(language).t('Privacy notice')
    const versions = notice ? await listNotices(ctx.db) : []
    const body = notice
      ? shownNotice({ language, shop, title, versions, ...notice, text: textsOf(notice)[language] })
      : missing(language, title)
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
    const below = languageLinks(language, notice ? `&amp;version=${notice.version}` : '')
    res.status(notice ? 200 : 404).send(plainDocument({ language, title, body, shop, styles, below }))
  })
  router.use(away.handler)
  return router
}

function missing(language: Language, title: string): string {
  const { t } = inLanguage(language)
  const link = `<p><a class="link" href="/privacy/notice?lang=${language}">${t('Read the present version')}</a></p>`
  return `<section class="card alone"><h1>${title}</h1><p class="muted">${t('There is no such version.')}</p>${link}</section>`
}

type Shown = {
  language: Language
  shop: ShopSettings
  title: string
  text: ReturnType<typeof textsOf>['en']
  version: number
  latest: number
  published_at: string | null
  versions: readonly { version: number; published_at: string }[]
}

function shownNotice({ language, shop, title, text, version, latest, published_at, versions }: Shown): string {
  const { t, longDay } = inLanguage(language)
  const since = published_at
    ? t('Version {version}, since {day}', { version, day: longDay(published_at) })
    : t('Version {version}', { version })
  const labels = [t('Data'), t('Purpose'), t('Enables')]
  const lines = text.lines.map(({ data, purpose, enables }) => {
    const rows = [data, purpose, enables].map(
      (value, at) => `<div><dt>${labels[at]}</dt><dd>${escapeHtml(value)}</dd></div>`,
    )
    return `<section><dl>${rows.join('')}</dl></section>`
  })
  const rights: [address: string, label: string][] = [
    [addressIn(language, '/dashboard/settings#consents'), t('Withdraw a consent')],
    [addressIn(language, '/privacy/request'), t('See, correct or delete your data, or complain to us')],
    [BOARD, t('Complain to the Data Protection Board of India')],
  ]
  const others = versions.filter((one) => one.version !== version)
  const old =
    version === latest
      ? ''
      : `<p class="said"><span>${t('This is an earlier version.')} <a class="link" href="?lang=${language}">${t('Read the present version')}</a></span></p>`
  const earlier =
    others.length > 0
      ? `<section><h2>${t('Other versions')}</h2><ul>${others
          .map(({ version: other, published_at: at }) => {
            const label = t('Version {version}, since {day}', { version: other, day: longDay(at) })
            return `<li><a class="link" href="?version=${other}&amp;lang=${language}">${label}</a></li>`
          })
          .join('')}</ul></section>`
      : ''
  return `<article class="card notice">
<h1>${title}</h1>
<p class="muted">${since}</p>
${old}
<p>${escapeHtml(text.lead)}</p>
${lines.join('\n')}
<section><h2>${t('Your rights')}</h2><ul>${rights
    .map(([address, label]) => `<li><a class="link" ${attribute('href', address)}>${label}</a></li>`)
    .join('')}</ul></section>
${whoAnswers(language, shop)}
${earlier}
</article>`
}

/** Names who answers questions about data, as the shop names its grievance officer. */
function whoAnswers(language: Language, shop: ShopSettings): string {
  const { t } = inLanguage(language)
  const { name, designation, email, address } = answererOf(shop)
  const who = name ? [name, designation].filter(Boolean).join(', ') : shop.legal.legal_name || shop.brand.name
  const lines = [who, address].filter(Boolean).map((line) => `<p>${escapeHtml(line)}</p>`)
  const mail = email ? `<p><a class="link" ${attribute('href', `mailto:${email}`)}>${escapeHtml(email)}</a></p>` : ''
  return `<section><h2>${t('Who answers')}</h2>${lines.join('')}${mail}</section>`
}
