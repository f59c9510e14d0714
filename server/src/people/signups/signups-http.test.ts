import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitMail, mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => server.stop())

const signUp = (email: string) => server.api().signups.ask({ email, name: 'Asha', news: true })

async function linkOf(email: string): Promise<string> {
  const mail = (await awaitMail(server.dataDir, email, '/signup')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return `?${/\/signup\?([\w=&-]+)/.exec(mail)?.[1]}`
}
const press = async (search: string) => (await server.request(`/signup${search}`, { method: 'POST' })).text()
const consentsOf = (id: number) => server.db('consents').where({ user_id: id }).pluck('agreed')
const idOf = async (email: string): Promise<number> => (await server.db('users').where({ email }).first('id'))?.id

test('a wish for news counts once its link is pressed, once, and opening the link changes nothing', async () => {
  const email = 'new-reader@example.com'
  expect(await signUp(email)).toEqual({ message: 'We emailed you a link. Open it to confirm.' })
  const search = await linkOf(email)
  expect(await (await server.request(`/signup${search}`)).text()).toContain('Do you want news')
  expect(await idOf(email)).toBeUndefined()
  expect(await press(search)).toContain('You get news by email')
  expect(await consentsOf(await idOf(email))).toEqual([true])
  expect(await server.db('users').where({ email }).whereNotNull('email_proven_at')).toHaveLength(1)
  expect(await press(search)).toContain('This link has ended')
  expect(await server.db('page_signups').where({ email })).toEqual([])
})

test('a known address gets the same answer, and its account stays as it is', async () => {
  const user = await buildUser(server.db, { email_proven_at: null })
  expect(await signUp(user.email)).toEqual({ message: 'We emailed you a link. Open it to confirm.' })
  await press(await linkOf(user.email))
  expect(await consentsOf(user.id)).toEqual([true])
  expect((await server.db('users').where({ id: user.id }).first('email_proven_at')).email_proven_at).toBeNull()
})

test('without the ticked box, with a wrong address or beyond three emails an hour nothing is sent', async () => {
  const { signups } = server.api()
  const wrong = [{ email: 'a@example.com', news: false }, { email: 'a@example.com' }, { email: 'x', news: true }]
  for (const input of wrong) await expect(signups.ask(input as never)).rejects.toMatchObject({ status: 422 })
  for (let at = 0; at < 3; at++) await signUp('often@example.com')
  await expect(signUp('often@example.com')).rejects.toMatchObject({ status: 429 })
  expect(await mailsTo(server.dataDir, 'a@example.com')).toEqual([])
})

test('a link ends after 7 days', async () => {
  const email = 'late@example.com'
  await signUp(email)
  const search = await linkOf(email)
  server.clock.advance(7 * 24 * 3600_000 + 1000)
  expect(await press(search)).toContain('This link has ended')
  expect(await idOf(email)).toBeUndefined()
})
