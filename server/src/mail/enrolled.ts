import { html } from './html.ts'
import { button, code, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type EnrolledData = {
  name: string | null
  courses: readonly string[]
  /** Of an account that was made with it; undefined for one that was there. */
  password: string | undefined
  days: number
} & MailShop

/** Somebody has a course that the shop gave them. */
export function enrolledLetter({ name, courses, password, days, ...shop }: EnrolledData): Letter {
  const title = courses.length === 1 ? `You have a new course: ${courses[0]}` : `You have ${courses.length} new courses`
  const greeting = greetingOf(name)
  const gave = `${shop.shopName} gave you access to:`
  const [where, label] = password
    ? [`${shop.storeUrl}/login`, 'Log in and choose a password']
    : [`${shop.storeUrl}/dashboard`, 'Go to my courses']
  const use = `We made an account for this email address. Log in with it and this password, once, within ${days} days. Then you choose your own.`
  const late = `Later? Ask for a new password here: ${shop.storeUrl}/forgot-password`
  const text = `${greeting}

${gave}

${courses.map((course) => `- ${course}`).join('\n')}
${password ? `\n${use}\n\n${password}\n` : ''}
${where}
${password ? `\n${late}\n` : ''}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${gave}`)}
${courses.map((course) => paragraph(html`<strong>${course}</strong>`))}
${password ? html`${paragraph(html`${use}`)}${paragraph(code(password))}` : html``}
${button(where, label)}
${password ? paragraph(html`${late}`) : html``}`
  return letter(shop, title, text.trimEnd(), body)
}
