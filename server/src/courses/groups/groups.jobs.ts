import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { groupEndEmail } from './group-end-email.ts'
import { findBot, findEndingMember, findToAct, takeEnding } from './groups.queries.ts'
import { actOn, decline, removeLeavers } from './groups.service.ts'

const Id = z.object({ id: z.number() })

/** Runs an act of the bot again after as many seconds as Telegram names. */
async function orLater(ctx: Context, name: string, payload: object, act: Promise<number>): Promise<void> {
  const wait = await act
  if (wait > 0) await ctx.queue.send(ctx.db, name, payload, { startAfter: wait })
}

/** Lets a member in, or takes one out. */
export const groupActJob = (ctx: Context): Job => ({
  name: 'group-act',
  run: (payload) => orLater(ctx, 'group-act', payload as object, actOn(ctx, Id.parse(payload).id)),
})

/** Declines the request of an account by the link of another. */
export const groupDeclineJob = (ctx: Context): Job => ({
  name: 'group-decline',
  run: (payload) =>
    orLater(
      ctx,
      'group-decline',
      payload as object,
      decline(ctx, z.object({ chat_id: z.number(), user_id: z.number() }).parse(payload)),
    ),
})

/** Has groups follow access: requests that wait, access that ended, notices before that, and people who were erased. */
export const groupsDueJob = (ctx: Context): Job => ({
  name: 'groups-due',
  schedule: '*/5 * * * *',
  retries: 0,
  run: async () => {
    if (!(await findBot(ctx.db))) return
    await ctx.db.transaction(async (trx) => {
      for (const id of await takeEnding(trx, ctx.now())) await ctx.queue.send(trx, 'group-end-mail', { id: Number(id) })
      for (const id of await findToAct(trx, ctx.now()))
        await ctx.queue.send(trx, 'group-act', { id: Number(id) }, { singletonKey: String(id) })
    })
    await removeLeavers(ctx)
  },
})

/** Tells a member three days before access and group end. */
export const groupEndMailJob = oneMail({
  name: 'group-end-mail',
  payload: Id,
  async find(ctx, { id }) {
    const found = await findEndingMember(ctx.db, id, ctx.now())
    if (!found) return undefined
    const { email, language, name, title, course_name, ends_at } = found
    return {
      to: email,
      receiver: 'shop',
      language,
      messageId: `group-end.${id}.${new Date(ends_at).getTime()}`,
      letter: (shop) =>
        groupEndEmail({
          name,
          title,
          course_name,
          ends_at: new Date(ends_at).toISOString(),
          address: `${shop.storeUrl}/dashboard`,
        })(shop),
      about: { id },
    }
  },
})
