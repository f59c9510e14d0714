import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDb, PATIENT } from '../../server/src/platform/db/knex.ts'
import { buildCourse } from '../../server/test/catalogue-factories.ts'
import { type Program, startPatiently } from '../../server/test/program.ts'
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
  /** Of an owner of the shop. */
  ownerToken: string
}

const HEAL_DEADLINE_MS = 20_000

/** The program on a PostgreSQL of its own, with a course and a student. */
export async function withFaultedShop<T>(postgres: OwnPostgres, work: (shop: FaultedShop) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-faulted-'))
  const program = await startPatiently({
    ...{ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: '0', SEED: 'none', RATE_LIMITS: 'off' },
  })
  try {
    const db = createDb(postgres.url, { poolMax: 1, timeouts: PATIENT })
    const { course_id: courseId } = await buildCourse(db)
    await db.destroy()
    const student = { email: 'student@example.com', phone: '9876543210', password: 'Mango-Kulfi-42' }
    const registered = await fetch(`${program.url}/api/register`, json(student))
    const { token, user_id: userId } = (await registered.json()) as { token: string; user_id: string }
    const { sandbox_key_secret: secret, admin_password } = JSON.parse(
      await readFile(join(dataDir, 'secrets.json'), 'utf8'),
    )
    const gatewayKeys = Buffer.from(`rzp_test_sandbox:${secret}`).toString('base64')
    const login = json({ email: 'admin@example.com', password: admin_password })
    const admin = await fetch(`${program.url}/api/admin/login`, login)
    const { access_token: ownerToken } = (await admin.json()) as { access_token: string }
    return await work({ postgres, program, token, userId, courseId, gatewayKeys, ownerToken })
  } finally {
    await program.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export function json(body: object, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
}

export async function probe(
  shop: FaultedShop,
  { during, asked, withinMs, init = {} }: { during: string; asked: string; withinMs: number; init?: RequestInit },
): Promise<Probe & { text: string }> {
  const begun = performance.now()
  const response = await fetch(`${shop.program.url}${asked}`, {
    ...init,
    headers: { authorization: `bearer ${shop.token}`, ...init.headers },
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - begun)
  const path = asked.split('?')[0] ?? ''
  return { during, asked: path, status: response.status, code: codeOf(text), ms, withinMs, text }
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
