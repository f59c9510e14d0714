import { errorStatus } from 'contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../src/serve/http/route-table.ts'
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

test('a window of a list is whole numbers, an upload is multipart alone, and an empty answer has no body', async () => {
  const document = await (await server.request('/api/openapi.json')).json()
  type Part = {
    parameters?: { name: string; schema: object }[]
    requestBody?: { content: object }
    responses: Record<string, object>
  }
  const operations = Object.values<Record<string, Part>>(document.paths).flatMap((path) => Object.values(path))
  const windows = operations.flatMap(({ parameters = [] }) =>
    parameters.filter(({ name }) => /^(limit|offset)$/.test(name)),
  )
  expect(windows.length).toBeGreaterThan(50)
  expect(new Set(windows.map(({ schema }) => JSON.stringify(schema)))).toEqual(
    new Set(['{"type":"integer","minimum":0}']),
  )
  const uploads = operations
    .map(({ requestBody }) => Object.keys(requestBody?.content ?? {}))
    .filter((kinds) => kinds.includes('multipart/form-data'))
  expect(new Set(uploads.map(String))).toEqual(new Set(['multipart/form-data']))
  const empty = operations.flatMap(({ responses }) => responses['204'] ?? [])
  expect(empty.filter((answer) => 'content' in answer)).toEqual([])
})

test('each call names its errors, with the codes of each status', async () => {
  const document = await (await server.request('/api/openapi.json')).json()
  const named = new Set<string>()
  const resolved = (answer?: { $ref?: string }) =>
    answer?.$ref ? document.components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer
  for (const route of routes) {
    const { responses } = document.paths[route.path][route.method.toLowerCase()]
    const codesOf = (status: number): string[] =>
      resolved(responses[status])?.content?.['application/json']?.schema?.allOf?.[1].properties.code.enum ?? []
    for (const status of Object.keys(responses)) for (const code of codesOf(Number(status))) named.add(code)
    expect([route.key, codesOf(400)]).toEqual([route.key, ['bad_request']])
    expect([route.key, codesOf(401).includes('authentication_required')]).toEqual([
      route.key,
      route.access !== 'public',
    ])
    expect([route.key, codesOf(403).includes('password_change_required')]).toEqual([
      route.key,
      route.access === 'admin',
    ])
    if (route.path.includes('{')) expect([route.key, codesOf(404)]).toEqual([route.key, ['not_found']])
    // A repeated key, for every call.
    expect([route.key, codesOf(422)[0]]).toEqual([route.key, 'invalid'])
    for (const status of [414, 431])
      expect([route.key, status, codesOf(status)]).toEqual([route.key, status, ['too_large']])
    // Too many concurrent calls of one client, besides any other limit.
    expect([route.key, codesOf(429)]).toEqual([route.key, ['rate_limited']])
    for (const code of route.codes)
      expect([route.key, codesOf(errorStatus[code])]).toContainEqual(expect.arrayContaining([code]))
  }
  // Codes that no call returns itself: a wrong method, a call of an earlier version, and an internal error.
  const missing = Object.keys(errorStatus).filter((code) => !named.has(code))
  expect(missing).toEqual(['method_not_allowed', 'gone', 'internal_error'])
})

test('F11: the OpenAPI document is small, as anybody may fetch it', async () => {
  const sizeOf = async (encoding: string) => {
    const answer = await server.request('/api/openapi.json', { headers: { 'accept-encoding': encoding } })
    await answer.arrayBuffer()
    return Number(answer.headers.get('content-length'))
  }
  expect(await sizeOf('identity')).toBeLessThan(1_200_000)
  expect(await sizeOf('gzip')).toBeLessThan(80_000)
})
