import type { Language } from 'contract/languages'
import { inLanguage, type Speech } from '../language/language.ts'
import { type Html, html } from './html.ts'

/**
 * The shop in an email: name on one line, store address in the reader's language, logo where mail programs can show it,
 * and the language, English by default.
 */
export type MailShop = {
  shopName: string
  storeUrl: string
  logoUrl?: string | undefined
  language?: Language | undefined
  /** Names the people of the shop, as the settings have them; an empty text is unknown. */
  people?: ShopPeople | undefined
}

export type ShopPeople = {
  person: string
  email: string
  phone: string
  hours: string
  legal_name: string
  legal_address: string
  guarantee_days: number
}

/** Content of an email; `Mail` adds the recipient. */
export type EmailContent = { subject: string; text: string; html: string }

const FONT = "font-family:Hind,'Noto Sans','Segoe UI',Roboto,Arial,sans-serif"
const INK = '#15173a'
const MUTED = '#4a4e6e'

/** The same colours at night, for the mail programs that ask; the others show the light ones. */
const DARK = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){
.page{background:#0d0f26!important}.card{background:#161938!important;border-color:#2b3062!important}
.card td,.card p,.card h1,.card h2,.card strong{color:#edeffc!important;border-color:#2b3062!important}
.card .m{color:#b6bbdd!important}.card a{color:#aeb7ff!important}.card .press{background:#4c58cc!important;color:#ffffff!important}
.card code{background:#332810!important;border-color:#8a6714!important;color:#edeffc!important}.card .box{background:#20244b!important}}`

/** Breaks long addresses and ids; a phone would shrink the whole email, or cut it off. */
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere'

export const paragraph = (content: Html) => html`<p style="margin:0 0 16px;${BREAKS}">${content}</p>`

/** Renders the reader's next step. */
export const button = (address: string, label: string) =>
  html`<p style="margin:24px 0"><a class="press" href="${address}" style="background:#2b3390;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600;display:inline-block">${label}</a></p>`

/** Links words within a sentence. */
export const linked = (address: string) => (words: string) =>
  html`<a href="${address}" style="color:#2b3390">${words}</a>`

/** Renders a text to copy: a password, a code. */
export const code = (text: string | readonly Html[]) =>
  html`<code translate="no" style="font:600 18px/1.6 Consolas,Menlo,monospace;background:#fff4d6;border:1px solid #e09a00;border-radius:8px;padding:6px 12px;display:inline-block">${text}</code>`

/** Renders a password in groups of four. No space separates them, so that it copies as one. */
export const passwordCode = (password: string) => {
  const groups = password.match(password.length === 6 ? /.{3}/g : /.{1,4}/g) ?? []
  return code([{ html: groups.map((group) => html`<span style="padding:0 4px">${group}</span>`.html).join('') }])
}

/** Builds an email in the shop's name: the title is subject and heading, and the text ends with the sender. */
export const composeEmail = (
  shop: MailShop,
  title: string,
  text: string,
  body: Html,
  foot: Html = html``,
): EmailContent => ({
  subject: title,
  text: `${text}\n\n${shop.shopName}\n${shop.storeUrl}\n`,
  html: page(title, body, shop, foot),
})

/** Fills `{name}` in the owner's words with a first name; without one the place goes. */
export const withName = (text: string, name: string | null): string =>
  name === null ? withoutName(text) : text.replaceAll('{name}', () => oneLine(name))

/** Leaves no comma, bracket or possessive of the name behind: `{name}, your offer` is `Your offer`. */
function withoutName(text: string): string {
  const place = String.raw`\(?\{name\}(?:['’]s\b|[^\S\n]+(?:जी|ji)(?![\p{L}\p{M}]))?\)?`
  return text
    .replace(new RegExp(`^[^\\S\\n]*${place}[^\\S\\n]*[,:;–—-]?[^\\S\\n]*(.?)`, 'gmu'), (_all, first: string) =>
      first.toUpperCase(),
    )
    .replace(new RegExp(`,[^\\S\\n]*${place},`, 'gu'), '')
    .replace(new RegExp(`(?:,)?[^\\S\\n]*${place}(?=[^\\S\\n]*(?:[.!?।]|$))`, 'gmu'), '')
    .replace(new RegExp(`[^\\S\\n]*${place}`, 'gu'), '')
}

/** Renders the page around an email, with tables and inline styles: mail programs understand nothing else. */
function page(title: string, body: Html, { shopName, storeUrl, logoUrl, language }: MailShop, foot: Html): string {
  const band = ['#ffb81c', '#b8165c', '#ffb81c'].map(
    (colour) => html`<td style="background:${colour};height:8px;width:33%"></td>`,
  )
  return html`<!doctype html>
<html lang="${inLanguage(language).tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${{ html: DARK }}</style>
<title>${title}</title>
</head>
<body class="page" style="margin:0;background:#f5f6fb;color:${INK}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:560px;background:#ffffff;border:1px solid #dce0ee;border-radius:12px;overflow:hidden">
<tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${band}</tr></table></td></tr>
<tr><td style="padding:28px 28px 12px;color:${INK};${FONT};font-size:16px;line-height:1.55">
<p class="m" style="margin:0 0 20px;color:${MUTED};font-weight:600">${logoUrl ? html`<img src="${logoUrl}" alt="${shopName}" height="36" style="height:36px;max-width:240px;border:0">` : shopName}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;${BREAKS}">${title}</h1>
${body}
</td></tr>
<tr><td class="m" style="padding:12px 28px 24px;${FONT};font-size:13px;line-height:1.5;color:${MUTED};border-top:1px solid #dce0ee">
<a class="m" href="${storeUrl}" style="color:${MUTED}">${storeUrl.replace(/^https?:\/\//, '')}</a>
${foot}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.html
}

/** Puts a name on one line: line breaks could imitate our own text. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Greets the reader; omits the name for an unproven address. */
export const greetingOf = ({ t }: Speech, name: string | null) =>
  name === null ? t('Hello,') : t('Hello {name},', { name: oneLine(name) })
