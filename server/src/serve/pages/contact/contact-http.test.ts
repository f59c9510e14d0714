import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitMail } from '../../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'

let server: TestServer
let admin: ApiClient
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
  admin = server.api(await server.adminToken())
})
afterAll(() => server.stop())

const post = async (path: string, fields: Record<string, string>) => {
  const answer = await server.request(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}
const letter = {
  name: 'Asha',
  email: 'asha@example.com',
  subject: 'Which course?',
  message: 'First line\nsecond <line>',
}
const ticketsOf = async (email: string) => (await admin.tickets.list({ q: email })).tickets

test('a contact form that a browser sends by itself becomes a ticket, and the answer has its number', async () => {
  const { status, html } = await post('/contact', letter)
  const [, number = 'none'] = /Its number is (T-\w{6})/.exec(html) ?? []
  expect([status, number]).toEqual([200, expect.stringMatching(/^T-/)])
  expect(await ticketsOf(letter.email)).toMatchObject([{ ticket_no: number, subject: letter.subject }])
  await awaitMail(server.dataDir, letter.email, number)
})

test('it answers and writes in the language of its page', async () => {
  const { html } = await post('/hi/contact', { ...letter, email: 'hindi@example.com' })
  expect(html).toContain('<html lang="hi-IN">')
  expect(html).toContain('आपका मैसेज हमें मिल गया')
  await awaitMail(server.dataDir, 'hindi@example.com', '/hi')
})

test('a form with something wrong comes back with all that was typed, and makes no ticket', async () => {
  const { status, html } = await post('/contact', { ...letter, email: 'nobody@' })
  expect(status).toBe(422)
  expect(html).toContain('value="nobody@"')
  expect(html).toContain('Please enter a valid email address')
  expect(html).toContain('First line\nsecond &lt;line&gt;</textarea>')
  expect(await ticketsOf('nobody@')).toEqual([])
  expect((await post('/contact', {})).status).toBe(422)
})

test('a program that fills every field learns nothing, and the limits of the call hold', async () => {
  const email = 'limits@example.com'
  expect((await post('/contact', { ...letter, email, website: 'https://spam.example' })).status).toBe(200)
  expect(await ticketsOf(email)).toEqual([])
  const answers = []
  for (let at = 0; at < 4; at += 1) answers.push(await post('/contact', { ...letter, email }))
  expect(answers.at(-1)?.status).toBe(429)
  expect(answers.at(-1)?.html).toContain('Your message was not sent.')
})
