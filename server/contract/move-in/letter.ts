import { z } from 'zod'
import { adminMails, searches, testEmails } from '../call-cost.ts'
import { csv, exportCall } from '../exports.ts'
import { Email, Moment, wholeNumber } from '../fields.ts'
import { MOVE_IN_ROWS } from '../foreign-table.ts'
import { moveCall, OneMove } from './move-call.ts'
import { EmptyCourse } from './plan.ts'

/** The letter to the people whom a move brought. Nobody gets it twice. */
export const MoveLetter = z.object({
  subject: z.string({ error: 'Subject is required' }).trim().min(1, { error: 'Subject is required' }).max(150),
  /** Paragraphs; `{name}` is the person's first name. The courses, the button and the sender follow. */
  text: z.string({ error: 'Text is required' }).trim().min(1, { error: 'Text is required' }).max(3000),
})
export type MoveLetter = z.output<typeof MoveLetter>

export const MoveLetterState = z.object({
  status: z.enum(['none', 'sending', 'stopped', 'sent']),
  letter: MoveLetter,
  /**
   * All of them, and what became of each: left to send, sent, refused by the mail server, perhaps sent (the program ended, or the connection
   * broke, while the mail server took it: it is not sent again), logged in since.
   */
  recipients: z.number().int(),
  waiting: z.number().int(),
  sent: z.number().int(),
  refused: z.number().int(),
  unknown: z.number().int(),
  came: z.number().int(),
  /** Courses of these people that have no lessons yet, the most awaited first. */
  empty_courses: z.array(EmptyCourse),
  /** The pace of all letters. */
  per_hour: z.number().int(),
  /** The next time in the hours of letters, 9 to 21 in India; null within them. */
  begins_at: Moment.nullable(),
  /** When the last one goes out at this pace; null when nothing waits. */
  done_at: Moment.nullable(),
  /** Reason of a stop by itself. */
  problem: z.string().nullable(),
})
export type MoveLetterState = z.output<typeof MoveLetterState>

const MovedPerson = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  courses: z.array(z.string()),
  sent_at: Moment.nullable(),
  came_at: Moment.nullable(),
})

export const moveIn = {
  getLetter: moveCall('GET', '/{move_id}/letter', 'Letter to moved people').input(OneMove).output(MoveLetterState),
  previewLetter: moveCall('POST', '/{move_id}/letter/preview', 'See the letter', {
    confirm: { without: 'reads or checks' },
    noted: false,
  })
    .input(OneMove.extend(MoveLetter.shape))
    .output(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
  /** Sends it to the caller, or to another admin of the shop, with the courses of one person; 422 for any other address. */
  testLetter: moveCall('POST', '/{move_id}/letter/test', 'Send the letter to yourself', {
    cost: 'mail',
    limits: [testEmails],
    confirm: { without: 'sends one email to try it' },
  })
    .input(OneMove.extend({ ...MoveLetter.shape, to: Email.optional() }))
    .output(z.object({ message: z.string() })),
  /**
   * Goes out in the hours of letters; again goes on with those who have none yet. 409 while a course of theirs has no lessons, unless
   * `also_empty` confirms it.
   */
  sendLetter: moveCall('POST', '/{move_id}/letter/send', 'Send the letter', {
    status: 202,
    confirm: 'caller',
    cost: 'mail',
    limits: [adminMails],
    codes: ['conflict'],
  })
    .input(
      OneMove.extend({ ...MoveLetter.shape, also_empty: z.boolean({ error: 'Must be true or false' }).optional() }),
    )
    .output(MoveLetterState),
  stopLetter: moveCall('POST', '/{move_id}/letter/stop', 'Stop the letter', {
    confirm: { without: 'another run goes on' },
  })
    .input(OneMove)
    .output(MoveLetterState),
  /** Lists the people of a move: all, or those who have not logged in since. */
  people: moveCall('GET', '/{move_id}/people', 'People of a move', { cost: 'search', limits: [searches] })
    .input(
      OneMove.extend({
        state: z.enum(['not_come', 'came', 'refused']).optional(),
        q: z.string().max(200).optional(),
        offset: wholeNumber(0, MOVE_IN_ROWS, 'Must be a whole number').optional(),
      }),
    )
    .output(z.object({ people: z.array(MovedPerson), total: z.number().int() })),
}

export const exports = {
  /** Students whom a move brought: those who have not logged in since, or all. */
  movedPeople: exportCall('moved_people.csv', 'Students of a move as CSV', { confirm: 'caller' })
    .input(
      z.object({
        move_id: z.string().min(1, { error: 'Must be a move id' }).max(40, { error: 'Must be a move id' }),
        state: z.enum(['not_come', 'came', 'refused']).optional(),
      }),
    )
    .output(csv),
}
