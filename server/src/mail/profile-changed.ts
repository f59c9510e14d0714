import { html } from './html.ts'
import { button, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type ProfileChangedData = {
  changed: readonly ('email' | 'phone')[]
  /** The change was asked for and waits for its link. */
  asked: boolean
} & MailShop

const WORDS = { email: 'email address', phone: 'phone number' }

/**
 * Goes to the address the account had before; says what changed, not to what. It names nobody: that address may never have
 * been proven.
 */
export function profileChangedLetter({ changed, asked, ...shop }: ProfileChangedData): Letter {
  const what = changed.map((field) => WORDS[field]).join(' and ')
  const were = changed.length > 1 ? 'were' : 'was'
  const title = asked ? `A new ${what} for your account` : `Your ${what} ${were} changed`
  const says = asked
    ? `Somebody has asked for a new ${what} for your ${shop.shopName} account. It is not changed yet: we sent a link to the new address first.`
    : `The ${what} of your ${shop.shopName} account ${were} changed just now.`
  const next = asked
    ? 'If this was you, there is nothing to do here. If not, cancel the change in your profile settings and choose a new password.'
    : 'If this was you, there is nothing to do. If not, write to us at once.'
  const [address, label] = asked
    ? [`${shop.storeUrl}/dashboard/settings`, 'Open profile settings']
    : [`${shop.storeUrl}/contact`, 'Contact us']
  const text = `Hello,

${says}

${next}
${address}`
  const body = html`${paragraph(html`Hello,`)}
${paragraph(html`${says}`)}
${paragraph(html`${next}`)}
${button(address, label)}`
  return letter(shop, title, text, body)
}
