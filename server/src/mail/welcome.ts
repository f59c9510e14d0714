import { confirmAddress } from './contact-link.ts'
import { html } from './html.ts'
import { button, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type WelcomeData = {
  referral_code: string
  /** The token of the link that proves the address; undefined when there is nothing to prove. */
  token: string | undefined
  days: number
} & MailShop

/**
 * The first mail of an account. It holds no password, for the buyer's is shown in the store, and nothing that was typed: the
 * address may be a stranger's.
 */
export function welcomeLetter({ referral_code, token, days, ...shop }: WelcomeData): Letter {
  const title = `Welcome to ${shop.shopName}`
  const says = 'Your account is ready. Sign in with this email address.'
  const why = 'Confirm that it is yours, and your invoices come with our mails:'
  const once = `The link works once, within ${days} days. If you did not make this account, do nothing.`
  const address = token && confirmAddress(shop.storeUrl, 'email', token)
  const text = `Hello,

${says}

Your courses are here:
${shop.storeUrl}/dashboard
${address ? `\n${why}\n${address}\n\n${once}\n` : ''}
Your referral code is ${referral_code}.
A friend who joins can enter it.`
  const body = html`${paragraph(html`Hello,`)}
${paragraph(html`${says}`)}
${button(`${shop.storeUrl}/dashboard`, 'Go to my courses')}
${address ? html`${paragraph(html`${why} <a href="${address}" style="color:#2b3390">Confirm my email address</a>. ${once}`)}` : html``}
${paragraph(html`Your referral code is <strong>${referral_code}</strong>. A friend who joins can enter it.`)}`
  return letter(shop, title, text, body)
}
