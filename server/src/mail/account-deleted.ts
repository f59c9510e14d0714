import { html } from './html.ts'
import { button, type Letter, letter, type MailShop, paragraph } from './letter.ts'

/** Goes to the address of an account that its student has deleted. It names nobody: nothing of the person is kept to name. */
export function accountDeletedLetter(shop: MailShop): Letter {
  const says = `Your ${shop.shopName} account is deleted. Your courses, coins and gift codes are gone with it.`
  const stays =
    'Orders, invoices and credit notes stay for 72 months, because Indian law requires it. Keep those that we mailed to you.'
  const next = 'If you did not do this, write to us at once.'
  const address = `${shop.storeUrl}/contact`
  const text = `Hello,

${says}

${stays}

${next}
${address}`
  const body = html`${paragraph(html`Hello,`)}
${paragraph(html`${says}`)}
${paragraph(html`${stays}`)}
${paragraph(html`${next}`)}
${button(address, 'Contact us')}`
  return letter(shop, 'Your account is deleted', text, body)
}
