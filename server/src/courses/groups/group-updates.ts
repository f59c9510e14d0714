import { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { jsonOf } from '../../platform/net/json-of.ts'
import { isSameSecret } from '../../platform/net/same-secret.ts'
import { open } from '../../platform/payments/secret-box.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { GONE, RIGHTS } from './group-acts.ts'
import {
  type BotRow,
  findBot,
  findByLink,
  findByLinkStart,
  type Member,
  noteGroup,
  updateMember,
} from './groups.queries.ts'
import { moveGroup } from './move-group.queries.ts'
import { isInside, SECRET } from './telegram-bot.ts'

/** Kinds of updates that the bot asks for; `message` tells the new id of a group. */
export const UPDATES = ['chat_join_request', 'chat_member', 'my_chat_member', 'message']

const Chat = z.object({ id: z.number().int(), title: z.string().catch('') })
const Person = z.object({ id: z.number().int() })
export const Place = z.object({
  status: z.string(),
  is_member: z.boolean().optional(),
  can_invite_users: z.boolean().optional(),
  can_restrict_members: z.boolean().optional(),
})
const Moved = Place.extend({ user: Person })
const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .object({ chat: Chat, ...shape })
    .optional()
    .catch(undefined)
const Update = z.object({
  chat_join_request: part({
    from: Person,
    user_chat_id: z.number().int().optional().catch(undefined),
    invite_link: z.object({ invite_link: z.string() }),
  }),
  chat_member: part({ from: Person, new_chat_member: Moved }),
  my_chat_member: part({ new_chat_member: Place }),
  message: part({ migrate_to_chat_id: z.number().int() }),
})
type Updates = z.output<typeof Update>

/** Says what keeps the bot from acting in a group, by its place there; null if nothing does. */
export const problemOf = (place: z.output<typeof Place>): string | null => {
  if (!isInside(place)) return GONE
  const { status, can_invite_users, can_restrict_members } = place
  if (status !== 'administrator' || !(can_invite_users || can_restrict_members)) return RIGHTS.both
  return can_invite_users ? (can_restrict_members ? null : RIGHTS.remove) : RIGHTS.invite
}

/** Takes an update of Telegram, which may repeat. 401 without the secret of our webhook. */
export async function receiveUpdate(
  ctx: Context,
  { rawBody, secret }: { rawBody: Buffer; secret: string | undefined },
) {
  const bot = await findBot(ctx.db)
  const own = bot && open(bot.secret_sealed, { keys: ctx.config.encryptionKeys, aad: SECRET })
  if (!own || !secret || !isSameSecret(secret, own)) throw plainError('invalid_signature', 'The secret is not valid')
  const parsed = Update.safeParse(jsonOf(rawBody.toString('utf8')))
  const { chat_join_request: request, chat_member: moved, my_chat_member: place, message } = parsed.data ?? {}
  // An administrator bot gets every message of its groups: nothing of them is stored.
  if (!request && !moved && !place && !message) return
  await ctx.db.transaction(async (trx) => {
    if (message) await moveGroup(trx, { from: message.chat.id, to: message.migrate_to_chat_id }, ctx.now())
    if (place && place.chat.id < 0)
      await noteGroup(
        trx,
        { chat_id: place.chat.id, title: place.chat.title, problem: problemOf(place.new_chat_member) },
        ctx.now(),
      )
    if (moved) await noteMove(ctx, trx, bot, moved)
    if (request) await noteRequest(ctx, trx, bot, request)
  })
}

type Request = NonNullable<Updates['chat_join_request']>

/** A link belongs to the account that used it first; requests by links of others are left to the group's people. */
async function noteRequest(ctx: Context, trx: Db, bot: BotRow, { chat, from, user_chat_id, invite_link }: Request) {
  const [link, user_id] = [invite_link.invite_link, from.id]
  const member = await findByLink(trx, link)
  if (!member) return tellOfNewLink(ctx, trx, bot, { chat_id: chat.id, user_id, to: user_chat_id, link })
  // Our own link in a group of another id: the word of the move is still under way.
  if (member.chat_id !== chat.id) await moveGroup(trx, { from: member.chat_id, to: chat.id }, ctx.now())
  const { id, telegram_id } = member
  const isFree = member.state !== 'barred' && (telegram_id === null || telegram_id === user_id)
  const changes = { telegram_id: user_id, state: 'asked' as const, problem: null, again_at: null }
  if (isFree && (await updateMember(trx, { id, telegram_id }, changes, ctx.now())) > 0)
    await ctx.queue.send(trx, 'group-act', { id: Number(id) })
  else await ctx.queue.send(trx, 'group-decline', { chat_id: chat.id, user_id })
}

type OldLink = { chat_id: number; user_id: number; to: number | undefined; link: string }

/** Of a link that an earlier bot made, Telegram shows only the beginning: its student is told where the new one is. */
async function tellOfNewLink(ctx: Context, trx: Db, bot: BotRow, { chat_id, user_id, to, link }: OldLink) {
  const start = /^(.{20,})…$/.exec(link)?.[1]
  const [member, another] = start ? await findByLinkStart(trx, chat_id, start, bot.bot_id) : []
  if (!member || another) return
  const { t } = inLanguage(await findLanguage(trx, member.user_id))
  const address = `${ctx.config.storeUrl}/dashboard`
  const text = t('This link to the group has ended. Your new link is on your dashboard: {address}', { address })
  await ctx.queue.send(trx, 'group-decline', { chat_id, user_id, ...(to && { tell: { to, text } }) })
}

/** Follows somebody's place. Whom an administrator's hand removed for good stays out until that hand takes it back. */
async function noteMove(
  { now }: Context,
  trx: Db,
  { bot_id }: BotRow,
  { chat, from, new_chat_member: place }: NonNullable<Updates['chat_member']>,
): Promise<void> {
  const account = { chat_id: chat.id, telegram_id: place.user.id }
  const to = (states: readonly Member['state'][], state: Member['state'], problem: Member['problem'] = null) =>
    Promise.all(
      states.map((one) => updateMember(trx, { ...account, state: one }, { state, problem, again_at: null }, now())),
    )
  if (place.status === 'kicked' && from.id !== bot_id) await to(['asked', 'in', 'left', 'out'], 'barred')
  else if (!isInside(place)) await to(['in', 'barred'], 'left')
  else {
    await to(['asked', 'left', 'barred'], 'in')
    // No longer an administrator: the bot may remove them again.
    if (place.status === 'member') await to(['in'], 'in')
  }
}
