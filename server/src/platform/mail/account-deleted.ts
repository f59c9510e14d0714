import { inLanguage } from '../language/language.ts'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

/** Goes to the address of an account that its student has deleted. It names nobody: nothing of the person is kept to name. */
export function accountDeletedLetter(shop: MailShop): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, null)
  const says = t('Your {shop} account is deleted. Your courses, coins and gift codes are gone with it.', {
    shop: shop.shopName,
  })
  const stays = t(
    'Orders, invoices and credit notes stay for 6 years, because Indian law requires it. Keep those that we emailed to you.',
  )
  const next = t('If you did not do this, write to us at once.')
  const address = `${shop.storeUrl}/contact`
  const text = `${greeting}

${says}

${stays}

${next}
${address}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${says}`)}
${paragraph(html`${stays}`)}
${paragraph(html`${next}`)}
${button(address, t('Contact us'))}`
  return letter(shop, t('Your account is deleted'), text, body)
}
