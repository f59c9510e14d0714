import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { jsonOf } from '../../platform/net/json-of.ts'
import { isSameSecret } from '../../platform/net/same-secret.ts'
import { open, resealRows, seal } from '../../platform/payments/secret-box.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { type BotAnswer, callBot } from './bot-api.ts'
import {
  botRows,
  findBot,
  findGroups,
  findGroupsOf,
  findLeavers,
  findMember,
  forgetLeaver,
  type Member,
  mayEnter,
  noteGroup,
  noteProblem,
  saveBot,
  saveLink,
  updateMember,
} from './groups.queries.ts'

const UNKNOWN = 'Telegram does not know this token'
const TOKEN = 'telegram:token'
const SECRET = 'telegram:secret'

/** Only fields of the contract are sent. */
export async function readBot({ db }: Pick<Context, 'db'>) {
  const [bot, groups] = await Promise.all([findBot(db), findGroups(db)])
  return { username: bot?.username ?? null, groups }
}

const urlOf = ({ config }: Pick<Context, 'config'>) => config.telegramUrl ?? `${config.storeUrl}/sandbox/telegram`

/** Returns a caller of the bot's methods; undefined without a bot. */
async function botOf(ctx: Context) {
  const row = await findBot(ctx.db)
  if (!row) return undefined
  const bot = { url: urlOf(ctx), token: open(row.token_sealed, { keys: ctx.config.encryptionKeys, aad: TOKEN }) }
  const call = <T>(method: string, body: object) => callBot<T>(bot, method, body)
  return { ...row, call }
}

/** Connects a bot that Telegram knows, or none; a webhook with a new secret brings its updates. */
export async function connectBot(ctx: Context, token: string | null) {
  const before = await botOf(ctx)
  const row = token === null ? undefined : await register(ctx, token)
  if (!row) await before?.call('deleteWebhook', {})
  await ctx.db.transaction(async (trx) => {
    await saveBot(trx, row)
    const change = { before: { bot: before?.username ?? null }, after: { bot: row?.username ?? null } }
    await noteChange(trx, { kind: 'settings', id: 'telegram', name: 'Telegram', ...change })
  })
  return readBot(ctx)
}

async function register(ctx: Context, token: string) {
  const bot = { url: urlOf(ctx), token }
  const me = await callBot<{ id: number; username: string }>(bot, 'getMe', {})
  if (!me.ok && (me.code === 401 || me.code === 404)) throw invalidField('token', UNKNOWN)
  if (!me.ok) throw plainError('gateway_error', me.words)
  const secret = randomBytes(32).toString('hex')
  const url = `${ctx.config.storeUrl}/api/webhooks/telegram`
  const set = await callBot(bot, 'setWebhook', { url, secret_token: secret, allowed_updates: UPDATES })
  if (!set.ok) throw plainError('gateway_error', `Telegram: ${set.words}`)
  const keys = ctx.config.encryptionKeys
  return {
    bot_id: me.result.id,
    username: me.result.username,
    token_sealed: seal(token, { keys, aad: TOKEN }),
    secret_sealed: seal(secret, { keys, aad: SECRET }),
  }
}

/** Looks at the bot and its rights in each group. */
export async function testBot(ctx: Context): Promise<{ ok: boolean; message: string }> {
  const bot = await botOf(ctx)
  if (!bot) throw plainError('not_found', 'Connect a bot first')
  const me = await bot.call('getMe', {})
  if (!me.ok) return { ok: false, message: me.code === 401 ? UNKNOWN : me.words }
  for (const group of await findGroups(ctx.db)) {
    const { chat_id } = group
    const own = await bot.call<z.output<typeof Place>>('getChatMember', { chat_id, user_id: bot.bot_id })
    if (own.ok) await noteProblem(ctx.db, chat_id, problemOf(own.result), ctx.now())
    else if (own.code === 400 || own.code === 403) await noteProblem(ctx.db, chat_id, GONE, ctx.now())
  }
  const { groups } = await readBot(ctx)
  const wrong = groups.find(({ problem }) => problem)
  if (wrong) return { ok: false, message: `${wrong.title}: ${wrong.problem}` }
  return {
    ok: true,
    message:
      groups.length > 0 ? 'The bot works in all its groups' : 'The bot works. Add it to a group as an administrator.',
  }
}

