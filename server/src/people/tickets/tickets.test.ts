import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitMail, mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: ApiClient
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
  admin = server.api(await server.adminToken())
})
afterAll(() => server.stop())

let people = 0
const letter = (more: object = {}) => ({
  name: 'Sunita Pawar',
  email: `sunita${people++}@example.com`,
  subject: 'Is there a Marathi version?',
  message: 'I read Marathi better than English.\nSee https://evil.example/',
  ...more,
})

test('a message becomes a ticket; owner and sender are written to, the sender without a word of it', async () => {
  const written = letter({ email: 'Sunita@Example.com' })
  const { message, ticket_no } = await server.api().tickets.create(written)
  expect(message).toBe("Message sent successfully! We'll get back to you soon.")
  expect(ticket_no).toMatch(/^T-[A-HJKMNP-Z2-9]{6}$/)
  const toSender = await awaitMail(server.dataDir, 'sunita@example.com', ticket_no)
  for (const word of ['Sunita', 'Marathi', 'evil.example']) expect(toSender).not.toContain(word)
  const toOwner = await awaitMail(server.dataDir, 'admin@example.com', ticket_no)
  expect(toOwner).toContain('Is there a Marathi version?')
  const list = await admin.tickets.list({ q: ticket_no.toLowerCase() })
  expect(list).toMatchObject({ total: 1, open: expect.any(Number) })
  expect(list.tickets).toMatchObject([{ ticket_no, status: 'open', email: 'sunita@example.com', answers: 0 }])
})

test('an answer reaches the sender, is stored, and closes the ticket, which can be reopened', async () => {
  const { user_id, email } = await buildUser(server.db)
  const { ticket_no } = await server.api().tickets.create(letter({ email }))
  const detail = await admin.tickets.answer({ ticket_no, text: 'Yes, from December on.' })
  expect(detail).toMatchObject({
    status: 'done',
    user_id,
    message: expect.stringContaining('Marathi'),
    answers: [{ text: 'Yes, from December on.', admin_email: 'admin@example.com' }],
  })
  const mail = await awaitMail(server.dataDir, email, 'Yes, from December on.')
  expect(mail).not.toContain('evil.example')
  expect((await admin.tickets.list({ status: 'open', q: ticket_no })).tickets).toEqual([])
  expect(await admin.tickets.setStatus({ ticket_no, status: 'open' })).toEqual({ message: 'Ticket opened again' })
  expect(await admin.tickets.get({ ticket_no })).toMatchObject({ status: 'open' })
})

test('an answer that is sent again after a lost connection is mailed once, and again after the ticket was reopened', async () => {
  const { email, ...written } = letter()
  const { ticket_no } = await server.api().tickets.create({ ...written, email })
  const answer = { ticket_no, text: 'On Monday.' }
  await admin.tickets.answer(answer)
  const again = await Promise.all([admin.tickets.answer(answer), admin.tickets.answer(answer)])
  for (const detail of again) expect(detail).toMatchObject({ status: 'done', answers: [{ text: 'On Monday.' }] })
  await admin.tickets.setStatus({ ticket_no, status: 'open' })
  expect((await admin.tickets.answer(answer)).answers).toHaveLength(2)
})

test('a refused message lists its missing fields in the order of the form', async () => {
  const wrong = { name: ' ', email: 'sunita', subject: '', message: '' }
  await expect(server.api().tickets.create(wrong)).rejects.toMatchObject({
    status: 422,
    message: 'Please enter your name',
    data: {
      errors: [
        { path: 'name', message: 'Please enter your name' },
        { path: 'email', message: 'Please enter a valid email address' },
        { path: 'subject', message: 'Please enter a subject' },
        { path: 'message', message: 'Please enter your message' },
      ],
    },
  })
})

test('a bot that fills the hidden field gets the usual answer, and nothing is stored or mailed', async () => {
  const spam = letter({ website: 'https://evil.example' })
  const { ticket_no } = await server.api().tickets.create(spam)
  expect(await server.db('tickets').where({ ticket_no })).toEqual([])
  expect(await mailsTo(server.dataDir, spam.email)).toEqual([])
})

test('an address is written to three times an hour at most, however it is spelled', async () => {
  const { email } = letter()
  for (let n = 0; n < 3; n++) await server.api().tickets.create(letter({ email: n ? email.toUpperCase() : email }))
  await expect(server.api().tickets.create(letter({ email: ` ${email} ` }))).rejects.toMatchObject({ status: 429 })
})

test('an unknown number is 404 for every call', async () => {
  const ticket_no = 'T-ABCDEF'
  const missing = { status: 404, message: 'Ticket not found' }
  await expect(admin.tickets.get({ ticket_no })).rejects.toMatchObject(missing)
  await expect(admin.tickets.answer({ ticket_no, text: 'Hello' })).rejects.toMatchObject(missing)
  await expect(admin.tickets.setStatus({ ticket_no, status: 'done' })).rejects.toMatchObject(missing)
})
