import { html } from './html.ts'
import { button, code, greetingOf, type Letter, type MailShop, page, paragraph } from './letter.ts'

export type ForgottenPasswordData = { name: string | null; password: string; minutes: number } & MailShop

/** The password stands alone on its line of the text, so that it can be copied whole. */
export function forgottenPasswordLetter({
  name,
  password,
  minutes,
  storeUrl,
  shopName,
  logoUrl,
}: ForgottenPasswordData): Letter {
  const title = 'Your temporary password'
  const greeting = greetingOf(name)
  const text = `${greeting}

here is a temporary password for your account:

${password}

Use it once, within ${minutes} minutes, here:
${storeUrl}/login

Your old password works until you do.
Choose a new one in Settings after you log in.

If you did not ask for this, do nothing: your password stays.

${shopName}
${storeUrl}
`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`here is a temporary password for your account:`)}
${paragraph(code(password))}
${paragraph(html`Use it <strong>once</strong>, within ${minutes} minutes. Your old password works until you do. Choose a new one in Settings after you log in.`)}
${button(`${storeUrl}/login`, 'Log in')}
${paragraph(html`If you did not ask for this, do nothing: your password stays.`)}`
  return { subject: title, text, html: page(title, body, { storeUrl, shopName, logoUrl }) }
}
