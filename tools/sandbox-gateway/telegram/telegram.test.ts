import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTelegramSandbox, SECOND_BOT, TELEGRAM_SANDBOX, type TelegramSandbox } from './telegram.ts'

type Update = { new_chat_member?: { status: string } }

const kavya = { id: 901, first_name: 'Kavya', username: 'kavya' }
const clock = { now: new Date('2027-01-04T06:00:00Z') }
const received: { secret: string | undefined; update: Record<string, Update> }[] = []
const shop = { status: 200 }
let telegram: TelegramSandbox
let url = ''

const app = express()
app.set('query parser', false)
app.use('/telegram', (req, res, next) => telegram.router(req, res, next))
app.post('/hook', express.json(), (req, res) => {
  received.push({ secret: req.get('x-telegram-bot-api-secret-token'), update: req.body })
  res.sendStatus(shop.status)
})
const server = createServer(app)

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  telegram = createTelegramSandbox({ now: () => clock.now, linkBase: () => `${url}/telegram/join/` })
  received.length = 0
  shop.status = 200
})

async function call(method: string, body: object = {}, token = TELEGRAM_SANDBOX.token) {
  const answer = await fetch(`${url}/telegram/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...(await answer.json()) }
}

const ALL = ['chat_join_request', 'chat_member', 'my_chat_member', 'message']
const listen = (allowed_updates = ALL) =>
  call('setWebhook', { url: `${url}/hook`, secret_token: 'secret_1', allowed_updates })

async function groupWithLink(more: object = { creates_join_request: true }) {
  const { id: chat_id } = telegram.addChat({ title: 'Reels batch' })
  const { result } = await call('createChatInviteLink', { chat_id, name: 'Kavya', ...more })
  return { chat_id, link: result.invite_link as string, entity: result }
}

describe('a bot of the stand-in', () => {
  it('has a name, and its token is required', async () => {
    expect(await call('getMe')).toMatchObject({
      ok: true,
      result: { is_bot: true, username: TELEGRAM_SANDBOX.username },
    })
    expect(await call('getMe', {}, '1:wrong')).toEqual({
      status: 401,
      ok: false,
      error_code: 401,
      description: 'Unauthorized',
    })
    expect(await call('getNothing')).toMatchObject({ status: 404, description: 'Not Found' })
    const byAddress = await fetch(`${url}/telegram/bot${TELEGRAM_SANDBOX.token}/getChat?chat_id=-5`)
    expect(await byAddress.json()).toMatchObject({ error_code: 400, description: 'Bad Request: chat not found' })
  })

  it('admits a person by a personal link, and only once', async () => {
    await listen()
    const { chat_id, link, entity } = await groupWithLink()
    expect(entity).toMatchObject({
      creates_join_request: true,
      is_revoked: false,
      name: 'Kavya',
      creator: { is_bot: true },
    })
    expect(telegram.press(link, kavya)).toBe('requested')
    expect(await telegram.flush()).toEqual([200, 200])
    const request = received.at(-1)
    expect(request).toMatchObject({
      secret: 'secret_1',
      update: {
        chat_join_request: {
          chat: { id: chat_id },
          from: kavya,
          user_chat_id: kavya.id,
          invite_link: { invite_link: link },
        },
      },
    })
    expect(await call('approveChatJoinRequest', { chat_id, user_id: kavya.id })).toMatchObject({
      ok: true,
      result: true,
    })
    expect((await call('getChatMember', { chat_id, user_id: kavya.id })).result).toMatchObject({
      status: 'member',
      user: kavya,
    })
    expect((await call('approveChatJoinRequest', { chat_id, user_id: kavya.id })).description).toContain(
      'USER_ALREADY_PARTICIPANT',
    )
    await telegram.flush()
    expect(received.at(-1)?.update.chat_member).toMatchObject({
      via_join_request: true,
      old_chat_member: { status: 'left' },
      new_chat_member: { status: 'member' },
    })
    expect(telegram.press(link, kavya)).toBe('already')
  })

  it('declines, and a revoked or ended link lets nobody in', async () => {
    const { chat_id, link } = await groupWithLink()
    telegram.press(link, kavya)
    expect(await call('declineChatJoinRequest', { chat_id, user_id: kavya.id })).toMatchObject({ result: true })
    expect((await call('declineChatJoinRequest', { chat_id, user_id: kavya.id })).description).toContain(
      'HIDE_REQUESTER_MISSING',
    )
    expect((await call('revokeChatInviteLink', { chat_id, invite_link: link })).result).toMatchObject({
      is_revoked: true,
    })
    expect(telegram.press(link, kavya)).toBe('expired')
    const ends = Math.floor(clock.now.getTime() / 1000)
    expect(telegram.press((await groupWithLink({ expire_date: ends })).link, kavya)).toBe('expired')
    const once = await groupWithLink({ member_limit: 1 })
    expect(telegram.press(once.link, kavya)).toBe('joined')
    expect(telegram.press(once.link, { id: 902, first_name: 'Ravi' })).toBe('expired')
    const both = await call('createChatInviteLink', { chat_id, creates_join_request: true, member_limit: 1 })
    expect(both).toMatchObject({ status: 400, description: expect.stringContaining("member limit can't be specified") })
  })

  it('removes: a banned person cannot return until unbanned, an unbanned member is out', async () => {
    const { chat_id, link } = await groupWithLink({})
    telegram.press(link, kavya)
    await call('banChatMember', { chat_id, user_id: kavya.id })
    expect(telegram.press(link, kavya)).toBe('banned')
    await call('unbanChatMember', { chat_id, user_id: kavya.id, only_if_banned: true })
    expect(telegram.press(link, kavya)).toBe('joined')
    await call('unbanChatMember', { chat_id, user_id: kavya.id, only_if_banned: true })
    expect(telegram.members(chat_id)).toContainEqual({ id: kavya.id, status: 'member' })
    await call('unbanChatMember', { chat_id, user_id: kavya.id })
    expect(telegram.members(chat_id)).toContainEqual({ id: kavya.id, status: 'left' })
  })

  it('needs its rights, and hears when it loses the group', async () => {
    await listen()
    const { chat_id } = await groupWithLink()
    telegram.setRights(chat_id, { can_restrict_members: false })
    const removal = await call('banChatMember', { chat_id, user_id: kavya.id })
    expect(removal.description).toBe('Bad Request: not enough rights to restrict/unrestrict chat member')
    telegram.byHand(chat_id, TELEGRAM_SANDBOX.id, 'kicked')
    expect(await call('getChat', { chat_id })).toMatchObject({
      status: 403,
      description: 'Forbidden: bot was kicked from the supergroup chat',
    })
    await telegram.flush()
    expect(received.at(-1)?.update.my_chat_member).toMatchObject({ new_chat_member: { status: 'kicked' } })
  })

  it('gets chat_member only on request, and a failed update again', async () => {
    await listen([])
    const { chat_id, link } = await groupWithLink({})
    await telegram.flush()
    received.length = 0
    telegram.press(link, kavya)
    telegram.leave(chat_id, kavya.id)
    expect(await telegram.flush()).toEqual([])
    await listen()
    telegram.press(link, kavya)
    telegram.leave(chat_id, kavya.id)
    shop.status = 500
    expect(await telegram.flush()).toEqual([500, 500])
    shop.status = 200
    received.length = 0
    expect(await telegram.flush()).toEqual([200, 200])
    expect(received.map(({ update }) => update.chat_member?.new_chat_member?.status)).toEqual(['member', 'left'])
  })

  it('writes to who began a chat or waits for an approval, 20 times a minute to a group', async () => {
    const { chat_id, link } = await groupWithLink()
    const to = (id: number) => call('sendMessage', { chat_id: id, text: 'Welcome' })
    telegram.press(link, kavya)
    expect(await to(kavya.id)).toMatchObject({ ok: true, result: { text: 'Welcome', chat: { type: 'private' } } })
    await call('approveChatJoinRequest', { chat_id, user_id: kavya.id })
    expect(await to(kavya.id)).toMatchObject({
      status: 403,
      description: "Forbidden: bot can't initiate conversation with a user",
    })
    telegram.start(kavya, 'm1')
    expect(await to(kavya.id)).toMatchObject({ ok: true })
    telegram.block(kavya.id)
    expect((await to(kavya.id)).description).toBe('Forbidden: bot was blocked by the user')
    for (let count = 0; count < 20; count += 1) expect(await to(chat_id)).toMatchObject({ ok: true })
    expect(await to(chat_id)).toMatchObject({ status: 429, parameters: { retry_after: 60 } })
  })

  it('is refused on request, also after it acted, and learns the new id of a group', async () => {
    const { chat_id } = await groupWithLink()
    telegram.fail({ method: 'getchat', retry_after: 7 })
    expect(await call('getChat', { chat_id })).toMatchObject({ error_code: 429, parameters: { retry_after: 7 } })
    clock.now = new Date(clock.now.getTime() + 7_000)
    telegram.fail({ method: 'banChatMember', drop: true })
    telegram.start(kavya)
    await expect(call('banChatMember', { chat_id, user_id: kavya.id })).rejects.toThrow()
    expect(telegram.members(chat_id)).toContainEqual({ id: kavya.id, status: 'kicked' })
    const { id } = telegram.upgrade(chat_id)
    expect(await call('getChat', { chat_id })).toMatchObject({ status: 400, parameters: { migrate_to_chat_id: id } })
  })

  it('has a page behind its links, and the switches by HTTP', async () => {
    const { chat_id, link } = await groupWithLink()
    expect(await (await fetch(link)).text()).toContain('Reels batch')
    const body = new URLSearchParams({ name: 'Kavya' })
    expect(await (await fetch(link, { method: 'POST', body })).text()).toContain('Request sent')
    const control = async (path: string, of: object) =>
      (
        await fetch(`${url}/telegram/control${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(of),
        })
      ).json()
    expect(await control('/press', { invite_link: link, person: kavya })).toEqual({ pressed: 'requested' })
    expect(await control('/members', { chat_id })).toHaveLength(2)
  })
})

