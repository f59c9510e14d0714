import { z } from 'zod'
import { type Chat, chatOf, isInside, linkOf, memberOf, move, newLink, seconds, userOf, type World } from './chats.ts'

/** An answer of the Bot API that is no success. */
export class Declined extends Error {
  override readonly name = 'Declined'
  readonly status: number
  readonly parameters: { retry_after?: number; migrate_to_chat_id?: number } | undefined

  constructor(status: number, description: string, parameters?: Declined['parameters']) {
    super(description)
    this.status = status
    this.parameters = parameters
  }
}

const bad = (words: string) => new Declined(400, `Bad Request: ${words}`)

// Parameters may be texts: Telegram reads them from the address, a form or JSON alike.
const id = z.coerce.number().int()
const yes = z.preprocess((value) => value === true || value === 'true', z.boolean())
const inChat = z.object({ chat_id: id })
const person = z.object({ chat_id: id, user_id: id })

const MESSAGES_A_MINUTE = 20
const MINUTE_MS = 60_000

/** `failed`: the last update that the address did not take. */
export type Webhook = {
  url: string
  secret: string
  allowed: string[]
  failed: { at: Date; words: string } | undefined
}

/** The parts besides the world that a method may change. */
export type Desk = {
  world: World
  webhook: Webhook | undefined
  setWebhook(webhook: Webhook | undefined): void
  queue(update: object | undefined): void
  waiting(): number
  /** Stores a message that was sent. */
  sent(message: { chat_id: number; text: string }): number
}

const setWebhookBody = z.object({
  url: z.string(),
  secret_token: z.string().default(''),
  allowed_updates: z
    .preprocess((value) => (typeof value === 'string' ? JSON.parse(value) : value), z.array(z.string()))
    .default([]),
})

/** The methods that a shop with a group needs, by lower-case name: their names are not case-sensitive. */
export const methods: Record<string, (desk: Desk, body: unknown) => unknown> = {
  getme: ({ world }) => ({
    ...userOf(world, world.bot.id),
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
  }),

  getchat({ world }, body) {
    const chat = findChat(world, read(inChat, body).chat_id)
    return { ...chatOf(chat), accent_color_id: 0, max_reaction_count: 11, accepted_gift_types: GIFTS }
  },

  getchatmember({ world }, body) {
    const { chat_id, user_id } = read(person, body)
    const chat = findChat(world, chat_id)
    if (user_id !== world.bot.id && chat.members.get(world.bot.id) !== 'administrator')
      throw bad('member list is inaccessible')
    if (!world.people.has(user_id)) throw bad('user not found')
    return memberOf(world, chat, user_id)
  },

  createchatinvitelink({ world }, body) {
    const schema = inChat.extend({
      name: z.string().max(32).optional(),
      expire_date: z.coerce.number().int().optional(),
      member_limit: z.coerce.number().int().min(1).max(99_999).optional(),
      creates_join_request: yes.default(false),
    })
    const { chat_id, ...of } = read(schema, body)
    const chat = administered(world, chat_id, 'can_invite_users', 'manage chat invite link')
    if (of.creates_join_request && of.member_limit !== undefined) {
      throw bad("member limit can't be specified for links requiring administrator approval")
    }
    const { name, expire_date, member_limit, creates_join_request } = of
    return linkOf(world, newLink(world, chat, { name, expire_date, member_limit, creates_join_request }))
  },

  revokechatinvitelink({ world }, body) {
    const { chat_id, invite_link } = read(inChat.extend({ invite_link: z.string() }), body)
    const chat = administered(world, chat_id, 'can_invite_users', 'manage chat invite link')
    const link = world.links.get(invite_link)
    if (link?.chatId !== chat.id) throw bad('INVITE_HASH_EXPIRED')
    link.is_revoked = true
    return linkOf(world, link)
  },

  approvechatjoinrequest(desk, body) {
    const { world } = desk
    const { chat, user_id, link } = request(world, body)
    if (world.crowded.has(user_id)) throw bad('USER_CHANNELS_TOO_MUCH')
    link.joined.add(user_id)
    desk.queue(move(world, { chat, of: user_id, by: world.bot.id, to: 'member', link, viaRequest: true }))
    return true
  },

  declinechatjoinrequest({ world }, body) {
    const { chat, user_id } = request(world, body)
    chat.requests.delete(user_id)
    return true
  },

  // A basic group bars nobody: who was removed may return.
  banchatmember(desk, body) {
    const { chat, user_id } = toRemove(desk.world, body)
    const to = chat.type === 'group' ? 'left' : 'kicked'
    desk.queue(move(desk.world, { chat, of: user_id, by: desk.world.bot.id, to }))
    return true
  },

  // Without `only_if_banned` a member is removed too, and may return; so may somebody whom an administrator barred.
  unbanchatmember(desk, body) {
    const { chat_id, only_if_banned } = read(person.extend({ only_if_banned: yes.default(false) }), body)
    if (findChat(desk.world, chat_id).type === 'group')
      throw bad('method is available for supergroup and channel chats only')
    const { chat, user_id } = toRemove(desk.world, body)
    if (only_if_banned && chat.members.get(user_id) !== 'kicked') return true
    desk.queue(move(desk.world, { chat, of: user_id, by: desk.world.bot.id, to: 'left' }))
    return true
  },

  sendmessage(desk, body) {
    const { world } = desk
    const { chat_id, text } = read(inChat.extend({ text: z.string() }), body)
    if (text.trim() === '') throw bad('message text is empty')
    if (text.length > 4096) throw bad('message is too long')
    const date = seconds(world.now())
    const from = userOf(world, world.bot.id)
    if (chat_id > 0) {
      if (!world.people.has(chat_id)) throw bad('chat not found')
      if (world.blocked.has(chat_id)) throw new Declined(403, 'Forbidden: bot was blocked by the user')
      if (!mayWriteTo(world, chat_id)) {
        throw new Declined(403, "Forbidden: bot can't initiate conversation with a user")
      }
      const { first_name } = userOf(world, chat_id)
      return {
        message_id: desk.sent({ chat_id, text }),
        from,
        date,
        chat: { id: chat_id, type: 'private', first_name },
        text,
      }
    }
    const chat = findChat(world, chat_id)
    const at = world.now().getTime()
    chat.sent = chat.sent.filter((earlier) => earlier > at - MINUTE_MS)
    if (chat.sent.length >= MESSAGES_A_MINUTE) {
      const wait = Math.ceil(((chat.sent[0] ?? at) + MINUTE_MS - at) / 1000)
      throw new Declined(429, `Too Many Requests: retry after ${wait}`, { retry_after: wait })
    }
    chat.sent.push(at)
    return { message_id: desk.sent({ chat_id, text }), from, date, chat: chatOf(chat), text }
  },

  setwebhook(desk, body) {
    const { url, secret_token: secret, allowed_updates: allowed } = read(setWebhookBody, body)
    if (url !== '' && !/^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(url)) {
      throw bad('bad webhook: An HTTPS URL must be provided for webhook')
    }
    if (!/^[A-Za-z0-9_-]{0,256}$/.test(secret)) throw bad('secret token contains unallowed characters')
    desk.setWebhook(url === '' ? undefined : { url, secret, allowed, failed: undefined })
    return true
  },

  deletewebhook(desk) {
    desk.setWebhook(undefined)
    return true
  },

  getwebhookinfo: (desk) => ({
    url: desk.webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: desk.waiting(),
    ...(desk.webhook?.failed
      ? { last_error_date: seconds(desk.webhook.failed.at), last_error_message: desk.webhook.failed.words }
      : {}),
    ...(desk.webhook && desk.webhook.allowed.length > 0 ? { allowed_updates: desk.webhook.allowed } : {}),
  }),
}

