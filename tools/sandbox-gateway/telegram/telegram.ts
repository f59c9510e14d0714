import express, { type Request, type Response, type Router } from 'express'
import { z } from 'zod'
import {
  addChat,
  type Chat,
  chatOf,
  isInside,
  type Link,
  linkOf,
  type MemberStatus,
  move,
  type NewChat,
  newLink,
  OWNER,
  type Person,
  type Pressed,
  seconds,
  userOf,
  type World,
} from './chats.ts'
import { joinPageOf } from './join-page.ts'
import { Declined, type Desk, methods, type Webhook } from './methods.ts'

/** The stand-in's bot, for the console's form. */
export const TELEGRAM_SANDBOX = {
  token: '7000000002:sandbox-token-of-the-bot-0123456789',
  id: 7_000_000_002,
  username: 'shop_sandbox_bot',
}

/** A second bot of the stand-in, for a shop that changes its bot. */
export const SECOND_BOT = {
  token: '7000000003:sandbox-token-of-the-second-bot-0123',
  id: 7_000_000_003,
  username: 'shop_second_bot',
}

/** Kinds that Telegram sends only to who asks for them by name. */
const ON_REQUEST = ['chat_member', 'message_reaction', 'message_reaction_count']

export type TelegramSandbox = {
  router: Router
  /** Every call of a method, oldest first. */
  calls: { method: string; body: unknown; answer: object }[]
  messages: { chat_id: number; text: string }[]
  addChat(chat: NewChat): Chat
  /** A person presses an invite link in the app. */
  press(inviteLink: string, person: Person): Pressed
  /** A person takes the request back. */
  withdraw(chatId: number, personId: number): void
  leave(chatId: number, personId: number): void
  /** An administrator of the group adds, removes or bans by hand; also the bot. */
  byHand(chatId: number, personId: number, status: MemberStatus): void
  setRights(chatId: number, rights: Partial<Chat['rights']>): void
  /** A group becomes a supergroup, with another id; its administrators stay, and its links end. */
  upgrade(chatId: number): Chat
  /** A link of the group's owner, for which people ask. */
  ownersLink(chatId: number): string
  /** An administrator lets somebody in who waits, or declines them. */
  decideByHand(chatId: number, personId: number, lets: 'in' | 'go'): void
  /** A person is in as many groups as Telegram allows, or left some. */
  crowd(personId: number, full: boolean): void
  /** Another program sets the first bot's webhook. */
  takeWebhook(url: string): void
  /** The address of the first bot's webhook. */
  webhook(): string | undefined
  /** Ends every fault and limit. */
  calm(): void
  /** Forgets the waiting updates, as Telegram does after a day. */
  lose(): void
  /** A person begins a chat with the bot, with the payload of a deep link; or blocks it. */
  start(person: Person, payload?: string): void
  block(personId: number): void
  /**
   * The next calls are answered 429, and so is every call of the bot until those seconds are over; `status` answers it, and `drop` does them and cuts
   * the connection. Returns what ends the fault.
   */
  fail(fault: { method?: string; status?: number; retry_after?: number; drop?: boolean; count?: number }): () => void
  setToken(good: boolean): void
  members(chatId: number): { id: number; status: MemberStatus }[]
  /** Sends every waiting update, and waits. Returns what the shop answered; a failed one waits on. */
  flush(): Promise<number[]>
}

/**
 * A stand-in for Telegram's Bot API, as its documentation describes it, for a bot that lets people into a group and out
 * of it. Updates go to the address of `setWebhook`, with its secret; `chat_member` only on request.
 */
