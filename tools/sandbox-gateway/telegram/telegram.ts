import express, { type Request, type Response, type Router } from 'express'
import { z } from 'zod'
import {
  addChat,
  type Chat,
  chatOf,
  linkOf,
  type MemberStatus,
  move,
  type NewChat,
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
  /** A group becomes a supergroup, with another id. */
  upgrade(chatId: number): Chat
  /** A person begins a chat with the bot, with the payload of a deep link; or blocks it. */
  start(person: Person, payload?: string): void
  block(personId: number): void
  /** The next calls are answered 429; `drop` does them and cuts the connection. */
  fail(fault: { method?: string; status?: number; retry_after?: number; drop?: boolean; count?: number }): void
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
  const bot = { id: TELEGRAM_SANDBOX.id, first_name: 'Shop', username: TELEGRAM_SANDBOX.username }
  const world: World = {
    bot,
    people: new Map([[bot.id, bot]]),
    chats: new Map(),
    links: new Map(),
    started: new Set(),
    blocked: new Set(),
    linkBase,
    now,
  }
  const calls: TelegramSandbox['calls'] = []
  const messages: TelegramSandbox['messages'] = []
  const faults: Required<Parameters<TelegramSandbox['fail']>[0]>[] = []
  let waiting: { update_id: number }[] = []
  let webhook: Webhook | undefined
  let updates = 100
  let tokenGood = true

  const desk: Desk = {
    world,
    get webhook() {
      return webhook
    },
    setWebhook: (next) => {
      webhook = next
    },
    waiting: () => waiting.length,
    queue(update) {
      const kind = Object.keys(update ?? {})[0]
      if (!update || !kind) return
      const wanted = webhook?.allowed ?? []
      if (wanted.length > 0 ? !wanted.includes(kind) : ON_REQUEST.includes(kind)) return
      updates += 1
      waiting.push({ update_id: updates, ...update })
      if (byItself) setTimeout(() => void flush(), 200).unref()
    },
    sent: (message) => messages.push(message),
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
      if (token !== `bot${TELEGRAM_SANDBOX.token}` || !tokenGood) throw new Declined(401, 'Unauthorized')
      if (fault?.status === 429) {
        throw new Declined(429, `Too Many Requests: retry after ${fault.retry_after}`, {
          retry_after: fault.retry_after,
        })
      }
      if (fault) throw new Declined(fault.status, 'Internal Server Error')
      const act = methods[method.toLowerCase()]
      if (!act) throw new Declined(404, 'Not Found')
      return { status: 200, answer: { ok: true, result: act(desk, body) } }
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
    const due = waiting
    waiting = []
    const answers: number[] = []
    for (const update of due) {
      if (!webhook) continue
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
      if (!answer?.ok) waiting.push(update)
    }
    return answers
  }

  const chatBy = (id: number): Chat => {
    const chat = world.chats.get(id)
    if (!chat) throw new Error(`no chat ${id}`)
    return chat
  }

  const sandbox: TelegramSandbox = {
    router,
    calls,
    messages,
    addChat(input) {
      const chat = addChat(world, input)
      const status = chat.members.get(bot.id)
      chat.members.delete(bot.id)
      if (status) desk.queue(move(world, { chat, of: bot.id, by: OWNER.id, to: status }))
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
      if (status !== undefined && status !== 'left') return 'already'
      if (!link.creates_join_request) {
        link.joined.add(person.id)
        desk.queue(move(world, { chat, of: person.id, by: person.id, to: 'member', link }))
        return 'joined'
      }
      chat.requests.set(person.id, link)
      const request = {
        chat: chatOf(chat),
        from: userOf(world, person.id),
        user_chat_id: person.id,
        date: seconds(now()),
        invite_link: linkOf(world, link),
      }
      if (chat.rights.can_invite_users) desk.queue({ chat_join_request: request })
      return 'requested'
    },
    withdraw: (chatId, personId) => void chatBy(chatId).requests.delete(personId),
    leave: (chatId, personId) =>
      desk.queue(move(world, { chat: chatBy(chatId), of: personId, by: personId, to: 'left' })),
    byHand: (chatId, personId, status) =>
      desk.queue(move(world, { chat: chatBy(chatId), of: personId, by: OWNER.id, to: status })),
    setRights: (chatId, rights) => void Object.assign(chatBy(chatId).rights, rights),
    upgrade(chatId) {
      const old = chatBy(chatId)
      const chat = addChat(world, { title: old.title })
      chat.members = old.members
      old.movedTo = chat.id
      return chat
    },
    start(person, payload = '') {
      world.people.set(person.id, person)
      world.started.add(person.id)
      world.blocked.delete(person.id)
      const text = `/start ${payload}`.trim()
      const chat = { id: person.id, type: 'private', first_name: person.first_name }
      const message = { message_id: updates, from: userOf(world, person.id), chat, date: seconds(now()), text }
      desk.queue({ message })
    },
    block: (personId) => void world.blocked.add(personId),
    fail: ({ method = '', status = 429, retry_after = 5, drop = false, count = 1 }) =>
      void faults.push({ method, status, retry_after, drop, count }),
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
    const status = z.enum(['administrator', 'member', 'left', 'kicked'])
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
