import { inLanguage } from '../../platform/language/language.ts'
import {
  composeEmail,
  type EmailContent,
  greetingOf,
  type MailShop,
  paragraph,
  passwordCode,
} from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'

/**
 * Carries a code, in the subject too: a phone shows it without opening the email. `use`: where it is typed, in the reader's language. It
 * contains no typed text.
 */
export function codeEmail({ code, use, ...shop }: { code: string; use: string } & MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = t('{code} is your code for {shop}', { code, shop: shop.shopName })
  const greeting = greetingOf(speech, null)
  const never = t('Give it to nobody: we never ask for it. If you did not ask for a code, do nothing.')
  const text = `${greeting}

${use}

${code}

${never}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${use}`)}
${paragraph(passwordCode(code))}
${paragraph(html`${never}`)}`
  return composeEmail(shop, title, text, body)
}
