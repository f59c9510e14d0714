import { inLanguage } from '../language/language.ts'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

type Place = { courseId: string; courseName: string; lessonId: string; lessonTitle: string | null }

const whereText = ({ courseName, lessonTitle }: Place) =>
  lessonTitle === null ? oneLine(courseName) : `${oneLine(lessonTitle)} (${oneLine(courseName)})`

/** The shop's answer to a student. It quotes nothing of the question, for the address need not be proven. */
export function questionAnswerLetter(answered: Place & { name: string | null; answer: string } & MailShop): Letter {
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
  return letter(shop, title, text, body)
}

/** Tells an owner what a student asks. */
export function questionAskedLetter(
  asked: Place & { questionId: string; name: string; question: string } & MailShop,
): Letter {
  const { questionId, name, question, courseId, courseName, lessonId, lessonTitle, ...shop } = asked
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
  return letter(shop, `New question: ${lessonTitle === null ? oneLine(courseName) : oneLine(lessonTitle)}`, text, body)
}
