import { inLanguage } from '../language/language.ts'
import { bold, html, rich } from './html.ts'
import { button, code, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type ForgottenPasswordData = { name: string | null; password: string; minutes: number } & MailShop

/** The password stands alone on its line of the text, so that it can be copied whole. */
export function forgottenPasswordLetter({ name, password, minutes, ...shop }: ForgottenPasswordData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = t('Your temporary password')
  const greeting = greetingOf(speech, name)
  const here = t('here is a temporary password for your account:')
  const not = t('If you did not ask for this, do nothing: your password stays.')
  const text = `${greeting}

${here}

${password}

${t('Use it once, within {minutes} minutes, here:', { minutes })}
${shop.storeUrl}/login

${t('Your old password works until you do.\nChoose a new one in Settings after you log in.')}

${not}`
  const use = t(
    'Use it <b>once</b>, within {minutes} minutes. Your old password works until you do. Choose a new one in Settings after you log in.',
  )
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${here}`)}
${paragraph(code(password))}
${paragraph(rich(use, { b: bold, minutes }))}
${button(`${shop.storeUrl}/login`, t('Log in'))}
${paragraph(html`${not}`)}`
  return letter(shop, title, text, body)
}
