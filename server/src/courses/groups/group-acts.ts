import type { Context } from '../../context.ts'
import type { BotAnswer } from './bot-api.ts'
import {
  findLeavers,
  findMember,
  forgetLeaver,
  forgetOldLeavers,
  type Member,
  mayEnter,
  noteLeaver,
  noteProblem,
  updateMember,
} from './groups.queries.ts'
import { type Bot, botOf, isAbsent, placeIn } from './telegram-bot.ts'

export const GONE = 'The bot is no longer in this group. Add it as an administrator.'
const right = (name: string) => `The bot may not ${name}. Give it that right as an administrator.`
export const RIGHTS = {
  invite: right('invite people'),
  remove: right('ban people'),
  both: right('invite and ban people'),
}

/** Seconds until something is tried again that needs a person. */
const AGAIN_MS = 60 * 60_000

/** Notes why the bot could not act in a group, for the owner. A limit or a failure of the network passes by itself. */
export async function noteRefusal(
  { db, now }: Pick<Context, 'db' | 'now'>,
  chatId: number,
  { code, words }: BotAnswer & { ok: false },
): Promise<void> {
  const problem =
    code === 403 || /chat not found|not a member/i.test(words)
      ? GONE
      : /rights.*(restrict|ban)/i.test(words)
        ? RIGHTS.remove
        : /rights.*invite/i.test(words)
          ? RIGHTS.invite
          : /rights|CHAT_ADMIN_REQUIRED|inaccessible/i.test(words)
            ? RIGHTS.both
            : undefined
  if (problem) await noteProblem(db, chatId, problem, now())
}

type Change = Partial<Pick<Member, 'state' | 'problem'>>

/** Lets a member in who waits, or takes one out whose access ended. Returns Telegram's refusal if it is worth another try. */
export async function actOn(ctx: Context, id: number): Promise<BotAnswer | undefined> {
  const [bot, member] = [await botOf(ctx), await findMember(ctx.db, { id })]
  if (!bot || member?.telegram_id == null) return undefined
  const may = await mayEnter(ctx.db, member, ctx.now())
  if (member.state === 'asked') return settle(ctx, member, await answerRequest(bot, member, may))
  if (member.state !== 'in' || may) return undefined
  return removeMember(ctx, bot, member)
}

/** Removes a member from the group; somebody who is no longer in it is out. */
export async function removeMember(ctx: Context, bot: Bot, member: Member): Promise<BotAnswer | undefined> {
  const answer = await takeOut(bot, { chat_id: member.chat_id, user_id: Number(member.telegram_id) })
  const changes: Record<Removal, Change> = {
    out: { state: 'out', problem: null },
    barred: { state: 'barred', problem: null },
    administrator: { problem: 'administrator' },
  }
  return settle(ctx, member, typeof answer === 'string' ? changes[answer] : answer)
}

async function answerRequest(
  bot: Bot,
  { chat_id, telegram_id }: Member,
  may: boolean,
): Promise<Change | (BotAnswer & { ok: false })> {
  const account = { chat_id, user_id: Number(telegram_id) }
  const answer = await bot.call(may ? 'approveChatJoinRequest' : 'declineChatJoinRequest', account)
  if (answer.ok) return { state: may ? 'in' : 'left', problem: null }
  if (/USER_CHANNELS_TOO_MUCH/.test(answer.words)) return { problem: 'full' }
  if (/USER_ALREADY_PARTICIPANT/.test(answer.words)) return { state: 'in', problem: null }
  if (isAbsent(answer)) return { state: 'left', problem: null }
  // Taken back, or decided by hand: also by ourselves, if the program ended before it stored the answer.
  if (!/HIDE_REQUESTER_MISSING/.test(answer.words)) return answer
  const place = await placeIn(bot, account)
  if (typeof place !== 'string') return place
  return { state: place === 'absent' ? 'left' : place === 'barred' ? 'barred' : 'in', problem: null }
}

type Removal = 'out' | 'administrator' | 'barred'

/**
 * Takes an account out of a group by one call that bars nobody: it may return once it has access. Whom an administrator barred stays barred. A basic group,
 * which bars nobody, knows only the other call.
 */
async function takeOut(
  bot: Bot,
  account: { chat_id: number; user_id: number },
): Promise<Removal | (BotAnswer & { ok: false })> {
  const place = await placeIn(bot, account)
  if (typeof place !== 'string') return place
  if (place !== 'in') return place === 'absent' ? 'out' : place
  const removed = await bot.call('unbanChatMember', account)
  const answer =
    !removed.ok && /supergroup and channel/i.test(removed.words) ? await bot.call('banChatMember', account) : removed
  if (answer.ok || isAbsent(answer)) return 'out'
  return /administrator of the chat|chat owner/i.test(answer.words) ? 'administrator' : answer
}

async function settle(ctx: Context, { id, state: from }: Member, change: Change | (BotAnswer & { ok: false })) {
  const now = ctx.now()
  // Its group may have another id by now.
  const chatId = (await findMember(ctx.db, { id }))?.chat_id
  if (chatId === undefined) return undefined
  if ('ok' in change) {
    await noteRefusal(ctx, chatId, change)
    return change
  }
  const again_at = change.problem ? new Date(now.getTime() + AGAIN_MS) : null
  await updateMember(ctx.db, { id, state: from }, { ...change, again_at }, now)
  if (change.state) await noteProblem(ctx.db, chatId, null, now)
  return undefined
}

/** Takes people out of groups who were erased; the ones that Telegram keeps stay on the owner's list. */
export async function removeLeavers(ctx: Context): Promise<void> {
  await forgetOldLeavers(ctx.db, ctx.now())
  const leavers = await findLeavers(ctx.db)
  const bot = leavers.length > 0 ? await botOf(ctx) : undefined
  for (const leaver of bot ? leavers : []) {
    const { chat_id, telegram_id } = leaver
    const answer = await takeOut(bot as Bot, { chat_id, user_id: telegram_id })
    if (answer === 'out' || answer === 'barred') await forgetLeaver(ctx.db, leaver)
    else if (answer === 'administrator') await noteLeaver(ctx.db, leaver, answer)
    else if (answer.code === 429) return
    else await noteRefusal(ctx, chat_id, answer)
  }
}

/** Declines the request of an account; one that came by the link of an earlier bot is told where the new link is. */
export async function decline(
  ctx: Context,
  { tell, ...request }: { chat_id: number; user_id: number; tell?: { to: number; text: string } | undefined },
) {
  const bot = await botOf(ctx)
  // The bot may write to them only while they wait.
  if (tell) await bot?.call('sendMessage', { chat_id: tell.to, text: tell.text })
  return bot?.call('declineChatJoinRequest', request)
}
