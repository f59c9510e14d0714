import { inLanguage } from '../language/language.ts'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

export type AccessEndingData = {
  name: string | null
  course_id: string
  course_name: string
  /** ISO 8601. */
  ends_at: string
  /** Whether it can be bought again at present. */
  sold: boolean
} & MailShop

/** A student's access to a course ends in some days. */
export function accessEndingLetter({ name, course_id, course_name, ends_at, sold, ...shop }: AccessEndingData): Letter {
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
  const text = `${greeting}

${till}

${stays}

${where}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${till}`)}
${paragraph(html`${stays}`)}
${button(where, label)}`
  return letter(shop, title, text, body)
}
