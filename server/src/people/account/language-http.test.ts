import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { awaitMail } from '../../../test/mails.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  server.request(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const languageOf = async (email: string) => (await server.db('users').where({ email }).first('language'))?.language
const textOf = (mail: string) =>
  Buffer.from(
    mail.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

test('an account is written to in the language of the store that it was made in, with its addresses', async () => {
  const person = { email: 'hindi@example.com', phone: '9876500001', password: PASSWORD, name: 'आशा' }
  expect((await send('/register', person, { 'x-language': 'hi' })).status).toBe(201)
  expect(await languageOf(person.email)).toBe('hi')
  const mail = textOf(await awaitMail(server.dataDir, person.email, '/hi/dashboard'))
  expect(mail).toContain('आपका अकाउंट तैयार है। इसी ईमेल से लॉग इन करें।')
  expect(mail).toContain('<html lang="hi-IN">')
  expect(mail).toMatch(/\/hi\/confirm#/)
})

test('a browser preference or an unknown language sets nothing', async () => {
  const headers: Record<string, string>[] = [
    { 'accept-language': 'hi' },
    { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' },
    { 'x-language': 'ta' },
  ]
  for (const [at, header] of headers.entries()) {
    const email = `english${at}@example.com`
    await send('/register', { email, phone: `987650010${at}`, password: PASSWORD }, header)
    expect([header, await languageOf(email)]).toEqual([header, 'en'])
  }
  const mail = await awaitMail(server.dataDir, 'english0@example.com', 'Your account is ready.')
  expect(mail).toContain('/dashboard')
  expect(mail).not.toContain('/hi/')
})

test('a log-in in another language changes it, one that says none leaves it', async () => {
  const { email } = await buildUser(server.db)
  const login = (headers: Record<string, string>) => send('/login', { email, password: PASSWORD }, headers)
  expect((await login({ 'x-language': 'mr' })).status).toBe(200)
  expect(await languageOf(email)).toBe('mr')
  await login({})
  expect(await languageOf(email)).toBe('mr')
  // A wrong password is nobody's wish.
  await send('/login', { email, password: 'Not-This-One-7' }, { 'x-language': 'hi' })
  expect(await languageOf(email)).toBe('mr')
  await login({ 'x-language': 'en' })
  expect(await languageOf(email)).toBe('en')
})

test('a purchase in another language returns to it and is written to in it; one in English leaves that of the account', async () => {
  const user = await buildUser(server.db)
  const token = await server.userToken(user)
  const { course_id } = await buildCourse(server.db)
  const buy = async (courseId: string, headers: Record<string, string>) => {
    const path = `/user/buy?user_id=${user.user_id}`
    const answer = await send(path, [courseId], { ...headers, authorization: `Bearer ${token}` })
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { order_id: string }).order_id
  }
  const returnsTo = async (orderId: string) =>
    (await server.db('sandbox.links').where({ reference_id: orderId }).first('callback_url')).callback_url
  const inHindi = await buy(course_id, { 'x-language': 'hi' })
  expect(await languageOf(user.email)).toBe('hi')
  expect(await returnsTo(inHindi)).toContain(`${server.ctx.config.storeUrl}/hi/payment_status?course_id=${course_id}`)
  const inEnglish = await buy((await buildCourse(server.db)).course_id, {})
  expect(await returnsTo(inEnglish)).toContain(`${server.ctx.config.storeUrl}/payment_status?`)
  expect(await languageOf(user.email)).toBe('hi')
})

test('a student chooses the language of the letters, and choosing it again writes nothing', async () => {
  const user = await buildUser(server.db, { name: 'मीरा' })
  const mine = server.api(await server.userToken(user))
  const version = async () => (await server.db.raw('select xmin::text from users where id = ?', [user.id])).rows[0].xmin
  expect(await mine.account.setLanguage({ language: 'mr' })).toEqual({ language: 'mr' })
  const written = await version()
  await mine.account.setLanguage({ language: 'mr' })
  expect(await version()).toBe(written)
  await send('/forget-password', { email: user.email, phone: '' })
  const mail = textOf(await awaitMail(server.dataDir, user.email, '/mr/login'))
  expect(mail).toContain('तुमच्या अकाउंटसाठी हा तात्पुरता पासवर्ड आहे:')
  expect(mail).toContain('नमस्कार मीरा,')
  await expect(mine.account.setLanguage({ language: 'ta' as 'mr' })).rejects.toMatchObject({ status: 422 })
  const account = (await mine.account.ownData()).parts.find(({ title }) => title === 'Account')
  expect(account?.rows[0]).toMatchObject({ language: 'mr' })
})

test('a message is answered in the language that it was sent in, else in that of the account with its address', async () => {
  const user = await buildUser(server.db)
  await server.db('users').where({ id: user.id }).update({ language: 'hi' })
  const message = { name: 'Ravi', subject: 'Question', message: 'How long do I have the course?' }
  await send('/contact', { ...message, email: user.email })
  expect(textOf(await awaitMail(server.dataDir, user.email, '/hi'))).toContain('आपका मैसेज हमें मिल गया है')
  await send('/contact', { ...message, email: 'visitor@example.com' }, { 'x-language': 'mr' })
  expect(textOf(await awaitMail(server.dataDir, 'visitor@example.com', '/mr'))).toContain('तुमचा मेसेज आम्हाला मिळाला आहे')
  const { ticket_no } = await server.db('tickets').where({ email: 'visitor@example.com' }).first('ticket_no')
  await server.api(await server.adminToken('owner')).tickets.answer({ ticket_no, text: 'एक वर्ष.' })
  const answer = textOf(await awaitMail(server.dataDir, 'visitor@example.com', '/mr/contact'))
  expect(answer).toContain('च्या तुमच्या मेसेजचे आमचे उत्तर:')
})
