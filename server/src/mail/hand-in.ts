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
  const said = `${oneLine(name)} handed in work under ${whereText(place)}.`
  const text = `${said}

Look at it and mark it here:
${link}`
  const body = html`${paragraph(html`${said}`)}
${button(link, 'Look at the work')}`
  return letter(shop, `New work: ${shortOf(place)}`, text, body)
}

/** What the shop says of a student's work. */
export function markedLetter(
  marked: Place & { name: string | null; accepted: boolean; points: string | null; feedback: string | null } & MailShop,
): Letter {
  const { name, accepted, points, feedback, courseId, courseName, lessonId, lessonTitle, ...shop } = marked
  const place = { courseId, courseName, lessonId, lessonTitle }
  const link = `${shop.storeUrl}/learn/${courseId}/work?${new URLSearchParams({ lesson: lessonId })}`
  const said = accepted
    ? `Your work under ${whereText(place)} is accepted.${points ? ` You got ${points}.` : ''}`
    : `We looked at your work under ${whereText(place)}. Please try again.`
  const text = `${greetingOf(name)}

${said}
${feedback ? `\n${feedback}\n` : ''}
Open the assignment:
${link}`
  const words = feedback ? paragraph(html`<span style="white-space:pre-line">${feedback}</span>`) : html``
  const body = html`${paragraph(html`${greetingOf(name)}`)}
${paragraph(html`${said}`)}
${words}
${button(link, 'Open the assignment')}`
  const title = accepted ? `Your work is accepted: ${shortOf(place)}` : `Please try again: ${shortOf(place)}`
  return letter(shop, title, text, body)
}
