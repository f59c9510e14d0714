import { button, email, oneLine } from '../../platform/mail/email.ts'

type GroupEnd = { name: string | null; title: string; course_name: string; ends_at: string; address: string }

/** Tells a member of a group that it closes for them with their access. */
export const groupEndEmail = email<GroupEnd>(({ name, title, course_name, ends_at, address }, { t, longDay }) => {
  const values = { group: oneLine(title), course: oneLine(course_name), day: longDay(ends_at) }
  return {
    name,
    subject: t('The group {group} closes for you on {day}', values),
    blocks: [
      t('your access to {course} ends on {day}. You then leave the Telegram group {group}.', values),
      t('If you get the course again, you can join the group again.'),
      button(address, t('Go to my courses')),
    ],
  }
})
