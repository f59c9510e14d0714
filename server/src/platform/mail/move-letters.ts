import { inLanguage } from '../language/language.ts'
import { setPasswordAddress } from './account-emails.ts'
import {
  button,
  composeEmail,
  type EmailContent,
  linked,
  type MailShop,
  oneLine,
  paragraph,
  withName,
} from './email.ts'
import { html, rich } from './html.ts'

type MovedData = {
  subject: string
  /** The owner's paragraphs, with `{name}`. */
  body: string
  /** First name; null where nobody knows whose the account is. */
  name: string | null
  /** `ready` once a course has lessons. */
  courses: readonly { name: string; ready: boolean }[]
  /** Token of the link that sets a password; undefined for who has one. */
  token: string | undefined
  days: number
  /** Receives answers; empty without one. */
  contact: string
} & MailShop

/** Carries the owner's words to a person whom a move brought, with their courses and the way in. */
export function movedLetter({ subject, body, name, courses, token, days, contact, ...shop }: MovedData): EmailContent {
  const { t } = inLanguage(shop.language)
  const named = (text: string) => withName(text, name)
  const paragraphs = named(body)
    .trim()
    .split(/\n\s*\n/)
  const [address, label] =
    token === undefined
      ? [`${shop.storeUrl}/dashboard`, t('Go to my courses')]
      : [setPasswordAddress(shop.storeUrl, token), t('Set my password')]
  const forgot = `${shop.storeUrl}/forgot-password`
  const once = t('The button works once, for {days} days. After that, ask for a new password here: {address}', {
    days,
    address: forgot,
  })
  const questions = t('Questions? Write to {email}.', { email: contact })
  const soon = t('The lessons follow. You find them here as soon as they are ready.')
  const listed = courses.map(({ name, ready }) => ({ name, soon: ready ? '' : soon }))
  const text = `${paragraphs.join('\n\n')}

${listed.map(({ name, soon }) => `- ${name}${soon && `: ${soon}`}`).join('\n')}

${label}:
${address}
${token === undefined ? '' : `\n${once}\n`}${contact && `\n${questions}`}`
  const content = html`${paragraphs.map((lines) => paragraph(html`${lines.split('\n').map((line) => html`${line}<br>`)}`))}
${listed.map(({ name, soon }) => paragraph(html`<strong>${name}</strong>${soon === '' ? html`` : html`<br>${soon}`}`))}
${button(address, label)}
${token === undefined ? html`` : paragraph(html`${once}`)}
${contact === '' ? html`` : paragraph(rich(t('Questions? Write to {email}.'), { email: linked(`mailto:${contact}`)(contact) }))}`
  return composeEmail(shop, oneLine(named(subject)), text.replace(/\n{3,}/g, '\n\n'), content)
}
