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
  /** The shop takes practice money: every email says so. */
  test?: boolean | undefined
  /** Receives answers; empty without one. */
  contact?: string
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
export const BREAKS = 'word-break:break-word;overflow-wrap:anywhere'

/** A part of an email, printed for both of its forms. The plain email prints `address` below the paragraph that links to it. */
export type Piece = Html & { readonly text: string; readonly address?: string }

/** A paragraph, or its sentences (a line each in the plain email), or a piece. Empty ones are dropped. */
export type Block = string | readonly string[] | Piece | false | null | undefined

/** An email as its author writes it. */
export type Email = {
  subject: string
  /** The heading; the subject by default. */
  title?: string
  /** Greets the reader: null for an unproven address. Without it nobody is greeted. */
  name?: string | null
  blocks: readonly Block[]
  /** Printed below the line of the card. */
  foot?: Piece | undefined
}

/**
 * A subject with an order number or a sum, which is for English alone: among Devanagari letters, mail filters take the
 * Latin capitals of the one and the sign of the other for spam.
 */
export const subjectOf = ({ language = 'en' }: Pick<MailShop, 'language'>, english: string, others: string): string =>
  language === 'en' ? english : others

/** The shop, with texts and formats of the reader's language. */
export type Sender = MailShop & Speech

/** Makes an email from what its author writes once: `seatTakenEmail({ name, course_name })(shop)`. */
export const email =
  <Data>(write: (data: Data, sender: Sender) => Email) =>
  (data: Data) =>
  (shop: MailShop): EmailContent => {
    const sender = { ...inLanguage(shop.language), ...shop }
    const { t, shopName, storeUrl } = sender
    const test = sender.test ? t('Test shop: no payment here is real') : ''
    const { subject, title = subject, name, blocks, foot } = write(data, sender)
    const greeting = name === null ? t('Hello,') : name && t('Hello {name},', { name: oneLine(name) })
    const { text, html } = print([greeting, ...blocks, foot && { ...foot, html: '' }], '\n\n')
    return {
      subject,
      text: `${test && `${test}\n\n`}${text}\n\n${shopName}\n${storeUrl}\n`,
      html: page(title, { html }, { ...sender, testLine: test }, foot),
    }
  }

function print(blocks: readonly Block[], gap: string): Piece {
  const pieces = blocks.flatMap((block) => (block ? [pieceOf(block)] : []))
  const texts = pieces.flatMap(({ text }) => text || [])
  return { text: texts.join(gap), html: pieces.flatMap(({ html }) => html || []).join('\n') }
}

function pieceOf(block: string | readonly string[] | Piece): Piece {
  if (typeof block === 'object' && 'html' in block) return block
  const lines = [block].flat()
  return { text: lines.join('\n'), ...paragraph(html`${flow(lines.join(' '))}`) }
}

/** Joins the lines of a text that is broken for the plain email. */
const flow = (text: string): string => text.replaceAll('\n', ' ')

export const paragraph = (content: Html) => html`<p style="margin:0 0 16px;${BREAKS}">${content}</p>`

/** Joins blocks that follow each other without an empty line in the plain email. */
export const together = (...blocks: Block[]): Piece => print(blocks, '\n')

export const onlyText = (text: string): Piece => ({ text, html: '' })

export const onlyHtml = (block: string | Piece): Piece => ({ ...pieceOf(block), text: '' })

/** Shows the reader's next step; the plain email prints its address below `lead`. */
export const button = (address: string, label: string, lead?: string): Piece => ({
  text: lead ? `${lead}\n${address}` : address,
  ...html`<p style="margin:24px 0"><a class="press" href="${address}" style="background:#2b3390;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600;display:inline-block">${label}</a></p>`,
})

/** Shows a button whose label precedes the address in the plain email. */
export const namedButton = (address: string, label: string): Piece => ({
  ...button(address, label),
  text: `${label}: ${address}`,
})

/** Shows what a person typed, with its lines. */
export const quote = (text: string): Piece => ({
  text,
  ...paragraph(html`<span style="white-space:pre-line">${withLinks(text)}</span>`),
})

/** Shows a line of a list, with a remark. */
export const item = (name: string, remark = ''): Piece => ({
  text: `- ${name}${remark && `: ${remark}`}`,
  ...paragraph(html`${bold(name)}${remark && html`<br>${remark}`}`),
})

