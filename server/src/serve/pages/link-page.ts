import type { Language } from 'contract/languages'
import type { ShopSettings } from 'contract/shop/defaults'
import type { Response } from 'express'
import { escapeHtml } from '../../platform/net/escape-html.ts'
import { plainDocument } from './plain-page.ts'

type LinkPage = {
  language: Language
  title: string
  text: string
  /** Label of the button that sends the page; absent once nothing is left to do. */
  button?: string | undefined
  /** Markup between the text and the button. */
  more?: string
  shop: ShopSettings
  /** Address of the styles. */
  styles: string
}

/** Sends the page of an emailed link: a card with at most one button. Nobody stores it, and its address goes nowhere. */
export function sendLinkPage(res: Response, { title, text, button, more = '', ...page }: LinkPage): void {
  const form = button ? `<form method="post"><button class="button go" type="submit">${button}</button></form>` : ''
  const body = `<section class="card alone"><h1>${title}</h1><p class="muted">${escapeHtml(text)}</p>${more}${form}</section>`
  res.set({
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
  })
  res.send(plainDocument({ ...page, title, body }))
}