const GIFTS = {
  unlimited_gifts: false,
  limited_gifts: false,
  unique_gifts: false,
  premium_subscription: false,
  gifts_from_channels: false,
}

/** The bot may write to who began a chat with it, and to who waits for an approval. */
const mayWriteTo = (world: World, id: number) =>
  world.started.has(id) || [...world.chats.values()].some((chat) => chat.requests.has(id))

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  throw bad(`invalid parameter ${parsed.error.issues[0]?.path.join('.') ?? ''}`.trim())
}

function findChat(world: World, chatId: number): Chat {
  const chat = world.chats.get(chatId)
  if (!chat) throw bad('chat not found')
  if (chat.movedTo !== undefined) {
    throw new Declined(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: chat.movedTo,
    })
  }
  const status = chat.members.get(world.bot.id)
  if (status === 'kicked') throw new Declined(403, `Forbidden: bot was kicked from the ${chat.type} chat`)
  if (status !== 'member' && status !== 'administrator') {
    throw new Declined(403, `Forbidden: bot is not a member of the ${chat.type} chat`)
  }
  return chat
}

function administered(world: World, chatId: number, right: keyof Chat['rights'], what: string): Chat {
  const chat = findChat(world, chatId)
  if (chat.members.get(world.bot.id) === 'administrator' && chat.rights[right]) return chat
  throw bad(`not enough rights to ${what}`)
}

function request(world: World, body: unknown) {
  const { chat_id, user_id } = read(person, body)
  const chat = administered(world, chat_id, 'can_invite_users', 'invite users')
  if (isInside(chat.members.get(user_id))) throw bad('USER_ALREADY_PARTICIPANT')
  const link = chat.requests.get(user_id)
  if (!link) throw bad('HIDE_REQUESTER_MISSING')
  return { chat, user_id, link }
}

function toRemove(world: World, body: unknown) {
  const { chat_id, user_id } = read(person, body)
  const chat = administered(world, chat_id, 'can_restrict_members', 'restrict/unrestrict chat member')
  if (!world.people.has(user_id)) throw bad('PARTICIPANT_ID_INVALID')
  const status = chat.members.get(user_id)
  if (status === 'creator') throw bad("can't remove chat owner")
  if (status === 'administrator') throw bad('user is an administrator of the chat')
  return { chat, user_id }
}
