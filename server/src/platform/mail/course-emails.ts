import { button, email, oneLine, quote } from './email.ts'

type Place = { courseId: string; courseName: string; lessonId: string; lessonTitle: string | null }

const whereText = ({ courseName, lessonTitle }: Place) =>
  lessonTitle === null ? oneLine(courseName) : `${oneLine(lessonTitle)} (${oneLine(courseName)})`

const shortOf = ({ courseName, lessonTitle }: Place) => oneLine(lessonTitle ?? courseName)

/** Notifies an owner of a submitted assignment. It holds no content, which the console shows. */
export const handedInEmail = email<Place & { handInId: string; name: string }>(
  ({ handInId, name, ...place }, { storeUrl }) => ({
    subject: `New assignment: ${shortOf(place)}`,
    blocks: [
      `${oneLine(name)} submitted an assignment under ${whereText(place)}.`,
      button(
        `${storeUrl}/admin?${new URLSearchParams({ tab: 'inbox', kind: 'work', work: handInId })}`,
        'Open the assignment',
        'Check it here:',
      ),
    ],
  }),
)

type Marked = Place & {
  name: string | null
  accepted: boolean
  /** Null for a rubric without points. */
  points: { given: number; most: number } | null
  feedback: string | null
  /** Deadline of the new attempt, ISO 8601. */
  dueAt: string | null
}

/** Returns the shop's marking of a submission. */
export const markedEmail = email<Marked>(
  ({ name, accepted, points, feedback, dueAt, ...marked }, { t, plural, moment, storeUrl }) => {
    const where = { place: whereText(marked) }
    const place = shortOf(marked)
    const shows = [
      accepted
        ? t('Your assignment under {place} is accepted.', where)
        : t('We marked your assignment under {place}. Please submit it again.', where),
    ]
    if (accepted && points)
      shows.push(
        plural(
          points.most,
          { one: 'You got {given} of {most} point.', other: 'You got {given} of {most} points.' },
          points,
        ),
      )
    if (dueAt) shows.push(t('Please submit it again by {moment} IST.', { moment: moment(dueAt) }))
    return {
      name,
      subject: accepted
        ? t('Your assignment is accepted: {place}', { place })
        : t('Please submit again: {place}', { place }),
      blocks: [
        shows.join(' '),
        feedback && quote(feedback),
        button(
          `${storeUrl}/learn/${marked.courseId}/work?${new URLSearchParams({ lesson: marked.lessonId })}`,
          t('Open the assignment'),
          t('Open the assignment:'),
        ),
      ],
    }
  },
)

/** Carries the shop's answer to a student. It quotes nothing of the question: the address may be unproven. */
export const questionAnswerEmail = email<Place & { name: string | null; answer: string }>(
  ({ name, answer, ...place }, { t, storeUrl }) => ({
    name,
    subject: t('Our answer to your question: {place}', { place: shortOf(place) }),
    blocks: [
      t('This is our answer to your question under {place}:', { place: whereText(place) }),
      quote(answer),
      button(
        `${storeUrl}/learn/${place.courseId}?${new URLSearchParams({ lesson: place.lessonId, panel: 'questions' })}`,
        t('Open the lesson'),
        t('Open the lesson:'),
      ),
    ],
  }),
)

/** Notifies an owner of a student's question. */
export const newQuestionEmail = email<Place & { questionId: string; name: string; question: string }>(
  ({ questionId, name, question, ...place }, { storeUrl }) => ({
    subject: `New question: ${shortOf(place)}`,
    blocks: [
      `${oneLine(name)} asks under ${whereText(place)}:`,
      quote(question),
      button(
        `${storeUrl}/admin?${new URLSearchParams({ tab: 'inbox', kind: 'questions', question: questionId })}`,
        'Answer',
        'Answer it here:',
      ),
    ],
  }),
)
