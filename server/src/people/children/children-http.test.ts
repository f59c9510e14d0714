import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { awaitMail, mailsTo } from '../../../test/mails.ts'
import { type BuiltUser, buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
const START = new Date('2027-03-04T06:00:00Z')
const DAY_MS = 86_400_000

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set(START)
  owner = server.api(await server.adminToken())
  await owner.settings.update({ body: { children: { ask: true } } })
})

let parents = 0
function newParent(): string {
  parents += 1
  return `parent-${parents}@example.com`
}
const apiOf = async (user: BuiltUser) => server.api(await server.userToken(user))
const child = (parent_email: string, turns_18 = '2029-06') =>
  ({ adult: 'no', turns_18, parent_name: 'Meena Rao', parent_email }) as const

async function linkOf(email: string, kind: 't' | 'w'): Promise<string> {
  const mail = (await awaitMail(server.dataDir, email, `/parent?${kind}=3D`))
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  return new RegExp(`/parent\\?${kind}=[\\w-]+`).exec(mail)?.[0] ?? ''
}
const open = async (address: string) => (await server.request(address)).text()
const press = async (address: string) => (await server.request(address, { method: 'POST' })).text()
const stateOf = async (user: BuiltUser) => (await (await apiOf(user)).children.mine()).state

/** Buys a course as the store's checkout does. */
async function buy(user: BuiltUser, fields: object = {}) {
  const { course_id } = await buildCourse(server.db)
  return (await apiOf(user)).orders.buy({ query: { user_id: user.user_id, ...fields }, body: [course_id] })
}

test('a shop that does not ask sells without an answer', async () => {
  await owner.settings.update({ body: { children: { ask: false } } })
  const user = await buildUser(server.db)
  expect(await (await apiOf(user)).children.mine()).toEqual({
    asks: false,
    state: 'none',
    turns_18: null,
    parent: null,
  })
  expect((await buy(user)).payment_link).toContain('http')
  expect(await server.db('ages').where({ user_id: user.id })).toEqual([])
})

test('a shop that asks sells to an adult who says so at checkout, once for all, and to nobody without an answer', async () => {
  const user = await buildUser(server.db)
  await expect(buy(user)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect((await buy(user, { adult: 'yes' })).payment_link).toContain('http')
  expect(await stateOf(user)).toBe('adult')
  expect((await buy(user)).payment_link).toContain('http')
})

test('a child buys once the parent pressed the link of an email, which works once, in any browser', async () => {
  const [user, parent] = [await buildUser(server.db), newParent()]
  await expect(buy(user, child(parent))).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('A parent has to'),
  })
  await expect(buy(user)).rejects.toMatchObject({ status: 409 })
  const link = await linkOf(parent, 't')
  expect(await open(link)).toContain('I am the parent, and I consent')
  expect(await stateOf(user)).toBe('waiting')
  const both = await Promise.all([press(link), press(link)])
  expect(both.filter((page) => page.includes('You consented'))).toHaveLength(1)
  expect(both.filter((page) => page.includes('This link has ended'))).toHaveLength(1)
  expect(await stateOf(user)).toBe('confirmed')
  expect((await buy(user)).payment_link).toContain('http')
  await awaitMail(server.dataDir, user.email, 'Your parent has consented')
})