type Prepared = { chat_id: number; user_id: number; link: string }
type Row = {
  call: string
  /** What happened before, in the group of the row. */
  when: string
  before?: (of: Prepared) => unknown
  group?: 'group' | 'supergroup'
  body?: (of: Prepared) => object
  answer: object
}

const request = ({ link }: Prepared) => telegram.press(link, kavya)
const place = (status: Parameters<TelegramSandbox['byHand']>[2]) => (of: Prepared) => {
  telegram.start(kavya)
  telegram.byHand(of.chat_id, kavya.id, status)
}
const refused = (description: string, status = 400) => ({ ok: false, error_code: status, description })
const isBad = (words: string) => refused(`Bad Request: ${words}`)

/** Answers that the documentation and issues of libraries name, the unkind ones first. */
const DOCUMENTED: readonly Row[] = [
  {
    call: 'banChatMember',
    when: 'the person is an administrator',
    before: place('administrator'),
    answer: isBad('user is an administrator of the chat'),
  },
  {
    call: 'unbanChatMember',
    when: 'the person is an administrator',
    before: place('administrator'),
    answer: isBad('user is an administrator of the chat'),
  },
  {
    call: 'unbanChatMember',
    when: 'the group is a basic one',
    group: 'group',
    before: place('member'),
    answer: isBad('method is available for supergroup and channel chats only'),
  },
  {
    call: 'banChatMember',
    when: 'the group is a basic one',
    group: 'group',
    before: place('member'),
    answer: { ok: true, result: true },
  },
  {
    call: 'unbanChatMember',
    when: 'the person is a member',
    before: place('member'),
    answer: { ok: true, result: true },
  },
  {
    call: 'getChatMember',
    when: 'a muted person has left',
    before: place('muted_out'),
    answer: { ok: true, result: { status: 'restricted', is_member: false } },
  },
  {
    call: 'getChatMember',
    when: 'a person is muted',
    before: place('muted'),
    answer: { ok: true, result: { status: 'restricted', is_member: true } },
  },
  {
    call: 'getChatMember',
    when: 'an administrator barred the person',
    before: place('kicked'),
    answer: { ok: true, result: { status: 'kicked' } },
  },
  {
    call: 'getChatMember',
    when: 'the bot is no administrator',
    before: (of) => {
      place('member')(of)
      telegram.byHand(of.chat_id, TELEGRAM_SANDBOX.id, 'member')
    },
    answer: isBad('member list is inaccessible'),
  },
  {
    call: 'approveChatJoinRequest',
    when: 'the person is in too many groups',
    before: (of) => {
      telegram.crowd(kavya.id, true)
      request(of)
    },
    answer: isBad('USER_CHANNELS_TOO_MUCH'),
  },
  {
    call: 'approveChatJoinRequest',
    when: 'the request was taken back',
    before: (of) => {
      request(of)
      telegram.withdraw(of.chat_id, kavya.id)
    },
    answer: isBad('HIDE_REQUESTER_MISSING'),
  },
  {
    call: 'approveChatJoinRequest',
    when: 'an administrator declined by hand',
    before: (of) => {
      request(of)
      telegram.decideByHand(of.chat_id, kavya.id, 'go')
    },
    answer: isBad('HIDE_REQUESTER_MISSING'),
  },
  {
    call: 'approveChatJoinRequest',
    when: 'an administrator approved by hand',
    before: (of) => {
      request(of)
      telegram.decideByHand(of.chat_id, kavya.id, 'in')
    },
    answer: isBad('USER_ALREADY_PARTICIPANT'),
  },
  {
    call: 'createChatInviteLink',
    when: 'the bot may not invite',
    before: ({ chat_id }) => telegram.setRights(chat_id, { can_invite_users: false }),
    answer: isBad('not enough rights to manage chat invite link'),
  },
  {
    call: 'createChatInviteLink',
    when: 'the bot was kicked',
    before: ({ chat_id }) => telegram.byHand(chat_id, TELEGRAM_SANDBOX.id, 'kicked'),
    answer: refused('Forbidden: bot was kicked from the supergroup chat', 403),
  },
  {
    call: 'createChatInviteLink',
    when: 'there is no such group',
    body: () => ({ chat_id: -1_009_999_999_999 }),
    answer: isBad('chat not found'),
  },
  {
    call: 'createChatInviteLink',
    when: 'the group became a supergroup',
    group: 'group',
    before: ({ chat_id }) => telegram.upgrade(chat_id),
    answer: { ok: false, error_code: 400, parameters: { migrate_to_chat_id: expect.any(Number) } },
  },
  {
    call: 'getMe',
    when: 'another call of the bot was one too many',
    before: async ({ chat_id }) => {
      telegram.fail({ method: 'getChat', retry_after: 9 })
      await call('getChat', { chat_id })
    },
    answer: { ok: false, error_code: 429, parameters: { retry_after: 9 } },
  },
  {
    call: 'getWebhookInfo',
    when: 'the shop refused the last update',
    before: async ({ chat_id }) => {
      await listen()
      shop.status = 503
      place('member')({ chat_id, user_id: kavya.id, link: '' })
      await telegram.flush()
    },
    answer: {
      result: {
        url: expect.stringMatching(/hook$/),
        pending_update_count: 2,
        last_error_message: 'Wrong response from the webhook: 503 Service Unavailable',
      },
    },
  },
  {
    call: 'getWebhookInfo',
    when: 'another program took the webhook',
    before: () => telegram.takeWebhook('https://other.example/bot'),
    answer: { result: { url: 'https://other.example/bot' } },
  },
]

