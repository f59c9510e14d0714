import { inLanguage } from '../language/language.ts'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

type Place = { courseId: string; courseName: string; lessonId: string; lessonTitle: string | null }

const whereText = ({ courseName, lessonTitle }: Place) =>
  lessonTitle === null ? oneLine(courseName) : `${oneLine(lessonTitle)} (${oneLine(courseName)})`

const shortOf = ({ courseName, lessonTitle }: Place) => oneLine(lessonTitle ?? courseName)

/** Tells an owner that a student has handed in work. It holds nothing of the work, which is read in the console. */
export function handedInLetter(sent: Place & { handInId: string; name: string } & MailShop): Letter {
  const { handInId, name, courseId, courseName, lessonId, lessonTitle, ...shop } = sent
  const place = { courseId, courseName, lessonId, lessonTitle }
  const link = `${shop.storeUrl}/admin?${new URLSearchParams({ tab: 'inbox', kind: 'work', work: handInId })}`
  const said = `${oneLine(name)} submitted an assignment under ${whereText(place)}.`
  const text = `${said}

Check it here:
${link}`
  const body = html`${paragraph(html`${said}`)}
${button(link, 'Open the assignment')}`
  return letter(shop, `New assignment: ${shortOf(place)}`, text, body)
}

type Marked = Place & {
  name: string | null
  accepted: boolean
  /** Null where the rubric gives none. */
  points: { given: number; most: number } | null
  feedback: string | null
  /** Of the new try, ISO 8601. */
  dueAt: string | null
} & MailShop

/** What the shop says of a student's work. */
export function markedLetter(marked: Marked): Letter {
  const { name, accepted, points, feedback, dueAt, courseId, courseName, lessonId, lessonTitle, ...shop } = marked
  const speech = inLanguage(shop.language)
  const { t, plural } = speech
  const greeting = greetingOf(speech, name)
  const place = { courseId, courseName, lessonId, lessonTitle }
  const link = `${shop.storeUrl}/learn/${courseId}/work?${new URLSearchParams({ lesson: lessonId })}`
  const where = { place: whereText(place) }
  const says = accepted
    ? [t('Your assignment under {place} is accepted.', where)]
    : [t('We marked your assignment under {place}. Please submit it again.', where)]
  if (accepted && points) {
    says.push(
      plural(
        points.most,
        { one: 'You got {given} of {most} point.', other: 'You got {given} of {most} points.' },
        points,
      ),
    )
  }
  if (dueAt) says.push(t('Please submit it again by {moment} IST.', { moment: speech.moment(dueAt) }))
  const said = says.join(' ')
  const text = `${greeting}

${said}
${feedback ? `\n${feedback}\n` : ''}
${t('Open the assignment:')}
${link}`
  const words = feedback ? paragraph(html`<span style="white-space:pre-line">${feedback}</span>`) : html``
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${said}`)}
${words}
${button(link, t('Open the assignment'))}`
  const short = { place: shortOf(place) }
  const title = accepted ? t('Your assignment is accepted: {place}', short) : t('Please submit again: {place}', short)
  return letter(shop, title, text, body)
}
