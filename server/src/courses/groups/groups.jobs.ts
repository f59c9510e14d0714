import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findReader } from '../../shop/users/language.queries.ts'
import type { BotAnswer } from './bot-api.ts'
import { groupEndEmail } from './group-end-email.ts'
import { findBot, findEnding, findToAct, takeEnding } from './groups.queries.ts'
import { actOn, decline, removeLeavers } from './groups.service.ts'

const Id = z.object({ id: z.number() })

/** An act of the bot, which runs again after as many seconds as Telegram names. */
const botJob =
  <Payload extends object>(
    name: string,
    payload: z.ZodType<Payload>,
    act: (ctx: Context, payload: Payload) => Promise<BotAnswer | undefined>,
  ) =>
  (ctx: Context): Job => ({
    name,
    run: async (input) => {
      const given = payload.parse(input)
      const answer = await act(ctx, given)
      if (answer && !answer.ok && answer.retryAfter)
        await ctx.queue.send(ctx.db, name, given, { startAfter: answer.retryAfter + 1 })
    },
  })

/** Lets a member in, or takes one out. */
export const groupActJob = botJob('group-act', Id, (ctx, { id }) => actOn(ctx, id))

/** Declines the request of an account by the link of another. */
export const groupDeclineJob = botJob('group-decline', z.object({ chat_id: z.number(), user_id: z.number() }), decline)

/** Has groups follow access: requests that wait, access that ended, notices before that, and people who were erased. */
export const groupsDueJob = (ctx: Context): Job => ({
  name: 'groups-due',
  schedule: '*/5 * * * *',
  retries: 0,
  run: async () => {
    if (!(await findBot(ctx.db))) return
    await ctx.db.transaction(async (trx) => {
      for (const id of await takeEnding(trx, ctx.now())) await ctx.queue.send(trx, 'group-end-mail', { id })
      for (const id of await findToAct(trx, ctx.now()))
        await ctx.queue.send(trx, 'group-act', { id }, { singletonKey: String(id) })
    })
    await removeLeavers(ctx)
  },
})

/** Tells a member three days before access and group end. */
export const groupEndMailJob = oneMail({
  name: 'group-end-mail',
  payload: Id,
  async find({ db, now, config }, { id }) {
    const ending = await findEnding(db, id, now())
    const reader = ending && (await findReader(db, ending.user_id))
    if (!reader) return undefined
    return {
      ...reader,
      receiver: 'shop',
      messageId: `group-end.${id}.${Date.parse(ending.ends_at)}`,
      letter: groupEndEmail({ ...reader, ...ending, address: `${config.storeUrl}/dashboard` }),
      about: { id },
    }
  },
})
