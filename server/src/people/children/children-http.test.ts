import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { type BuiltUser, buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { dayEnded } from '../../shop/moments/moments.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
const START = new Date('2027-03-04T06:00:00Z')
const DAY_MS = 86_400_000
const REFUSED = { status: 409, message: expect.stringContaining('a parent buys') }

beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set(START)
  owner = server.api(await server.adminToken())
  await owner.settings.update({ body: { children: { ask: true } } })
})

const apiOf = async (user: BuiltUser) => server.api(await server.userToken(user))
const stateOf = async (user: BuiltUser) => (await (await apiOf(user)).children.mine()).state
const rowsOf = (user: BuiltUser) => server.db('ages').where({ user_id: user.id })

/** Makes a student of whom an earlier version stored that they are under 18 until the end of March. */
async function buildChild(confirmed_at: Date | null): Promise<BuiltUser> {
  const user = await buildUser(server.db)
  const parent = { parent_name: 'Meena Rao', parent_email: `parent-of-${user.id}@example.com` }
  const until = new Date('2027-03-31T18:30:00Z')
  await server
    .db('ages')
    .insert({ user_id: user.id, answered_at: START, turns_18: '2027-03', until, confirmed_at, ...parent })
  return user
}

/** Buys a course as the store's checkout does. */
async function buy(user: BuiltUser, fields: object = {}) {
  const { course_id } = await buildCourse(server.db)
  return (await apiOf(user)).orders.buy({ query: { user_id: user.user_id, ...fields }, body: [course_id] })
}

test('a shop that does not ask sells without an answer', async () => {
  await owner.settings.update({ body: { children: { ask: false } } })
  const user = await buildUser(server.db)
  expect(await (await apiOf(user)).children.mine()).toEqual({ asks: false, state: 'none' })
  expect((await buy(user)).payment_link).toContain('http')
  expect(await rowsOf(user)).toEqual([])
})

test('a shop that asks sells to an adult who says so at checkout, once for all, and to nobody without an answer', async () => {
  const user = await buildUser(server.db)
  await expect(buy(user)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect((await buy(user, { adult: 'yes' })).payment_link).toContain('http')
  expect(await stateOf(user)).toBe('adult')
  expect((await buy(user)).payment_link).toContain('http')
})

test('a student who is under 18 by their answer buys nothing, keeps no consent, and leaves no trace of the answer', async () => {
  const user = await buildUser(server.db)
  const { consents } = await apiOf(user)
  for (const purpose of ['news_email', 'news_message', 'ads'] as const)
    await consents.change({ params: { purpose }, body: { agreed: true } })
  await expect(buy(user, { adult: 'no' })).rejects.toMatchObject(REFUSED)
  expect((await consents.list()).filter(({ agreed }) => agreed)).toEqual([])
  const rows = await server.db('consents').where({ user_id: user.id, agreed: false })
  expect(new Set(rows.map(({ how }) => how))).toEqual(new Set(['under 18']))
  expect(await server.db('ad_agents').where({ user_id: user.id })).toEqual([])
  expect(await rowsOf(user)).toEqual([])
  expect(await server.db('orders').where({ user_id: user.id })).toEqual([])
})

test('a free course and a gift ask for no age', async () => {
  const user = await buildUser(server.db)
  const api = await apiOf(user)
  const { course_id } = await buildCourse(server.db, { free: true, price: 0 })
  expect(await api.freeCourses.take({ course_id })).toEqual({ course_id })
  await expect(api.gifts.redeem({ code: 'AAAA-BBBB-CCCC' })).rejects.toMatchObject({ status: 404 })
})

test('a stored child without the consent of a parent waits until they are 18; one with it buys on', async () => {
  const [waiting, confirmed] = [await buildChild(null), await buildChild(START)]
  expect([await stateOf(waiting), await stateOf(confirmed)]).toEqual(['waiting', 'confirmed'])
  await expect(buy(waiting, { adult: 'yes' })).rejects.toMatchObject(REFUSED)
  expect((await buy(confirmed)).payment_link).toContain('http')
  const agree = async () =>
    (await apiOf(confirmed)).consents.change({ params: { purpose: 'news_email' }, body: { agreed: true } })
  server.clock.set(new Date('2027-03-31T18:29:00Z'))
  await expect(agree()).rejects.toMatchObject({ status: 409 })
  server.clock.set(new Date('2027-03-31T18:31:00Z'))
  expect(await stateOf(waiting)).toBe('adult')
  expect(await agree()).toMatchObject({ agreed: true })
})

test('the night forgets a stored parent who never confirmed, and one whose child is 19', async () => {
  const [waiting, grown] = [await buildChild(null), await buildChild(START)]
  server.clock.advance(29 * DAY_MS)
  await dayEnded(server.ctx)
  expect(await rowsOf(waiting)).toHaveLength(1)
  server.clock.advance(2 * DAY_MS)
  await dayEnded(server.ctx)
  expect(await rowsOf(waiting)).toEqual([])
  server.clock.set(new Date('2028-04-02T00:00:00Z'))
  await dayEnded(server.ctx)
  expect((await rowsOf(grown))[0]).toMatchObject({ turns_18: null, parent_email: null, parent_name: null })
})

test('a link of an earlier email to a parent leads to the page of requests about data', async () => {
  const answer = await server.request('/parent?w=AAAA', { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/privacy/request'])
})
