import { inLanguage, type Speech } from '../language/language.ts'
import { button, composeEmail, type EmailContent, greetingOf, type MailShop, oneLine, paragraph } from './email.ts'
import { type Html, html } from './html.ts'

/** Returns the reason of a reminder, and the way to get no more of its kind. */
export function footOf(t: Speech['t'], end: string): { text: string; html: Html } {
  const why = t('You get this because reminders are on in your settings.')
  const off = t('Turn reminders off')
  return {
    text: `${why}\n${off}: ${end}`,
    html: html`<p style="margin:12px 0 0">${why} <a class="m" href="${end}" style="color:#4a4e6e">${off}</a></p>`,
  }
}

type WorkDueData = {
  name: string | null
  /** Turns reminders off. */
  end: string
  title: string
  course_name: string
  /** ISO 8601. */
  due_at: string
  /** The lesson's page in the store. */
  address: string
} & MailShop

/** Reminds a student of an assignment that is due within a day. */
export function workDueEmail({ name, end, title, course_name, due_at, address, ...shop }: WorkDueData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const values = { lesson: oneLine(title), course: oneLine(course_name), moment: speech.moment(due_at) }
  const subject = t('Due {moment} IST: {lesson}', values)
  const greeting = greetingOf(speech, name)
  const shown = t('your assignment ‘{lesson}’ of {course} is due {moment} IST.', values)
  const after = t('You can submit it later, too. It then counts as late.')
  const foot = footOf(t, end)
  const text = `${greeting}

${shown}

${after}

${address}

${foot.text}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shown}`)}
${paragraph(html`${after}`)}
${button(address, t('Open the lesson'))}`
  return composeEmail(shop, subject, text, body, foot.html)
}

type AccessEndingData = {
  name: string | null
  /** Turns reminders off. */
  end: string
  course_id: string
  course_name: string
  /** ISO 8601. */
  ends_at: string
  /** True while the course is on sale. */
  sold: boolean
} & MailShop

/** Warns a student that access to a course ends in some days. */
export function accessEndingEmail({
  name,
  end,
  course_id,
  course_name,
  ends_at,
  sold,
  ...shop
}: AccessEndingData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const course = oneLine(course_name)
  const day = speech.longDay(ends_at)
  const title = t('Your access to {course} ends on {day}', { course, day })
  const greeting = greetingOf(speech, name)
  const till = t('your access to {course} ends on {day}. Until then the lessons are open to you as before.', {
    course,
    day,
  })
  const after = [t('Your notes and your progress stay in your account afterwards.')]
  if (sold) after.push(t('If you buy it again now, the new time begins when the present one ends.'))
  const stays = after.join(' ')
  const [where, label] = sold
    ? [`${shop.storeUrl}/course/${course_id}`, t('See the course')]
    : [`${shop.storeUrl}/dashboard`, t('Go to my courses')]
  const foot = footOf(t, end)
  const text = `${greeting}

${till}

${stays}

${where}

${foot.text}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${till}`)}
${paragraph(html`${stays}`)}
${button(where, label)}`
  return composeEmail(shop, title, text, body, foot.html)
}
