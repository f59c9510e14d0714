import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../src/api/route-table.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('the OpenAPI document has every call, with its success status', async () => {
  const document = await (await server.request('/api/openapi.json')).json()
  expect(document.openapi).toMatch(/^3\.1/)
  for (const route of routes) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()]
    expect([route.key, Boolean(operation)]).toEqual([route.key, true])
    expect(operation.summary).toBeTruthy()
    expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
  }
})
