import { inLanguage } from '../language/language.ts'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type AdminPasswordData = { token: string; minutes: number } & MailShop

/** The link for a new admin password. The token stands behind `#`, which browsers send to nobody. */
export function adminPasswordLetter({ token, minutes, ...shop }: AdminPasswordData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = t('Set a new admin password')
  const greeting = greetingOf(speech, null)
  const says = t('Somebody asked for a new password for your admin account at {shop}.', { shop: shop.shopName })
  const once = t('The link works once, within {minutes} minutes.', { minutes })
  const step = t('It asks for your passkey, your app or a recovery code as well, if you have set one up.')
  const not = t('If this was not you, do nothing: your password stays.')
  const address = `${shop.storeUrl}/admin/login#${token}`
  const text = `${greeting}

${says}

${address}

${once}
${step}
${not}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${says}`)}
${button(address, title)}
${paragraph(html`${once} ${step} ${not}`)}`
  return letter(shop, title, text, body)
}
