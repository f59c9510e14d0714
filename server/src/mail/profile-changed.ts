import { html } from './html.ts'
import { button, type Letter, type MailShop, oneLine, page, paragraph } from './letter.ts'

export type ProfileChangedData = { name: string; changed: readonly ('email' | 'phone')[] } & MailShop

const WORDS = { email: 'email address', phone: 'phone number' }

/** Goes to the address the account had before; says what changed, not to what. */
export function profileChangedLetter({ name, changed, storeUrl, shopName }: ProfileChangedData): Letter {
  const what = changed.map((field) => WORDS[field]).join(' and ')
  const title = `Your ${what} ${changed.length > 1 ? 'were' : 'was'} changed`
  const greeting = `Hello ${oneLine(name)},`
  const text = `${greeting}

the ${what} of your ${shopName} account
${changed.length > 1 ? 'were' : 'was'} changed just now.

If that was you, there is nothing to do. If it was not,
write to us at once:
${storeUrl}/contact

${shopName}
${storeUrl}
`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`the <strong>${what}</strong> of your ${shopName} account ${changed.length > 1 ? 'were' : 'was'} changed just now.`)}
${paragraph(html`If that was you, there is nothing to do. If it was not, write to us at once.`)}
${button(`${storeUrl}/contact`, 'Contact us')}`
  return { subject: title, text, html: page(title, body, { storeUrl, shopName }) }
}
