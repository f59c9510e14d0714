import { randomInt } from 'node:crypto'
import { drawText } from 'contract/draw-text'

/** The state of the stand-in, and its JSON in the Bot API. */

export type Person = { id: number; first_name: string; username?: string }

/** `muted_out`: restricted, and no longer in the chat. */
export type MemberStatus = 'creator' | 'administrator' | 'member' | 'muted' | 'muted_out' | 'left' | 'kicked'

/** Checks that somebody with the status is in the chat. */
export const isInside = (status: MemberStatus | undefined) =>
  status === 'creator' || status === 'administrator' || status === 'member' || status === 'muted'

export type Link = {
  invite_link: string
  /** The account that made it: the bot of that time, or the group's owner. */
  creator: number
  chatId: number
  name: string | undefined
  creates_join_request: boolean
  expire_date: number | undefined
  member_limit: number | undefined
  is_revoked: boolean
  /** People that joined by the link. */
  joined: Set<number>
}

export type Chat = {
  id: number
  title: string
  type: 'group' | 'supergroup' | 'channel'
  members: Map<number, MemberStatus>
  /** People who wait for an approval, and the link that they pressed. */
  requests: Map<number, Link>
  /** Rights of the bot, while it is an administrator. */
  rights: { can_invite_users: boolean; can_restrict_members: boolean }
  /** The supergroup that a group became. */
  movedTo: number | undefined
  /** Moments of the last messages. */
  sent: number[]
}

export type World = {
  bot: Person
  people: Map<number, Person>
  chats: Map<number, Chat>
  links: Map<string, Link>
  /** People who began a chat with the bot, and people who blocked it. */
  started: Set<number>
  blocked: Set<number>
  /** People who are in as many groups as Telegram allows. */
  crowded: Set<number>
  linkBase: () => string
  now: () => Date
}

export const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

export function addChat(world: World, { title, type = 'supergroup', bot = 'administrator' }: NewChat): Chat {
  const id = type === 'group' ? -randomInt(1e8, 1e9) : -1e12 - randomInt(1e9, 2e9)
  const chat: Chat = {
    id,
    title,
    type,
    members: new Map([[OWNER.id, 'creator']]),
    requests: new Map(),
    rights: { can_invite_users: true, can_restrict_members: true },
    movedTo: undefined,
    sent: [],
  }
  world.people.set(OWNER.id, OWNER)
  world.people.set(world.bot.id, world.bot)
  if (bot !== 'none') chat.members.set(world.bot.id, bot)
  world.chats.set(id, chat)
  return chat
}

export type NewChat = { title: string; type?: Chat['type']; bot?: 'administrator' | 'member' | 'none' }

/** The result of a pressed link. */
export type Pressed = 'requested' | 'joined' | 'already' | 'banned' | 'expired'

/** The owner of every group. */
export const OWNER: Person = { id: 700_000_001, first_name: 'Owner' }

export const userOf = (world: World, id: number) => {
  const { id: of, ...names } = world.people.get(id) ?? { id, first_name: `Person ${id}` }
  return { id: of, is_bot: of === world.bot.id, ...names }
}

export const chatOf = ({ id, title, type }: Chat) => ({ id, title, type })

/** Formats a member: a person who never was in the chat has left it. */
export function memberOf(world: World, chat: Chat, id: number, status = chat.members.get(id) ?? 'left') {
  const user = userOf(world, id)
  if (status === 'kicked') return { status, user, until_date: 0 }
  if (status === 'muted' || status === 'muted_out')
    return { status: 'restricted', user, is_member: status === 'muted', can_send_messages: false, until_date: 0 }
  if (status === 'creator') return { status, user, is_anonymous: false }
  if (status !== 'administrator') return { status, user }
  return {
    status,
    user,
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_delete_messages: true,
    can_manage_video_chats: false,
    ...chat.rights,
    can_promote_members: false,
    can_change_info: false,
    can_post_stories: false,
    can_edit_stories: false,
    can_delete_stories: false,
    can_send_welcome_messages: false,
  }
}

export function newLink(
  world: World,
  chat: Chat,
  of: Pick<Link, 'name' | 'creates_join_request' | 'expire_date' | 'member_limit'>,
  creator = world.bot.id,
): Link {
  const hash = drawText('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-', 16)
  const link = {
    ...of,
    creator,
    invite_link: `${world.linkBase()}${hash}`,
    chatId: chat.id,
    is_revoked: false,
    joined: new Set<number>(),
  }
  world.links.set(link.invite_link, link)
  return link
}

/** Formats a link. A bot sees only the beginning of the links of others. */
export function linkOf(world: World, link: Link) {
  const { creator, creates_join_request, is_revoked, name, expire_date, member_limit } = link
  const waiting = [...(world.chats.get(link.chatId)?.requests.values() ?? [])].filter((of) => of === link).length
  const invite_link = creator === world.bot.id ? link.invite_link : `${link.invite_link.slice(0, -8)}…`
  return {
    invite_link,
    creator: userOf(world, creator),
    creates_join_request,
    is_primary: false,
    is_revoked,
    ...(name ? { name } : {}),
    ...(expire_date ? { expire_date } : {}),
    ...(member_limit ? { member_limit } : {}),
    ...(waiting > 0 ? { pending_join_request_count: waiting } : {}),
  }
}

/** A change of somebody's place in a chat, for the update that reports it. */
export type Move = { chat: Chat; of: number; by: number; to: MemberStatus; link?: Link; viaRequest?: boolean }

/** Moves somebody, and returns the update; undefined if nothing changed. */
export function move(world: World, { chat, of, by, to, link, viaRequest }: Move): object | undefined {
  const from = chat.members.get(of) ?? 'left'
  if (from === to) return undefined
  chat.members.set(of, to)
  chat.requests.delete(of)
  const change = {
    chat: chatOf(chat),
    from: userOf(world, by),
    date: seconds(world.now()),
    old_chat_member: memberOf(world, chat, of, from),
    new_chat_member: memberOf(world, chat, of, to),
    ...(link ? { invite_link: linkOf(world, link) } : {}),
    ...(viaRequest ? { via_join_request: true } : {}),
  }
  return { [of === world.bot.id ? 'my_chat_member' : 'chat_member']: change }
}
