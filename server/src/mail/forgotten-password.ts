import { html } from './html.ts'
import { button, code, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type ForgottenPasswordData = { name: string | null; password: string; minutes: number } & MailShop

/** The password stands alone on its line of the text, so that it can be copied whole. */
export function forgottenPasswordLetter({ name, password, minutes, ...shop }: ForgottenPasswordData): Letter {
  const title = 'Your temporary password'
  const greeting = greetingOf(name)
  const text = `${greeting}

here is a temporary password for your account:

${password}

Use it once, within ${minutes} minutes, here:
${shop.storeUrl}/login

Your old password works until you do.
Choose a new one in Settings after you log in.

If you did not ask for this, do nothing: your password stays.`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`here is a temporary password for your account:`)}
${paragraph(code(password))}
${paragraph(html`Use it <strong>once</strong>, within ${minutes} minutes. Your old password works until you do. Choose a new one in Settings after you log in.`)}
${button(`${shop.storeUrl}/login`, 'Log in')}
${paragraph(html`If you did not ask for this, do nothing: your password stays.`)}`
  return letter(shop, title, text, body)
}
