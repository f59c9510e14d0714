import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createTelegramSandbox,
  TELEGRAM_SANDBOX,
  type TelegramSandbox,
} from '../../../../tools/sandbox-gateway/telegram/telegram.ts'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { groupsDueJob } from './groups.jobs.ts'

let telegram: TelegramSandbox
let listener: Server
let one: TestServer
let owner: ApiClient
let chatId: number
let courseId: string

beforeAll(async () => {
  telegram = createTelegramSandbox()
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
  owner = one.api(await one.adminToken())
  await owner.groups.save({ token: TELEGRAM_SANDBOX.token })
  chatId = telegram.addChat({ title: 'Ledger talk' }).id
  courseId = (await buildCourse(one.db, { name: 'Ledger' })).course_id
  await owner.courses.update({ params: { id: courseId }, body: { group: { chat_id: chatId, title: 'Ledger talk' } } })
})

async function buildStudent(ends_at: Date | null = null) {
  const user = await buildUser(one.db)
  await buildEnrolment(one.db, { user_id: user.id, course_id: courseId })
  if (ends_at) await one.db('enrolments').where({ user_id: user.id }).update({ ends_at, access_period: 'P30D' })
  const student = one.api(await one.userToken(user))
  const join = async () => (await student.groups.join({ course_id: courseId })).invite_link
  return { user, student, join }
}
const person = (id: number) => ({ id, first_name: `Person ${id}` })
/** Delivers what Telegram sends, and runs the jobs that follow. */
async function settle() {
  expect((await telegram.flush()).every((status) => status === 200)).toBe(true)
  await one.answerWaiting('group-act')
  await one.answerWaiting('group-decline')
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

test('two accounts that press one link at once are one member', async () => {
  const { join } = await buildStudent()
  const link = await join()
  telegram.press(link, person(111))
  telegram.press(link, person(112))
  await settle()
  expect([111, 112].filter(isIn)).toHaveLength(1)
})

test('a group closes when access ends, with a notice before, and opens again with new access', async () => {
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

test('a student who left by hand gets a new link, also for another account', async () => {
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

test('a limit of Telegram is waited for, and nothing is lost', async () => {
  const { student, join } = await buildStudent()
  telegram.press(await join(), person(501))
  telegram.fail({ method: 'approveChatJoinRequest', retry_after: 7 })
  await settle()
  const [job] = await one.db('pgboss.job').where({ name: 'group-act', state: 'created' }).select('start_after')
  expect(new Date(job.start_after).getTime()).toBeGreaterThan(Date.now() + 5_000)
  expect(isIn(501)).toBe(false)
  await sweep()
  expect(isIn(501)).toBe(true)
  expect(await stateOf(student)).toBe('in')
})

test('the owner sees a line about a bot without rights and of one that was removed', async () => {
  const lines = async () => (await owner.overview.todo()).lines.filter(({ kind }) => kind === 'group')
  await telegram.flush()
  expect(await lines()).toEqual([])
  const { join } = await buildStudent()
  telegram.setRights(chatId, { can_invite_users: false })
  await expect(join()).rejects.toMatchObject({ code: 'gateway_error' })
  expect(await lines()).toMatchObject([{ count: 1, words: expect.stringContaining('both rights') }])
  telegram.setRights(chatId, { can_invite_users: true })
  expect(await owner.groups.test({})).toMatchObject({ ok: true })
  expect(await lines()).toEqual([])
  telegram.byHand(chatId, TELEGRAM_SANDBOX.id, 'kicked')
  await settle()
  expect(await lines()).toMatchObject([{ words: expect.stringContaining('no longer in this group') }])
})

test('a group that no course has any more loses nobody', async () => {
  const { join } = await buildStudent()
  telegram.press(await join(), person(601))
  await settle()
  await owner.courses.update({ params: { id: courseId }, body: { group: null } })
  await sweep()
  expect(isIn(601)).toBe(true)
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

test('the token is sealed, refused when Telegram does not know it, and taken away on request', async () => {
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
