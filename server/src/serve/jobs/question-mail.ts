import type { AdminQuestion } from 'contract/questions'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { findForAdmins } from '../../courses/questions/questions.queries.ts'
import { questionAnswerLetter, questionAskedLetter } from '../../platform/mail/question.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findOwnerAddresses } from '../../shop/auth/admins.queries.ts'
import { findRecipient } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

const Asked = z.object({ question_id: z.string(), owner: z.string().optional() })

const placeOf = ({ course_id, course_name, lesson_id, lesson_title }: AdminQuestion) => ({
  courseId: course_id,
  courseName: course_name,
  lessonId: lesson_id,
  lessonTitle: lesson_title,
})

/** Writes to every owner what a student asks; each gets a job of their own, so that one bad address writes nobody twice. */
export function questionMailJob(ctx: Context): Job {
  return {
    name: 'question-mail',
    concurrency: 4,
    retries: MAIL_RETRIES,
    run: async (payload, jobId) => {
      const { question_id, owner } = Asked.parse(payload)
      const found = await findForAdmins(ctx.db, question_id)
      // Who was quick has answered it already.
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

export const questionAnswerMailJob = mailJob({
  name: 'question-answer-mail',
  payload: z.object({ question_id: z.string() }),
  concurrency: 4,
  async find(ctx, { question_id }) {
    const found = await findForAdmins(ctx.db, question_id)
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
