import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { awaitMail, mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { sendLetters } from '../letters/send-letters.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
/** Noon in India. */
const NOON = new Date('2026-12-01T06:30:00Z')

beforeEach(async () => {
  server.clock.set(NOON)
  await server.db('letters').delete()
  await server.db('letter_pace').update({ next_at: new Date(0), slow_until: new Date(0) })
  await server.db('letter_settings').update({ per_hour: 10_000, per_hour_receiver: 10_000 })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())

const words = { subject: 'Your courses have moved', text: 'Hello {name},\n\nwe are here now.' }
const never = new AbortController().signal

/** A finished move that made so many accounts, each with a course. */
async function buildMove(count: number, { name = 'Asha Rao', lessons = true } = {}) {
  const move_id = `mov_${randomUUID().slice(0, 8)}`
  const { id: made_by } = await server.db('admins').first('id')
  const read = JSON.stringify({ kind_guess: 'students' })
  await server.db('moves').insert({
    move_id,
    status: 'done',
    kind: 'students',
    source: 'graphy',
    file_name: 'learners.csv',
    pasted: false,
    headings_key: 'k',
    read,
    rows: count,
    made_by,
    made_at: server.ctx.now(),
  })
  const { course_id } = await buildCourse(server.db, { name: 'Reels' })
  if (lessons) await buildLesson(server.db, { course_id })
  const users = []
  for (let n = 0; n < count; n++) {
    const email = `moved${randomUUID().slice(0, 8)}@example.com`
    const user = await buildUser(server.db, { name, email, email_proven_at: null })
    await server.db('users').where({ id: user.id }).update({ password_hash: null })
    await buildEnrolment(server.db, { user_id: user.id, course_id })
    await server.db('move_people').insert({ move_id, user_id: user.id, made: true })
    users.push(user)
  }
  return { move_id, users }
}

const counts = async (users: readonly { email: string }[], dataDir = server.dataDir) =>
  Promise.all(users.map(async ({ email }) => (await mailsTo(dataDir, email)).length))

/** Sends by the minute until nobody waits. */
async function sendAll(minutes = 5) {
  for (let n = 0; n < minutes; n++) {
    await sendLetters(server.ctx, never)
    server.clock.advance(60_000)
  }
}

async function onePerMinute() {
  await server.db('letter_settings').update({ per_hour: 60, per_hour_receiver: 60 })
  await server.db('letter_pace').update({ next_at: server.ctx.now() })
}

test('everybody gets one letter with their name, courses and a link, at the pace, and their logins are seen', async () => {
  await owner.settings.update({ body: { contact: { email: 'help@example.com' } } })
  await onePerMinute()
  const { move_id, users } = await buildMove(3)
  expect(await owner.moveIn.getLetter({ move_id })).toMatchObject({ status: 'none', recipients: 3, sent: 0, came: 0 })
  const begun = await owner.moveIn.sendLetter({ move_id, ...words })
  expect(begun).toMatchObject({ status: 'sending', waiting: 3, sent: 0 })
  await sendLetters(server.ctx, never)
  expect(await owner.moveIn.getLetter({ move_id })).toMatchObject({ sent: 1, waiting: 2 })
  await sendLetters(server.ctx, never)
  expect(await counts(users)).toEqual([1, 0, 0])
  server.clock.advance(60_000)
  await sendAll()
  expect(await counts(users)).toEqual([1, 1, 1])
  await owner.moveIn.sendLetter({ move_id, ...words })
  await sendAll()
  expect(await counts(users)).toEqual([1, 1, 1])
  expect(await owner.moveIn.getLetter({ move_id })).toMatchObject({
    status: 'sent',
    sent: 3,
    waiting: 0,
    done_at: null,
  })
  const [first] = users
  if (!first) throw new Error('nobody')
  const mail = await awaitMail(server.dataDir, first.email, 'Hello Asha,')
  expect(mail).toContain('Reply-To: help@example.com')
  expect(mail).toContain('- Reels')
  const token = /set-password#([\w-]{43})/.exec(mail.replaceAll('=\n', ''))?.[1] ?? ''
  const { user, access_token } = await server.api().account.claim({ token, new_password: 'a long enough word' })
  expect(user.user_id).toBe(first.user_id)
  expect(await server.api(access_token).account.dashboard()).toMatchObject({ orders: [{ course_name: 'Reels' }] })
  await expect(server.api().account.claim({ token, new_password: 'another long word' })).rejects.toMatchObject({
    code: 'link_expired',
  })
  expect(await owner.moveIn.getLetter({ move_id })).toMatchObject({ came: 1 })
  const away = await owner.moveIn.people({ move_id, state: 'not_come', q: 'rao asha' })
  expect(away).toMatchObject({ total: 2, people: [{ courses: ['Reels'], came_at: null }, { came_at: null }] })
  const headers = { authorization: `Bearer ${await server.adminToken()}` }
  const path = `/api/admin/export/moved_people.csv?move_id=${move_id}&state=not_come`
  expect((await (await server.request(path, { headers })).text()).trim().split('\r\n')).toHaveLength(3)
})

test('a stopped letter goes on with those who have none, and skips who is erased', async () => {
  await onePerMinute()
  const { move_id, users } = await buildMove(3)
  await owner.moveIn.sendLetter({ move_id, ...words })
  await sendLetters(server.ctx, never)
  expect(await owner.moveIn.stopLetter({ move_id })).toMatchObject({ status: 'stopped', sent: 1, waiting: 2 })
  await sendAll()
  expect(await counts(users)).toEqual([1, 0, 0])
  await owner.users.delete({ params: { id: String(users[1]?.user_id) } })
  expect(await owner.moveIn.sendLetter({ move_id, ...words })).toMatchObject({ status: 'sending', recipients: 2 })
  await sendAll()
  expect(await counts(users)).toEqual([1, 0, 1])
})

test('a refused address is marked and left; a server that is away takes nobody’s turn', async () => {
  const { move_id, users } = await buildMove(2)
  const [bad, good] = users
  const refuses = (address: string) => (address === bad?.email ? '550 5.1.1 no such user' : undefined)
  const mail = await startMailServer({ recipient: refuses })
  const away = await startTestServer({ beside: server, work: false, env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const here = await startTestServer({ beside: server, work: false, env: { SMTP_URL: mail.url } })
  await owner.moveIn.sendLetter({ move_id, ...words })
  const send = ({ ctx }: TestServer) => sendLetters({ ...ctx, now: server.ctx.now }, never)
  await send(away)
  expect(await owner.moveIn.getLetter({ move_id })).toMatchObject({ waiting: 2, refused: 0 })
  for (let n = 0; n < 3; n++) {
    server.clock.advance(60_000)
    await send(here)
  }
  expect(mail.tried.toSorted()).toEqual([bad?.email, good?.email].toSorted())
  expect(mail.accepted).toHaveLength(1)
  expect(await owner.moveIn.getLetter({ move_id })).toMatchObject({ status: 'sent', sent: 1, refused: 1 })
  expect(await owner.moveIn.people({ move_id, state: 'refused' })).toMatchObject({ people: [{ email: bad?.email }] })
  await Promise.all([away.stop(), here.stop()])
  await mail.close()
})

test('the preview and the test are the letter without its link, and a move of nobody has none', async () => {
  const { move_id } = await buildMove(1, { name: 'आशा राव' })
  const seen = await owner.moveIn.previewLetter({ move_id, ...words })
  expect(seen.text).toContain('Hello आशा,')
  expect(seen.html).toContain('Set my password')
  const { message } = await owner.moveIn.testLetter({ move_id, ...words })
  expect(await mailsTo(server.dataDir, message.replace('Test sent to ', ''))).toHaveLength(1)
  await expect(owner.moveIn.testLetter({ move_id, ...words, to: 'stranger@else.example' })).rejects.toMatchObject({
    code: 'invalid',
  })
  expect(await mailsTo(server.dataDir, 'stranger@else.example')).toEqual([])
  const { move_id: none } = await buildMove(0)
  await expect(owner.moveIn.sendLetter({ move_id: none, ...words })).rejects.toMatchObject({ code: 'conflict' })
  await expect(owner.moveIn.getLetter({ move_id: 'mov_none' })).rejects.toMatchObject({ code: 'not_found' })
})

test('a letter that is begun at night goes out from 9 in the morning in India', async () => {
  const { move_id, users } = await buildMove(2)
  server.clock.set(new Date('2026-12-01T00:54:00Z'))
  expect(await owner.moveIn.sendLetter({ move_id, ...words })).toMatchObject({
    status: 'sending',
    begins_at: '2026-12-01T03:30:00.000Z',
  })
  await sendAll(2)
  for (const at of ['01:50', '02:45', '03:29']) {
    server.clock.set(new Date(`2026-12-01T${at}:00Z`))
    await sendLetters(server.ctx, never)
  }
  expect(await counts(users)).toEqual([0, 0])
  server.clock.set(new Date('2026-12-01T03:30:00Z'))
  await sendAll(2)
  expect(await counts(users)).toEqual([1, 1])
})

test('courses without lessons are named with who waits for them, and sending asks first', async () => {
  const { move_id, users } = await buildMove(2, { lessons: false })
  const state = await owner.moveIn.getLetter({ move_id })
  expect(state.empty_courses).toMatchObject([{ name: 'Reels', people: 2 }])
  expect(state.letter.text).not.toContain('Everything you bought is there')
  await expect(owner.moveIn.sendLetter({ move_id, ...words })).rejects.toMatchObject({
    code: 'conflict',
    message: '2 people wait for “Reels”, which has no lessons yet. Confirm it',
  })
  await owner.moveIn.sendLetter({ move_id, ...words, also_empty: true })
  await sendAll()
  const mail = await awaitMail(server.dataDir, users[0]?.email ?? '', 'Hello Asha,')
  expect(mail.replaceAll('=\n', '')).toContain('- Reels: The lessons follow.')
})

test('somebody whom an undone move no longer has gets no letter', async () => {
  await onePerMinute()
  const { move_id, users } = await buildMove(2)
  await owner.moveIn.sendLetter({ move_id, ...words })
  await sendLetters(server.ctx, never)
  await server.db('move_people').where({ user_id: users[1]?.id }).delete()
  server.clock.advance(60_000)
  await sendAll()
  expect(await counts(users)).toEqual([1, 0])
})
