import { html } from './html.ts'
import { button, type Letter, type MailShop, oneLine, page, paragraph } from './letter.ts'

export type WelcomeData = { name: string; email: string; referral_code: string } & MailShop

/** The first mail of an account. It holds no password: the buyer's is shown in the store. */
export function welcomeLetter({ name, email, referral_code, storeUrl, shopName }: WelcomeData): Letter {
  const title = `Welcome to ${shopName}`
  const greeting = `Hello ${oneLine(name)},`
  const text = `${greeting}

your account is ready. You sign in with ${email}.

Your courses are here:
${storeUrl}/dashboard

Your referral code is ${referral_code}.
A friend who joins can enter it.

${shopName}
${storeUrl}
`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`your account is ready. You sign in with <strong>${email}</strong>.`)}
${button(`${storeUrl}/dashboard`, 'Go to my courses')}
${paragraph(html`Your referral code is <strong>${referral_code}</strong>. A friend who joins can enter it.`)}`
  return { subject: title, text, html: page(title, body, { storeUrl, shopName }) }
}
