import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createDb } from '../src/db/knex.ts'
import { type Failpoint, failpoints } from '../src/failpoint.ts'
import { ensureSchema } from '../src/payments/sandbox/schema.ts'
import { buildCourse, buildPromocode } from '../test/catalogue-factories.ts'
import { findFreePort, type Program, startProgram } from '../test/program.ts'
import { openScratchDatabases, type ScratchDatabases } from '../test/scratch-databases.ts'
import { type Buyer, drawBuyers, goShopping, type Shop } from './buyers.ts'
import { makeDue, runJob } from './jobs.ts'
import { countPayments, findViolations } from './ledger.ts'
import { createRandom, type Random } from './random.ts'

export type KillPoint = Failpoint | 'random'

/** Where the program is killed: at every named point, and at any time. */
export const killPoints: readonly KillPoint[] = [...failpoints, 'random']

export type KillResult = {
  point: KillPoint
  run: number
  killed: boolean
  payments: number
  violations: string[]
}

const BUYERS = 4
const COURSES = 5
/** Named points are reached within this; a mail waits for the next look at the queue. */
const KILL_DEADLINE_MS = 40_000
/** Buyers are through in about this time on an idle machine, so a random kill meets them anywhere on their way. */
const RANDOM_KILL_WITHIN_MS = 1_500
const TEMPLATE = 'template'

/**
 * Kills the program `runs` times at each point while buyers buy and pay, starts it again, lets it reconcile once, and
 * holds the gateway's ledger against orders, enrolments, gift codes and receipts. `serverUrl` is a PostgreSQL where
 * databases may be created; theirs begin with `prefix`. `onResult` hears of each run as it ends.
 */