const GONE = 'The bot is no longer in this group. Add it as an administrator.'
const RIGHTS = 'The bot may not invite and remove people. Give it both rights as an administrator.'

const Place = z.object({
  status: z.string(),
  can_invite_users: z.boolean().optional(),
  can_restrict_members: z.boolean().optional(),
})
const problemOf = ({ status, can_invite_users, can_restrict_members }: z.output<typeof Place>): string | null =>
  status === 'left' || status === 'kicked'
    ? GONE
    : status === 'administrator' && can_invite_users && can_restrict_members
      ? null
      : RIGHTS

/** Lists the groups of a student's courses. */
export const showGroups = async ({ db, now }: Context, userId: number) =>
  (await findBot(db)) ? findGroupsOf(db, userId, now()) : []

/** Makes the student's own link to the group of a course, or returns the one that nobody has used. */
export async function linkToGroup(ctx: Context, userId: number, courseId: string): Promise<{ invite_link: string }> {
  const group = (await findGroupsOf(ctx.db, userId, ctx.now())).find(({ course_id }) => course_id === courseId)
  const bot = await botOf(ctx)
  if (!group || !bot) throw appError('not_found', 'Not found')
  const { chat_id } = group
  const known = await findMember(ctx.db, { user_id: userId, chat_id })
  if (known && known.state !== 'left' && known.state !== 'out') return { invite_link: known.invite_link }
  const name = `Student ${userId}`
  const made = await bot.call<{ invite_link: string }>('createChatInviteLink', {
    chat_id,
    name,
    creates_join_request: true,
  })
  if (!made.ok) {
    await noteRefusal(ctx, chat_id, made)
    throw appError('gateway_error', 'The group cannot be reached. Please try again later.')
  }
  const { invite_link } = made.result
  // The link before it lets nobody in: its row is gone.
  await saveLink(ctx.db, { user_id: userId, chat_id, invite_link }, ctx.now())
  return { invite_link }
}

/** Notes why the bot could not act in a group, for the owner. A limit or a failure of the network passes by itself. */
async function noteRefusal({ db, now }: Context, chatId: number, refused: BotAnswer & { ok: false }): Promise<void> {
  const { code, words, movedTo } = refused
  if (movedTo)
    await noteProblem(
      db,
      chatId,
      `Telegram gave this group a new id, ${movedTo}. Choose it in the course again.`,
      now(),
    )
  else if (code === 403 || /chat not found|not a member/i.test(words)) await noteProblem(db, chatId, GONE, now())
  else if (/rights|admin/i.test(words)) await noteProblem(db, chatId, RIGHTS, now())
}

const UPDATES = ['chat_join_request', 'chat_member', 'my_chat_member']

const Chat = z.object({ id: z.number().int(), title: z.string().catch('') })
const Person = z.object({ id: z.number().int() })
const Moved = Place.extend({ user: Person })
const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .object({ chat: Chat, ...shape })
    .optional()
    .catch(undefined)
const Update = z.object({
  chat_join_request: part({ from: Person, invite_link: z.object({ invite_link: z.string() }) }),
  chat_member: part({ new_chat_member: Moved }),
  my_chat_member: part({ new_chat_member: Place }),
})

/** Takes an update of Telegram, which may repeat. 401 without the secret of our webhook. */
export async function receiveUpdate(
  ctx: Context,
  { rawBody, secret }: { rawBody: Buffer; secret: string | undefined },
) {
  const row = await findBot(ctx.db)
  const own = row && open(row.secret_sealed, { keys: ctx.config.encryptionKeys, aad: SECRET })
  if (!own || !secret || !isSameSecret(secret, own)) throw plainError('invalid_signature', 'The secret is not valid')
  const parsed = Update.safeParse(jsonOf(rawBody.toString('utf8')))
  const { chat_join_request: request, chat_member: moved, my_chat_member: bot } = parsed.data ?? {}
  await ctx.db.transaction(async (trx) => {
    if (bot && bot.chat.id < 0)
      await noteGroup(
        trx,
        { chat_id: bot.chat.id, title: bot.chat.title, problem: problemOf(bot.new_chat_member) },
        ctx.now(),
      )
    if (moved) await noteMove(ctx, trx, moved.chat.id, moved.new_chat_member)
    if (request) await noteRequest(ctx, trx, request.chat.id, request.from.id, request.invite_link.invite_link)
  })
}

