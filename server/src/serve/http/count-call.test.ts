import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  // The first log-in of a server is slower than any after it, which says nothing of its turn.
  expect(await attack('203.0.113.1')).toBe(401)
})
afterAll(() => server.stop())

async function post(path: string, body: object, client: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': client }
  const response = await server.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  return response.status
}

const logIn = (email: string, client: string, password = PASSWORD) =>
  post('/api/login', { email, phone: null, password }, client)
/** A wrong password costs as much work as an attack, so that the test measures the queue alone. */
const mistype = (email: string, client: string) => logIn(email, client, 'Wrong-Pass-11')

let nobodies = 0
const attack = (client: string) => logIn(`nobody${nobodies++}@example.com`, client)

/** Sends attacks, then one that is none, then more attacks; how many attacks were answered before it. */
async function answeredBefore(flood: (index: number) => Promise<number>, honest: () => Promise<number>) {
  let before = 0
  let answered = false
  const attacks: Promise<unknown>[] = []
  const send = (from: number, to: number) => {
    for (let index = from; index < to; index++) attacks.push(flood(index).then(() => (before += answered ? 0 : 1)))
  }
  send(0, 10)
  const mine = honest().then((status) => {
    answered = true
    return status
  })
  send(10, 50)
  const status = await mine
  await Promise.all(attacks)
  return { status, before }
}

/** The calls of fifty already begun, and a few that arrived while it was counted. */
const FEW = 25

test('a log-in from a new client is not behind first tries of a flood from one network', async () => {
  const { email } = await buildUser(server.db)
  const honest = () => mistype(email, '203.0.113.9')
  const { status, before } = await answeredBefore((index) => attack(`198.51.100.${index}`), honest)
  expect(status).toBe(401)
  expect(before).toBeLessThan(FEW)
})

test("K3: a client with a past login is not behind other clients' failures", async () => {
  const { email } = await buildUser(server.db)
  const shared = '203.0.113.20'
  expect(await logIn(email, shared)).toBe(200)
  for (let n = 0; n < 5; n++) expect(await attack(shared)).toBe(401)
  const { status, before } = await answeredBefore(
    (index) => attack(`10.${index}.1.1`),
    () => mistype(email, shared),
  )
  expect(status).toBe(401)
  expect(before).toBeLessThan(FEW)
})

test('registrations are no way around the order: what counts although it worked weighs on', async () => {
  const { email } = await buildUser(server.db)
  let people = 0
  const register = (index: number) => {
    const person = { email: `flood${people}@example.com`, phone: `98650${10_000 + people++}`, password: PASSWORD }
    return post('/api/register', person, `10.${index}.2.1`)
  }
  // A few at a time: none of them is to wait for its turn.
  for (let n = 0; n < 50; n += 5) {
    const few = await Promise.all(Array.from({ length: 5 }, (_, index) => register(n + index)))
    expect(new Set(few)).toEqual(new Set([201]))
  }
  const { status, before } = await answeredBefore(register, () => mistype(email, '203.0.114.9'))
  expect(status).toBe(401)
  expect(before).toBeLessThan(FEW)
})
