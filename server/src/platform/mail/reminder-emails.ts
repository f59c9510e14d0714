import { button, email, oneLine, type Piece, type Sender } from './email.ts'
import { html } from './html.ts'

/** Returns the reason of a reminder, and the way to get no more of its kind. */
export function footOf({ t }: Sender, end: string): Piece {
  const why = t('You get this because reminders are on in your settings.')
  const off = t('Turn reminders off')
  return {
    text: `${why}\n${off}: ${end}`,
    ...html`<p style="margin:12px 0 0">${why} <a class="m" href="${end}" style="color:#4a4e6e">${off}</a></p>`,
  }
}

type Reminder = {
  name: string | null
  /** Turns reminders off. */
  end: string
  course_name: string
}

type WorkDueData = Reminder & {
  title: string
  /** ISO 8601. */
  due_at: string
  /** The lesson's page in the store. */
  address: string
}

/** Reminds a student of an assignment that is due within a day. */
export const workDueEmail = email<WorkDueData>(({ name, end, title, course_name, due_at, address }, sender) => {
  const { t, moment } = sender
  const values = { lesson: oneLine(title), course: oneLine(course_name), moment: moment(due_at) }
  return {
    name,
    subject: t('Due {moment} IST: {lesson}', values),
    blocks: [
      t('your assignment ‘{lesson}’ of {course} is due {moment} IST.', values),
      t('You can submit it later, too. It then counts as late.'),
      button(address, t('Open the lesson')),
    ],
    foot: footOf(sender, end),
  }
})

type AccessEndingData = Reminder & {
  course_id: string
  /** ISO 8601. */
  ends_at: string
  /** True while the course is on sale. */
  sold: boolean
}

/** Warns a student that access to a course ends in some days. */
export const accessEndingEmail = email<AccessEndingData>(
  ({ name, end, course_id, course_name, ends_at, sold }, sender) => {
    const { t, longDay, storeUrl } = sender
    const values = { course: oneLine(course_name), day: longDay(ends_at) }
    const stays = t('Your notes and your progress stay in your account afterwards.')
    return {
      name,
      subject: t('Your access to {course} ends on {day}', values),
      blocks: [
        t('your access to {course} ends on {day}. Until then the lessons are open to you as before.', values),
        ...(sold
          ? [
              `${stays} ${t('If you buy it again now, the new time begins when the present one ends.')}`,
              button(`${storeUrl}/course/${course_id}`, t('See the course')),
            ]
          : [stays, button(`${storeUrl}/dashboard`, t('Go to my courses'))]),
      ],
      foot: footOf(sender, end),
    }
  },
)
