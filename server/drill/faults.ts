import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDb } from '../src/db/knex.ts'
import { SANDBOX_PATH } from '../src/payments/sandbox/sandbox.ts'
import { buildCourse } from '../test/catalogue-factories.ts'
import { type Program, startProgram } from '../test/program.ts'
import type { OwnPostgres } from './own-postgres.ts'

/** One thing that was asked while something was broken, and what came back how soon. */
export type Probe = { during: string; asked: string; status: number; code: string; ms: number; withinMs: number }

export type FaultedShop = {
  postgres: OwnPostgres
  program: Program
  token: string
  userId: string
  courseId: string
  gatewayKeys: string
}

const HEAL_DEADLINE_MS = 20_000

/** The program on a PostgreSQL of its own, with a course and a student. */
export async function withFaultedShop<T>(postgres: OwnPostgres, work: (shop: FaultedShop) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-faulted-'))
  const program = await startProgram({
    ...{ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: '0', SEED: 'none', RATE_LIMITS: 'off' },
  })
  try {
    const db = createDb(postgres.url, { poolMax: 1 })
    const { course_id: courseId } = await buildCourse(db)
    await db.destroy()
    const student = { email: 'student@example.com', phone: '9876543210', password: 'Mango-Kulfi-42' }
    const registered = await fetch(`${program.url}/api/register`, json(student))
    const { token, user_id: userId } = (await registered.json()) as { token: string; user_id: string }
    const { sandbox_key_secret: secret } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
    const gatewayKeys = Buffer.from(`rzp_test_sandbox:${secret}`).toString('base64')
    return await work({ postgres, program, token, userId, courseId, gatewayKeys })
  } finally {
    await program.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function json(body: object, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
}

async function probe(
  shop: FaultedShop,
  { during, asked, withinMs, init = {} }: { during: string; asked: string; withinMs: number; init?: RequestInit },
): Promise<Probe> {
  const begun = performance.now()
  const response = await fetch(`${shop.program.url}${asked}`, {
    ...init,
    headers: { authorization: `bearer ${shop.token}`, ...init.headers },
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - begun)
  const path = asked.split('?')[0] ?? ''
  return { during, asked: path, status: response.status, code: codeOf(text), ms, withinMs }
}

function codeOf(text: string): string {
  try {
    const body = JSON.parse(text) as { code?: string; detail?: string }
    return body.code && body.detail ? body.code : ''
  } catch {
    return 'not JSON'
  }
}

/** Everything that needs the database, all at once and several times, and what must go on without it. */
async function probeAll(shop: FaultedShop, during: string, withinMs: number): Promise<Probe[]> {
  const login = json({ email: 'student@example.com', phone: null, password: 'Mango-Kulfi-42' })
  const needy = [
    { asked: '/api/go/courses' },
    { asked: '/api/user/profile' },
    { asked: '/api/user/orders' },
    { asked: '/api/login', init: login },
    { asked: '/api/ready' },
  ]
  const rounds = Array.from({ length: 5 }, () => needy).flat()
  const [alive, ...rest] = await Promise.all([
    probe(shop, { during, asked: '/api/health', withinMs: 1_000 }),
    ...rounds.map((one) => probe(shop, { ...one, during, withinMs })),
  ])
  return [...rest, alive]
}

/** Waits until the program serves again, all by itself. */
async function awaitHealed(shop: FaultedShop, after: string, withinMs: number): Promise<Probe> {
  const begun = performance.now()
  for (;;) {
    const last = await probe(shop, { during: `after ${after}`, asked: '/api/user/profile', withinMs })
    const ms = Math.round(performance.now() - begun)
    if (last.status === 200 || ms > HEAL_DEADLINE_MS) return { ...last, ms }
    await sleep(100)
  }
}

/** The database away, and hung: 503 soon, alive all the time, and well again by itself. */
export async function breakDatabase(shop: FaultedShop): Promise<{ broken: Probe[]; healed: Probe[] }> {
  const { postgres } = shop
  await postgres.stop()
  const away = await probeAll(shop, 'database stopped', 2_000)
  await postgres.start()
  const back = await awaitHealed(shop, 'database stopped', 5_000)
  // Open connections hang in another way than new ones.
  await Promise.all(Array.from({ length: 10 }, () => awaitHealed(shop, '', 0)))
  await postgres.hang()
  let hung: Probe[]
  try {
    hung = await probeAll(shop, 'database hung', 5_000)
  } finally {
    await postgres.wake()
  }
  const awake = await awaitHealed(shop, 'database hung', 5_000)
  return { broken: [...away, ...hung], healed: [back, awake] }
}

const gatewayFaults: { name: string; fault: object; withinMs: number }[] = [
  { name: 'gateway cuts the line', fault: { fault: 'drop', act: false }, withinMs: 9_000 },
  { name: 'gateway acts and cuts the line', fault: { fault: 'drop' }, withinMs: 9_000 },
  { name: 'gateway takes 20 s', fault: { fault: 'delay', ms: 20_000 }, withinMs: 9_000 },
  { name: 'gateway answers 500', fault: { fault: 'answer', status: 500 }, withinMs: 9_000 },
  { name: 'gateway answers HTML', fault: { fault: 'answer', status: 200, html: true }, withinMs: 9_000 },
  { name: 'gateway answers 429', fault: { fault: 'answer', status: 429, retry_after: 30 }, withinMs: 9_000 },
]

/** Every way a gateway fails: 502 to the buyer, and the same order with a link once it is well. */
export async function breakGateway(shop: FaultedShop): Promise<{ broken: Probe[]; healed: Probe[] }> {
  const control = (path: string, body: object) =>
    fetch(
      `${shop.program.url}${SANDBOX_PATH}/control/${path}`,
      json(body, { authorization: `Basic ${shop.gatewayKeys}` }),
    )
  const buy = `/api/user/buy?user_id=${shop.userId}`
  const init = json([shop.courseId])
  const broken: Probe[] = []
  const healed: Probe[] = []
  for (const { name, fault, withinMs } of gatewayFaults) {
    await control('faults/api', { ...fault, match: 'payment_links', count: 100 })
    // Of the same purchase: what the fault left behind is found again.
    broken.push(await probe(shop, { during: name, asked: buy, withinMs, init }))
    await control('reset-faults', {})
    healed.push(await probe(shop, { during: `after ${name}`, asked: buy, withinMs: 2_000, init }))
    const db = createDb(shop.postgres.url, { poolMax: 1 })
    // The next fault meets a purchase that has no link yet.
    await db('orders').update({ status: 'cancelled' })
    await db.destroy()
  }
  return { broken, healed }
}
