import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Block } from 'contract/letter-blocks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { type Answers, startMailServer, type TestMailServer } from '../../../test/mail-server.ts'
import { startProgram } from '../../../test/program.ts'
import { isPlainRun } from '../../../test/scope.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { Failpoint } from '../../platform/db/failpoint.ts'
import { insertLetter } from './letters.queries.ts'
import { sendLetter } from './letters.service.ts'
import { sendLetters } from './send-letters.ts'
import { whatsappChannel } from './whatsapp/whatsapp-channel.ts'

let server: TestServer
let mail: TestMailServer
const answers: Answers = {}
beforeAll(async () => {
  mail = await startMailServer(
    Object.fromEntries(
      (['login', 'recipient', 'data'] as const).map((name) => [name, (address: string) => answers[name]?.(address)]),
    ),
  )
  server = await startTestServer({ work: false, env: { SMTP_URL: mail.url } })
  await server
    .db('letter_settings')
    .update({ per_hour: 100_000, per_hour_receiver: 100_000, day_begins: 0, day_ends: 24 })
})
beforeEach(async () => {
  for (const name of Object.keys(answers)) delete answers[name as keyof Answers]
  mail.accepted.length = 0
  mail.tried.length = 0
  server.clock.set(new Date())
  await server.db('letters').delete()
  await server.db('users').update({ language: 'en' })
  await server.db('letter_pace').update({ next_at: new Date(0), slow_until: new Date(0) })
})
afterAll(async () => {
  await server.stop()
  await mail.close()
})

const never = new AbortController().signal

/** Begins a letter to so many new readers of one language. */
async function beginLetter(count: number, blocks: Block[] = [{ text: 'Hello {name}' }], domain = 'example.com') {
  const users = Array.from({ length: count }, () => ({ email: `${randomUUID()}@${domain}` }))
  const { id: madeBy } = await server.db('admins').first('id')
  // One statement: hashing a password for each would take longer than all letters.
  await server.db.raw(
    `insert into users (user_id, name, email, phone, phone_key, referral_code, email_proven_at, language)
     select 'usr_' || e, 'Asha Rao', e, left(e, 30), left(e, 30), left(e, 30), now(), 'hi' from unnest(cast(? as text[])) e`,
    [users.map(({ email }) => email)],
  )
  await server.db.raw(
    `insert into consents (user_id, purpose, agreed, changed_at) select id, 'news_email', true, now() from users where language = 'hi'`,
  )
  const letter = {
    name: 'News',
    subject: 'News for {name}',
    channel: 'email' as const,
    blocks,
    segment: { all: [{ language: 'hi' as const }] },
  }
  const id = await insertLetter(server.db, { letter, madeBy, now: server.ctx.now() })
  await sendLetter(server.ctx, id, { adminId: 'adm_1' })
  return { id, users: users.map(({ email }) => email) }
}

/** Runs by the minute, and shortly before the leases of killed processes end. */
async function sendAll(minutes = 3, stepMs = 60_000) {
  for (let n = 0; n < minutes; n++) {
    await sendLetters(server.ctx, never)
    server.clock.advance(stepMs)
  }
}

