import { pointsSum } from 'contract/assignments/work-points'
import type { AdminQuestion } from 'contract/questions'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { handInOf } from '../../courses/assignments/hand-ins.service.ts'
import { findForAdmins } from '../../courses/assignments/marking.queries.ts'
import { findForAdmins as findQuestion } from '../../courses/questions/questions.queries.ts'
import { handedInEmail, markedEmail, newQuestionEmail, questionAnswerEmail } from '../../platform/mail/course-emails.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findOwnerAddresses } from '../../shop/auth/admins.queries.ts'
import { MAIL_RETRIES, mailOnce, oneMail, sendEmail } from '../../shop/mails/mail-once.ts'
import { findRecipient } from '../reports/mails/recipients.queries.ts'

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
      // The work may be marked already, or withdrawn by the student.
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
        await sendEmail(ctx, { to: owner, receiver: 'shop', language: 'en' }, handedInEmail(sent))
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
    const shown = { ...placeOf(found), name: student.name, accepted, points: pointsSum(marks ?? []), feedback, dueAt }
    return {
      to: student.email,
      receiver: 'shop',
      language: student.language,
      letter: markedEmail(shown),
      about: { hand_in_id },
    }
  },
})

const QuestionPayload = z.object({ question_id: z.string(), owner: z.string().optional() })

/** Writes to every owner what a student asks; each gets a job of their own, so that one bad address writes nobody twice. */
export function questionMailJob(ctx: Context): Job {
  return {
    name: 'question-mail',
    concurrency: 4,
    retries: MAIL_RETRIES,
    run: async (payload, jobId) => {
      const { question_id, owner } = QuestionPayload.parse(payload)
      const found = await findQuestion(ctx.db, question_id)
      // The question may be answered already.
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
        const requested = { ...placeOf(found), questionId: question_id, name, question }
        await sendEmail(ctx, { to: owner, receiver: 'shop', language: 'en' }, newQuestionEmail(requested))
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
      receiver: 'shop',
      language: student.language,
      letter: questionAnswerEmail(written),
      about: { question_id },
    }
  },
})
