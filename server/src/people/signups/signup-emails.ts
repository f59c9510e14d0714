import { SIGNUP_DAYS } from 'contract/pages/signups'
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

/** Carries the link that confirms a wish for news. It holds no typed text: anybody may have typed the address. */
export function signupEmail({ token, ...shop }: { token: string } & MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, null)
  const shown = t('Somebody wants news from {shop} at this email address. Confirm it, and they come from then on.', {
    shop: shop.shopName,
  })
  const once = t('The link works once, within {days} days.', { days: SIGNUP_DAYS })
  const not = t('If this was not you, do nothing: without the link nothing changes.')
  const address = `${shop.storeUrl}/signup?t=${token}`
  const text = `${greeting}

${shown}

${address}

${once}
${not}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shown}`)}
${button(address, t('Yes, send me news'))}
${paragraph(html`${once} ${not}`)}`
  return composeEmail(shop, t('Confirm news by email'), text, body)
}
