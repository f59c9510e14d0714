import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gone } from 'contract/gone'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { ROOT, VERSION } from '../../config.ts'
import { routes } from './route-table.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const lines = gone.flatMap(({ calls, instead }) =>
  calls.map((call) => {
    const [method = '', path = ''] = call.split(' ')
    return { method, path, instead }
  }),
)
const typed = (path: string) => path.replace(/\{\w+\}/g, 'x')

test.each(lines)('$method $path answers 410 with what to do instead, to anybody', async ({ method, path, instead }) => {
  const headers = { 'content-type': 'application/json', authorization: 'bearer ended' }
  const body = method === 'GET' ? {} : { body: '{not read' }
  for (const init of [{ method }, { method, headers, ...body }]) {
    const answer = await server.request(typed(path), init)
    expect([answer.status, await answer.json()]).toEqual([410, { detail: instead, code: 'gone' }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

test('no call of the contract has the address of one that is gone', () => {
  const forms = lines.map(({ method, path }) => ({
    method,
    form: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  const hidden = routes.filter((route) =>
    forms.some(({ method, form }) => method === route.method && form.test(`/api${route.path}`)),
  )
  expect(hidden.map(({ key }) => key)).toEqual([])
})

test('an entry goes after two versions, and says in a sentence what to do instead', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const released = [...changelog.matchAll(/^## (\d+\.\d+)\.0 /gm)].map(([, version = '']) => version)
  // An entry of the version that is being made has no place in the list yet.
  const newest = [VERSION.replace(/\.\d+$/, ''), ...released]
  for (const { since, instead, calls } of gone) {
    const age = [...new Set(newest)].indexOf(since.replace(/\.0$/, ''))
    expect([calls, age < 2 ? 'young' : `delete it: gone since ${since}`]).toEqual([calls, 'young'])
    expect(instead).toMatch(/^[A-Z].*\.$/)
  }
})
