import { dayStart, indianDay, isByDay } from 'contract/indian-time'
import { formatRupees } from 'contract/money'
import { openUntil } from 'contract/parts/plan-parts'
import { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { messageDue } from '../../shop/moments/moments.ts'
import { type DueNotice, findReader, takeDueNotices } from './due.queries.ts'
import { partDueEmail } from './part-due-email.ts'
import { findPlan, isOpen, nextPart } from './parts.queries.ts'
import { planPath } from './parts.service.ts'

const AT_ONCE = 500

/** Has the students written to whose next part is due in three days, today, or since three days; each once for its date. */
export function partsDueJob(ctx: Context): Job {
  return {
    name: 'parts-due',
    schedule: '11 * * * *',
    retries: 0,
    run: async () => {
      if (!isByDay(ctx.now())) return
      for (let taken = AT_ONCE; taken === AT_ONCE; ) {
        taken = await ctx.db.transaction(async (trx) => {
          const now = ctx.now()
          const notices = await takeDueNotices(trx, indianDay(now), now, AT_ONCE)
          for (const notice of notices) {
            await ctx.queue.send(trx, 'part-due-mail', notice)
            await messageStudent(ctx, trx, notice)
          }
          return notices.length
        })
      }
    },
  }
}

/** Reminds the same student by WhatsApp, where the shop does. */
async function messageStudent(ctx: Context, trx: Db, { plan_id, part, due_on, kind }: DueNotice): Promise<void> {
  const plan = await findPlan(trx, plan_id)
  const due = plan && nextPart(plan)
  if (!plan || !isOpen(plan) || due?.part !== part) return
  await messageDue(ctx, trx, {
    kind: 'due',
    key: `${plan_id} ${part} ${due_on} ${kind}`,
    userIds: [plan.user_id],
    until: openUntil(due_on, plan.grace_days),
    facts: {
      course: plan.course_name,
      at: dayStart(due_on),
      amount_paise: due.agreed_paise,
      path: planPath(plan_id),
    },
  })
}

const Payload = z.object({
  plan_id: z.string(),
  part: z.number(),
  due_on: z.string(),
  kind: z.enum(['before', 'day', 'late']),
  /** The press of an admin; absent for what goes out by itself. */
  at: z.string().optional(),
})

/** Reminds a student of a part; nothing once it is paid or moved, or its plan has ended. */
export const partDueMailJob = oneMail({
  name: 'part-due-mail',
  payload: Payload,
  async find(ctx, { plan_id, part, due_on, kind, at }) {
    const plan = await findPlan(ctx.db, plan_id)
    const due = plan && nextPart(plan)
    if (!plan || !isOpen(plan) || due?.part !== part || due.due_on !== due_on) return undefined
    const reader = await findReader(ctx.db, plan.user_id)
    if (!reader) return undefined
    const until = openUntil(due_on, plan.grace_days)
    return {
      to: reader.email,
      receiver: 'shop',
      language: reader.language,
      messageId: `part-due.${plan_id}.${part}.${due_on}.${at ? Date.parse(at) : kind}`,
      letter: (shop) =>
        partDueEmail({
          kind,
          name: reader.name,
          part,
          of: plan.parts.length,
          course_name: plan.course_name,
          amount: formatRupees(due.agreed_paise),
          due_at: dayStart(due_on),
          open_until: until.toISOString(),
          paused: until <= ctx.now(),
          address: `${shop.storeUrl}${planPath(plan_id)}`,
        })(shop),
      about: { plan_id, part, kind },
    }
  },
})
