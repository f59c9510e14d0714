import { inLanguage } from '../language/language.ts'
import { html } from './html.ts'
import { button, code, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type EnrolledData = {
  name: string | null
  courses: readonly string[]
  /** Made with it, there before with an address that nobody has proven, or there. */
  account: 'new' | 'unproven' | 'known'
  /** Unless the account is known. */
  password: string | undefined
  days: number
} & MailShop

/** Somebody has a course that the shop gave them. */
export function enrolledLetter({ name, courses, account, password, days, ...shop }: EnrolledData): Letter {
  const speech = inLanguage(shop.language)
  const { t, plural } = speech
  const title = plural(
    courses.length,
    { one: 'You have a new course: {course}', other: 'You have {count} new courses' },
    { course: courses[0] ?? '' },
  )
  const greeting = greetingOf(speech, name)
  const gave = t('{shop} gave you access to:', { shop: shop.shopName })
  const [where, label] = password
    ? [`${shop.storeUrl}/login`, t('Log in and choose a password')]
    : [`${shop.storeUrl}/dashboard`, t('Go to my courses')]
  const use =
    account === 'new'
      ? t(
          'We made an account for this email address. Log in with it and this password, once, within {days} days. Then you choose your own.',
          { days },
        )
      : t(
          'There is an account with this email address, which nobody has confirmed. Log in with it and this password, once, within {days} days: that confirms it and opens the course. Then you choose your own.',
          { days },
        )
  const late = t('Later? Ask for a new password here: {address}', { address: `${shop.storeUrl}/forgot-password` })
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
