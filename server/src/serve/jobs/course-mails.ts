import { pointsSum } from 'contract/assignments/work-points'
import { liveEnd } from 'contract/live-times'
import type { AdminQuestion } from 'contract/questions'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { handInOf } from '../../courses/assignments/hand-ins.service.ts'
import { findForAdmins } from '../../courses/assignments/marking.queries.ts'
import { takeEnding } from '../../courses/enrolments/ending.queries.ts'
import { calendarOf, lessonAddress } from '../../courses/live/calendar.ts'
import {
  cancelOrphans,
  findLetter,
  letterKinds,
  lockRound,
  noteLetters,
  takeDue,
} from '../../courses/live/telling.queries.ts'
import { findForAdmins as findQuestion } from '../../courses/questions/questions.queries.ts'
import {
  accessEndingLetter,
  handedInLetter,
  liveLetter,
  markedLetter,
  questionAnswerLetter,
  questionAskedLetter,
} from '../../platform/mail/course-letters.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findOwnerAddresses } from '../../shop/auth/admins.queries.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { findEnding, findRecipient } from '../reports/mails/recipients.queries.ts'
import { MAIL_RETRIES, mailOnce, oneMail, sendLetter } from './mail-once.ts'

const HandedIn = z.object({ hand_in_id: z.string(), owner: z.string().optional() })

type Place = Pick<AdminQuestion, 'course_id' | 'course_name' | 'lesson_id' | 'lesson_title'>

const placeOf = ({ course_id, course_name, lesson_id, lesson_title }: Place) => ({
  courseId: course_id,
  courseName: course_name,
  lessonId: lesson_id,
  lessonTitle: lesson_title,
})

/** Tells every owner of a student's work; each gets a job of their own, so that one bad address writes nobody twice. */
export function handInMailJob(ctx: Context): Job {
  return {
    name: 'hand-in-mail',
    concurrency: 4,
    retries: MAIL_RETRIES,
    run: async (payload, jobId) => {
      const { hand_in_id, owner } = HandedIn.parse(payload)
      const found = await findForAdmins(ctx.db, ctx.now(), hand_in_id)
      // It may be marked already, or withdrawn by the student.
      if (found?.status !== 'waiting') return
      if (!owner) {
        await ctx.db.transaction(async (trx) => {
          for (const address of await findOwnerAddresses(trx))
            await ctx.queue.send(trx, 'hand-in-mail', { hand_in_id, owner: address })
        })
        return
      }
      await mailOnce(ctx, jobId, async () => {
        const sent = { ...placeOf(found), handInId: hand_in_id, name: found.name }
        await sendLetter(ctx, { to: owner, language: 'en' }, (shop) => handedInLetter({ ...sent, ...shop }))
        ctx.log.info({ hand_in_id }, 'hand-in mailed')
      })
    },
  }
}

export const markMailJob = oneMail({
  name: 'mark-mail',
  payload: z.object({ hand_in_id: z.string() }),
  concurrency: 4,
  async find(ctx, { hand_in_id }) {
    const found = await findForAdmins(ctx.db, ctx.now(), hand_in_id)
    const student = found && (await findRecipient(ctx.db, found.public_id))
    if (!student?.email || !found || found.status === 'waiting') return undefined
    const { marks, feedback, again_due_at: dueAt } = handInOf(found)
    const accepted = found.status === 'accepted'
    const said = { ...placeOf(found), name: student.name, accepted, points: pointsSum(marks ?? []), feedback, dueAt }
    return {
      to: student.email,
      language: student.language,
      letter: (shop) => markedLetter({ ...said, ...shop }),
      about: { hand_in_id },
    }
  },
})

const Asked = z.object({ question_id: z.string(), owner: z.string().optional() })

/** Writes to every owner what a student asks; each gets a job of their own, so that one bad address writes nobody twice. */
export function questionMailJob(ctx: Context): Job {
  return {
    name: 'question-mail',
    concurrency: 4,
    retries: MAIL_RETRIES,
    run: async (payload, jobId) => {
      const { question_id, owner } = Asked.parse(payload)
      const found = await findQuestion(ctx.db, question_id)
      // It may be answered already.
      if (!found || found.answer !== null) return
      if (!owner) {
        await ctx.db.transaction(async (trx) => {
          for (const address of await findOwnerAddresses(trx))
            await ctx.queue.send(trx, 'question-mail', { question_id, owner: address })
        })
        return
      }
      await mailOnce(ctx, jobId, async () => {
        const { name, text: question } = found
        const asked = { ...placeOf(found), questionId: question_id, name, question }
        await sendLetter(ctx, { to: owner, language: 'en' }, (shop) => questionAskedLetter({ ...asked, ...shop }))
        ctx.log.info({ question_id }, 'question mailed')
      })
    },
  }
}