/** Shows muted words in small print, with the pixels below them and of their height. */
export const small = (words: string | Piece, below: number, height: number): Piece => ({
  text: inline(words).text,
  ...html`<p class="m" style="margin:0 0 ${below}px;font-size:${height}px;color:#4a4e6e;${BREAKS}">${inline(words)}</p>`,
})

/** Shows a password in groups of four. No space separates them, so that it copies as one. */
export const password = (text: string): Piece => {
  const groups = text.match(text.length === 6 ? /.{3}/g : /.{1,4}/g) ?? []
  const shown = { html: groups.map((group) => html`<span style="padding:0 4px">${group}</span>`.html).join('') }
  return { text, ...paragraph(code(text, shown)) }
}

type RichValues = Record<string, string | number | Piece | ((words: string) => Piece)>

/** Writes sentences with values, and words between marks: `sentences('Pay <b>now</b>: {sum}', { b: bold, sum: bold('₹5') })`. */
export function sentences(text: string, values: RichValues): Piece {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: whole, 1: mark, 2: words = '', 3: name, index } of text.matchAll(PART)) {
    const value = values[mark ?? name ?? ''] ?? whole
    pieces.push(inline(text.slice(at, index)), typeof value === 'function' ? value(words) : inline(value))
    at = index + whole.length
  }
  pieces.push(inline(text.slice(at)))
  const below = pieces.flatMap(({ address, text: shown }) => (address?.endsWith(shown) ? [] : (address ?? [])))
  return {
    text: [pieces.map((piece) => piece.text).join(''), ...below].join('\n'),
    html: pieces.map(({ html }) => html).join(''),
  }
}

/** Shows a paragraph of such sentences. */
export function rich(text: string, values: RichValues): Piece {
  const said = sentences(text, values)
  return { text: said.text, ...paragraph(said) }
}

const PART = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g

const inline = (value: string | number | Piece): Piece =>
  typeof value === 'object' ? value : { text: String(value), ...html`${flow(String(value))}` }

export const bold = (text: string): Piece => ({ text, ...html`<strong>${text}</strong>` })

/** Links words within a sentence. */
export const linked =
  (address: string) =>
  (text: string): Piece => ({ text, address, ...html`<a href="${address}" style="color:#2b3390">${text}</a>` })

/** An address as people say it. */
const spoken = (address: string) => address.replace(/^https?:\/\//, '')

/** Links an address that the reader passes on. */
export const shownLink = (address: string): Piece => ({ ...linked(address)(spoken(address)), text: address })

/** Links the addresses in words that a person typed. */
export const withLinks = (text: string): Html => ({
  html: text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"'’.,;:!?)\]।])/)
    .map((part, at) => (at % 2 ? shownLink(part) : html`${part}`).html)
    .join(''),
})

/** Shows a text to copy. */
export const code = (text: string, shown: Html = html`${text}`): Piece => ({
  text,
  ...html`<code translate="no" style="font:600 18px/1.6 Consolas,Menlo,monospace;background:#fff4d6;border:1px solid #e09a00;border-radius:8px;padding:6px 12px;display:inline-block">${shown}</code>`,
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
function page(
  title: string,
  body: Html,
  { shopName, storeUrl, logoUrl, tag, testLine }: Sender & { testLine: string },
  foot?: Html,
): string {
  const band = ['#ffb81c', '#b8165c', '#ffb81c'].map(
    (colour) => html`<td style="background:${colour};height:8px;width:33%"></td>`,
  )
  return html`<!doctype html>
<html lang="${tag}">
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
${testLine && html`<tr><td style="padding:6px 28px;background:#ffb81c;color:#15173a;${FONT};font-size:14px;font-weight:600">${testLine}</td></tr>`}
<tr><td style="padding:28px 28px 12px;color:${INK};${FONT};font-size:16px;line-height:1.55">
<p class="m" style="margin:0 0 20px;color:${MUTED};font-weight:600">${logoUrl ? html`<img src="${logoUrl}" alt="${shopName}" height="36" style="height:36px;max-width:240px;border:0">` : shopName}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;${BREAKS}">${title}</h1>
${body}
</td></tr>
<tr><td class="m" style="padding:12px 28px 24px;${FONT};font-size:13px;line-height:1.5;color:${MUTED};border-top:1px solid #dce0ee">
<a class="m" href="${storeUrl}" style="color:${MUTED}">${spoken(storeUrl)}</a>
${foot ?? ''}
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
