import { z } from 'zod'
import type { Context } from '../../context.ts'
import { takeEnding } from '../../courses/enrolments/ending.queries.ts'
import { accessEndingLetter } from '../../platform/mail/access-ending.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { findEnding } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

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
export const accessEndingMailJob = mailJob({
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
