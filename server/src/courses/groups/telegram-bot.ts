import type { Context } from '../../context.ts'
import { open } from '../../platform/payments/secret-box.ts'
import { type BotAnswer, callBot } from './bot-api.ts'
import { findBot, pauseBot } from './groups.queries.ts'
import { moveGroup } from './move-group.queries.ts'

export const TOKEN = 'telegram:token'
export const SECRET = 'telegram:secret'

export const urlOf = ({ config }: Pick<Context, 'config'>) =>
  config.telegramUrl ?? `${config.storeUrl}/sandbox/telegram`

/** The address to which Telegram sends the updates of this shop's bot. */
export const webhookOf = ({ config }: Pick<Context, 'config'>) => `${config.storeUrl}/api/webhooks/telegram`

export type Bot = NonNullable<Awaited<ReturnType<typeof botOf>>>

/**
 * Returns a caller of the bot's methods; undefined without a bot. A limit of Telegram stops every call of the bot, also by other processes, until it is over. A
 * group that became a supergroup is followed, and the call is made again.
 */
export async function botOf(ctx: Context) {
  const row = await findBot(ctx.db)
  if (!row) return undefined
  const bot = { url: urlOf(ctx), token: open(row.token_sealed, { keys: ctx.config.encryptionKeys, aad: TOKEN }) }
  let pausedUntil = row.paused_until ? new Date(row.paused_until).getTime() : 0

  async function call<T>(method: string, body: { chat_id?: number; [name: string]: unknown }): Promise<BotAnswer<T>> {
    const wait = Math.ceil((pausedUntil - ctx.now().getTime()) / 1000)
    if (wait > 0) return { ok: false, code: 429, words: `Telegram wants ${wait} seconds of rest`, retryAfter: wait }
    const answer = await callBot<T>(bot, method, body)
    if (answer.ok) return answer
    if (answer.retryAfter) {
      pausedUntil = ctx.now().getTime() + answer.retryAfter * 1000
      await pauseBot(ctx.db, new Date(pausedUntil))
    }
    const { movedTo } = answer
    if (!movedTo || body.chat_id === undefined || body.chat_id === movedTo) return answer
    const from = body.chat_id
    await ctx.db.transaction((trx) => moveGroup(trx, { from, to: movedTo }, ctx.now()))
    return call(method, { ...body, chat_id: movedTo })
  }
  return { ...row, call }
}

type Place = { status: string; is_member?: boolean | undefined }

/** Checks that a person with the status is in the group; a restricted one may have left. */
export const isInside = ({ status, is_member }: Place): boolean =>
  status === 'restricted' ? is_member === true : status !== 'left' && status !== 'kicked'

/** Telegram knows no such account, or not in this group. */
export const isAbsent = (answer: BotAnswer): boolean =>
  !answer.ok && /user not found|PARTICIPANT_ID_INVALID|USER_NOT_PARTICIPANT|USER_ID_INVALID/i.test(answer.words)

/** Looks where an account is in a group; a refusal if Telegram does not say. */
export async function placeIn(
  bot: Bot,
  account: { chat_id: number; user_id: number },
): Promise<'in' | 'administrator' | 'barred' | 'absent' | (BotAnswer & { ok: false })> {
  const answer = await bot.call<Place>('getChatMember', account)
  if (!answer.ok) return isAbsent(answer) ? 'absent' : answer
  const { status } = answer.result
  if (status === 'administrator' || status === 'creator') return 'administrator'
  return status === 'kicked' ? 'barred' : isInside(answer.result) ? 'in' : 'absent'
}
