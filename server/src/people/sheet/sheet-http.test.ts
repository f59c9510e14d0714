import { createVerify, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payWithEvent } from '../../../test/shopper.ts'
import { callHooks } from '../../platform/features/hooks.ts'
import { createJobs } from '../../serve/jobs/index.ts'
import { secretsSealed } from './sheet.hooks.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const email = 'shop@project.iam.gserviceaccount.com'
const service_account = JSON.stringify({
  type: 'service_account',
  client_email: email,
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  // Never called: the shop knows Google's address.
  token_uri: 'http://127.0.0.1:9/token',
})
const settings = { spreadsheet_id: '1aBcDeFgHiJkLmNoPqRs', sheet: "Asha's orders", rows: 'orders' as const }

/** The fate of an append: it answers this status, or writes and loses the answer. */
type Fault = { status: number; headers?: Record<string, string>; writes?: boolean } | { lost: true }

/** A stand-in for Google's tokens and sheets. */
async function openGoogle() {
  const rows: (string | number)[][] = []
  const appends: { query: URLSearchParams; path: string; count: number }[] = []
  const faults: Fault[] = []
  const state = { shared: true, tokens: 0 }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://google.invalid')
    const answer = (status: number, value: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
    if (pathname === '/token') {
      const [head = '', claims = '', signature = ''] = (new URLSearchParams(body).get('assertion') ?? '').split('.')
      const isRight = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
      const read = JSON.parse(Buffer.from(claims, 'base64url').toString())
      if (!isRight || read.aud !== 'https://oauth2.googleapis.com/token' || read.exp - read.iat !== 3600)
        return answer(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
      state.tokens += 1
      return answer(200, { access_token: `token ${read.iss}`, expires_in: 3599, token_type: 'Bearer' })
    }
    if (request.headers.authorization !== `Bearer token ${email}`) return answer(401, { error: { message: 'no' } })
    if (!state.shared) return answer(403, { error: { message: 'The caller does not have permission' } })
    if (request.method === 'GET')
      return answer(200, { values: rows.length > 0 ? [rows.map(([first]) => first)] : undefined })
    const { values } = JSON.parse(body) as { values: (string | number)[][] }
    appends.push({ query: searchParams, path: decodeURIComponent(pathname), count: values.length })
    const fault = faults.shift()
    if (!fault || 'lost' in fault || fault.writes) rows.push(...values)
    if (fault && 'lost' in fault) return void request.socket.destroy()
    if (fault) return answer(fault.status, { error: { message: 'Quota exceeded' } }, fault.headers)
    answer(200, { updates: { updatedRows: values.length } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, rows, appends, faults, state, close: () => server.close() }
}

let google: Awaited<ReturnType<typeof openGoogle>>
let server: TestServer
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  google = await openGoogle()
  server = await startTestServer({ work: false, env: { GOOGLE_API_URL: google.url } })
})
afterAll(async () => {
  await server.stop()
  google.close()
})
beforeEach(async () => {
  server.clock.set(new Date())
  owner = server.api(await server.adminToken())
  await server.db('sheet_rows').delete()
  await server.db('sheet_config').delete()
  google.rows.length = 0
  google.appends.length = 0
  google.faults.length = 0
  google.state.shared = true
})

const connectSheet = (more = {}) => owner.sheet.save({ service_account, ...settings, ...more })

const MINUTE = 60_000

/** Runs the job of each minute. */
async function pass(minutes: number) {
  const job = createJobs(server.ctx).find(({ name }) => name === 'write-sheet')
  for (let minute = 0; minute < minutes; minute++) {
    server.clock.advance(MINUTE)
    await job?.run({}, `minute ${minute}`)
  }
}

/** Pays orders; returns their numbers. */
async function sell(count: number, name = 'Asha Rao'): Promise<string[]> {
  const numbers: string[] = []
  for (let one = 0; one < count; one++) {
    const { course_id } = await buildCourse(server.db, { name: 'Reels', price: 499 })
    const { user, buy } = await buildShopper(server)
    await server.db('users').where({ id: user.id }).update({ name })
    const { orderNo, link } = await buy([course_id])
    await payWithEvent(server, link)
    numbers.push(orderNo)
  }
  return numbers
}

const firstCells = () => google.rows.map(([first]) => first)

test('paid orders of a minute are rows of one call, as they were typed', async () => {
  await connectSheet()
  const numbers = await sell(3, '=HYPERLINK("https://evil.example")')
  await pass(1)
  expect(google.appends).toHaveLength(1)
  const [append] = google.appends
  expect([append?.query.get('valueInputOption'), append?.query.get('insertDataOption')]).toEqual(['RAW', 'INSERT_ROWS'])
  expect(append?.path).toBe(`/v4/spreadsheets/${settings.spreadsheet_id}/values/'Asha''s orders'!A1:append`)
  expect(firstCells()).toEqual(numbers)
  expect(google.rows[0]).toEqual([
    numbers[0],
    expect.stringMatching(/\+05:30$/),
    '=HYPERLINK("https://evil.example")',
    expect.stringContaining('@'),
    expect.any(String),
    'Reels',
    499,
    ...['', '', '', ''].map(() => expect.any(String)),
  ])
  await pass(2)
  expect(google.appends).toHaveLength(1)
  expect(await owner.sheet.get()).toMatchObject({ waiting: 0, problem: null, last_written_at: expect.any(String) })
})

test('a lost answer and a fault after writing leave no row twice', async () => {
  await connectSheet()
  google.faults.push({ lost: true }, { status: 503, writes: true }, { status: 503 })
  const first = await sell(2)
  await pass(1)
  expect(await owner.sheet.get()).toMatchObject({ waiting: 2, problem: expect.stringContaining('did not answer') })
  const second = await sell(2)
  await pass(4)
  const third = await sell(1)
  await pass(70)
  expect(firstCells().toSorted()).toEqual([...first, ...second, ...third].toSorted())
  expect(await owner.sheet.get()).toMatchObject({ waiting: 0, problem: null })
})

test('a limit of Google lets the rows wait as long as it says', async () => {
  await connectSheet()
  google.faults.push({ status: 429, headers: { 'retry-after': '600' } })
  const numbers = await sell(1)
  await pass(9)
  expect([google.appends.length, firstCells()]).toEqual([1, []])
  expect(await owner.sheet.get()).toMatchObject({ waiting: 1, problem: expect.stringContaining('by itself') })
  await pass(3)
  expect([google.appends.length, firstCells()]).toEqual([2, numbers])
})

test('a sheet that is not shared says so, and gets its rows once it is', async () => {
  await connectSheet()
  google.state.shared = false
  expect(await owner.sheet.test()).toEqual({ works: false, problem: expect.stringContaining('Share the spreadsheet') })
  const numbers = await sell(1)
  await pass(3)
  google.state.shared = true
  expect(await owner.sheet.test()).toEqual({ works: true, problem: null })
  expect(firstCells()).toEqual(['Order number'])
  expect(await owner.sheet.test()).toEqual({ works: true, problem: null })
  await pass(1)
  expect(firstCells()).toEqual(['Order number', ...numbers])
})

test('two runs at the same time write each row once', async () => {
  await connectSheet()
  const numbers = await sell(3)
  const other = await startTestServer({ beside: server, work: false, env: { GOOGLE_API_URL: google.url } })
  server.clock.advance(MINUTE)
  const run = (one: TestServer) =>
    createJobs(one.ctx)
      .find(({ name }) => name === 'write-sheet')
      ?.run({}, 'same')
  await Promise.all([run(server), run(other), run(server), run(other)])
  await other.stop()
  expect(firstCells()).toEqual(numbers)
})

test('an order that was rolled back is no row, and a repeated fact none again', async () => {
  await connectSheet({ rows: 'students' })
  const user = await buildUser(server.db, { name: 'Meera' })
  const fact = { event: 'student.registered' as const, subject: user.user_id, userId: user.id, at: new Date() }
  const failing = server.db.transaction(async (trx) => {
    await callHooks('factStored', trx, fact)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await pass(1)
  expect(google.rows).toEqual([])
  for (let again = 0; again < 2; again++) await server.db.transaction((trx) => callHooks('factStored', trx, fact))
  await pass(1)
  expect(google.rows).toEqual([[user.user_id, expect.any(String), 'Meera', user.email, expect.any(String)]])
})

test('the key is stored sealed, is never shown, and stays when none is typed', async () => {
  const saved = await connectSheet({
    spreadsheet_id: `https://docs.google.com/spreadsheets/d/${settings.spreadsheet_id}/edit#gid=0`,
  })
  expect(saved).toMatchObject({ ...settings, service_account: email, connected: true })
  const { private_key } = JSON.parse(service_account) as { private_key: string }
  const [, secret = ''] = private_key.split('\n')
  const places = [await server.db('sheet_config'), await server.db('activity'), await owner.sheet.get(), server.logged]
  for (const place of places) expect(JSON.stringify(place)).not.toContain(secret)
  expect(await owner.sheet.save({ ...settings, sheet: 'Other' })).toMatchObject({
    sheet: 'Other',
    service_account: email,
  })
  expect(await secretsSealed({ db: server.db, config: server.ctx.config })).toBe(0)
  const [current] = server.ctx.config.encryptionKeys
  const config = { ...server.ctx.config, encryptionKeys: [Buffer.alloc(32, 7), current] as const }
  expect(await secretsSealed({ db: server.db, config })).toBe(1)
  await owner.sheet.remove()
  expect(await owner.sheet.get()).toMatchObject({ connected: false, service_account: null })
  await expect(owner.sheet.test()).rejects.toMatchObject({ status: 404 })
  await expect(owner.sheet.save(settings)).rejects.toMatchObject({ status: 422, message: 'The key file is required' })
  const other = JSON.stringify({ type: 'service_account', client_email: email, private_key: 'no key' })
  await expect(connectSheet({ service_account: other })).rejects.toMatchObject({ status: 422 })
})
