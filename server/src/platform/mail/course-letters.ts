import type { Values } from 'contract/fill'
import { JOIN_MINUTES } from 'contract/live-times'
import { inLanguage, type Speech } from '../language/language.ts'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

type Place = { courseId: string; courseName: string; lessonId: string; lessonTitle: string | null }

const whereText = ({ courseName, lessonTitle }: Place) =>
  lessonTitle === null ? oneLine(courseName) : `${oneLine(lessonTitle)} (${oneLine(courseName)})`

const shortOf = ({ courseName, lessonTitle }: Place) => oneLine(lessonTitle ?? courseName)

/** Notifies an owner of a submitted assignment. It holds no content, which the console shows. */
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
  /** Null for a rubric without points. */
  points: { given: number; most: number } | null
  feedback: string | null
  /** Deadline of the new attempt, ISO 8601. */
  dueAt: string | null
} & MailShop

/** Returns the shop's marking of a submission. */
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

/** Carries the shop's answer to a student. It quotes nothing of the question: the address may be unproven. */
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

/** Notifies an owner of a student's question. */
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

type AccessEndingData = {
  name: string | null
  course_id: string
  course_name: string
  /** ISO 8601. */
  ends_at: string
  /** True while the course is on sale. */
  sold: boolean
} & MailShop

/** Warns a student that access to a course ends in some days. */
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

type LiveLetterData = {
  kind: 'day' | 'soon' | 'changed' | 'cancelled'
  name: string | null
  title: string
  course_name: string
  /** ISO 8601. */
  starts_at: string
  minutes: number
  /** The lesson's page in the store. */
  address: string
} & MailShop

/** Notifies a student of a live lesson. It omits the room's link: the lesson shows it on time. */
export function liveLetter({
  kind,
  name,
  title,
  course_name,
  starts_at,
  minutes,
  address,
  ...shop
}: LiveLetterData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, name)
  const [lesson, course] = [oneLine(title), oneLine(course_name)]
  const values = { lesson, course, minutes, moment: speech.moment(starts_at) }
  const [subject, said] = wordsOf(kind, t, values)
  const after =
    kind === 'cancelled'
      ? t('The attached file removes it from your calendar. Your other lessons stay as they are.')
      : t(
          'Join from the lesson, from {minutes} minutes before it begins. The attached file adds it to your calendar.',
          { minutes: JOIN_MINUTES },
        )
  const [where, label] =
    kind === 'cancelled' ? [`${shop.storeUrl}/dashboard`, t('Go to my courses')] : [address, t('Open the lesson')]
  const text = `${greeting}

${said}

${after}

${where}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${said}`)}
${paragraph(html`${after}`)}
${button(where, label)}`
  return letter(shop, subject, text, body)
}

/** Returns subject and first sentence. */
function wordsOf(kind: LiveLetterData['kind'], t: Speech['t'], values: Values): [string, string] {
  if (kind === 'day')
    return [
      t('Live on {moment} IST: {lesson}', values),
      t('the live lesson ‘{lesson}’ of {course} is on {moment} IST, for {minutes} minutes.', values),
    ]
  if (kind === 'soon')
    return [
      t('Soon live: {lesson}, {moment} IST', values),
      t('the live lesson ‘{lesson}’ of {course} begins soon: {moment} IST, for {minutes} minutes.', values),
    ]
  if (kind === 'changed')
    return [
      t('New time: {lesson}, {moment} IST', values),
      t('the live lesson ‘{lesson}’ of {course} has a new time: {moment} IST, for {minutes} minutes.', values),
    ]
  return [
    t('Cancelled: {lesson}', values),
    t('the live lesson ‘{lesson}’ of {course} on {moment} IST will not take place. We are sorry.', values),
  ]
}
