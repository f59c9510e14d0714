import { formatRupees } from 'contract/money'
import { inLanguage } from '../../platform/language/language.ts'
import {
  button,
  composeEmail,
  type EmailContent,
  greetingOf,
  type MailShop,
  paragraph,
} from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'

type Sent = {
  name: string | null
  courses: readonly string[]
  total_paise: number
  note: string | null
  ends_at: Date
  url: string
}

/** Carries the link by which one person pays what was agreed. */
export function payLinkEmail({
  name,
  courses,
  total_paise,
  note,
  ends_at,
  url,
  ...shop
}: Sent & MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const amount = formatRupees(total_paise)
  const greeting = greetingOf(speech, name)
  const what = t('Your price at {shop} is {amount}, for:', { shop: shop.shopName, amount })
  const until = t('The link is good until {day}. Then the list price is back.', { day: speech.longDay(ends_at) })
  const ours = t('It is for you alone. If you did not expect it, do nothing.')
  const text = `${greeting}

${what}
${courses.map((course) => `- ${course}`).join('\n')}
${note ? `\n${note}\n` : ''}
${url}

${until}
${ours}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${what}`)}
${courses.map((course) => paragraph(html`<strong>${course}</strong>`))}
${note ? paragraph(html`${note}`) : ''}
${button(url, t('Pay {amount}', { amount }))}
${paragraph(html`${until} ${ours}`)}`
  return composeEmail(shop, t('Your price at {shop}', { shop: shop.shopName }), text, body)
}
