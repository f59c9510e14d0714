import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../../server/src/serve/http/route-table.ts'
import { buildCourse } from '../../server/test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../server/test/server.ts'
import { writeClient } from './generate.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

type AnyShop = Record<string, Record<string, (input?: object, options?: object) => Promise<unknown>>>

let server: TestServer
let folder: string
let connect: (options: { url: string; key: string; fetch?: typeof fetch }) => AnyShop
let key: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-client-'))
  await writeClient(folder)
  await cp(join(import.meta.dirname, 'package.json'), join(folder, 'package.json'))
  ;({ connect } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'index.js')).href))
  const owner = server.api(await server.adminToken())
  const scopes = ['orders:read', 'courses:write', 'numbers:read'] as const
  key = (await owner.apiKeys.create({ name: 'Client', scopes: [...scopes] })).key
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

test('the package is below 30 kB, and has every call of a scope and no other', async () => {
  const packed = await Promise.all(
    ['index.js', 'index.d.ts', 'package.json'].map((name) => readFile(join(folder, name))),
  )
  expect(gzipSync(Buffer.concat(packed)).length).toBeLessThan(30_000)
  const shop = connect({ url: server.url, key })
  const calls = Object.entries(shop).flatMap(([group, of]) => Object.keys(of).map((name) => `${group}.${name}`))
  expect(calls.sort()).toEqual(routes.flatMap(({ key, scope }) => (scope ? [key] : [])).sort())
})

test('the types accept right calls and refuse wrong ones', async () => {
  const uses = `import { connect } from './index.js'
const shop = connect({ url: 'https://shop.example', key: 'shk_live_x' })
const { orders, total } = await shop.orders.adminList({ limit: 50, state: 'paid' })
const sum: number = orders.reduce((all, order) => all + order.total, 0) + total
const file: string | Uint8Array = await shop.exports.orders({ from: '2026-11-01' })
await shop.enrolments.extend({ course_id: 'x', user_ids: ['u'], until: '2030-01-01' }, { idempotencyKey: 'once' })
await shop.apiKeys.me()
console.log(sum, file)
// @ts-expect-error: no state of this name
await shop.orders.adminList({ state: 'lost' })
// @ts-expect-error: the course is missing
await shop.enrolments.extend({ user_ids: ['u'], until: '2030-01-01' })
// @ts-expect-error: no key may refund
await shop.orders.refund({ order_id: 'x' })
`
  await writeFile(join(folder, 'uses.ts'), uses)
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--types',
    '',
  ]
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, ...options, join(folder, 'uses.ts')]).catch((error) => error)
  expect(stdout).toBe('')
})

test('a call fills the path, the query and the body from one object', async () => {
  const shop = connect({ url: `${server.url}/`, key })
  const made = await shop.courses?.create?.({ name: 'By the client', state: 'draft' })
  const { course_id } = (made as { course: { course_id: string } }).course
  await shop.courses?.update?.({ id: course_id, offer_text: 'Changed' })
  expect(await server.db('courses').where({ course_id }).first('offer_text')).toEqual({ offer_text: 'Changed' })
  expect(await shop.orders?.adminList?.({ limit: 5, q: 'a b&c=d' })).toMatchObject({ orders: [], total: 0 })
  expect(typeof (await shop.exports?.orders?.())).toBe('string')
})

test('a refusal names its code and the missing scope', async () => {
  const shop = connect({ url: server.url, key })
  await expect(shop.users?.list?.()).rejects.toMatchObject({
    name: 'ShopError',
    status: 403,
    code: 'scope_missing',
    needs: 'students:read',
  })
  const { course_id } = await buildCourse(server.db)
  const update = shop.courses?.update?.({ id: course_id, price: 1 })
  await expect(update).rejects.toMatchObject({ code: 'scope_missing', needs: null })
})

test('a busy shop is called again after the named time, with the same key of the request', async () => {
  const seen: (string | null)[] = []
  const busyOnce: typeof fetch = async (address, init) => {
    seen.push(new Headers(init?.headers).get('idempotency-key'))
    if (seen.length === 1)
      return new Response('{"detail":"Wait","code":"rate_limited"}', { status: 429, headers: { 'retry-after': '1' } })
    return fetch(address, init)
  }
  const shop = connect({ url: server.url, key, fetch: busyOnce })
  await shop.courses?.create?.({ name: 'Tried twice', state: 'draft' })
  expect(seen).toEqual([expect.any(String), seen[0]])
})