test('a guessed link, one that has ended and a replaced one get the same page', async () => {
  const [user, parent] = [await buildUser(server.db), newParent()]
  const { children } = await apiOf(user)
  await children.answer(child(parent))
  const first = await linkOf(parent, 't')
  const other = newParent()
  await children.answer(child(other))
  const second = await linkOf(other, 't')
  const guessed = await press('/parent?t=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  expect(guessed).toContain('This link has ended')
  expect(await press(first)).toBe(guessed)
  expect(await press('/parent?w=AAAA')).toBe(guessed)
  server.clock.advance(7 * DAY_MS + 1000)
  expect(await press(second)).toBe(guessed)
  expect(await open(second)).toBe(guessed)
  expect(await stateOf(user)).toBe('waiting')
})

test('the account ends with its sessions and courses once the parent withdraws', async () => {
  const [user, parent] = [await buildUser(server.db), newParent()]
  const { children } = await apiOf(user)
  await children.answer(child(parent))
  await press(await linkOf(parent, 't'))
  const link = await linkOf(parent, 'w')
  expect(await open(link)).toContain('ends for good')
  expect(await stateOf(user)).toBe('confirmed')
  expect(await press(link)).toContain('Your consent is withdrawn')
  await expect(children.mine()).rejects.toMatchObject({ status: 401 })
  expect(await server.db('users').where({ id: user.id }).first('email')).toEqual({ email: null })
  expect(await server.db('ages').where({ user_id: user.id })).toEqual([])
  expect(await press(link)).toContain('This link has ended')
})

test('a child turns 18 at the end of the month that was named, and a parent is forgotten a year later', async () => {
  const [user, parent] = [await buildUser(server.db), newParent()]
  const { children, consents } = await apiOf(user)
  await children.answer(child(parent, '2027-03'))
  await press(await linkOf(parent, 't'))
  const withdraw = await linkOf(parent, 'w')
  const agree = () => consents.change({ params: { purpose: 'news_email' }, body: { agreed: true } })
  server.clock.set(new Date('2027-03-31T18:29:00Z'))
  await expect(agree()).rejects.toMatchObject({ status: 409 })
  server.clock.set(new Date('2027-03-31T18:31:00Z'))
  expect(await stateOf(user)).toBe('adult')
  expect(await agree()).toMatchObject({ agreed: true })
  expect(await press(withdraw)).toContain('This link has ended')
})

test('consents end with the answer of a child, and none begins', async () => {
  const user = await buildUser(server.db)
  const { children, consents } = await apiOf(user)
  for (const purpose of ['news_email', 'news_message', 'ads'] as const)
    await consents.change({ params: { purpose }, body: { agreed: true } })
  await children.answer(child(newParent()))
  expect(await consents.list()).toEqual([])
  const rows = await server.db('consents').where({ user_id: user.id, agreed: false })
  expect(rows.map(({ purpose, how }) => [purpose, how]).toSorted()).toEqual([
    ['ads', 'under 18'],
    ['news_email', 'under 18'],
    ['news_message', 'under 18'],
  ])
  expect(await server.db('ad_agents').where({ user_id: user.id })).toEqual([])
})

test.each([
  ['a month that is over', { turns_18: '2027-02' }, 'turns_18'],
  ['a month that no child waits for', { turns_18: '2045-04' }, 'turns_18'],
  ['the own email as the parent’s', { parent_email: 'own' }, 'parent_email'],
])('%s is refused', async (_, wrong, path) => {
  const user = await buildUser(server.db)
  const input = { ...child(newParent()), ...wrong }
  const { children } = await apiOf(user)
  const body = input.parent_email === 'own' ? { ...input, parent_email: user.email } : input
  await expect(children.answer(body)).rejects.toMatchObject({ status: 422, data: { errors: [{ path }] } })
  expect(await server.db('ages').where({ user_id: user.id })).toEqual([])
})

test('a child becomes no adult by another answer; an owner forgets a wrong one', async () => {
  const [user, parent] = [await buildUser(server.db, { name: 'Asha Rao' }), newParent()]
  const { children } = await apiOf(user)
  await children.answer(child(parent))
  await expect(children.answer({ adult: 'yes' })).rejects.toMatchObject({ status: 409 })
  expect(await mailsTo(server.dataDir, parent)).toBeDefined()
  const listed = await owner.children.list()
  expect(listed.rows.find(({ user_id }) => user_id === user.user_id)).toMatchObject({
    name: 'Asha Rao',
    parent_email: parent,
    turns_18: '2029-06',
    confirmed_at: null,
  })
  await owner.children.forget({ user_id: user.user_id })
  expect(await stateOf(user)).toBe('none')
  await children.answer({ adult: 'yes' })
  expect(await stateOf(user)).toBe('adult')
})

test('a free course and a gift wait for the parent too', async () => {
  const user = await buildUser(server.db)
  const api = await apiOf(user)
  await api.children.answer(child(newParent()))
  const { course_id } = await buildCourse(server.db, { free: true, price: 0 })
  await expect(api.freeCourses.take({ course_id })).rejects.toMatchObject({
    message: expect.stringContaining('A parent'),
  })
  await expect(api.gifts.redeem({ code: 'AAAA-BBBB-CCCC' })).rejects.toMatchObject({
    message: expect.stringContaining('A parent'),
  })
  const { user_id } = await buildEnrolment(server.db)
  expect(user_id).not.toBe(user.id)
})

test('the night forgets a parent who never confirmed, and one whose child is 19', async () => {
  const { dayEnded } = await import('./children.hooks.ts')
  const [waiting, grown] = [await buildUser(server.db), await buildUser(server.db)]
  await (await apiOf(waiting)).children.answer(child(newParent()))
  await (await apiOf(grown)).children.answer(child(newParent(), '2027-03'))
  await server.db('ages').where({ user_id: grown.id }).update({ confirmed_at: START })
  server.clock.advance(29 * DAY_MS)
  await dayEnded(server.ctx)
  expect(await server.db('ages').where({ user_id: waiting.id })).toHaveLength(1)
  server.clock.advance(2 * DAY_MS)
  await dayEnded(server.ctx)
  expect(await server.db('ages').where({ user_id: waiting.id })).toEqual([])
  server.clock.set(new Date('2028-04-02T00:00:00Z'))
  await dayEnded(server.ctx)
  expect(await server.db('ages').where({ user_id: grown.id }).first()).toMatchObject({
    turns_18: null,
    parent_email: null,
    parent_name: null,
  })
})