export async function drillKills(options: {
  serverUrl: string
  prefix: string
  seed: number
  runs: number
  points?: readonly KillPoint[]
  /** Runs under way at the same time. */
  lanes?: number
  onResult?: (result: KillResult) => void
}): Promise<KillResult[]> {
  const { runs, seed, points = killPoints, lanes = 2, onResult } = options
  const databases = await openScratchDatabases(options.serverUrl, options.prefix)
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-drill-'))
  const results: KillResult[] = []
  try {
    const courses = await prepareTemplate(databases, dataDir)
    const queue = Array.from({ length: runs }, (_, run) => points.map((point) => ({ point, run }))).flat()
    const lane = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const random = createRandom(seed).fork(`${next.point} ${next.run}`)
        const result = { ...next, ...(await oneRun({ ...next, random, courses, databases, dataDir })) }
        results.push(result)
        onResult?.(result)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return results
  } finally {
    await databases.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A migrated database with a few courses and codes, made by the program's own start; answers the ids of the courses. */
async function prepareTemplate(databases: ScratchDatabases, dataDir: string): Promise<string[]> {
  const url = await databases.create(TEMPLATE)
  const program = await startProgram(settings({ url, dataDir, port: 0 }))
  await program.kill()
  const db = createDb(url, { poolMax: 1 })
  try {
    await ensureSchema(db)
    const ids: string[] = []
    for (let n = 0; n < COURSES; n++) ids.push((await buildCourse(db, { price: 99 + 100 * n })).course_id)
    await buildPromocode(db, { promocode: 'HALF', discount: 50 })
    await buildPromocode(db, { promocode: 'FREE', discount: 100 })
    return ids
  } finally {
    await db.destroy()
  }
}

function settings({ url, dataDir, port }: { url: string; dataDir: string; port: number }): Record<string, string> {
  return { DATABASE_URL: url, DATA_DIR: dataDir, PORT: String(port), SEED: 'none', RATE_LIMITS: 'off' }
}

type Run = {
  point: KillPoint
  run: number
  random: Random
  courses: readonly string[]
  databases: ScratchDatabases
  dataDir: string
}

async function oneRun({ point, run, random, courses, databases, dataDir }: Run) {
  const name = `${point.replace(/\W/g, '_')}_${run}`
  const url = await databases.create(name, { template: TEMPLATE })
  const db = createDb(url, {
    poolMax: 2,
    timeouts: { connect: 10_000, acquire: 15_000, statement: 20_000, query: 25_000 },
  })
  const base = settings({ url, dataDir, port: await findFreePort() })
  const programs: Program[] = []
  try {
    const paysTwice = point.startsWith('refund:')
    const buyers = drawBuyers(random.fork('buyers'), courses, { count: BUYERS, paysTwice })
    const webhooksLost = random.fork('webhooks').chance(0.5)
    const first = await startProgram(point === 'random' ? base : { ...base, FAILPOINT: point })
    programs.push(first)
    const shop = { url: first.url, gatewayKeys: await readGatewayKeys(dataDir) }
    const killed = await shopUntilKilled(first, { point, shop, buyers, random: random.fork('kill') })

    await meanwhile(db, webhooksLost)
    const second = await startProgram(base)
    programs.push(second)
    await Promise.all(buyers.filter((buyer) => buyer.comesBack).map((buyer) => goShopping(shop, buyer)))
    if (!webhooksLost) await deliverWebhooks(shop)
    await reconcile(db)
    // What went back while reconciling has events of its own.
    if (!webhooksLost) await deliverWebhooks(shop)

    const violations = await findViolations(db, { webhooks: !webhooksLost })
    violations.push(...(await findOverpaid(db, buyers)))
    if (!killed) violations.push('the program was not killed: the point was not reached')
    if (second.hasEnded()) violations.push(`the program did not stay up after its restart:\n${second.lastWords()}`)
    return { killed, payments: await countPayments(db), violations }
  } catch (error) {
    const words = programs.at(-1)?.lastWords() ?? ''
    const violations = [`the run broke off: ${error instanceof Error ? error.message : String(error)}\n${words}`]
    return { killed: programs[0]?.hasEnded() ?? false, payments: await countPayments(db).catch(() => 0), violations }
  } finally {
    for (const program of programs) await program.kill()
    await db.destroy()
    await databases.drop(name)
  }
}

/** Answers whether the program ended; all buyers have gone home then. */
async function shopUntilKilled(
  program: Program,
  { point, shop, buyers, random }: { point: KillPoint; shop: Shop; buyers: Buyer[]; random: Random },
): Promise<boolean> {
  // Whoever is in the middle when the program dies is cut off; that is the point of it.
  const shopping = Promise.allSettled(buyers.map((buyer) => goShopping(shop, buyer)))
  if (point === 'random') {
    await sleep(random.below(RANDOM_KILL_WITHIN_MS))
    await program.kill()
  } else {
    await Promise.race([program.ended, sleep(KILL_DEADLINE_MS, undefined, { ref: false })])
  }
  const killed = program.hasEnded()
  if (!killed) await program.kill()
  await shopping
  return killed
}

/** While the program is down: its webhooks are lost for good, or the gateway will try them all again. */
async function meanwhile(db: Knex, webhooksLost: boolean): Promise<void> {
  if (webhooksLost) {
    await db('sandbox.deliveries').where({ state: 'pending' }).update({ state: 'lost' })
    const lose = JSON.stringify({ fault: 'lose', count: 10_000 })
    await db('sandbox.faults').insert({ side: 'webhooks', match: null, remaining: 10_000, fault: lose })
  } else {
    await db('sandbox.deliveries').where({ state: 'pending' }).update({ leased_until: null, due_at: db.fn.now() })
  }
}

/** Everything that waits is sent now, and what a courier has under way is waited for. */
async function deliverWebhooks(shop: Shop): Promise<void> {
  const headers = { authorization: `Basic ${shop.gatewayKeys}`, 'content-type': 'application/json' }
  const response = await fetch(`${shop.url}/sandbox/razorpay/control/deliver`, { method: 'POST', headers, body: '{}' })
  if (!response.ok) throw new Error(`the gateway could not deliver: ${response.status}`)
}

/** Makes every order and refund due that the shop still asks about, and has the running program reconcile once. */
async function reconcile(db: Knex): Promise<void> {
  await makeDue(db, 'orders')
  await runJob(db, 'reconcile-orders')
  await makeDue(db, 'refunds')
  await runJob(db, 'reconcile-refunds')
}

/** A buyer who came back for the same cart must have found the order of the first time. */
async function findOverpaid(db: Knex, buyers: Buyer[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { email: string; count: number }[] }>(
    `select u.email, count(*)::int as count
     from users u join orders o on o.user_id = u.id join sandbox.links l on l.reference_id = o.order_id
     join sandbox.payments p on p.link_id = l.link_id and p.captured group by u.email`,
  )
  const carts = new Map(buyers.map((buyer) => [buyer.email, buyer.carts.length]))
  return rows
    .filter(({ email, count }) => count > (carts.get(email) ?? 0))
    .map(({ email, count }) => `nobody pays twice for one cart: ${email} paid ${count} times`)
}

async function readGatewayKeys(dataDir: string): Promise<string> {
  const { sandbox_key_secret: secret } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
  return Buffer.from(`rzp_test_sandbox:${secret}`).toString('base64')
}
