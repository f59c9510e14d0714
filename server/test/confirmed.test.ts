import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Route, routes } from '../src/serve/http/route-table.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const adminCalls = routes.filter(({ access }) => access === 'admin')

const always = new Set(adminCalls.filter(({ confirm }) => confirm === 'caller').map(({ key }) => key))

test('irreversible calls work within 10 minutes of a confirmation, and not later', async () => {
  const token = await server.adminToken('owner')
  const { jti } = jwt.decode(token) as jwt.JwtPayload
  const needs = async (route: Route) => {
    const answer = await server.request(`/api${route.path.replace(/\{[^}]+\}/g, 'x')}`, {
      method: route.method,
      headers: { authorization: `bearer ${token}`, 'content-type': 'application/json' },
      ...(['GET', 'HEAD', 'DELETE'].includes(route.method) ? {} : { body: '{}' }),
    })
    return answer.status === 403 && (await answer.json()).code === 'confirmation_required'
  }
  const inSession = adminCalls.filter(({ key }) => key !== 'auth.adminLogout')
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const confirmedAt = (at: Date | null) => server.db('sessions').where({ session_id: jti }).update({ confirmed_at: at })
  for (const at of [null, ago(10.1)]) {
    await confirmedAt(at)
    const requesting: [string, boolean][] = []
    // One after the other: more than twenty at once of one admin are refused.
    for (const route of inSession) requesting.push([route.key, await needs(route)])
    expect(requesting).toEqual(inSession.map(({ key }) => [key, always.has(key)]))
  }
  await confirmedAt(ago(9.5))
  for (const route of inSession.filter(({ key }) => always.has(key))) {
    expect([route.key, await needs(route)]).toEqual([route.key, false])
  }
})