const received = () => {
  const times = new Map<string, number>()
  for (const source of mail.accepted) {
    const to = /^To: <?([^>\r\n]+)>?/m.exec(source)?.[1] ?? ''
    times.set(to, (times.get(to) ?? 0) + 1)
  }
  return times
}
const states = async (letterId: string) => {
  const rows = await server
    .db('letter_recipients')
    .where({ letter_id: letterId })
    .groupBy('state')
    .select('state')
    .count()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

/** Runs two instances that end themselves at a point, and the leases that they leave behind. */
async function killAt(point: Failpoint) {
  const env = {
    DATABASE_URL: String(server.ctx.config.databaseUrl),
    DATA_DIR: server.dataDir,
    SMTP_URL: mail.url,
    ...server.bucket,
    PORT: '0',
    SEED: 'none',
    FAILPOINT: point,
  }
  await server.ctx.queue.send(server.db, 'letters', {}, { singletonKey: point })
  const [doomed, other] = await Promise.all([startProgram(env), startProgram(env)])
  await Promise.race([doomed.ended, other.ended])
  await Promise.all([doomed.kill(), other.kill()])
  // A run of a killed process would hold the next one up.
  await server.db('pgboss.job').where({ name: 'letters' }).delete()
  server.clock.advance(360_000)
}

test('killed before the mail server has any of the text, a letter reaches everybody once', {
  timeout: 240_000,
}, async () => {
  const { id, users } = await beginLetter(60)
  await killAt('letter:before-handing')
  expect(mail.tried.length).toBeGreaterThan(0)
  expect(received().size).toBe(0)
  await sendAll(3)
  expect(await states(id)).toEqual({ handed_over: users.length })
  expect(new Set(received().values())).toEqual(new Set([1]))
  expect(received().size).toBe(users.length)
})

test.each(['letter:handing' as const, ...(isPlainRun ? [] : ['letter:handed-over' as const])])(
  'killed at %s, a letter leaves unknown whom the server may have taken, and reaches nobody twice',
  { timeout: 240_000 },
  async (point) => {
    const { id, users } = await beginLetter(100)
    await killAt(point)
    await sendAll(3)
    const { handed_over = 0, unknown = 0, waiting = 0 } = await states(id)
    expect({ all: handed_over + unknown, waiting }).toEqual({ all: users.length, waiting: 0 })
    // One kill, with four others side by side, on two instances.
    expect(unknown).toBeGreaterThan(0)
    expect(unknown).toBeLessThanOrEqual(10)
    const missed = users.filter((email) => !received().has(email))
    expect(missed.length).toBeLessThanOrEqual(unknown)
    await sendAll(2, 600_000)
    expect(new Set(received().values())).toEqual(new Set([1]))
    expect(users.filter((email) => !received().has(email))).toEqual(missed)
  },
)

test('two instances at once send each letter once', async () => {
  const { users } = await beginLetter(60)
  const second = await startTestServer({ beside: server, work: false, env: { SMTP_URL: mail.url } })
  await Promise.all([server, second].map(({ ctx }) => sendLetters({ ...ctx, now: server.ctx.now }, never)))
  await second.stop()
  await sendAll(2)
  expect([...received().values()].toSorted().at(-1)).toBe(1)
  expect(received().size).toBe(users.length)
})

test('a reader who withdraws, bounces or buys while the letter is sent gets nothing afterwards', async () => {
  const { course_id } = await buildCourse(server.db)
  const { id } = await beginLetter(60, [{ course: course_id }])
  let change: Promise<Set<string>> | undefined
  answers.data = () => {
    if (mail.accepted.length === 19) change ??= changeWaiting(id, course_id)
    return undefined
  }
  await sendAll(2)
  const changed = await change
  expect(changed?.size).toBe(12)
  const rows = await server
    .db('letter_recipients as r')
    .join('users as u', 'u.id', 'r.user_id')
    .where({ letter_id: id })
  const of = (state: string) => rows.filter((row) => row.state === state && changed?.has(row.email))
  expect(new Set(of('skipped').map(({ reason }) => reason))).toEqual(new Set(['no_consent', 'bounced', 'bought']))
  expect(of('skipped')).toHaveLength(12)
  expect([...received().values()].toSorted().at(-1)).toBe(1)
})

/** Changes twelve readers who wait, in three ways. */
async function changeWaiting(letterId: string, course_id: string): Promise<Set<string>> {
  const readers = await server
    .db('letter_recipients as r')
    .join('users as u', 'u.id', 'r.user_id')
    .where({ letter_id: letterId, state: 'waiting' })
    .orderBy('recipient_id', 'desc')
    .limit(12)
    .select('u.id', 'u.email')
  const ways = [
    (user_id: number) =>
      server.db('consents').insert({ user_id, purpose: 'news_email', agreed: false, changed_at: new Date() }),
    (id: number) => server.db('users').where({ id }).update({ email_refused_at: new Date(), email_refusal: 'gone' }),
    (user_id: number) => buildPaidOrder(server.db, { user_id, course_id }),
  ]
  for (const [at, { id }] of readers.entries()) await ways[at % 3]?.(id)
  return new Set(readers.map(({ email }) => email))
}

test.skipIf(isPlainRun)('greylisting waits, and one bad address fails for itself alone and is marked', async () => {
  const { id, users } = await beginLetter(6)
  const [grey, bad] = users
  const seen = new Set<string>()
  answers.recipient = (address) => {
    if (address === bad) return '550 5.1.1 no such user'
    if (address !== grey || seen.has(address)) return undefined
    seen.add(address)
    return '451 4.7.1 greylisted, try again later'
  }
  await sendAll(1)
  expect(await states(id)).toEqual({ handed_over: 4, refused: 1, waiting: 1 })
  await sendAll(7)
  expect(await states(id)).toEqual({ handed_over: 5, refused: 1 })
  expect(mail.tried.filter((address) => address === bad)).toHaveLength(1)
  expect(await server.db('users').where({ email: bad }).first('email_refused_at', 'email_refusal')).toMatchObject({
    email_refused_at: expect.anything(),
    email_refusal: expect.stringContaining('5.1.1'),
  })
  const { status } = await server.db('letters').where({ letter_id: id }).first('status')
  expect(status).toBe('sent')
})

test.skipIf(isPlainRun)('a server that asks for less gets half the pace for 15 minutes', async () => {
  await server.db('letter_settings').update({ per_hour_receiver: 3600 })
  await beginLetter(100, undefined, 'gmail.com')
  let refusals = 1
  answers.recipient = () => (refusals-- > 0 ? '421 4.7.28 too many, slow down' : undefined)
  await sendAll(1)
  const [first] = await server.db('letter_pace').where({ receiver: 'gmail.com' })
  expect(Date.parse(first.slow_until)).toBeGreaterThan(Date.now() + 13 * 60_000)
  const before = mail.accepted.length
  await server.db('letter_pace').where({ receiver: 'gmail.com' }).update({ next_at: server.ctx.now() })
  const begun = Date.now()
  server.clock.advance(20_000)
  await sendLetters(server.ctx, never)
  // Half of 3,600 an hour is one in two seconds; a busy machine takes seconds of its own.
  expect(mail.accepted.length - before).toBeLessThanOrEqual(11 + (Date.now() - begun) / 2_000)
  await server.db('letter_settings').update({ per_hour_receiver: 100_000 })
})

test('a receiver that blames the sender pauses the letter and keeps the address', async () => {
  const { id, users } = await beginLetter(3)
  answers.recipient = () => '550 5.7.1 blocked: policy'
  await sendAll(1)
  const letter = await server.db('letters').where({ letter_id: id }).first('status', 'stopped', 'problem')
  expect(letter).toMatchObject({ status: 'stopped', stopped: 'blocked', problem: expect.stringContaining('5.7.1') })
  expect(await states(id)).toEqual({ waiting: 3 })
  expect(await server.db('users').whereIn('email', users).whereNotNull('email_refused_at')).toEqual([])
  const notified = server.db('owner_alerts').where({ kind: 'letter_stopped' }).whereLike('alert_key', `%${id}%`)
  expect(await notified).toHaveLength(1)
})

test('a wrong password stops everything and takes nobody’s turn', async () => {
  const { id } = await beginLetter(3)
  answers.login = () => '535 5.7.8 wrong password'
  await sendAll(3)
  expect(await states(id)).toEqual({ waiting: 3 })
  expect(mail.tried).toEqual([])
  expect(await server.db('mail_trouble').pluck('kind')).toContain('login')
  delete answers.login
  await sendAll(1)
  expect(await states(id)).toEqual({ handed_over: 3 })
  expect(await server.db('mail_trouble')).toEqual([])
})

/** A mail server that ends the connection in place of an answer to the line, and says what it has of texts. */
async function startBrokenServer(
  breaksAt: string,
  onLine: (line: string) => Promise<unknown> | undefined = () => undefined,
) {
  const texts: string[] = []
  const server = createServer((socket) => {
    socket.write('220 here\r\n')
    let inText = false
    createInterface({ input: socket }).on('line', async (line) => {
      if (inText) texts.push(line)
      else await onLine(line)
      if (line.startsWith(breaksAt)) socket.destroy()
      if (inText) return
      inText = line === 'DATA'
      socket.write(inText ? '354 go on\r\n' : '250 ok\r\n')
    })
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, texts, close: () => server.close() }
}

test('a connection that breaks after the text leaves it unknown, and it is never sent again', async () => {
  const broken = await startBrokenServer('.')
  const instance = await startTestServer({ beside: server, work: false, env: { SMTP_URL: broken.url } })
  const { id } = await beginLetter(1)
  await sendLetters({ ...instance.ctx, now: server.ctx.now }, never)
  expect(await states(id)).toEqual({ unknown: 1 })
  await sendAll(3, 3_600_000)
  expect(mail.accepted).toEqual([])
  expect((await server.db('letters').where({ letter_id: id }).first('status')).status).toBe('sent')
  await instance.stop()
  broken.close()
})

test.each(['RCPT', 'DATA'])('a connection that breaks at %s costs nobody their letter', async (line) => {
  const broken = await startBrokenServer(line)
  const instance = await startTestServer({ beside: server, work: false, env: { SMTP_URL: broken.url } })
  const { id, users } = await beginLetter(2)
  await sendLetters({ ...instance.ctx, now: server.ctx.now }, never)
  expect(await states(id)).toEqual({ waiting: 2 })
  await sendAll(2, 600_000)
  expect(await states(id)).toEqual({ handed_over: 2 })
  expect([...received().keys()].toSorted()).toEqual(users.toSorted())
  await instance.stop()
  broken.close()
})

test.skipIf(isPlainRun)('a mail server that never greets costs nobody their letter', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const instance = await startTestServer({ beside: server, work: false, env: { SMTP_URL: url } })
  const { id, users } = await beginLetter(2)
  await sendLetters({ ...instance.ctx, now: server.ctx.now }, never)
  expect(await states(id)).toEqual({ waiting: 2 })
  await sendAll(2, 600_000)
  expect([...received().keys()].toSorted()).toEqual(users.toSorted())
  await instance.stop()
  silent.close()
})

test('a reader who withdraws, moves or gets a stopped letter before the text flows gets none of it', async () => {
  const { id, users } = await beginLetter(3)
  const changes = [
    (email: string) =>
      server
        .db('consents')
        .whereIn('user_id', server.db('users').select('id').where({ email }))
        .update({ agreed: false }),
    (email: string) =>
      server
        .db('users')
        .where({ email })
        .update({ email: `new.${email}` }),
    () => server.db('letters').where({ letter_id: id }).update({ status: 'stopped' }),
  ]
  const broken = await startBrokenServer('never', (line) => {
    const at = users.findIndex((email) => line.includes(`TO:<${email}>`))
    return changes[at]?.(users[at] ?? '')
  })
  const instance = await startTestServer({ beside: server, work: false, env: { SMTP_URL: broken.url } })
  await sendLetters({ ...instance.ctx, now: server.ctx.now }, never)
  expect(broken.texts).toEqual([])
  expect(await states(id)).toEqual({ skipped: 1, waiting: 2 })
  await server.db('letters').where({ letter_id: id }).update({ status: 'sending' })
  await sendAll(1)
  expect([...received().keys()].toSorted()).toEqual([`new.${users[1]}`, users[2]].toSorted())
  await instance.stop()
  broken.close()
})

test('five bounces in a hundred stop a letter, and its owner lets it go on', async () => {
  const { id } = await beginLetter(120)
  let n = 0
  answers.recipient = () => (n++ % 8 === 7 ? '550 5.1.1 no such user' : undefined)
  await sendAll(2)
  expect(await server.db('letters').where({ letter_id: id }).first('status', 'stopped')).toEqual({
    status: 'stopped',
    stopped: 'bounces',
  })
  const { waiting = 0 } = await states(id)
  expect(waiting).toBeGreaterThan(0)
  delete answers.recipient
  server.clock.advance(60_000)
  await sendLetter(server.ctx, id, { adminId: 'adm_1' })
  await sendAll(3)
  expect((await server.db('letters').where({ letter_id: id }).first('status')).status).toBe('sent')
  expect([...received().values()].toSorted().at(-1)).toBe(1)
})

test('a name with line breaks and a header in it stays on its own line', async () => {
  const { users } = await beginLetter(1)
  await server.db('users').whereIn('email', users).update({ name: 'Asha\r\nBcc:victim@example.com Rao' })
  await sendAll(1)
  expect(mail.accepted).toHaveLength(1)
  expect(mail.accepted[0]).not.toMatch(/^Bcc:/im)
  expect(mail.tried).toEqual(users)
})

test('a shop without WhatsApp and without a letter logs nothing, whatever is away', async () => {
  answers.login = () => '421 4.3.2 come back later'
  const before = server.logged.length
  for (let n = 0; n < 3; n++) await sendLetters(server.ctx, never, { whatsapp: whatsappChannel })
  const lines = server.logged.slice(before).map((line) => JSON.parse(line) as { level: number; msg: string })
  expect(lines.filter(({ level }) => level > 30)).toEqual([])
})