/** A link belongs to the account that used it first; requests by links of others are left to the group's people. */
async function noteRequest(
  ctx: Context,
  trx: Db,
  chat_id: number,
  user_id: number,
  invite_link: string,
): Promise<void> {
  const member = await findMember(trx, { invite_link, chat_id })
  if (!member) return
  const { id, telegram_id } = member
  const isFree = telegram_id === null || telegram_id === user_id
  const changes = { telegram_id: user_id, state: 'asked' as const }
  if (isFree && (await updateMember(trx, { id, telegram_id }, changes, ctx.now())) > 0)
    await ctx.queue.send(trx, 'group-act', { id: Number(id) })
  else await ctx.queue.send(trx, 'group-decline', { chat_id, user_id })
}

async function noteMove(
  { now }: Context,
  trx: Db,
  chat_id: number,
  { status, user: { id: telegram_id } }: z.output<typeof Moved>,
): Promise<void> {
  const [from, to] = status === 'left' || status === 'kicked' ? (['in', 'left'] as const) : (['asked', 'in'] as const)
  await updateMember(trx, { chat_id, telegram_id, state: from }, { state: to }, now())
}

/** Lets a member in who waits, or takes one out whose access ended. Returns Telegram's answer. */
export async function actOn(ctx: Context, id: number): Promise<BotAnswer | undefined> {
  const [bot, member] = [await botOf(ctx), await findMember(ctx.db, { id })]
  if (!bot || member?.telegram_id == null) return undefined
  const { chat_id, telegram_id: user_id, state } = member
  const may = await mayEnter(ctx.db, member, ctx.now())
  if (state === 'asked') {
    const answer = await bot.call(may ? 'approveChatJoinRequest' : 'declineChatJoinRequest', { chat_id, user_id })
    const isIn = may && (answer.ok || /USER_ALREADY_PARTICIPANT/.test(answer.words))
    // A request that was taken back, or declined by hand.
    const isOver = answer.ok || isIn || /HIDE_REQUESTER_MISSING/.test(answer.words)
    return settle(ctx, member, answer, isOver && (isIn ? 'in' : 'left'))
  }
  if (state !== 'in' || may) return undefined
  const answer = await remove(bot, { chat_id, user_id })
  return settle(ctx, member, answer, (answer.ok || isAbsent(answer)) && 'out')
}

const isAbsent = (answer: BotAnswer) =>
  !answer.ok && /user not found|PARTICIPANT_ID_INVALID|USER_NOT_PARTICIPANT/i.test(answer.words)

type Bot = NonNullable<Awaited<ReturnType<typeof botOf>>>

/** Takes an account out of a group without barring it: it may return once it has access. */
async function remove(bot: Bot, account: { chat_id: number; user_id: number }): Promise<BotAnswer> {
  const banned = await bot.call('banChatMember', account)
  return banned.ok ? bot.call('unbanChatMember', { ...account, only_if_banned: true }) : banned
}

async function settle(
  ctx: Context,
  { id, chat_id, state: from }: Member,
  answer: BotAnswer,
  state: Member['state'] | false,
) {
  if (state) {
    await updateMember(ctx.db, { id, state: from }, { state }, ctx.now())
    await noteProblem(ctx.db, chat_id, null, ctx.now())
  } else if (!answer.ok) await noteRefusal(ctx, chat_id, answer)
  return state ? undefined : answer
}

/** Takes people out of groups who were erased. */
export async function removeLeavers(ctx: Context): Promise<void> {
  const leavers = await findLeavers(ctx.db)
  const bot = leavers.length > 0 ? await botOf(ctx) : undefined
  for (const leaver of leavers) {
    const answer = bot && (await remove(bot, { chat_id: leaver.chat_id, user_id: leaver.telegram_id }))
    if (!answer || answer.ok || answer.code === 400 || answer.code === 403) await forgetLeaver(ctx.db, leaver)
  }
}

/** Declines the request of an account by the link of another. */
export const decline = async (ctx: Context, request: { chat_id: number; user_id: number }) =>
  (await botOf(ctx))?.call('declineChatJoinRequest', request)

/** Seals the secrets of the bot with the first of the keys; returns their number. */
export const resealBot = ({ db, config }: Pick<Context, 'db' | 'config'>) =>
  resealRows(botRows(db), config.encryptionKeys, () => ({ token_sealed: TOKEN, secret_sealed: SECRET }))
