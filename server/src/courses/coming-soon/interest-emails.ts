import { INTEREST_DAYS, INTEREST_LINK_DAYS } from 'contract/coming-soon/interest'
import { inLanguage } from '../../platform/language/language.ts'
import {
  button,
  composeEmail,
  type EmailContent,
  greetingOf,
  type MailShop,
  oneLine,
  paragraph,
} from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'

/** Carries the link that joins the list of a course. It holds no typed text: anybody may have typed the address. */
export function interestEmail({ token, course, ...shop }: { token: string; course: string } & MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, null)
  const values = { course: oneLine(course), shop: shop.shopName }
  const shown = t('Somebody wants one email to this address when ‘{course}’ goes on sale at {shop}.', values)
  const once = t('The link works once, within {days} days. You wait {most} days at most.', {
    days: INTEREST_LINK_DAYS,
    most: INTEREST_DAYS,
  })
  const not = t('If this was not you, do nothing: without the link nothing changes.')
  const address = `${shop.storeUrl}/interest?t=${token}`
  const text = `${greeting}

${shown}

${address}

${once}
${not}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shown}`)}
${button(address, t('Yes, email me once'))}
${paragraph(html`${once} ${not}`)}`
  return composeEmail(shop, t('Confirm your email to join the list'), text, body)
}

type OnSale = { course: { course_id: string; name: string } } & MailShop

/** Reports once that a course is on sale. */
export function onSaleEmail({ course, ...shop }: OnSale): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, null)
  const values = { course: oneLine(course.name), shop: shop.shopName }
  const shown = t('‘{course}’ is on sale at {shop} now.', values)
  const why = t('You asked for this email on the course’s page. It is the only one, and your address leaves the list.')
  const address = `${shop.storeUrl}/course/${encodeURIComponent(course.course_id)}`
  const text = `${greeting}

${shown}

${address}

${why}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shown}`)}
${button(address, t('See the course'))}
${paragraph(html`${why}`)}`
  return composeEmail(shop, t('‘{course}’ is on sale', values), text, body)
}
