import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('a breach that an earlier version recorded stays in its register, and an erased student leaves its list', async () => {
  const { db } = server
  const at = new Date('2026-11-25T03:50:00Z')
  const user = await buildUser(db)
  const facts = { title: 'A list went to a wrong address', nature: 'A list', data: '', consequences: '', done: '' }
  await db('breaches').insert({
    breach_id: 'br_1',
    known_at: at,
    facts: JSON.stringify({ ...facts, false_alarm: '' }),
    people: JSON.stringify({ kind: 'emails' }),
    created_by: 'owner@example.com',
    created_at: at,
  })
  const report = { breach_id: 'br_1', words: 'First word', sent_at: at, noted_by: 'owner@example.com', noted_at: at }
  await db('breach_reports').insert({ ...report, sent_to: 'board', is_full: false })
  for (const email of [user.email, 'other@example.com'])
    await db('breach_people').insert({ breach_id: 'br_1', email, state: 'listed' })
  const token = await server.adminToken('owner')
  const answer = await server.request('/api/admin/registers/breaches.csv', {
    headers: { authorization: `bearer ${token}` },
  })
  expect(await answer.text()).toMatch(/A list went to a wrong address.*\(first word\)/)
  await server.api(token).users.delete({ params: { id: user.user_id } })
  expect(await db('breach_people').pluck('email')).toEqual(['other@example.com'])
})
