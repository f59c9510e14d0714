import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const purpose = 'news_email'
const never = { agreed: false, changed_at: null }

test('a consent counts for its student alone; everybody starts without any', async () => {
  const [one, other] = [await buildUser(server.db), await buildUser(server.db)]
  const mine = server.api(await server.userToken(one))
  const params = { purpose } as const
  const nothing = [
    { purpose, ...never },
    { purpose: 'news_message', ...never },
  ]
  expect(await mine.consents.list()).toEqual(nothing)
  const input = await mine.consents.change({ params, body: { agreed: true } })
  expect(input).toMatchObject({ purpose, agreed: true })
  expect(await mine.consents.list()).toEqual([input, nothing[1]])
  expect(await server.api(await server.userToken(other)).consents.list()).toEqual(nothing)
})

test('a consent carries the date of its step, and every step is stored', async () => {
  const user = await buildUser(server.db)
  const { consents } = server.api(await server.userToken(user))
  const show = (agreed: boolean) => consents.change({ params: { purpose }, body: { agreed } })
  const input = await show(true)
  server.clock.advance(60_000)
  expect(await show(true)).toEqual(input)
  const takenBack = await show(false)
  expect(Date.parse(takenBack.changed_at ?? '') - Date.parse(input.changed_at ?? '')).toBeGreaterThanOrEqual(60_000)
  await Promise.all([show(true), show(true), show(true)])
  const { rows } = await server.db.raw('select agreed from consents where user_id = ? order by id', [user.id])
  expect(rows.map(({ agreed }: { agreed: boolean }) => agreed)).toEqual([true, false, true])
})

test("the owner sees each student's consents with their dates", async () => {
  server.clock.set(new Date('2027-03-04T05:06:07Z'))
  const user = await buildUser(server.db, { name: 'Asha Consents' })
  const { consents } = server.api(await server.userToken(user))
  const input = await consents.change({ params: { purpose }, body: { agreed: true } })
  await consents.change({ params: { purpose: 'news_message' }, body: { agreed: true } })
  await consents.change({ params: { purpose: 'news_message' }, body: { agreed: false } })
  const admin = server.api(await server.adminToken())
  expect((await admin.students.get({ id: user.user_id })).consents[0]).toEqual(input)
  const answer = await server.request('/api/admin/export/users.csv?q=Asha%20Consents', {
    headers: { authorization: `bearer ${await server.adminToken()}` },
  })
  const csv = await answer.text()
  const [head, row] = csv.trim().split('\r\n')
  expect(head).toMatch(/,News by email since,News by SMS or WhatsApp since$/)
  expect(row).toMatch(/,2027-03-04T10:36:\d\d\+05:30,$/)
})

test("the owner's list holds only proven or paid-under addresses: anybody can register with a stranger's", async () => {
  const unproven = { email_proven_at: null, name: 'Bela Unproven' }
  const [squatter, buyer] = [await buildUser(server.db, unproven), await buildUser(server.db, unproven)]
  await buildPaidOrder(server.db, { user_id: buyer.id })
  for (const user of [squatter, buyer]) {
    const { consents } = server.api(await server.userToken(user))
    await consents.change({ params: { purpose }, body: { agreed: true } })
  }
  const listed = async () => {
    const answer = await server.request('/api/admin/export/users.csv?q=Bela%20Unproven', {
      headers: { authorization: `bearer ${await server.adminToken()}` },
    })
    const lines = (await answer.text()).trim().split('\r\n').slice(1)
    return [squatter, buyer].map(({ email }) => /\+05:30,$/.test(lines.find((line) => line.includes(email)) ?? ''))
  }
  expect(await listed()).toEqual([false, true])
  await server.db('users').where({ id: squatter.id }).update({ email_proven_at: new Date() })
  expect(await listed()).toEqual([true, true])
})
