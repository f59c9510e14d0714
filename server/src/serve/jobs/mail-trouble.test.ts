import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answers, startMailServer, type TestMailServer } from '../../../test/mail-server.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { watchMail } from '../../platform/mail/watch-mail.ts'
import { readMail } from '../reports/overview/health.service.ts'
import { createJobs } from './index.ts'

let mail: TestMailServer
let shop: TestServer
const answers: Answers = {}
beforeAll(async () => {
  mail = await startMailServer({
    login: () => answers.login?.(),
    recipient: (address) => answers.recipient?.(address),
    data: () => answers.data?.(),
  })
  shop = await startTestServer({ work: false, env: { SMTP_URL: mail.url, MAIL_FROM: 'shop@example.in' } })
})
afterAll(async () => {
  await shop.stop()
  await mail.close()
})
beforeEach(async () => {
  for (const name of ['login', 'recipient', 'data'] as const) delete answers[name]
  // Ends a row of refused recipients.
  await shop.ctx.mailer.send({ to: 'owner@example.in', subject: 's', text: 't', html: 'h' })
  mail.tried.length = 0
  shop.logged.length = 0
  await shop.db('mail_trouble').delete()
})

let jobs = 0
/** Runs a new job that welcomes this student. */
const welcome = (user: { user_id: string }, id = `welcome-${jobs++}`) => {
  const job = createJobs(shop.ctx).find(({ name }) => name === 'welcome-mail')
  return job?.run({ user_id: user.user_id }, id)
}
const errors = () => shop.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
const marked = (user: { id: number }) =>
  shop.db('users').where({ id: user.id }).first('email_refused_at', 'email_refusal')

test('a refused login is an error at once, stored without the password, and over with the next email', async () => {
  const user = await buildUser(shop.db)
  answers.login = () => '535 5.7.8 Authentication credentials invalid for s3cret/pass'
  await expect(welcome(user, 'retried')).rejects.toThrow('535 5.7.8')
  expect(errors()).toMatchObject([{ msg: 'the mail server refuses the login: no email leaves' }])
  await expect(welcome(user, 'retried')).rejects.toThrow('535 5.7.8')
  expect(errors()).toHaveLength(1)
  const [trouble] = await shop.db('mail_trouble')
  expect(trouble).toMatchObject({
    kind: 'login',
    reason: '535 5.7.8 Authentication credentials invalid for [hidden]',
  })
  expect(shop.logged.join()).not.toContain('s3cret')
  delete answers.login
  await welcome(user, 'retried')
  expect(await shop.db('mail_trouble')).toEqual([])
  expect(await marked(user)).toEqual({ email_refused_at: null, email_refusal: null })
})

test.each([
  ['at the recipient', { recipient: () => '550 5.1.1 No such user here' }],
  ['at the text', { data: () => '550 5.1.1 No such user here' }],
] as const)('an address refused for good %s ends the email, and is marked until it changes', async (_where, answer) => {
  const user = await buildUser(shop.db)
  Object.assign(answers, answer)
  await welcome(user, `refused ${_where}`)
  await welcome(user, `refused ${_where}`)
  expect(mail.tried).toEqual([user.email])
  expect(await marked(user)).toMatchObject({ email_refusal: '550 5.1.1 No such user here' })
  expect(await shop.db('mail_trouble')).toEqual([])
  const owner = shop.api(await shop.adminToken())
  const page = await owner.students.get({ id: user.user_id })
  expect(page.user.email_refused).toMatchObject({ reason: '550 5.1.1 No such user here' })
  const params = { id: user.user_id }
  await owner.users.update({ params, body: { email: `new-${user.email}` } })
  expect((await owner.students.get({ id: user.user_id })).user.email_refused).toBeNull()
})

test('an address refused by a rule of its receiver ends the email, and is not marked', async () => {
  const user = await buildUser(shop.db)
  answers.recipient = () => '550 5.7.133 authentication required to write to this group'
  await welcome(user)
  expect(mail.tried).toEqual([user.email])
  expect(await marked(user)).toEqual({ email_refused_at: null, email_refusal: null })
})

test('the console shows the trouble, and a test email has the words of the server', async () => {
  const owner = shop.api(await shop.adminToken())
  const email = 'owner@example.in'
  answers.login = () => '535 5.7.8 Wrong login'
  await expect(owner.overview.mailTest({ email })).rejects.toMatchObject({
    status: 502,
    code: 'mail_failed',
    message: '535 5.7.8 Wrong login',
  })
  const { mail: bad } = await owner.overview.health({})
  expect(bad).toMatchObject({ ok: false, message: '535 5.7.8 Wrong login' })
  expect(Date.parse(bad.since ?? '')).toBeGreaterThan(0)
  delete answers.login
  expect((await owner.overview.mailTest({ email })).message).toMatch(/^250 /)
  expect((await owner.overview.health({})).mail).toEqual({ ok: true, since: null, message: null })
  await expect(owner.overview.mailTest({ email: 'nobody' })).rejects.toMatchObject({ status: 422 })
})