export function createTelegramSandbox({
  now = () => new Date(),
  linkBase = () => 'https://t.me/+',
  byItself = false,
}: {
  now?: () => Date
  /** The beginning of every invite link. */
  linkBase?: () => string
  /** Sends the updates by itself, shortly after. */
  byItself?: boolean
} = {}): TelegramSandbox {
  const bots = [TELEGRAM_SANDBOX, SECOND_BOT].map(({ id, username, token }) => ({
    token,
    person: { id, first_name: 'Shop', username },
    webhook: undefined as Webhook | undefined,
    waiting: [] as { update_id: number }[],
    quietUntil: 0,
  }))
  type OneBot = (typeof bots)[number]
  const [first] = bots as [OneBot, ...OneBot[]]
  const world: World = {
    bot: first.person,
    people: new Map(bots.map(({ person }) => [person.id, person])),
    chats: new Map(),
    links: new Map(),
    started: new Set(),
    blocked: new Set(),
    crowded: new Set(),
    linkBase,
    now,
  }
  const calls: TelegramSandbox['calls'] = []
  const messages: TelegramSandbox['messages'] = []
  const faults: Required<Parameters<TelegramSandbox['fail']>[0]>[] = []
  let updates = 100
  let tokenGood = true
  /** Acts as a bot, in whose eyes the world is: rights, own links, updates. */
  const as = <T>(bot: OneBot, act: (desk: Desk) => T): T => {
    const before = world.bot
    world.bot = bot.person
    try {
      return act(deskOf(bot))
    } finally {
      world.bot = before
    }
  }
  const deskOf = (bot: OneBot): Desk => ({
    world,
    get webhook() {
      return bot.webhook
    },
    setWebhook: (next) => {
      bot.webhook = next
    },
    waiting: () => bot.waiting.length,
    queue: (update) => announce((one) => (one === bot ? update : undefined)),
    sent: (message) => messages.push(message),
  })
  /** Queues an update for each bot that asked for its kind. */
  function announce(update: (bot: OneBot) => object | undefined): void {
    for (const bot of bots) {
      const of = as(bot, () => update(bot))
      const kind = Object.keys(of ?? {})[0]
      if (!of || !kind || !bot.webhook) continue
      const { allowed } = bot.webhook
      if (allowed.length > 0 ? !allowed.includes(kind) : ON_REQUEST.includes(kind)) continue
      updates += 1
      bot.waiting.push({ update_id: updates, ...of })
    }
    if (byItself) setTimeout(() => void flush(), 200).unref()
  }

  const router = express.Router({ caseSensitive: true })
  router.use(express.json({ limit: '100kb' }), express.urlencoded({ extended: false, limit: '100kb' }))
  router.use('/control', controlOf())
  router.get('/join/:hash', (req, res) => show(res, req))
  router.post('/join/:hash', (req, res) => {
    const name = String(req.body?.name ?? '').slice(0, 60) || 'Student'
    const known = [...world.people.values()].find((person) => person.first_name === name)
    const person = known ?? { id: 800_000_000 + world.people.size, first_name: name }
    show(res, req, sandbox.press(`${linkBase()}${req.params.hash}`, person))
  })
  router.all('/:bot/:method', (req, res) => {
    const [method, body] = [String(req.params.method), { ...queryOf(req), ...(req.body ?? {}) }]
    const fault = faults.find((of) => of.method === '' || of.method.toLowerCase() === method.toLowerCase())
    if (fault) fault.count -= 1
    if (fault?.count === 0) faults.splice(faults.indexOf(fault), 1)
    const { status, answer } = answerOf(String(req.params.bot), method, body, fault?.drop ? undefined : fault)
    calls.push({ method, body, answer })
    if (fault?.drop) return void res.destroy()
    res.status(status).json(answer)
  })

  function answerOf(token: string, method: string, body: unknown, fault: (typeof faults)[number] | undefined) {
    try {
      const bot = bots.find((one) => token === `bot${one.token}`)
      if (!bot || !tokenGood) throw new Declined(401, 'Unauthorized')
      if (fault?.status === 429) bot.quietUntil = now().getTime() + fault.retry_after * 1000
      const wait = Math.ceil((bot.quietUntil - now().getTime()) / 1000)
      if (wait > 0) throw new Declined(429, `Too Many Requests: retry after ${wait}`, { retry_after: wait })
      if (fault) throw new Declined(fault.status, 'Internal Server Error')
      const act = methods[method.toLowerCase()]
      if (!act) throw new Declined(404, 'Not Found')
      return { status: 200, answer: { ok: true, result: as(bot, (desk) => act(desk, body)) } }
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      const { status, message, parameters } = error
      return {
        status,
        answer: { ok: false, error_code: status, description: message, ...(parameters ? { parameters } : {}) },
      }
    }
  }

  async function flush(): Promise<number[]> {
    const answers: number[] = []
    for (const bot of bots) {
      const due = bot.waiting
      bot.waiting = []
      for (const update of due) {
        const { webhook } = bot
        if (!webhook) {
          bot.waiting.push(update)
          continue
        }
        const answer = await fetch(webhook.url, {
          method: 'POST',
          body: JSON.stringify(update),
          headers: {
            'content-type': 'application/json',
            ...(webhook.secret ? { 'x-telegram-bot-api-secret-token': webhook.secret } : {}),
          },
          redirect: 'manual',
        }).catch(() => undefined)
        await answer?.body?.cancel()
        answers.push(answer?.status ?? 0)
        if (answer?.ok) continue
        bot.waiting.push(update)
        const words = answer
          ? `Wrong response from the webhook: ${answer.status} ${answer.statusText}`
          : 'Connection refused'
        webhook.failed = { at: now(), words }
      }
    }
    return answers
  }

  const chatBy = (id: number): Chat => {
    const chat = world.chats.get(id)
    if (!chat) throw new Error(`no chat ${id}`)
    return chat
  }

  /** Moves somebody by another's hand. Each bot that administers the group hears of it, and of itself. */
  function moveBy(chat: Chat, of: number, by: number, to: MemberStatus, link?: Link): void {
    const own = bots.find(({ person }) => person.id === of)
    const seen = bots.filter((one) => one === own || chat.members.get(one.person.id) === 'administrator')
    const update = as(own ?? first, () => move(world, { chat, of, by, to, ...(link ? { link } : {}) }))
    announce((bot) => ((own ? bot === own : seen.includes(bot)) ? update : undefined))
  }

  const sandbox: TelegramSandbox = {
    router,
    calls,
    messages,
    addChat(input) {
      const chat = addChat(world, input)
      const status = chat.members.get(first.person.id)
      chat.members.delete(first.person.id)
      if (status) moveBy(chat, first.person.id, OWNER.id, status)
      return chat
    },
    press(inviteLink, person) {
      world.people.set(person.id, person)
      const link = world.links.get(inviteLink)
      const over = !link || link.is_revoked || (link.expire_date !== undefined && link.expire_date <= seconds(now()))
      if (over || (link.member_limit !== undefined && link.joined.size >= link.member_limit)) return 'expired'
      const chat = chatBy(link.chatId)
      const status = chat.members.get(person.id)
      if (status === 'kicked') return 'banned'
      if (isInside(status)) return 'already'
      if (!link.creates_join_request) {
        link.joined.add(person.id)
        moveBy(chat, person.id, person.id, 'member', link)
        return 'joined'
      }
      chat.requests.set(person.id, link)
      announce(({ person: bot }) =>
        chat.members.get(bot.id) === 'administrator' && chat.rights.can_invite_users
          ? {
              chat_join_request: {
                chat: chatOf(chat),
                from: userOf(world, person.id),
                user_chat_id: person.id,
                date: seconds(now()),
                invite_link: linkOf(world, link),
              },
            }
          : undefined,
      )
      return 'requested'
    },
    withdraw: (chatId, personId) => void chatBy(chatId).requests.delete(personId),
    leave: (chatId, personId) => moveBy(chatBy(chatId), personId, personId, 'left'),
    byHand: (chatId, personId, status) => moveBy(chatBy(chatId), personId, OWNER.id, status),
    ownersLink(chatId) {
      const of = { name: undefined, creates_join_request: true, expire_date: undefined, member_limit: undefined }
      return newLink(world, chatBy(chatId), of, OWNER.id).invite_link
    },
    decideByHand(chatId, personId, lets) {
      const chat = chatBy(chatId)
      const link = chat.requests.get(personId)
      chat.requests.delete(personId)
      if (lets === 'in') moveBy(chat, personId, OWNER.id, 'member', link)
    },
    crowd: (personId, full) => void (full ? world.crowded.add(personId) : world.crowded.delete(personId)),
    takeWebhook(url) {
      first.webhook = { url, secret: '', allowed: [], failed: undefined }
    },
    webhook: () => first.webhook?.url,
    calm() {
      faults.length = 0
      for (const bot of bots) bot.quietUntil = 0
    },
    lose() {
      for (const bot of bots) bot.waiting = []
    },
    setRights: (chatId, rights) => void Object.assign(chatBy(chatId).rights, rights),
    upgrade(chatId) {
      const old = chatBy(chatId)
      const chat = addChat(world, { title: old.title, bot: 'none' })
      chat.members = new Map(old.members)
      chat.rights = old.rights
      for (const link of world.links.values()) if (link.chatId === chatId) link.is_revoked = true
      old.requests.clear()
      old.movedTo = chat.id
      const message = { message_id: updates, chat: chatOf(old), date: seconds(now()), migrate_to_chat_id: chat.id }
      announce(({ person }) => (chat.members.has(person.id) ? { message } : undefined))
      return chat
    },
    start(person, payload = '') {
      world.people.set(person.id, person)
      world.started.add(person.id)
      world.blocked.delete(person.id)
      const text = `/start ${payload}`.trim()
      const chat = { id: person.id, type: 'private', first_name: person.first_name }
      const message = { message_id: updates, from: userOf(world, person.id), chat, date: seconds(now()), text }
      announce((bot) => (bot === first ? { message } : undefined))
    },
    block: (personId) => void world.blocked.add(personId),
    fail({ method = '', status = 429, retry_after = 5, drop = false, count = 1 }) {
      const fault = { method, status, retry_after, drop, count }
      faults.push(fault)
      return () => {
        if (faults.includes(fault)) faults.splice(faults.indexOf(fault), 1)
      }
    },
    setToken: (good) => {
      tokenGood = good
    },
    members: (chatId) => [...chatBy(chatId).members].map(([id, status]) => ({ id, status })),
    flush,
  }

  function show(res: Response, req: Request, pressed?: Pressed): void {
    const link = world.links.get(`${linkBase()}${req.params.hash}`)
    res.set(
      'Content-Security-Policy',
      "default-src 'none'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    res.type('html').send(joinPageOf(link && chatBy(link.chatId).title, pressed))
  }

  /** The same switches by HTTP, for a browser's test and a drill. */
  function controlOf(): Router {
    const control = express.Router()
    const on = <T>(path: string, schema: z.ZodType<T>, act: (body: T) => unknown) =>
      control.post(path, async (req: Request, res: Response) => {
        res.json((await act(schema.parse(req.body ?? {}))) ?? { ok: true })
      })
    const chat = z.object({ chat_id: z.number() })
    const one = chat.extend({ user_id: z.number() })
    const person = z.object({
      id: z.number(),
      first_name: z.string().default('Student'),
      username: z.string().optional(),
    })
    const status = z.enum(['administrator', 'member', 'muted', 'muted_out', 'left', 'kicked'])
    const whole = ({ username, ...of }: z.output<typeof person>): Person => (username ? { ...of, username } : of)
    on(
      '/chats',
      z.object({ title: z.string(), bot: z.enum(['administrator', 'member', 'none']).default('administrator') }),
      (body) => chatOf(sandbox.addChat(body)),
    )
    on('/press', z.object({ invite_link: z.string(), person }), (body) => ({
      pressed: sandbox.press(body.invite_link, whole(body.person)),
    }))
    on('/leave', one, (body) => sandbox.leave(body.chat_id, body.user_id))
    on('/by-hand', one.extend({ status }), (body) => sandbox.byHand(body.chat_id, body.user_id, body.status))
    on('/start', z.object({ person, payload: z.string().default('') }), (body) =>
      sandbox.start(whole(body.person), body.payload),
    )
    on('/members', chat, (body) => sandbox.members(body.chat_id))
    on('/deliver', z.object({}), async () => ({ answers: await flush() }))
    control.get('/calls', (_req, res) => void res.json(calls))
    return control
  }
  return sandbox
}

/** Reads the address itself: the program that mounts the stand-in has no query parser. */
const queryOf = (req: Request) => Object.fromEntries(new URL(req.originalUrl, 'http://sandbox.invalid').searchParams)
