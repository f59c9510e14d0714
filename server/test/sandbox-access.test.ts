import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from './server.ts'

async function start(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ env, work: false })
  onTestFinished(() => server.stop())
  return server
}

/** Returns the status of both parts of the sandbox, for a local request with these headers. */
async function statuses(server: TestServer, headers: Record<string, string> = {}): Promise<(number | undefined)[]> {
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const requested = request(new URL(path, server.url), { headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      requested.on('error', reject).end()
    })
  return [await statusOf('/sandbox/mail'), await statusOf('/sandbox/razorpay/v1/payment_links')]
}

const OPEN = [200, 401]
const CLOSED = [403, 403]

test('the sandbox answers only this machine: no proxy or tunnel, whatever the headers claim', async () => {
  const server = await start()
  expect(await statuses(server)).toEqual(OPEN)
  expect(await statuses(server, { host: 'localhost:5173' })).toEqual(OPEN)
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via']) {
    for (const value of ['203.0.113.7', '127.0.0.1']) expect(await statuses(server, { [name]: value })).toEqual(CLOSED)
  }
  expect(await statuses(server, { host: 'shop.example.in' })).toEqual(CLOSED)
  const refused = await server.request('/sandbox/mail', { headers: { via: '1.1 proxy' } })
  expect(await refused.json()).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('SANDBOX_ACCESS') })
})

test("a trusted proxy's forwarded client decides", async () => {
  const server = await start({ TRUST_PROXY: '1' })
  expect(await statuses(server)).toEqual(OPEN)
  expect(await statuses(server, { 'x-forwarded-for': '127.0.0.1' })).toEqual(OPEN)
  expect(await statuses(server, { 'x-forwarded-for': '203.0.113.7' })).toEqual(CLOSED)
  expect(await statuses(server, { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' })).toEqual(CLOSED)
  expect(await statuses(server, { 'x-forwarded-for': '203.0.113.7, 127.0.0.1' })).toEqual(CLOSED)
  expect(await statuses(server, { forwarded: 'for=127.0.0.1' })).toEqual(CLOSED)
})

test('a demo for everyone is open to everyone', async () => {
  const server = await start({ SANDBOX_ACCESS: 'everyone', STORE_URL: 'https://demo.example.in' })
  expect(await statuses(server, { 'x-forwarded-for': '203.0.113.7', host: 'demo.example.in' })).toEqual(OPEN)
})
