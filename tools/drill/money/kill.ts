import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { type Failpoint, failpoints } from '../../../server/src/platform/db/failpoint.ts'
import { buildCourse, buildPromocode } from '../../../server/test/catalogue-factories.ts'
import { findFreePort, type Program } from '../../../server/test/program.ts'
import type { ScratchDatabases } from '../../../server/test/scratch-databases.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { countPayments, deliverWebhooks, reconcile } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { gatewayKeysOf, type Place, plain, type Site, withPlace } from '../shop.ts'
import { type Buyer, drawBuyers, goShopping, type Shop } from './buyers.ts'
import { countReceipts, openMails, sendMails } from './mails.ts'
import { createRandom, type Random } from './random.ts'

export type KillPoint = Failpoint | 'random'

/** The program is killed at every named point, and at any time. */
export const killPoints: readonly KillPoint[] = [...failpoints, 'random']

export type KillResult = {
  point: KillPoint
  run: number
  killed: boolean
  /** Emails sent twice: a process died between sending and recording one. */
  mailedTwice: number
  payments: number
  violations: string[]
}

const BUYERS = 4
const COURSES = 5
/** Deadline for reaching a named point; an email waits for the next poll of the queue. */
const KILL_DEADLINE_MS = 180_000
/** The second process may take the work for so long; then it is killed too, and the first gets one more buyer. */
const HELP_MS = 6_000
/** Buyers finish in about this time on an idle machine, so a random kill hits any step. */
const RANDOM_KILL_WITHIN_MS = 1_500
const TEMPLATE = 'template'

/**
 * Runs two processes on one database. Kills one of them `runs` times at each named point, and `randomRuns` times at any
 * time, while buyers buy and pay at both; starts it again, lets the shop reconcile once, and compares the gateway's
 * ledger with orders, enrolments, gift codes, documents and emails. `onResult` gets each run as it ends.
 */
export function drillKills(options: {
  site: Site
  seed: number
  runs: number
  /** Default: `runs`. */
  randomRuns?: number
  points?: readonly KillPoint[]
  /** Runs under way at the same time. */
  lanes?: number
  onResult?: (result: KillResult) => void
}): Promise<KillResult[]> {
  const { site, runs, randomRuns = runs, seed, points = killPoints, lanes = 2, onResult } = options
  return withPlace(async (place) => {
    const databases = await place.databases(site)
    const results: KillResult[] = []
    const courses = await prepareTemplate(place, databases)
    const runsOf = (point: KillPoint) => (point === 'random' ? randomRuns : runs)
    const queue = Array.from({ length: Math.max(runs, randomRuns) }, (_, run) =>
      points.filter((point) => run < runsOf(point)).map((point) => ({ point, run })),
    ).flat()
    const lane = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const random = createRandom(seed).fork(`${next.point} ${next.run}`)
        const run = { ...next, random, courses, databases, dataDir: place.folder }
        const result = { ...next, ...(await withPlace((own) => oneRun(own, run))) }
        results.push(result)
        onResult?.(result)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return results
  })
}

/** Makes a migrated database with courses and codes by the program's own start; returns the ids of the courses. */
async function prepareTemplate(place: Place, databases: ScratchDatabases): Promise<string[]> {
  const url = await databases.create(TEMPLATE)
  const program = await place.start({ ...plain, DATABASE_URL: url, DATA_DIR: place.folder })
  await program.kill()
  const db = place.open(url)
  await ensureSchema(db)
  const ids: string[] = []
  for (let n = 0; n < COURSES; n++) ids.push((await buildCourse(db, { price: 99 + 100 * n })).course_id)
  await buildPromocode(db, { promocode: 'HALF', discount: 50 })
  await buildPromocode(db, { promocode: 'FREE', discount: 100 })
  await db.destroy()
  return ids
}

type Run = {
  point: KillPoint
  run: number
  random: Random
  courses: readonly string[]
  databases: ScratchDatabases
  dataDir: string
}

