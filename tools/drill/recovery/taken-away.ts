import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../../server/src/config.ts'
import { createDb, PATIENT } from '../../../server/src/platform/db/knex.ts'
import { sealGatewaySecret } from '../../../server/src/platform/payments/keys.ts'
import { type Fleet, startFleet } from '../../fleet/fleet.ts'
import type { ProxyName } from '../../fleet/proxies.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { type Answer, type Ask, ask, byStatus, within } from '../client.ts'
import { keysOf, startGateway } from '../load/overload.ts'
import { type Crowd, evenly, lines, makeCrowd } from '../load/rush.ts'

export type TakenAway = {
  /** Answers by status during each event, those that are not the shop's, and the slowest in milliseconds. */
  phases: { name: string; answers: Record<string, number>; foreign: number; slowest: number }[]
  violations: string[]
}

const SIZE = 3
const PER_SECOND = 30
const CALM_MS = 3_000

type Asked = Answer & { path: string }

/**
 * Runs three shops behind a proxy's sample file under load, and takes away what all of them share: pooler, database,
 * and the key that opens the saved gateway keys. Every answer must be the shop's own: a page for a page, JSON for a
 * call, and with a 503 the time to try again. Without the key only buying is off.
 */
export async function drillTakenAway(
  proxy: ProxyName,
  { seconds, onPhase }: { seconds: number; onPhase: (what: string) => void },
): Promise<TakenAway> {
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined
  const fleet = await startFleet(
    { SEED: 'none', RATE_LIMITS: 'off' },
    async ({ url, databaseUrl }) => {
      gateway = await startGateway({ DATABASE_URL: databaseUrl, WEBHOOK_URLS: `${url}/api/webhooks/razorpay` })
      const { RAZORPAY_BASE_URL, RAZORPAY_WEBHOOK_SECRET } = keysOf(gateway)
      return { RAZORPAY_BASE_URL, RAZORPAY_WEBHOOK_SECRET }
    },
    { size: SIZE, proxy },
  )
  const db = createDb(fleet.databaseUrl, { poolMax: 3, timeouts: PATIENT })
  try {
    await ensureSchema(db)
    const dataDir = fleet.shops[0]?.dataDir ?? ''
    const crowd = await makeCrowd(db, dataDir)
    const { encryptionKeys } = readConfig({ DATA_DIR: dataDir })
    await db('gateway_config').insert({
      provider: 'razorpay',
      api_key: 'rzp_test_bench',
      api_secret_sealed: sealGatewaySecret('api_secret', 'bench', encryptionKeys),
      verified_at: new Date(),
    })
    // Each shop remembers for 5 s that there were none.
    await sleep(6_000)

    const result: TakenAway = { phases: [], violations: [] }
    const during = async (name: string, what: () => Promise<unknown>, buying: number) => {
      onPhase(`${proxy}: ${name}`)
      const asked = await underLoad(fleet, crowd, what)
      const wrong = asked.flatMap(wrongOf)
      const bought = asked.filter(({ path, status }) => path === BUY && status === buying).length
      if (bought === 0) wrong.push(`nobody who buys got ${buying}`)
      result.violations.push(
        ...[...Map.groupBy(wrong, (one) => one)].map(([one, all]) => `${proxy}, ${name}: ${one} (${all.length} times)`),
      )
      result.phases.push({
        name,
        answers: byStatus(asked.map(({ status }) => ({ status, text: '' }))),
        ...{ foreign: asked.filter(({ ours }) => !ours).length, slowest: within(asked, 1) },
      })
    }
    const away = seconds * 1_000
    const renewAll = async (settings: Record<string, string>) => {
      for (const member of fleet.shops.keys()) await fleet.renew(member, settings)
    }
    await during('nothing happens', () => sleep(away), 201)
    const killed = async (which: { kill(): Promise<void>; start(): Promise<void> }[]) => {
      for (const one of which) await one.kill()
      await sleep(away)
      for (const one of which) await one.start()
    }
    await during('the pooler is away', () => killed([fleet.pooler]), 503)
    await during('database and replica are away', () => killed([fleet.primary, fleet.replica]), 503)
    const { encryption_key: former } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
    const other = randomBytes(32).toString('base64url')
    await during('another ENCRYPTION_KEY, shop by shop', () => renewAll({ ENCRYPTION_KEY: other }), 503)
    await during('the former one beside it', () => renewAll({ ENCRYPTION_KEY: `${other},${former}` }), 201)
    return result
  } finally {
    await db.destroy()
    gateway?.child.kill('SIGKILL')
    await fleet.close()
  }
}

const BUY = '/api/user/buy'

/** Sends requests of every kind at a fixed rate while `what` happens, and a little longer. */
async function underLoad({ url }: Fleet, crowd: Crowd, what: () => Promise<unknown>): Promise<Asked[]> {
  let over = false
  const happening = Promise.all([what(), sleep(CALM_MS)])
    .then(() => sleep(CALM_MS))
    .finally(() => {
      over = true
    })
  const slices: Promise<Asked[]>[] = []
  while (!over) {
    const slice = evenly(() => visit(url, crowd), { perSecond: PER_SECOND, seconds: 1 })
    slices.push(slice.gone)
    await slice.ended
  }
  await happening
  return (await Promise.all(slices)).flat()
}

async function visit(url: string, crowd: Crowd): Promise<Asked> {
  const number = crowd.next++
  const { user_id, token } = crowd.students[number % crowd.students.length] ?? {}
  const course = crowd.courses[number % crowd.courses.length]
  const person = { email: `stranger${number}@example.com`, phone: null, password: 'Mango-Kulfi-42' }
  const kinds: [path: string, init?: Ask][] = [
    ['/'],
    ['/courses'],
    [`/course/${course}`],
    ['/login'],
    ['/dashboard'],
    ['/c/ABCD-EFGH-JKLM'],
    ['/api/go/courses?limit=12'],
    ['/api/user/dashboard', { token }],
    ['/api/login', { body: person }],
    [`${BUY}?user_id=${user_id}`, { token, body: [course], headers: { 'idempotency-key': `away-${number}` } }],
  ]
  const [path, init] = kinds[number % kinds.length] ?? ['/']
  return { ...(await ask(url + path, { ...init, agent: lines })), path: path.split('?')[0] ?? '' }
}

/** Returns why an answer is not one of the shop's. */
function wrongOf({ path, status, text, ours, retryAfter }: Asked): string[] {
  const what = `${path.replace(/^\/course\/.*/, '/course/…')} answered ${status}`
  if (!ours) return [`${what}, not by the shop: ${text.slice(0, 80)}`]
  if (status > 500 && status !== 503) return [what]
  if (status === 500 || (status === 503 && !retryAfter)) return [`${what} without the time to try again`]
  const fits = path.startsWith('/api/') ? /^[[{]/.test(text) : /^<!doctype html>/i.test(text)
  return fits ? [] : [`${what} in the wrong form: ${text.slice(0, 80)}`]
}
