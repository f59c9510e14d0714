import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findReader } from '../../shop/users/language.queries.ts'
import type { BotAnswer } from './bot-api.ts'
import { lookAtBot } from './bot-look.ts'
import { actOn, decline, removeLeavers } from './group-acts.ts'
import { groupEndEmail } from './group-end-email.ts'
import { findBot, findEnding, findToAct, takeEnding } from './groups.queries.ts'
import { removeStaying } from './groups.service.ts'
import { botOf } from './telegram-bot.ts'

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

/** Removes somebody who stays in a group without access, on the owner's word. */
export const groupRemoveJob = botJob('group-remove', Id, (ctx, { id }) => removeStaying(ctx, id))

const Declined = z.object({
  chat_id: z.number(),
  user_id: z.number(),
  tell: z.object({ to: z.number(), text: z.string() }).optional(),
})

/** Declines the request of an account by the link of another, or of an earlier bot. */
export const groupDeclineJob = botJob('group-decline', Declined, decline)

/** Compares Telegram's view of the bot with the shop's, every hour and at each start. */
export const groupsLookJob = (ctx: Context): Job => ({
  name: 'groups-look',
  schedule: '41 * * * *',
  retries: 0,
  run: async () => {
    const bot = await botOf(ctx)
    if (bot) await lookAtBot(ctx, bot, { takesBack: false })
  },
})

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
