import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '../src/serve/reports/activity/activity-chain.queries.ts'
import { buildUser } from './people-factories.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken('owner')
})
afterAll(() => server.stop())

const settle = (countries: string) => server.api(token).settings.update({ body: { claims: { countries } } })
const breaks = async () => (await verifyChain(server.db)).breaks

test('concurrent entries form one chain', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => buildUser(server.db)))
  await Promise.all(
    users.map((user) => server.api(token).users.addCoins({ params: { id: user.user_id }, query: { amount: '3' } })),
  )
  const state = await verifyChain(server.db)
  expect(state).toEqual({ entries: 12, last_hash: expect.stringMatching(/^[0-9a-f]{64}$/), breaks: [] })
})

test('transactions that log first and change the same rows later never deadlock', async () => {
  const [one, other] = [await buildUser(server.db), await buildUser(server.db)]
  const admin = await server.db('admins').first('id', 'email', 'role')
  const entry = { admin_id: admin.id, admin_email: admin.email, admin_role: admin.role, call: 'x', kind: 'other' }
  const work = (first: number, second: number) =>
    server.db.transaction(async (trx) => {
      await trx('users').where({ id: first }).update({ reminders: true })
      await trx('activity').insert(entry)
      await trx('users').where({ id: second }).update({ reminders: true })
    })
  for (let round = 0; round < 5; round++) await Promise.all([work(one.id, other.id), work(one.id, other.id)])
  expect(await breaks()).toEqual([])
})

test.each([
  ['a field', { after: JSON.stringify({ 'claims.countries': '9' }) }],
  ['who it was', { admin_email: 'somebody@example.com' }],
  ['the role', { admin_role: 'support' }],
  ['the time', { created_at: new Date(0) }],
  ['the call', { call: 'settings.read' }],
  ['what it was about', { target_id: 'another' }],
])('an entry with an altered %s is reported', async (_what, change) => {
  await settle('3')
  const [row] = await server.db('activity').orderBy('chain_no', 'desc').limit(1)
  await settle('4')
  expect(await breaks()).toEqual([])
  await server.db('activity').where({ id: row.id }).update(change)
  expect(await breaks()).toEqual([{ chain_no: row.chain_no, why: 'altered' }])
  const stored = Object.keys(change).map((field) => [field, field === 'after' ? JSON.stringify(row.after) : row[field]])
  await server.db('activity').where({ id: row.id }).update(Object.fromEntries(stored))
  // Marking it as erased does not hide it either.
  await server.db('activity').where({ id: row.id }).update({ salt: null, target_name: 'Deleted user' })
  expect(await breaks()).toEqual([{ chain_no: row.chain_no, why: 'erased without cause' }])
  await server.db('activity').where({ id: row.id }).update({ salt: row.salt, target_name: row.target_name })
  expect(await breaks()).toEqual([])
})

test('a deleted entry is missed, in the middle and at the end', async () => {
  await settle('5')
  await settle('6')
  const [last, before] = await server.db('activity').orderBy('chain_no', 'desc').limit(2)
  const breaksWithout = async (id: number) => {
    const trx = await server.db.transaction()
    await trx('activity').where({ id }).delete()
    const found = (await verifyChain(trx)).breaks
    await trx.rollback()
    return found
  }
  expect(await breaksWithout(before.id)).toEqual([{ chain_no: last.chain_no, why: 'missing before it' }])
  expect(await breaksWithout(last.id)).toEqual([{ chain_no: last.chain_no, why: 'missing' }])
  expect(await breaks()).toEqual([])
})

test('a person is erased from the entries, and the chain remains valid', async () => {
  const user = await buildUser(server.db, { name: 'Sentinel Singh' })
  const owner = server.api(token)
  await owner.users.update({ params: { id: user.user_id }, body: { name: 'Sentinel Sing', phone: '9822233355' } })
  await owner.users.delete({ params: { id: user.user_id } })
  expect(JSON.stringify(await server.db('activity'))).not.toContain('Sentinel')
  expect(await breaks()).toEqual([])
})
