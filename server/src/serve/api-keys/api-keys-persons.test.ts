import { personScopes, type Scope, scopeNames } from 'contract/api-scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillBigCourse } from '../../../test/big-course.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { pathOf, queryOf } from '../../../test/walk-reads.ts'
import { type Route, routes } from '../http/route-table.ts'
import { type Field, fieldsOfAnswer } from './without-persons.ts'

/** Every read × every scope in a shop whose buyers and students have names, emails and phones that nothing else holds. */

/** Documents were filled with students of a number. */
const NAMED = /zarinamarked|marked\.example|98220\d{5}|Student \d/i

/** Names of fields that are of persons wherever they stand. */
const PERSONAL = /^((buyer|student|user|billing)(_name|_email|_phone|_id|_address)?|email|phone|whatsapp)$/

/** Their answers repeat the persons of the request. */
const ECHOES = new Set(['enrolments.plan', 'enrolments.give'])

const unnamed = scopeNames.filter((scope) => !personScopes.has(scope))
const reads = routes.filter(({ method, scope }) => method === 'GET' && scope !== undefined && scope !== 'any')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
  await fillBigCourse(server.db, { students: 30, courses: 5, stale: false })
  const { db } = server
  await db.raw(`update users set name = 'Zarinamarked ' || id, email = 'u' || id || '@marked.example',
    phone = '98220' || lpad(id::text, 5, '0'), phone_key = '98220' || lpad(id::text, 5, '0')`)
  await db.raw(`update tickets set name = 'Zarinamarked', email = 't@marked.example'`)
  await db.raw(`update past_orders set email = 'p' || fingerprint || '@marked.example'`)
  await db.raw(`update orders set billing_name = 'Zarinamarked'`)
  await db.raw(`update orders set status = 'review' where order_id = 'ord_big7'`)
}, 120_000)
afterAll(() => server.stop())

const keyOf = async (...scopes: Scope[]) => {
  const { key } = await server.api(await server.adminToken()).apiKeys.create({ name: scopes.join(), scopes })
  return key
}

async function read(route: Route, key: string): Promise<string> {
  const query = new URLSearchParams(queryOf(route))
  if (/settlements\.lines/.test(route.key)) query.delete('month')
  const answer = await server.request(`/api${pathOf(route)}?${query}`, { headers: { authorization: `Bearer ${key}` } })
  return `${answer.status} ${await answer.text()}`
}

test.each(unnamed)('a key of %s alone reads no name, email or phone of a person', async (scope) => {
  const key = await keyOf(scope)
  const named: string[] = []
  for (const route of reads.filter((one) => one.scope === scope))
    if (NAMED.test(await read(route, key))) named.push(route.key)
  expect(named).toEqual([])
})

test('the same reads name persons beside a scope that names them', async () => {
  const key = await keyOf('orders:read', 'numbers:read', 'courses:read')
  for (const call of ['settlements.lines', 'overview.todo', 'reviews.list', 'orders.adminList']) {
    const route = reads.find((one) => one.key === call)
    expect([call, route && (await read(route, key))]).toEqual([call, expect.stringMatching(NAMED)])
  }
})

test('in a call of another scope each field of a person is marked, and may be null', () => {
  const wrong: string[] = []
  const ofOthers = routes.filter(({ key, scope }) => unnamed.some((one) => one === scope) && !ECHOES.has(key))
  expect(ofOthers.length).toBeGreaterThan(40)
  for (const { key: call } of ofOthers) {
    const fields = fieldsOfAnswer(call)
    const isWithinMarked = ({ path }: Field) =>
      fields.some(({ path: outer, isOfPerson }) => isOfPerson && path.join('.').startsWith(outer.join('.')))
    for (const field of fields) {
      const name = `${call} ${field.path.join('.')}`
      if (PERSONAL.test(field.path.at(-1) ?? '') && !isWithinMarked(field)) wrong.push(`${name} is not marked`)
      if (field.isOfPerson && !field.schema.safeParse(null).success) wrong.push(`${name} may not be null`)
    }
  }
  expect(wrong).toEqual([])
})