export const questionAnswerMailJob = oneMail({
  name: 'question-answer-mail',
  payload: z.object({ question_id: z.string() }),
  concurrency: 4,
  async find(ctx, { question_id }) {
    const found = await findQuestion(ctx.db, question_id)
    const student = found && (await findRecipient(ctx.db, found.user_id))
    if (!student?.email || found?.answer == null) return undefined
    const written = { ...placeOf(found), name: student.name, answer: found.answer }
    return {
      to: student.email,
      language: student.language,
      letter: (shop) => questionAnswerLetter({ ...written, ...shop }),
      about: { question_id },
    }
  },
})

const AT_ONCE = 500

/** Has the students written to whose access ends within 7 days, each once for each end, unless the shop does not want it. */
export function accessEndingJob(ctx: Context): Job {
  return {
    name: 'access-ending',
    schedule: '41 * * * *',
    retries: 0,
    run: async () => {
      if (!(await findDelivery(ctx.db)).access_reminder) return
      for (let taken = AT_ONCE; taken === AT_ONCE; ) {
        taken = await ctx.db.transaction(async (trx) => {
          const ids = await takeEnding(trx, ctx.now(), AT_ONCE)
          for (const enrolment_id of ids) await ctx.queue.send(trx, 'access-ending-mail', { enrolment_id })
          return ids.length
        })
      }
    },
  }
}

/** Tells a student when their access ends, and that it can be bought again; nothing once it was, or the course was taken. */
export const accessEndingMailJob = oneMail({
  name: 'access-ending-mail',
  payload: z.object({ enrolment_id: z.string() }),
  async find(ctx, { enrolment_id }) {
    const ending = await findEnding(ctx.db, enrolment_id)
    if (!ending || new Date(ending.ends_at) <= ctx.now()) return undefined
    return {
      to: ending.email,
      language: ending.language,
      messageId: `access-ending.${enrolment_id}`,
      letter: (shop) => accessEndingLetter({ ...ending, ...shop }),
      about: { enrolment_id },
    }
  },
})

const Telling = z.object({ lesson_id: z.string(), kind: z.enum(letterKinds), version: z.number() })

/** Notifies students of live lessons every minute, of a change or an end before a reminder. */
export function liveRoundJob(ctx: Context): Job {
  return {
    name: 'live-round',
    schedule: '* * * * *',
    retries: 0,
    run: () =>
      ctx.db.transaction(async (trx) => {
        const now = ctx.now()
        await lockRound(trx)
        await cancelOrphans(trx, now)
        for (const kind of ['cancelled', 'changed', 'soon', 'day'] as const) {
          for (const telling of await takeDue(trx, kind, now))
            await ctx.queue.send(trx, 'live-letters', { ...telling, after: 0 })
        }
      }),
  }
}

/** Has some hundred students written to, each once, and those behind them by a job of their own. */
export function liveLettersJob(ctx: Context): Job {
  return {
    name: 'live-letters',
    run: async (payload) => {
      const { after, ...telling } = Telling.extend({ after: z.number() }).parse(payload)
      await ctx.db.transaction(async (trx) => {
        const { userIds, last } = await noteLetters(trx, telling, { after, atOnce: AT_ONCE, now: ctx.now() })
        for (const user_id of userIds) await ctx.queue.send(trx, 'live-mail', { ...telling, user_id })
        if (last !== undefined) await ctx.queue.send(trx, 'live-letters', { ...telling, after: last })
      })
    },
  }
}

/** Tells a student of a live lesson; nothing once it is over, or is not any more what the letter would say of it. */
export const liveMailJob = oneMail({
  name: 'live-mail',
  payload: Telling.extend({ user_id: z.number() }),
  async find(ctx, { lesson_id, kind, version, user_id }) {
    const now = ctx.now()
    const found = await findLetter(ctx.db, { lesson_id, user_id }, now)
    if (!found || found.cancelled !== (kind === 'cancelled') || liveEnd(found) <= now) return undefined
    const { storeUrl } = ctx.config
    const content = Buffer.from(calendarOf(storeUrl, found, now, found.language))
    return {
      to: found.email,
      language: found.language,
      messageId: `live.${kind}.${lesson_id}.${version}.${user_id}`,
      attachments: [
        { filename: 'live-lesson.ics', content, contentType: 'text/calendar; charset=utf-8; method=PUBLISH' },
      ],
      letter: (shop) => liveLetter({ ...found, kind, address: lessonAddress(shop.storeUrl, found), ...shop }),
      about: { lesson_id, kind },
    }
  },
})
