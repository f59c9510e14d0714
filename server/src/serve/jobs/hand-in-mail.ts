import { pointsSum } from 'contract/work-points'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { handInOf } from '../../courses/assignments/hand-ins.service.ts'
import { findForAdmins, type InboxRow } from '../../courses/assignments/marking.queries.ts'
import { handedInLetter, markedLetter } from '../../platform/mail/hand-in.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findOwnerAddresses } from '../../shop/auth/admins.queries.ts'
import { findRecipient } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

const HandedIn = z.object({ hand_in_id: z.string(), owner: z.string().optional() })

const placeOf = ({ course_id, course_name, lesson_id, lesson_title }: InboxRow) => ({
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
      // Who was quick has marked it already, or the student took it back.
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

export const markMailJob = mailJob({
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
