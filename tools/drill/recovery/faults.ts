import { setTimeout as sleep } from 'node:timers/promises'
import { SANDBOX_PATH } from '../../../server/src/config.ts'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import type { Program } from '../../../server/test/program.ts'
import { type Ask, ask } from '../client.ts'
import { gatewayKeysOf, ownerToken, type Place, plain, withPlace } from '../shop.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'

/** A request while something was broken, with its answer and time. */
export type Probe = { during: string; asked: string; status: number; code: string; ms: number; withinMs: number }

export type FaultedShop = {
  place: Place
  postgres: OwnPostgres
  program: Program
  token: string
  userId: string
  courseId: string
  gateway: string
  gatewayKeys: string
  /** The owner's token. */
  owner: string
}

const HEAL_DEADLINE_MS = 20_000
const STUDENT = { email: 'student@example.com', phone: '9876543210', password: 'Mango-Kulfi-42' }

/** Starts the program with a course and a student on a PostgreSQL that can be broken. */
export function withFaultedShop<T>(work: (shop: FaultedShop) => Promise<T>): Promise<T> {
  return withPlace(async (place) => {
    const postgres = await startOwnPostgres()
    place.atEnd(postgres.close)
    const program = await place.start({ ...plain, DATABASE_URL: postgres.url, DATA_DIR: place.folder })
    const db = place.open(postgres.url)
    const { course_id: courseId } = await buildCourse(db)
    await db.destroy()
    const { text } = await ask(`${program.url}/api/register`, { body: STUDENT })
    const { token, user_id: userId } = JSON.parse(text) as { token: string; user_id: string }
    const gateway = `${program.url}${SANDBOX_PATH}`
    const keys = { gatewayKeys: await gatewayKeysOf(place.folder), owner: await ownerToken(program.url, place.folder) }
    return work({ place, postgres, program, token, userId, courseId, gateway, ...keys })
  })
}

/** Has the gateway do something: pay a link, fail from now on, be well again. */
export const control = ({ gateway, gatewayKeys }: FaultedShop, path: string, body: object = {}) =>
  ask(`${gateway}/control/${path}`, { gatewayKeys, body })

export async function probe(
  { program, token }: FaultedShop,
  { during, asked, withinMs, init = {} }: { during: string; asked: string; withinMs: number; init?: Ask },
): Promise<Probe & { text: string }> {
  const { status, ms, text } = await ask(`${program.url}${asked}`, { token, ...init })
  return { during, asked: asked.split('?')[0] ?? '', status, code: codeOf(text), ms, withinMs, text }
}

function codeOf(text: string): string {
  try {
    const body = JSON.parse(text) as { code?: string; detail?: string }
    return body.code && body.detail ? body.code : ''
  } catch {
    return 'not JSON'
  }
}

/** Stay 200 without the database: the process lives, and no other instance would do better. */
export const ALIVE = ['/api/health', '/api/ready']

/** Requests everything that needs the database, several times at once, and what must go on without it. */
async function probeAll(shop: FaultedShop, during: string, withinMs: number): Promise<Probe[]> {
  const login = { body: { ...STUDENT, phone: null } }
  const needy = [
    { asked: '/api/go/courses' },
    { asked: '/api/user/profile' },
    { asked: '/api/user/orders' },
    { asked: '/api/login', init: login },
  ]
  const rounds = Array.from({ length: 5 }, () => needy).flat()
  return Promise.all([
    ...ALIVE.map((asked) => probe(shop, { during, asked, withinMs: 1_500 })),
    ...rounds.map((one) => probe(shop, { ...one, during, withinMs })),
  ])
}

/** Waits until the program serves again by itself. */
async function awaitHealed(shop: FaultedShop, after: string, withinMs: number): Promise<Probe> {
  const begun = performance.now()
  for (;;) {
    const last = await probe(shop, { during: `after ${after}`, asked: '/api/user/profile', withinMs })
    const ms = Math.round(performance.now() - begun)
    if (last.status === 200 || ms > HEAL_DEADLINE_MS) return { ...last, ms }
    await sleep(100)
  }
}

/** Stops and hangs the database: the shop must answer 503 soon, stay alive, and recover by itself. */
export async function breakDatabase(shop: FaultedShop): Promise<{ broken: Probe[]; healed: Probe[] }> {
  const { postgres } = shop
  await postgres.stop()
  const away = await probeAll(shop, 'database stopped', 2_000)
  await postgres.start()
  const back = await awaitHealed(shop, 'database stopped', 5_000)
  // Open connections hang differently from new ones.
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
