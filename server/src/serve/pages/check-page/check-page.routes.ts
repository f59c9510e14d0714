import { addressIn, isLanguage, type Language, languages } from 'contract/languages'
import { SHARE_HEIGHT, SHARE_WIDTH } from 'contract/share-picture'
import type { ShopSettings } from 'contract/shop/defaults'
import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { typedCode } from '../../../courses/certificates/certificate-code.ts'
import { type CertificateRow, findByCode, isWithdrawn } from '../../../courses/certificates/certificates.queries.ts'
import { findCourseOnSale } from '../../../courses/courses/courses.queries.ts'
import { inLanguage } from '../../../platform/language/language.ts'
import { escapeHtml } from '../../../platform/net/escape-html.ts'
import { sendReady } from '../../../platform/net/ready-answer.ts'
import { readShop } from '../../../shop/settings/settings.queries.ts'
import { clientLimit } from '../../http/client-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { createAwayPage } from '../away-page.ts'
import { attribute } from '../head-tags.ts'
import { createPlainStyles, plainDocument } from '../plain-page.ts'
import { createPictureMaker } from '../share-pictures.ts'
import { drawCertificatePicture } from './certificate-picture.ts'

export const routes: Routes = (ctx) => [{ path: '/c', handler: createCheckPage(ctx), page: true }]

/**
 * Serves `/c/{number}`, the address of a certificate's code: name, course, date and validity, and no other data. One
 * deleted with its holder's account shows that alone. A malformed or unknown number gets the same answer after the same
 * look-ups; a client may try only so often. The reader is unknown, so the page is English until they choose
 * (`?lang=hi`): that link names no number, for the answers to stay alike.
 */
function createCheckPage(ctx: Context): Router {
  const isAllowed = clientLimit(ctx, { name: 'check_certificate', points: 60, seconds: 600 })
  const { address: styles, serve } = createPlainStyles('/c')
  const away = createAwayPage(ctx, styles)
  const isPictureAllowed = clientLimit(ctx, { name: 'certificate_picture', points: 60, seconds: 600 })
  const makePicture = createPictureMaker(ctx, 8 * 1024 ** 2)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  router.get('/:code', async (req, res) => {
    const shop = await readShop(ctx.db)
    away.remember(shop)
    const requested = new URL(req.originalUrl, ctx.config.storeUrl).searchParams.get('lang') ?? undefined
    const place = { language: isLanguage(requested) ? requested : 'en', shop, styles } as const
    res.set({
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'no-referrer',
    })
    if (!(await isAllowed(req, res))) return void res.send(noticePage('too many', place))
    const code = typedCode(req.params.code)
    const found = await findByCode(ctx.db, code)
    if (!found && (await isWithdrawn(ctx.db, code))) return void res.status(410).send(noticePage('withdrawn', place))
    if (!found) return void res.status(404).send(noticePage('unknown', place))
    const onSale = await findCourseOnSale(ctx.db, found.course_id)
    res.send(checkPage(found, { ...place, storeUrl: ctx.config.storeUrl }, onSale !== undefined))
  })
  router.get('/:code/picture.jpg', async (req, res) => {
    res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' })
    if (!(await isPictureAllowed(req, res))) return void res.end()
    const found = await findByCode(ctx.db, typedCode(req.params.code))
    if (found?.reason !== null) return void res.status(404).type('txt').send('Picture not found')
    const made = await makePicture(found.code, (letters) => drawCertificatePicture(letters, found), [])
    // Short: a revoked certificate has no picture.
    res.set({ 'Cache-Control': 'public, max-age=300', 'Cross-Origin-Resource-Policy': 'cross-origin' })
    await sendReady(req, res, made)
  })
  router.use(away.handler)
  return router
}

type Place = { language: Language; shop: ShopSettings; styles: string }

const sign = (paths: string) => `<svg viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`
const VALID = sign('<path d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0"/><path d="M9 12l2 2l4 -4"/>')
const REVOKED = sign('<path d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0"/><path d="M9 9l6 6m0 -6l-6 6"/>')

function checkPage(row: CertificateRow, place: Place & { storeUrl: string }, onSale: boolean): string {
  const { t, longDay } = inLanguage(place.language)
  const valid = row.reason === null
  const state = valid
    ? `<p class="state good">${VALID}<b>${t('Valid')}</b></p>`
    : `<p class="state bad">${REVOKED}<b>${t('Revoked')}</b></p>`
  const title = t('Certificate of completion')
  const course = addressIn(place.language, `/course/${encodeURIComponent(row.course_id)}`)
  const facts: [label: string, value: string][] = [
    [t('Name'), row.name],
    [t('Course'), row.course_name],
    [t('Issued on'), longDay(row.issued_at)],
  ]
  const rows = facts.map(([label, value]) => `<div><dt>${label}</dt><dd>${escapeHtml(value)}</dd></div>`)
  const body = `<article class="card alone check">
<h1>${title}</h1>
${state}
<dl>${rows.join('')}</dl>
${onSale ? `<p><a class="link" href="${course}">${t('See the course')}</a></p>\n` : ''}</article>`
  const head = valid ? shared(row, { title, storeUrl: place.storeUrl }) : ''
  return plainDocument({ ...place, title, body, head, below: choice(place) })
}

/** Shows the certificate's picture where its address is shared. */
function shared(row: CertificateRow, { title, storeUrl }: { title: string; storeUrl: string }): string {
  const tags = {
    'og:type': 'website',
    'og:site_name': row.shop_name,
    'og:title': `${row.name}: ${row.course_name}`,
    'og:description': title,
    'og:image': `${storeUrl}/c/${row.code}/picture.jpg`,
    'og:image:width': String(SHARE_WIDTH),
    'og:image:height': String(SHARE_HEIGHT),
  }
  const metas = Object.entries(tags).map(
    ([property, content]) => `<meta property="${property}" ${attribute('content', content)}>`,
  )
  return `${metas.join('\n')}\n<meta name="twitter:card" content="summary_large_image">\n`
}

function noticePage(kind: 'unknown' | 'withdrawn' | 'too many', place: Place): string {
  const { t } = inLanguage(place.language)
  const notices = {
    unknown: [
      t('No such certificate'),
      t('No certificate has this number. Please compare it with the one on the certificate.'),
    ],
    withdrawn: [
      t('Withdrawn by its holder'),
      t('This certificate was issued here. It was withdrawn when the account of its holder was deleted.'),
    ],
    'too many': [t('Too many certificates checked'), t('Please try again in a few minutes.')],
  }
  const [title = '', text = ''] = notices[kind]
  const body = `<section class="card alone"><h1>${title}</h1><p class="muted">${text}</p></section>`
  return plainDocument({ ...place, title, body, below: choice(place) })
}

/** The languages, each in its own. */
function choice({ language }: Place): string {
  const links = Object.entries(languages).map(
    ([code, { tag, name }]) =>
      `<a class="link" href="?lang=${code}" hreflang="${tag}" lang="${tag}"${code === language ? ' aria-current="true"' : ''}>${name}</a>`,
  )
  return `<nav class="languages" aria-label="${inLanguage(language).t('Language')}">${links.join('')}</nav>\n`
}
