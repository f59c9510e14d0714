import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { open } from '../../platform/payments/secret-box.ts'
import { GONE, noteRefusal } from './group-acts.ts'
import { type Place, problemOf, UPDATES } from './group-updates.ts'
import { findGroups, noteBotProblem, noteProblem, updateBot } from './groups.queries.ts'
import { type Bot, botOf, SECRET, webhookOf } from './telegram-bot.ts'

export const UNKNOWN = 'Telegram does not know this token'

type Webhook = { url: string; pending_update_count: number; last_error_date?: number; last_error_message?: string }

/** An error of Telegram's that is older is over. */
const RECENT_MS = 2 * 60 * 60_000

/**
 * Compares Telegram's view of the bot with the shop's: its token, the address of its updates, its rights in the groups that the shop uses. An address that
 * was this shop's is set anew. Another program's is taken back only by a person (`takesBack`): a copy of this shop must not take it from the shop. Returns
 * whether the address was set.
 */
export async function lookAtBot(ctx: Context, bot: Bot, { takesBack }: { takesBack: boolean }): Promise<boolean> {
  const [me, webhook] = [await bot.call('getMe', {}), await bot.call<Webhook>('getWebhookInfo', {})]
  // Whatever is no refusal passes by itself.
  if (!me.ok && me.code === 401)
    await noteBotProblem(ctx.db, `${UNKNOWN}. Connect the bot again with its new token.`, ctx.now())
  if (!me.ok || !webhook.ok) return false
  const isSet = await compareWebhook(ctx, bot, webhook.result, takesBack)
  for (const { chat_id, in_use } of await findGroups(ctx.db, ctx.now())) {
    if (!in_use) continue
    const own = await bot.call<z.output<typeof Place>>('getChatMember', { chat_id, user_id: bot.bot_id })
    if (own.ok) await noteProblem(ctx.db, chat_id, problemOf(own.result), ctx.now())
    else if (own.code === 403) await noteProblem(ctx.db, chat_id, GONE, ctx.now())
    else await noteRefusal(ctx, chat_id, own)
  }
  return isSet
}

async function compareWebhook(ctx: Context, bot: Bot, webhook: Webhook, takesBack: boolean): Promise<boolean> {
  const own = webhookOf(ctx)
  const { url, pending_update_count: waiting, last_error_date: at = 0, last_error_message: error = '' } = webhook
  const isRecent = at * 1000 > ctx.now().getTime() - RECENT_MS
  // 401 is our own answer to a secret that was never stored, as when the program ended while it connected the bot.
  const isWrongSecret = url === own && isRecent && /\b401\b/.test(error)
  const wasOurs = url === '' || url === bot.webhook_url || (!bot.webhook_url && url.endsWith(new URL(own).pathname))
  if (isWrongSecret || (url !== own && (wasOurs || takesBack))) {
    const secret = open(bot.secret_sealed, { keys: ctx.config.encryptionKeys, aad: SECRET })
    const set = await bot.call('setWebhook', { url: own, secret_token: secret, allowed_updates: UPDATES })
    if (set.ok) await updateBot(ctx.db, { webhook_url: own })
    await noteBotProblem(ctx.db, set.ok ? null : `Telegram: ${set.words}`, ctx.now())
    return set.ok
  }
  const problem =
    url !== own
      ? `Another program gets the messages of this bot: ${hostOf(url)}. Nobody is let in. End it there, then open Test here.`
      : isRecent && waiting > 0
        ? `Telegram cannot reach this shop: ${error}`
        : null
  await noteBotProblem(ctx.db, problem, ctx.now())
  return false
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url.slice(0, 100))

/** Looks at the bot for the owner, who hears of the first thing that is wrong. */
export async function testBot(ctx: Context): Promise<{ ok: boolean; message: string }> {
  const before = await botOf(ctx)
  if (!before) throw plainError('not_found', 'Connect a bot first')
  const me = await before.call('getMe', {})
  if (!me.ok) return { ok: false, message: me.code === 401 ? UNKNOWN : me.words }
  const isSet = await lookAtBot(ctx, before, { takesBack: true })
  const [bot, groups] = [await botOf(ctx), await findGroups(ctx.db, ctx.now())]
  if (bot?.problem) return { ok: false, message: bot.problem }
  const used = groups.filter(({ in_use }) => in_use)
  const wrong = used.find(({ problem }) => problem)
  if (wrong) return { ok: false, message: `${wrong.title}: ${wrong.problem}` }
  const again = isSet ? 'Its messages come to this shop again. ' : ''
  const works =
    used.length > 0
      ? 'The bot works in all its groups'
      : groups.length > 0
        ? 'The bot works. Choose a group in a course.'
        : 'The bot works. Add it to a group as an administrator.'
  return { ok: true, message: `${again}${works}` }
}
