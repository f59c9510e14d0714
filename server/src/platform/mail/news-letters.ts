import { inLanguage } from '../language/language.ts'
import { button, code, composeEmail, type EmailContent, type MailShop, oneLine, paragraph, withName } from './email.ts'
import { type Html, html, rich } from './html.ts'
import { footOf } from './reminder-emails.ts'

/** One part of a letter as its reader gets it; addresses are whole. */
export type NewsPart =
  | { text: string }
  | { image: string; alt: string }
  | { course: string; banner: string; price: string; address: string }
  | { button: string; address: string }
  | { code: string; off: string; until: string }

type NewsData = {
  subject: string
  parts: readonly NewsPart[]
  /** First name; null where nobody knows whose the account is. */
  name: string | null
  contact: string
} & (
  | {
      /** Address of the page with the one button; null for a notice, which nobody ends. */ unsubscribe: string | null
      reminderEnd?: undefined
    }
  | { /** Turns reminders off. */ reminderEnd: string; unsubscribe?: undefined }
) &
  MailShop

/** Renders the owner's blocks; its foot says who sends, why, and how to end it. */
export function newsLetter({
  subject,
  parts,
  name,
  unsubscribe,
  reminderEnd,
  contact,
  ...shop
}: NewsData): EmailContent {
  const { t } = inLanguage(shop.language)
  const written = parts.map((part) => write(part, name, t))
  const { legal_name = '', legal_address = '' } = shop.people ?? {}
  const sender = [legal_name || shop.shopName, ...legal_address.split('\n'), contact].map(oneLine).filter(Boolean)
  const end =
    unsubscribe === null
      ? noticeFoot(t('You get this email because the law has us tell you, whether you agreed to news or not.'))
      : reminderEnd === undefined
        ? endOf(t('You get this email because you agreed to news by email from {shop}.', { shop: shop.shopName }), {
            label: t('Unsubscribe'),
            address: unsubscribe,
          })
        : footOf(t, reminderEnd)
  const text = [...written.map((part) => part.text), '--', end.text, sender.join(', ')].join('\n\n')
  const foot = html`${end.html}
<p style="margin:8px 0 0">${sender.join(' · ')}</p>`
  const body = written.map((part) => part.html)
  return composeEmail(shop, oneLine(withName(subject, name)), text, html`${body}`, foot)
}

const endOf = (why: string, { label, address }: { label: string; address: string }) => ({
  text: `${why}\n\n${label}: ${address}`,
  html: html`<p style="margin:12px 0 0">${why} <a class="m" href="${address}" style="color:#4a4e6e">${label}</a></p>`,
})

const noticeFoot = (why: string) => ({ text: why, html: html`<p style="margin:12px 0 0">${why}</p>` })

type Translate = ReturnType<typeof inLanguage>['t']

const WIDE = 'display:block;width:100%;max-width:504px;height:auto;border:0;border-radius:8px'

function write(part: NewsPart, name: string | null, t: Translate): { text: string; html: Html } {
  if ('text' in part) {
    const text = withName(part.text, name).trim()
    const paragraphs = text.split(/\n\s*\n/).map((lines) => lines.split('\n'))
    return {
      text,
      html: html`${paragraphs.map((lines) => paragraph(html`${lines.map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`))}`))}`,
    }
  }
  if ('image' in part) {
    return {
      text: `[${part.alt}]`,
      html: html`<p style="margin:0 0 16px"><img src="${part.image}" alt="${part.alt}" width="504" style="${WIDE}"></p>`,
    }
  }
  if ('course' in part) {
    const { course, banner, price, address } = part
    const see = t('See the course')
    const picture = html`<a href="${address}"><img src="${banner}" alt="${course}" width="504" style="${WIDE}"></a>`
    return {
      text: `${course} – ${price}\n${see}:\n${address}`,
      html: html`<table role="presentation" class="box" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;background:#f5f6fb;border-radius:8px"><tr><td style="padding:12px">
${banner === '' ? html`` : picture}
<p style="margin:12px 0 0"><strong>${course}</strong><br>${price}</p>
${button(address, see)}</td></tr></table>`,
    }
  }
  if ('button' in part)
    return { text: `${part.button}:\n${part.address}`, html: button(part.address, withName(part.button, name)) }
  const sentence = t('{off} off with the code {code}, until {day}.')
  const values = { off: part.off, day: part.until }
  return {
    text: t('{off} off with the code {code}, until {day}.', { ...values, code: part.code }),
    html: paragraph(rich(sentence, { ...values, code: code(part.code) })),
  }
}