async function oneRun(place: Place, { point, run, random, courses, databases, dataDir }: Run) {
  const name = `${point.replace(/\W/g, '_')}_${run}`
  const url = await databases.create(name, { template: TEMPLATE })
  place.atEnd(() => databases.drop(name))
  const db = place.open(url)
  // A folder per run, so that its mails can be counted; the keys of the gateway are those of the template.
  await copyFile(join(dataDir, 'secrets.json'), join(place.folder, 'secrets.json'))
  const programs: Program[] = []
  const base = { ...plain, DATA_DIR: place.folder }
  const bases = [
    { ...base, DATABASE_URL: url, PORT: String(await findFreePort()) },
    { ...base, DATABASE_URL: url, PORT: String(await findFreePort()) },
  ] as const
  const start = async (settings: Record<string, string>) => {
    const program = await place.start(settings)
    programs.push(program)
    return program
  }
  try {
    const paysTwice = point.startsWith('refund:')
    const buyers = drawBuyers(random.fork('buyers'), courses, { count: BUYERS, paysTwice })
    const webhooksLost = random.fork('webhooks').chance(0.5)
    const first = await start(point === 'random' ? bases[0] : { ...bases[0], FAILPOINT: point })
    const beside = await start(bases[1])
    const gatewayKeys = await gatewayKeysOf(dataDir)
    const shops = [first, beside].map(({ url }): Shop => ({ url, gateway: `${url}/sandbox/razorpay`, gatewayKeys }))
    const killed = await shopUntilKilled([first, beside], { point, shops, buyers, random: random.fork('kill') })

    await Promise.all([first, beside].map((program) => (program.hasEnded() ? program.ended : undefined)))
    const open = await openMails(db)
    await meanwhile(db, webhooksLost)
    const again = await start(bases[0])
    const other = beside.hasEnded() ? await start(bases[1]) : beside
    const back = buyers.filter((buyer) => buyer.comesBack)
    await Promise.all(back.map((buyer, index) => goShopping(shopOf(shops, index + run), buyer)))
    const shop = shopOf(shops, run)
    if (!webhooksLost) await deliverWebhooks(shop)
    await reconcile(db)
    // Refunds that reconciling sent have events of their own.
    if (!webhooksLost) await deliverWebhooks(shop)
    const inItsHands = await sendMails(db, open)

    const violations = await findViolations(db, { webhooks: !webhooksLost })
    violations.push(...(await findOverpaid(db, buyers)))
    const mails = await countReceipts(db, place.folder)
    violations.push(
      ...mails.missing.map((orderId) => `every paid order has its receipt in the mail: ${orderId} has none`),
    )
    const sentAgain = mails.twice.filter((orderId) => !inItsHands.includes(orderId))
    violations.push(
      ...sentAgain.map((orderId) => `no mail arrives twice without a kill in its sending: that of ${orderId} did`),
    )
    if (!killed) violations.push('the program was not killed: the point was not reached')
    for (const program of [again, other]) {
      if (program.hasEnded()) violations.push(`a program did not stay up:\n${program.lastWords()}`)
    }
    const { all: payments } = await countPayments(db)
    return { killed, payments, mailedTwice: mails.twice.length, violations }
  } catch (error) {
    const words = programs.at(-1)?.lastWords() ?? ''
    const violations = [`the run broke off: ${error instanceof Error ? error.message : String(error)}\n${words}`]
    const payments = (await countPayments(db).catch(() => undefined))?.all ?? 0
    return { killed: programs[0]?.hasEnded() ?? false, payments, mailedTwice: 0, violations }
  }
}

function shopOf(shops: readonly Shop[], index: number): Shop {
  const shop = shops[index % shops.length]
  if (!shop) throw new Error('there is no shop')
  return shop
}

/** Returns whether the first program ended, after all buyers left. The second one may have ended too. */
async function shopUntilKilled(
  [first, beside]: [Program, Program],
  { point, shops, buyers, random }: { point: KillPoint; shops: Shop[]; buyers: Buyer[]; random: Random },
): Promise<boolean> {
  // The kill cuts buyers off.
  const shopping = [Promise.allSettled(buyers.map((buyer, index) => goShopping(shopOf(shops, index), buyer)))]
  const [plain] = buyers
  if (point === 'random') {
    const [at, alsoAt] = [random.below(RANDOM_KILL_WITHIN_MS), random.below(RANDOM_KILL_WITHIN_MS)]
    const both = random.chance(0.3)
    await Promise.all([sleep(at).then(() => first.kill()), both ? sleep(alsoAt).then(() => beside.kill()) : undefined])
  } else {
    await Promise.race([first.ended, sleep(HELP_MS, undefined, { ref: false })])
    if (!first.hasEnded() && plain) {
      // The other process may have taken the job that leads to the point.
      await beside.kill()
      const late = { ...plain, email: 'late@example.com', phone: '9876543299' }
      buyers.push(late)
      shopping.push(Promise.allSettled([goShopping(shopOf(shops, 0), late)]))
      await Promise.race([first.ended, sleep(KILL_DEADLINE_MS, undefined, { ref: false })])
    }
  }
  const killed = first.hasEnded()
  if (!killed) await first.kill()
  await Promise.all(shopping)
  return killed
}

/** Loses the webhooks of the time without the program, or has the gateway send them again. */
async function meanwhile(db: Knex, webhooksLost: boolean): Promise<void> {
  if (webhooksLost) {
    await db('sandbox.deliveries').where({ state: 'pending' }).update({ state: 'lost' })
    const lose = JSON.stringify({ fault: 'lose', count: 10_000 })
    await db('sandbox.faults').insert({ side: 'webhooks', match: null, remaining: 10_000, fault: lose })
  } else {
    await db('sandbox.deliveries').where({ state: 'pending' }).update({ leased_until: null, due_at: db.fn.now() })
  }
}

/** Lists buyers who paid twice for one cart: a repeated checkout must find the first order. */
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