test('a mail server that nobody reaches for three minutes is trouble until an email leaves', async () => {
  const { ctx, db } = shop
  const smtpUrl = mail.url
  const config = { smtpUrl, mailFrom: 'shop@example.in', dataDir: '/nowhere' }
  let moment = new Date('2026-11-27T10:00:00Z')
  const now = () => moment
  const errors: object[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) })
  // Port 1 of this machine refuses every connection.
  const away = createMailer({ config: { ...config, smtpUrl: 'smtp://127.0.0.1:1' }, now })
  const here = createMailer({ config, now })
  let mailer = away
  const watched = watchMail({ send: (letter) => mailer.send(letter), logIn: () => mailer.logIn() }, { db, log, now })
  const letter = { to: 'asha@example.com', subject: 's', text: 't', html: 'h' }
  await expect(watched.send(letter)).rejects.toMatchObject({ kind: 'later', away: true })
  moment = new Date('2026-11-27T10:02:59Z')
  await expect(watched.send(letter)).rejects.toMatchObject({ kind: 'later' })
  expect(await db('mail_trouble')).toEqual([])
  moment = new Date('2026-11-27T10:03:00Z')
  await expect(watched.send(letter)).rejects.toMatchObject({ kind: 'later' })
  await expect(watched.send(letter)).rejects.toMatchObject({ kind: 'later' })
  expect(errors).toMatchObject([{ msg: 'the mail server cannot be reached: no email leaves' }])
  expect(await readMail(db, ctx.config)).toMatchObject({ ok: false, message: expect.stringContaining('ECONNREFUSED') })
  mailer = here
  await watched.send(letter)
  expect(await readMail(db, ctx.config)).toMatchObject({ ok: true })
  // The next outage has its own three minutes.
  mailer = away
  await expect(watched.send(letter)).rejects.toMatchObject({ kind: 'later' })
  expect(errors).toHaveLength(1)
})

test('an address that accepts again loses its mark', async () => {
  const user = await buildUser(shop.db)
  answers.recipient = () => '550 5.1.1 No such user here'
  await welcome(user)
  delete answers.recipient
  await welcome(user)
  expect(await marked(user)).toEqual({ email_refused_at: null, email_refusal: null })
})

test.each([
  ['greylisted', '451 4.7.1 Greylisted, please try again'],
  ['full', '552 5.2.2 Mailbox full'],
])('a %s mailbox is tried again, without a mark or an error', async (_name, answer) => {
  const user = await buildUser(shop.db)
  answers.recipient = () => answer
  await expect(welcome(user, answer)).rejects.toThrow(answer)
  expect(errors()).toEqual([])
  expect(await marked(user)).toMatchObject({ email_refused_at: null })
  delete answers.recipient
  await welcome(user, answer)
  expect(mail.tried).toEqual([user.email, user.email])
})

test.each([
  ['login', '530 5.7.0 Authentication required'],
  ['login', '550 5.7.1 Please log in first'],
  ['sender', '550 5.7.1 Relaying denied'],
  ['sender', '554 Blocked for spam'],
])('a refusal that blames the shop is trouble of the %s and marks no address: %s', async (kind, answer) => {
  const user = await buildUser(shop.db)
  answers.recipient = () => answer
  await expect(welcome(user)).rejects.toThrow(answer)
  expect(await shop.db('mail_trouble')).toMatchObject([{ kind, reason: answer }])
  expect(errors()).toHaveLength(1)
  expect(await marked(user)).toMatchObject({ email_refused_at: null })
})

test('a server that refuses everybody is in trouble: the third email in a row stays in the queue', async () => {
  answers.recipient = () => '550 No'
  const users = [await buildUser(shop.db), await buildUser(shop.db), await buildUser(shop.db)]
  await welcome(users[0] as { user_id: string })
  await welcome(users[1] as { user_id: string })
  await expect(welcome(users[2] as { user_id: string })).rejects.toThrow('550 No')
  expect(await shop.db('mail_trouble')).toMatchObject([{ kind: 'recipients', reason: '550 No' }])
  expect(await marked(users[2] as { id: number })).toMatchObject({ email_refused_at: null })
})
