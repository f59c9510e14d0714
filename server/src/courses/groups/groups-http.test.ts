import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createTelegramSandbox,
  SECOND_BOT,
  TELEGRAM_SANDBOX,
  type TelegramSandbox,
} from '../../../../tools/sandbox-gateway/telegram/telegram.ts'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { groupsDueJob, groupsLookJob } from './groups.jobs.ts'

let telegram: TelegramSandbox
let listener: Server
let one: TestServer
let owner: ApiClient
let chatId: number
let courseId: string

beforeAll(async () => {
  telegram = createTelegramSandbox({ now: () => one?.ctx.now() ?? new Date() })
  listener = createServer(express().use(telegram.router)).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  one = await startTestServer({ work: false, env: { TELEGRAM_API_URL: `http://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await one.stop()
  listener.close()
})
beforeEach(async () => {
  one.clock.set(new Date('2028-03-01T06:30:00Z'))
  telegram.setToken(true)
  telegram.calm()
  owner = one.api(await one.adminToken())
  await owner.groups.save({ token: TELEGRAM_SANDBOX.token })
  chatId = telegram.addChat({ title: 'Ledger talk' }).id
  courseId = (await buildCourse(one.db, { name: 'Ledger' })).course_id
  await owner.courses.update({ params: { id: courseId }, body: { group: { chat_id: chatId, title: 'Ledger talk' } } })
})
afterEach(async () => {
  // The next test starts without groups in use, and hears of none: a late update would put a student back into one.
  telegram.lose()
  telegram.calm()
  telegram.setToken(true)
  // A test may have moved the clock past the login.
  owner = one.api(await one.adminToken())
  await owner.groups.save({ token: TELEGRAM_SANDBOX.token })
  for (const course_id of await one
    .db('courses')
    .whereNull('deleted_at')
    .whereRaw("extras -> 'group' is not null")
    .pluck('course_id'))
    await owner.courses.update({ params: { id: course_id }, body: { group: null } })
  for (const { chat_id } of (await owner.groups.get({})).groups) await owner.groups.settle({ chat_id, people: 'leave' })
})

async function buildStudent(ends_at: Date | null = null) {
  const user = await buildUser(one.db)
  await buildEnrolment(one.db, { user_id: user.id, course_id: courseId })
  if (ends_at) await one.db('enrolments').where({ user_id: user.id }).update({ ends_at, access_period: 'P30D' })
  const student = one.api(await one.userToken(user))
  const join = async () => (await student.groups.join({ course_id: courseId })).invite_link
  return { user, student, join }
}
/** The line of the owner's list about groups. */
const lines = async () => (await owner.overview.todo()).lines.filter(({ kind }) => kind === 'group')
const person = (id: number) => ({ id, first_name: `Person ${id}` })
/** Delivers what Telegram sends, and runs the jobs that follow. */
async function settle() {
  expect((await telegram.flush()).every((status) => status === 200)).toBe(true)
  await one.answerWaiting('group-act')
  await one.answerWaiting('group-decline')
  await one.answerWaiting('group-remove')
}
async function sweep() {
  await groupsDueJob(one.ctx).run({}, 'test')
  await settle()
  await telegram.flush()
}
const isIn = (id: number) => telegram.members(chatId).some((one) => one.id === id && one.status === 'member')
const statusOf = (id: number) => telegram.members(chatId).find((one) => one.id === id)?.status
const stateOf = async (student: ApiClient) => (await student.groups.mine({}))[0]?.state

test('a student with access joins by their own link, and nobody else does by it', async () => {
  const { student, join } = await buildStudent()
  expect(await student.groups.mine({})).toMatchObject([{ course_id: courseId, title: 'Ledger talk', state: 'open' }])
  const link = await join()
  expect(await join()).toBe(link)
  telegram.press(link, person(101))
  await settle()
  expect(isIn(101)).toBe(true)
  expect(await stateOf(student)).toBe('in')
  telegram.press(link, person(102))
  await settle()
  expect(isIn(102)).toBe(false)
  expect(telegram.calls.at(-1)).toMatchObject({ method: 'declineChatJoinRequest', body: { user_id: 102 } })
})

test('only one of two accounts that open a link at once gets in', async () => {
  const { join } = await buildStudent()
  const link = await join()
  telegram.press(link, person(111))
  telegram.press(link, person(112))
  await settle()
  expect([111, 112].filter(isIn)).toHaveLength(1)
})

test('a student leaves the group when access ends, after a notice, and rejoins with new access', async () => {
  const { user, join } = await buildStudent(new Date('2028-03-05T06:30:00Z'))
  telegram.press(await join(), person(201))
  await settle()
  await sweep()
  const notices = async () => {
    await one.answerWaiting('group-end-mail')
    return (await mailsTo(one.dataDir, user.email)).length
  }
  expect(await notices()).toBe(0)
  one.clock.set(new Date('2028-03-03T06:30:00Z'))
  await sweep()
  await sweep()
  expect(await notices()).toBe(1)
  one.clock.set(new Date('2028-03-05T06:30:01Z'))
  await sweep()
  // Left, and not banned: the account may return.
  expect(statusOf(201)).toBe('left')
  await one.db('enrolments').where({ user_id: user.id }).update({ ends_at: null, access_period: null })
  const student = one.api(await one.userToken(user))
  const { invite_link } = await student.groups.join({ course_id: courseId })
  telegram.press(invite_link, person(201))
  await settle()
  expect(isIn(201)).toBe(true)
})

test('a refund ends the membership, and a request after it is declined', async () => {
  const { user, join } = await buildStudent()
  telegram.press(await join(), person(301))
  await settle()
  const late = await buildStudent()
  const link = await late.join()
  await one
    .db('enrolments')
    .whereIn('user_id', [user.id, late.user.id])
    .update({ revoked_at: one.ctx.now(), taken_by_hand: true })
  telegram.press(link, person(302))
  await sweep()
  expect([statusOf(301), statusOf(302)]).toEqual(['left', undefined])
})

test('a student who left on their own gets a new link, also for another account', async () => {
  const { student, join } = await buildStudent()
  const first = await join()
  telegram.press(first, person(401))
  await settle()
  telegram.leave(chatId, 401)
  await settle()
  expect(await stateOf(student)).toBe('open')
  const second = await join()
  expect(second).not.toBe(first)
  telegram.press(second, person(402))
  await settle()
  expect(isIn(402)).toBe(true)
})

test('the bot waits out a rate limit of Telegram, and no request is lost', async () => {
  const { student, join } = await buildStudent()
  telegram.press(await join(), person(501))
  telegram.fail({ method: 'approveChatJoinRequest', retry_after: 7 })
  await settle()
  const [job] = await one.db('pgboss.job').where({ name: 'group-act', state: 'created' }).select('start_after')
  expect(new Date(job.start_after).getTime()).toBeGreaterThan(Date.now() + 5_000)
  expect(isIn(501)).toBe(false)
  const asked = telegram.calls.length
  await sweep()
  // The whole bot waits.
  expect(telegram.calls).toHaveLength(asked)
  one.clock.advance(7_000)
  await sweep()
  expect(isIn(501)).toBe(true)
  expect(await stateOf(student)).toBe('in')
})

test('the owner is told of a bot without rights, and of a bot that was removed', async () => {
  await telegram.flush()
  expect(await lines()).toEqual([])
  const { join } = await buildStudent()
  telegram.setRights(chatId, { can_invite_users: false })
  await expect(join()).rejects.toMatchObject({ code: 'gateway_error' })
  expect(await lines()).toMatchObject([{ count: 1, words: expect.stringContaining('may not invite people') }])
  telegram.setRights(chatId, { can_invite_users: true })
  expect(await owner.groups.test({})).toMatchObject({ ok: true })
  expect(await lines()).toEqual([])
  telegram.byHand(chatId, TELEGRAM_SANDBOX.id, 'kicked')
  await settle()
  expect(await lines()).toMatchObject([{ words: expect.stringContaining('no longer in this group') }])
})

test('students stay in a group that no course has any more, and the owner is told who', async () => {
  const { user, join } = await buildStudent()
  telegram.press(await join(), person(601))
  await settle()
  await owner.courses.update({ params: { id: courseId }, body: { group: null } })
  await sweep()
  expect(isIn(601)).toBe(true)
  expect(await lines()).toMatchObject([{ words: 'Ledger talk: 1 person stays in it without access' }])
  expect(await owner.groups.staying({ chat_id: chatId })).toEqual([{ user_id: user.user_id, name: user.name }])
  await owner.groups.settle({ chat_id: chatId, people: 'remove' })
  await settle()
  expect(statusOf(601)).toBe('left')
  expect(await lines()).toEqual([])
})

test('the owner is told who stays in a course’s former group, and may let them stay', async () => {
  const { join } = await buildStudent()
  telegram.press(await join(), person(602))
  await settle()
  const other = telegram.addChat({ title: 'Second talk' })
  await telegram.flush()
  await owner.courses.update({ params: { id: courseId }, body: { group: { chat_id: other.id, title: 'Second talk' } } })
  expect(await lines()).toMatchObject([{ words: 'Ledger talk: 1 person stays in it without access' }])
  await owner.groups.settle({ chat_id: chatId, people: 'leave' })
  await sweep()
  expect(isIn(602)).toBe(true)
  expect(await lines()).toEqual([])
})

test('the owner of a disconnected bot is told who stays without access', async () => {
  const { user, join } = await buildStudent()
  telegram.press(await join(), person(603))
  await settle()
  await owner.groups.save({ token: null })
  expect(await lines()).toEqual([])
  await one.db('enrolments').where({ user_id: user.id }).update({ revoked_at: one.ctx.now(), taken_by_hand: true })
  expect(await lines()).toMatchObject([{ words: expect.stringContaining('1 person stays') }])
  await owner.groups.save({ token: TELEGRAM_SANDBOX.token })
  await sweep()
  expect(statusOf(603)).toBe('left')
})

test('erasure removes the account from the group, and its id from the shop', async () => {
  const { user, student, join } = await buildStudent()
  telegram.press(await join(), person(701))
  await settle()
  expect(JSON.stringify(await student.account.ownData({}))).toContain('701')
  await owner.users.delete({ params: { id: user.user_id } } as never)
  await sweep()
  expect(statusOf(701)).toBe('left')
  expect(await one.db('group_leavers')).toEqual([])
  expect(await one.db('group_members').where({ user_id: user.id })).toEqual([])
})

test('a stranger joins no group, and no update counts without the secret', async () => {
  const stranger = one.api(await one.userToken(await buildUser(one.db)))
  expect(await stranger.groups.mine({})).toEqual([])
  await expect(stranger.groups.join({ course_id: courseId })).rejects.toMatchObject({ code: 'not_found' })
  const send = (headers: Record<string, string>) =>
    one.request('/api/webhooks/telegram', { method: 'POST', body: '{"update_id":1}', headers })
  expect((await send({})).status).toBe(401)
  expect((await send({ 'x-telegram-bot-api-secret-token': 'guess' })).status).toBe(401)
})

test('the token is sealed, refused when Telegram does not know it, and removed on request', async () => {
  const row = await one.db('telegram_config').first()
  expect(JSON.stringify(row)).not.toContain(TELEGRAM_SANDBOX.token)
  const other = '123456789:abcdefghijklmnopqrstuvwxyz'
  await expect(owner.groups.save({ token: other })).rejects.toMatchObject({ code: 'invalid' })
  telegram.setToken(false)
  expect(await owner.groups.test({})).toMatchObject({ ok: false })
  telegram.setToken(true)
  expect((await owner.groups.save({ token: null })).username).toBeNull()
  const { student } = await buildStudent()
  expect(await student.groups.mine({})).toEqual([])
})

async function endAccess(user: { id: number }) {
  await one.db('enrolments').where({ user_id: user.id }).update({ revoked_at: one.ctx.now(), taken_by_hand: true })
}
async function giveAccess(user: { id: number }) {
  await one.db('enrolments').where({ user_id: user.id }).update({ revoked_at: null })
}

test.each([
  { name: 'a rate limit', fault: { status: 429, retry_after: 20 } },
  { name: 'a failure of Telegram', fault: { status: 502 } },
  { name: 'a connection cut after the act', fault: { drop: true } },
])('a removed student may return, even after $name in any call', async ({ fault }) => {
  for (const method of ['getChatMember', 'unbanChatMember', 'banChatMember']) {
    const id = Math.floor(Math.random() * 1e9)
    const { user, join } = await buildStudent()
    telegram.press(await join(), person(id))
    await settle()
    await endAccess(user)
    const stop = telegram.fail({ method, ...fault })
    await sweep()
    one.clock.advance(60 * 60_000)
    await sweep()
    stop()
    expect(statusOf(id)).toBe('left')
    await giveAccess(user)
    expect(telegram.press(await join(), person(id))).toBe('requested')
    await settle()
    expect(isIn(id)).toBe(true)
  }
})

test('a student without access leaves a basic group, which has no bans', async () => {
  const basic = telegram.addChat({ title: 'Basic talk', type: 'group' })
  await telegram.flush()
  await owner.courses.update({ params: { id: courseId }, body: { group: { chat_id: basic.id, title: 'Basic talk' } } })
  const { user, join } = await buildStudent()
  telegram.press(await join(), person(801))
  await settle()
  await endAccess(user)
  await sweep()
  expect(telegram.members(basic.id)).toContainEqual({ id: 801, status: 'left' })
})

test.each(['a service message', 'an answer'])(
  'the shop follows a group that became a supergroup, told by %s',
  async (way) => {
    const basic = telegram.addChat({ title: 'Growing talk', type: 'group' })
    await telegram.flush()
    await owner.courses.update({
      params: { id: courseId },
      body: { group: { chat_id: basic.id, title: 'Growing talk' } },
    })
    const [ended, erased, waiting, fresh] = [
      await buildStudent(),
      await buildStudent(),
      await buildStudent(),
      await buildStudent(),
    ]
    for (const [index, { join }] of [ended, erased].entries()) telegram.press(await join(), person(810 + index))
    await settle()
    const before = await waiting.join()
    const { id } = telegram.upgrade(basic.id)
    if (way === 'a service message') await telegram.flush()
    else await telegram.lose()
    await endAccess(ended.user)
    await owner.users.delete({ params: { id: erased.user.user_id } } as never)
    await sweep()
    await sweep()
    const status = (of: number) => telegram.members(id).find((member) => member.id === of)?.status
    expect([status(810), status(811)]).toEqual(['left', 'left'])
    // The unused link ended with the old id.
    expect(telegram.press(before, person(812))).toBe('expired')
    for (const [index, { join }] of [waiting, fresh].entries()) telegram.press(await join(), person(812 + index))
    await settle()
    expect([status(812), status(813)]).toEqual(['member', 'member'])
    expect(await stateOf(fresh.student)).toBe('in')
    expect(await lines()).toEqual([])
    const { groups } = await owner.groups.get({})
    expect(groups.find(({ chat_id }) => chat_id === id)).toMatchObject({ former_ids: [basic.id], has_course: true })
  },
)

test('the owner is told of an administrator without access, whom the bot removes once demoted', async () => {
  const { user, join } = await buildStudent()
  telegram.press(await join(), person(821))
  await settle()
  telegram.byHand(chatId, 821, 'administrator')
  await settle()
  await endAccess(user)
  await sweep()
  expect(await lines()).toMatchObject([
    {
      count: 1,
      words: `${user.name} is an administrator of Ledger talk, so the bot cannot remove them. Remove them in Telegram.`,
    },
  ])
  const asked = telegram.calls.length
  await sweep()
  expect(telegram.calls).toHaveLength(asked)
  telegram.byHand(chatId, 821, 'member')
  await settle()
  await sweep()
  expect(statusOf(821)).toBe('left')
  expect(await lines()).toEqual([])
})

test('a student whom an administrator banned stays out with any account until the ban is lifted', async () => {
  const { student, user, join } = await buildStudent()
  const link = await join()
  telegram.press(link, person(831))
  await settle()
  telegram.byHand(chatId, 831, 'kicked')
  await settle()
  expect(await stateOf(student)).toBe('barred')
  await expect(join()).rejects.toMatchObject({ code: 'conflict' })
  telegram.press(link, person(832))
  await settle()
  expect(isIn(832)).toBe(false)
  await endAccess(user)
  await sweep()
  await giveAccess(user)
  expect(statusOf(831)).toBe('kicked')
  telegram.byHand(chatId, 831, 'left')
  await settle()
  expect(await stateOf(student)).toBe('open')
  telegram.press(await join(), person(831))
  await settle()
  expect(isIn(831)).toBe(true)
})

test('the student and the owner are told of a missed ban while the student has access', async () => {
  const { student, user, join } = await buildStudent()
  telegram.press(await join(), person(833))
  await settle()
  telegram.leave(chatId, 833)
  await settle()
  telegram.byHand(chatId, 833, 'kicked')
  await telegram.lose()
  await expect(join()).rejects.toMatchObject({ code: 'conflict' })
  expect(await stateOf(student)).toBe('barred')
  const line = { words: expect.stringContaining(`${user.name} has access again, but is barred from Ledger talk`) }
  expect(await lines()).toMatchObject([line])
  await endAccess(user)
  expect(await lines()).toEqual([])
  await giveAccess(user)
  expect(await lines()).toMatchObject([line])
  telegram.byHand(chatId, 833, 'left')
  await settle()
  expect(await lines()).toEqual([])
})

test('a muted student who left is out, and erasure lifts no ban of an administrator', async () => {
  const { student, join } = await buildStudent()
  telegram.press(await join(), person(841))
  await settle()
  telegram.byHand(chatId, 841, 'muted')
  await settle()
  expect(await stateOf(student)).toBe('in')
  telegram.byHand(chatId, 841, 'muted_out')
  await settle()
  expect(await stateOf(student)).toBe('open')
  const barred = await buildStudent()
  telegram.press(await barred.join(), person(842))
  await settle()
  telegram.byHand(chatId, 842, 'kicked')
  await settle()
  await owner.users.delete({ params: { id: barred.user.user_id } } as never)
  await sweep()
  expect(statusOf(842)).toBe('kicked')
})

test('a student in too many groups is told, and gets in after leaving one', async () => {
  const { student, join } = await buildStudent()
  telegram.crowd(851, true)
  telegram.press(await join(), person(851))
  await settle()
  expect(await stateOf(student)).toBe('full')
  telegram.crowd(851, false)
  await join()
  await settle()
  expect(await stateOf(student)).toBe('in')
})

test('the shop follows a request that an administrator decided', async () => {
  const { student, join } = await buildStudent()
  const link = await join()
  telegram.press(link, person(861))
  telegram.decideByHand(chatId, 861, 'go')
  await settle()
  expect(await stateOf(student)).toBe('open')
  telegram.press(await join(), person(861))
  telegram.decideByHand(chatId, 861, 'in')
  await settle()
  expect(await stateOf(student)).toBe('in')
})

const look = () => groupsLookJob(one.ctx).run({}, 'test')
const own = () => `${one.ctx.config.storeUrl}/api/webhooks/telegram`

test('a shop with a new address gets the updates there from its next start', async () => {
  const former = 'https://former.example/api/webhooks/telegram'
  await one.db('telegram_config').update({ webhook_url: former })
  telegram.takeWebhook(former)
  await look()
  expect(telegram.webhook()).toBe(own())
  const next = await startTestServer({ beside: one, work: false })
  await next.stop()
  expect(await one.db('pgboss.job').where({ name: 'groups-look', state: 'created' })).not.toEqual([])
})

test('the owner is told of another program that took the bot, and takes the bot back', async () => {
  telegram.takeWebhook('https://other.example/hook')
  await look()
  expect(telegram.webhook()).toBe('https://other.example/hook')
  expect(await lines()).toMatchObject([{ words: expect.stringContaining('other.example') }])
  expect(await owner.groups.test({})).toMatchObject({
    ok: true,
    message: expect.stringContaining('come to this shop again'),
  })
  expect(telegram.webhook()).toBe(own())
  expect(await lines()).toEqual([])
})

test('the shop mends a webhook secret that it never stored', async () => {
  const sealed = await one.db('telegram_config').first('secret_sealed')
  telegram.takeWebhook(own())
  const { join } = await buildStudent()
  telegram.press(await join(), person(871))
  expect(await telegram.flush()).toContain(401)
  await look()
  await settle()
  expect(isIn(871)).toBe(true)
  expect(await one.db('telegram_config').first('secret_sealed')).toEqual(sealed)
})

test('another bot makes its own links, and a student who opens an old one is told', async () => {
  const { user, join } = await buildStudent()
  const former = await join()
  telegram.byHand(chatId, SECOND_BOT.id, 'administrator')
  await owner.groups.save({ token: SECOND_BOT.token })
  telegram.press(former, person(881))
  await settle()
  expect(isIn(881)).toBe(false)
  expect(telegram.messages.at(-1)).toMatchObject({ chat_id: 881, text: expect.stringContaining('/dashboard') })
  const link = await join()
  expect(link).not.toBe(former)
  telegram.press(link, person(881))
  await settle()
  expect(isIn(881)).toBe(true)
  await endAccess(user)
  await sweep()
  expect(statusOf(881)).toBe('left')
})

test('few groups of strangers are listed, none is checked, and none displaces a group in use', async () => {
  for (let count = 0; count < 60; count += 1) telegram.addChat({ title: `Stranger ${count}` })
  await telegram.flush()
  const { groups } = await owner.groups.get({})
  expect(groups.filter(({ in_use }) => !in_use).length).toBeLessThanOrEqual(20)
  expect(groups.some(({ chat_id }) => chat_id === chatId)).toBe(true)
  const before = telegram.calls.length
  expect(await owner.groups.test({})).toMatchObject({ ok: true })
  expect(telegram.calls.length - before).toBeLessThan(groups.filter(({ in_use }) => in_use).length + 5)
})

test('a group that the bot has lost stops no other group', async () => {
  const lost = telegram.addChat({ title: 'Lost talk' })
  await telegram.flush()
  const { course_id } = await buildCourse(one.db, { name: 'Lost' })
  await owner.courses.update({ params: { id: course_id }, body: { group: { chat_id: lost.id, title: 'Lost talk' } } })
  const { user } = await buildStudent()
  await buildEnrolment(one.db, { user_id: user.id, course_id })
  const student = one.api(await one.userToken(user))
  for (const [index, of] of [course_id, courseId].entries())
    telegram.press((await student.groups.join({ course_id: of })).invite_link, person(891 + index))
  await settle()
  telegram.byHand(lost.id, TELEGRAM_SANDBOX.id, 'kicked')
  await telegram.lose()
  await endAccess(user)
  await sweep()
  expect(statusOf(892)).toBe('left')
  expect(await lines()).toMatchObject([{ count: 1, words: expect.stringContaining('Lost talk: The bot is no longer') }])
  const asked = telegram.calls.length
  await sweep()
  expect(telegram.calls).toHaveLength(asked)
})