describe('documented answers', () => {
  it.each(DOCUMENTED)('$call when $when', async ({ before, call: method, body, answer, group = 'supergroup' }) => {
    const { id: chat_id } = telegram.addChat({ title: 'Reels batch', type: group })
    const { result } = await call('createChatInviteLink', { chat_id, creates_join_request: true })
    const of = { chat_id, user_id: kavya.id, link: result.invite_link as string }
    await before?.(of)
    expect(await call(method, body?.(of) ?? { chat_id, user_id: kavya.id })).toMatchObject(answer)
  })

  it('tells the new id of a group by a service message, and ends its links', async () => {
    await listen()
    const { id: chat_id } = telegram.addChat({ title: 'Reels batch', type: 'group' })
    const { result } = await call('createChatInviteLink', { chat_id, creates_join_request: true })
    const { id } = telegram.upgrade(chat_id)
    await telegram.flush()
    expect(received.at(-1)?.update).toMatchObject({ message: { chat: { id: chat_id }, migrate_to_chat_id: id } })
    expect(telegram.press(result.invite_link, kavya)).toBe('expired')
  })

  it('shows a bot only the beginning of a link that another account made', async () => {
    const { id: chat_id } = telegram.addChat({ title: 'Reels batch' })
    const { result } = await call('createChatInviteLink', { chat_id, creates_join_request: true })
    telegram.byHand(chat_id, SECOND_BOT.id, 'administrator')
    await call(
      'setWebhook',
      { url: `${url}/hook`, secret_token: 'secret_2', allowed_updates: ['chat_join_request'] },
      SECOND_BOT.token,
    )
    telegram.press(result.invite_link, kavya)
    await telegram.flush()
    expect(received.at(-1)).toMatchObject({
      secret: 'secret_2',
      update: { chat_join_request: { invite_link: { invite_link: `${result.invite_link.slice(0, -8)}…` } } },
    })
  })

  it('reports an administrator who bars somebody by hand, and who did it', async () => {
    await listen()
    const { id: chat_id } = telegram.addChat({ title: 'Reels batch' })
    telegram.start(kavya)
    telegram.byHand(chat_id, kavya.id, 'member')
    telegram.byHand(chat_id, kavya.id, 'kicked')
    await telegram.flush()
    expect(received.at(-1)?.update.chat_member).toMatchObject({
      from: { is_bot: false },
      new_chat_member: { status: 'kicked' },
    })
  })
})
