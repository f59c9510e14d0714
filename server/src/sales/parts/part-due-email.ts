import { email, namedButton, oneLine } from '../../platform/mail/email.ts'
import type { DueKind } from './parts.service.ts'

type PartDueData = {
  kind: DueKind
  name: string | null
  part: number
  of: number
  course_name: string
  /** Formatted. */
  amount: string
  /** ISO 8601. */
  due_at: string
  /** End of access while the part is unpaid; ISO 8601. */
  open_until: string
  /** The lessons are paused by now. */
  paused: boolean
  /** The plan's page in the store. */
  address: string
}

/** Reminds a student of a part of a plan, with the way to pay it. */
export const partDueEmail = email<PartDueData>(
  ({ kind, name, course_name, due_at, open_until, paused, address, ...due }, { t, longDay }) => {
    const values = { ...due, course: oneLine(course_name), day: longDay(due_at) }
    const until = { day: longDay(open_until) }
    const words: Record<DueKind, [subject: string, shown: string]> = {
      before: [
        t('Part {part} of {of} is due on {day}: {course}', values),
        t('part {part} of {of} for {course} is due on {day}: {amount}.', values),
      ],
      day: [
        t('Part {part} of {of} is due today: {course}', values),
        t('part {part} of {of} for {course} is due today: {amount}.', values),
      ],
      late: [
        t('Part {part} of {of} was due on {day}: {course}', values),
        t('part {part} of {of} for {course} was due on {day}: {amount}.', values),
      ],
    }
    const [subject, shown] = words[kind]
    return {
      name,
      subject,
      blocks: [
        shown,
        paused
          ? t(
              'Your lessons are paused since {day}. Notes and progress are there, and everything opens again when you pay.',
              until,
            )
          : t('Your lessons stay open until {day}. Then they pause, and everything opens again when you pay.', until),
        t('Nothing is charged automatically: you pay each part from its own link.'),
        namedButton(address, t('Pay {amount}', values)),
      ],
    }
  },
)
