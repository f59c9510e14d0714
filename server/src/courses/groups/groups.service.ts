import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { resealRows, seal } from '../../platform/payments/secret-box.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { callBot } from './bot-api.ts'
import { UNKNOWN } from './bot-look.ts'
import { noteRefusal, removeMember } from './group-acts.ts'
import { UPDATES } from './group-updates.ts'
import {
  botRows,
  findBot,
  findGroups,
  findGroupsOf,
  findMember,
  findStaying,
  findStuck,
  leaveIn,
  type Member,
  type MemberProblem,
  saveBot,
  saveLink,
  updateMember,
} from './groups.queries.ts'
import { type Bot, botOf, placeIn, SECRET, TOKEN, urlOf, webhookOf } from './telegram-bot.ts'

/** Only fields of the contract are sent. */
export async function readBot({ db, now }: Pick<Context, 'db' | 'now'>) {
  const [bot, groups] = await Promise.all([findBot(db), findGroups(db, now())])
  return { username: bot?.username ?? null, problem: bot?.problem ?? null, groups }
}

/** Connects a bot that Telegram knows, or none; a webhook with a new secret brings its updates. */
export async function connectBot(ctx: Context, token: string | null) {
  const before = await botOf(ctx)
  const row = token === null ? undefined : await register(ctx, token)
  if (before && before.bot_id !== row?.bot_id) await before.call('deleteWebhook', {})
  await ctx.db.transaction(async (trx) => {
    await saveBot(trx, row)
    const change = { before: { bot: before?.username ?? null }, after: { bot: row?.username ?? null } }
    await noteChange(trx, { kind: 'settings', id: 'telegram', name: 'Telegram', ...change })
    // Another bot is in other groups.
    if (row) await ctx.queue.send(trx, 'groups-look', {})
  })
  return readBot(ctx)
}

async function register(ctx: Context, token: string) {
  const bot = { url: urlOf(ctx), token }
  const me = await callBot<{ id: number; username: string }>(bot, 'getMe', {})
  if (!me.ok && (me.code === 401 || me.code === 404)) throw invalidField('token', UNKNOWN)
  if (!me.ok) throw plainError('gateway_error', me.words)
  const secret = randomBytes(32).toString('hex')
  const url = webhookOf(ctx)
  const set = await callBot(bot, 'setWebhook', { url, secret_token: secret, allowed_updates: UPDATES })
  if (!set.ok) throw plainError('gateway_error', `Telegram: ${set.words}`)
  const keys = ctx.config.encryptionKeys
  return {
    bot_id: me.result.id,
    username: me.result.username,
    token_sealed: seal(token, { keys, aad: TOKEN }),
    secret_sealed: seal(secret, { keys, aad: SECRET }),
    webhook_url: url,
  }
}

/** Lists the groups of a student's courses. */
export const showGroups = async ({ db, now }: Context, userId: number) =>
  (await findBot(db)) ? findGroupsOf(db, userId, now()) : []

/** Makes the student's own link to the group of a course, or returns the one that nobody has used. */
export async function linkToGroup(ctx: Context, userId: number, courseId: string): Promise<{ invite_link: string }> {
  const group = (await findGroupsOf(ctx.db, userId, ctx.now())).find(({ course_id }) => course_id === courseId)
  const bot = await botOf(ctx)
  if (!group || !bot) throw appError('not_found', 'Not found')
  const known = await findMember(ctx.db, { user_id: userId, chat_id: group.chat_id })
  if (known && (await isUsable(ctx, bot, known))) return { invite_link: known.invite_link }
  const name = `Student ${userId}`
  const made = await bot.call<{ invite_link: string }>('createChatInviteLink', {
    chat_id: group.chat_id,
    name,
    creates_join_request: true,
  })
  if (!made.ok) {
    await noteRefusal(ctx, group.chat_id, made)
    throw appError('gateway_error', 'The group cannot be reached. Please try again later.')
  }
  const { invite_link } = made.result
  // The group may have got another id on the way.
  const present = (await findGroupsOf(ctx.db, userId, ctx.now())).find(({ course_id }) => course_id === courseId)
  // Who left needs a new link. One that its bot or group lost may have been opened already.
  const former_link = known?.state === 'invited' ? known.invite_link : null
  const chat_id = present?.chat_id ?? group.chat_id
  await saveLink(ctx.db, { user_id: userId, chat_id, bot_id: bot.bot_id, invite_link, former_link }, ctx.now())
  return { invite_link }
}

