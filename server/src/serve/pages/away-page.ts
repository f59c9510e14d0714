import { isLanguage, type Language } from 'contract/languages'
import { type ShopSettings, withChanges } from 'contract/shop/defaults'
import type { ErrorRequestHandler, Request } from 'express'
import type { Context } from '../../context.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { encodeError } from '../http/encode-error.ts'
import { plainDocument } from './plain-page.ts'

/** A browser opens the page anew after so many seconds. */
const TRY_AGAIN_SECONDS = 5

/**
 * Creates the error handler of pages outside the app: a person gets a page of the shop, which tries again by itself, in
 * place of JSON. The shop is as last read, or its defaults: the database may be away.
 */
export function createAwayPage(ctx: Context, styles: string) {
  let shop = withChanges({})
  const handler: ErrorRequestHandler = (error, req, res, next) => {
    if (res.headersSent) return next(error)
    const { status, retryAfterSeconds = TRY_AGAIN_SECONDS } = encodeError(error, ctx.log)
    if (status < 500) return next(error)
    const language = languageOf(req, ctx.config.storeUrl)
    const { t } = inLanguage(language)
    const title = t('Back in a moment')
    const text = t('This page cannot be shown right now. It tries again by itself.')
    const body = `<section class="card alone"><h1>${title}</h1><p class="muted">${text}</p></section>`
    res.status(status === 500 ? 500 : 503).set({
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
      'Retry-After': String(retryAfterSeconds),
      Refresh: String(TRY_AGAIN_SECONDS),
    })
    res.send(plainDocument({ language, title, body, shop, styles }))
  }
  return {
    handler,
    remember(read: ShopSettings) {
      shop = read
    },
  }
}

/** Reads the language from the address, else from the browser: the buyer's own needs the database. */
export function languageOf(req: Request, storeUrl: string): Language {
  const wanted = new URL(req.originalUrl, storeUrl).searchParams.get('lang') ?? ''
  const spoken = isLanguage(wanted) ? wanted : req.acceptsLanguages('en', 'hi', 'mr')
  return spoken && isLanguage(spoken) ? spoken : 'en'
}
