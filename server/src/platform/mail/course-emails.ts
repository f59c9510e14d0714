import { inLanguage } from '../language/language.ts'
import { button, composeEmail, type EmailContent, greetingOf, type MailShop, oneLine, paragraph } from './email.ts'
import { html } from './html.ts'

type Place = { courseId: string; courseName: string; lessonId: string; lessonTitle: string | null }

const whereText = ({ courseName, lessonTitle }: Place) =>
  lessonTitle === null ? oneLine(courseName) : `${oneLine(lessonTitle)} (${oneLine(courseName)})`

const shortOf = ({ courseName, lessonTitle }: Place) => oneLine(lessonTitle ?? courseName)

/** Notifies an owner of a submitted assignment. It holds no content, which the console shows. */
export function handedInEmail(sent: Place & { handInId: string; name: string } & MailShop): EmailContent {
  const { handInId, name, courseId, courseName, lessonId, lessonTitle, ...shop } = sent
  const place = { courseId, courseName, lessonId, lessonTitle }
  const link = `${shop.storeUrl}/admin?${new URLSearchParams({ tab: 'inbox', kind: 'work', work: handInId })}`
  const shown = `${oneLine(name)} submitted an assignment under ${whereText(place)}.`
  const text = `${shown}

Check it here:
${link}`
  const body = html`${paragraph(html`${shown}`)}
${button(link, 'Open the assignment')}`
  return composeEmail(shop, `New assignment: ${shortOf(place)}`, text, body)
}

type Marked = Place & {
  name: string | null
  accepted: boolean
  /** Null for a rubric without points. */
  points: { given: number; most: number } | null
  feedback: string | null
  /** Deadline of the new attempt, ISO 8601. */
  dueAt: string | null
} & MailShop

/** Returns the shop's marking of a submission. */
export function markedEmail(marked: Marked): EmailContent {
  const { name, accepted, points, feedback, dueAt, courseId, courseName, lessonId, lessonTitle, ...shop } = marked
  const speech = inLanguage(shop.language)
  const { t, plural } = speech
  const greeting = greetingOf(speech, name)
  const place = { courseId, courseName, lessonId, lessonTitle }
  const link = `${shop.storeUrl}/learn/${courseId}/work?${new URLSearchParams({ lesson: lessonId })}`
  const where = { place: whereText(place) }
  const shows = accepted
    ? [t('Your assignment under {place} is accepted.', where)]
    : [t('We marked your assignment under {place}. Please submit it again.', where)]
  if (accepted && points) {
    shows.push(
      plural(
        points.most,
        { one: 'You got {given} of {most} point.', other: 'You got {given} of {most} points.' },
        points,
      ),
    )
  }
  if (dueAt) shows.push(t('Please submit it again by {moment} IST.', { moment: speech.moment(dueAt) }))
  const shown = shows.join(' ')
  const text = `${greeting}

${shown}
${feedback ? `\n${feedback}\n` : ''}
${t('Open the assignment:')}
${link}`
  const words = feedback ? paragraph(html`<span style="white-space:pre-line">${feedback}</span>`) : html``
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shown}`)}
${words}
${button(link, t('Open the assignment'))}`
  const short = { place: shortOf(place) }
  const title = accepted ? t('Your assignment is accepted: {place}', short) : t('Please submit again: {place}', short)
  return composeEmail(shop, title, text, body)
}

/** Carries the shop's answer to a student. It quotes nothing of the question: the address may be unproven. */
export function questionAnswerEmail(
  answered: Place & { name: string | null; answer: string } & MailShop,
): EmailContent {
  const { name, answer, courseId, courseName, lessonId, lessonTitle, ...shop } = answered
  const where = whereText({ courseId, courseName, lessonId, lessonTitle })
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, name)
  const title = t('Our answer to your question: {place}', { place: oneLine(lessonTitle ?? courseName) })
  const link = `${shop.storeUrl}/learn/${courseId}?${new URLSearchParams({ lesson: lessonId, panel: 'questions' })}`
  const about = t('This is our answer to your question under {place}:', { place: where })
  const text = `${greeting}

${about}

${answer}

${t('Open the lesson:')}
${link}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${about}`)}
${paragraph(html`<span style="white-space:pre-line">${answer}</span>`)}
${button(link, t('Open the lesson'))}`
  return composeEmail(shop, title, text, body)
}

/** Notifies an owner of a student's question. */
export function newQuestionEmail(
  requested: Place & { questionId: string; name: string; question: string } & MailShop,
): EmailContent {
  const { questionId, name, question, courseId, courseName, lessonId, lessonTitle, ...shop } = requested
  const where = whereText({ courseId, courseName, lessonId, lessonTitle })
  const link = `${shop.storeUrl}/admin?${new URLSearchParams({ tab: 'inbox', kind: 'questions', question: questionId })}`
  const from = `${oneLine(name)} asks under ${where}:`
  const text = `${from}

${question}

Answer it here:
${link}`
  const body = html`${paragraph(html`${from}`)}
${paragraph(html`<span style="white-space:pre-line">${question}</span>`)}
${button(link, 'Answer')}`
  return composeEmail(
    shop,
    `New question: ${lessonTitle === null ? oneLine(courseName) : oneLine(lessonTitle)}`,
    text,
    body,
  )
}