/** Checks if the link of a member leads into the group. Refuses one whom an administrator of the group barred. */
async function isUsable(ctx: Context, bot: Bot, member: Member): Promise<boolean> {
  const { id, chat_id, telegram_id, state } = member
  if (state === 'asked' && member.problem) {
    // They left another group, perhaps.
    await updateMember(ctx.db, { id, state }, { again_at: null }, ctx.now())
    await ctx.queue.send(ctx.db, 'group-act', { id })
  }
  if (state === 'in') return true
  if (state === 'invited' || state === 'asked') return member.bot_id === bot.bot_id
  const place =
    state === 'barred' || telegram_id === null ? state : await placeIn(bot, { chat_id, user_id: telegram_id })
  if (place !== 'barred' && place !== 'in' && place !== 'administrator') return false
  if (place === state) throw barred()
  const changes = place === 'barred' ? { state: place, problem: place } : { state: 'in' as const }
  await updateMember(ctx.db, { id, state }, changes, ctx.now())
  if (place === 'barred') throw barred()
  return true
}

const barred = () =>
  appError('conflict', 'An administrator of the group removed you from it. Please write to us if that is a mistake.')

/** Lists who stays in a group without access, by name. */
export const showStaying = async ({ db, now }: Context, chatId: number) =>
  (await findStaying(db, chatId, now())).map(({ user_id, name }) => ({ user_id, name }))

/** Removes who stays in a group without access, or counts them as out: the owner lets them stay. */
export async function settleStaying(ctx: Context, chatId: number, people: 'remove' | 'leave') {
  if (people === 'leave') await leaveIn(ctx.db, chatId, ctx.now())
  else {
    if (!(await findBot(ctx.db))) throw plainError('not_found', 'Connect a bot first')
    for (const { id } of await findStaying(ctx.db, chatId, ctx.now()))
      await ctx.queue.send(ctx.db, 'group-remove', { id: Number(id) })
  }
  return { message: people === 'leave' ? 'They stay in the group' : 'They leave the group within minutes' }
}

/** Removes one who stays, unless access came back. Returns Telegram's refusal if it is worth another try. */
export async function removeStaying(ctx: Context, id: number) {
  const [bot, member] = [await botOf(ctx), await findMember(ctx.db, { id })]
  if (!bot || member?.telegram_id == null || member.state !== 'in') return undefined
  const staying = await findStaying(ctx.db, member.chat_id, ctx.now())
  return staying.some((one) => Number(one.id) === id) ? removeMember(ctx, bot, member) : undefined
}

const stuck: Record<MemberProblem, (name: string, title: string) => string> = {
  full: () => '',
  administrator: (name, title) =>
    `${name} is an administrator of ${title}, so the bot cannot remove them. Remove them in Telegram.`,
  barred: (name, title) =>
    `${name} has access again, but is barred from ${title}. Unban them in Telegram if they may return.`,
}

/** Says what the owner has to do about the bot, its groups, and people in them, the most urgent first. */
export async function findWrongs({ db, now }: Pick<Context, 'db' | 'now'>) {
  const bot = await findBot(db)
  const wrongs: { since: string; words: string }[] = []
  if (bot?.problem) wrongs.push({ since: bot.since ?? now().toISOString(), words: bot.problem })
  for (const { title, problem, since, in_use, has_course, staying } of await findGroups(db, now())) {
    if (bot && problem && in_use) wrongs.push({ since, words: `${title}: ${problem}` })
    // Of a course's group the bot removes them by itself.
    if (staying > 0 && !(bot && has_course))
      wrongs.push({
        since,
        words: `${title}: ${staying === 1 ? '1 person stays' : `${staying} people stay`} in it without access`,
      })
  }
  for (const { name, title, problem, since } of await findStuck(db, now()))
    wrongs.push({ since, words: stuck[problem](name ?? 'A person you erased', title) })
  return wrongs
}

/** Seals the secrets of the bot with the first of the keys; returns their number. */
export const resealBot = ({ db, config }: Pick<Context, 'db' | 'config'>) =>
  resealRows(botRows(db), config.encryptionKeys, () => ({ token_sealed: TOKEN, secret_sealed: SECRET }))
