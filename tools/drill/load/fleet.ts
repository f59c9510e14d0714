import { setTimeout as sleep } from 'node:timers/promises'
import { createDb } from '../../../server/src/platform/db/knex.ts'
import { MEMBERS, startFleet } from '../../fleet/fleet.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { ask, byStatus, within } from '../client.ts'
import { deliverWebhooks, finishJobs, reconcile } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { findUnpaid, gatewayKeys, keysOf, startGateway } from './overload.ts'
import { crowdThePool, type PoolClients } from './pool-clients.ts'
import { type Crowd, evenly, goBuying, lines, makeCrowd, type RushShop, type Visit } from './rush.ts'

type Phase = { name: string; begun: number; ended: number; mayFail: boolean }

export type FleetResult = {
  /** Answers by status during each event, and the slowest one in milliseconds. */
  phases: { name: string; answers: Record<string, number>; slowest: number }[]
  /** Result of hundreds of other clients of the pooler. */
  poolClients: PoolClients | undefined
  orders: number
  violations: string[]
}

/** Well below what two shops on this machine can serve. */
const PER_SECOND = 8
const LOOKS_PER_SECOND = 120
/** A buyer whose answer was lost presses again. */
const PRESSES = 10
const AWAY_MS = 3_000

/**
 * Two shops with folders of their own behind HAProxy, PgBouncer and a replica, while students buy all the time. Hundreds of others use the
 * pooler for a while. Both shops are renewed one after the other, and then a shop, the replica and the pooler are killed. Others, a renewal and a lost replica are noticed by nobody; whatever is
 * killed costs at most the answers that were under way, and afterwards every payment has its course, once.
 */
export async function drillFleet({
  seconds,
  onPhase,
}: {
  seconds: number
  onPhase: (what: string) => void
}): Promise<FleetResult> {
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined
  const fleet = await startFleet({ SEED: 'none', RATE_LIMITS: 'off' }, async ({ url, databaseUrl }) => {
    gateway = await startGateway({ DATABASE_URL: databaseUrl, WEBHOOK_URLS: `${url}/api/webhooks/razorpay` })
    return keysOf(gateway)
  })
  const timeouts = { connect: 10_000, acquire: 60_000, statement: 60_000, query: 65_000 }
  const db = createDb(fleet.databaseUrl, { poolMax: 3, timeouts })
  try {
    await ensureSchema(db)
    const crowd = await makeCrowd(db, fleet.shops[0]?.dataDir ?? '')
    const shop: RushShop = { url: fleet.url, gateway: gateway?.url ?? '', gatewayKeys }

    const phases: Phase[] = []
    const visits: Promise<Visit[]>[] = []
    const looks: Visit['asked'] = []
    const during = async (name: string, mayFail: boolean, what: () => Promise<void>) => {
      onPhase(name)
      const begun = Date.now()
      const rush = evenly(() => goBuying(shop, crowd, { presses: PRESSES }), { perSecond: PER_SECOND, seconds })
      visits.push(rush.gone)
      const looking = lookAround(fleet.url, crowd, seconds)
      await sleep((seconds * 1000) / 4)
      await what()
      await rush.ended
      // Visits under way belong to this phase.
      await rush.gone
      looks.push(...(await looking))
      phases.push({ name, begun, ended: Date.now(), mayFail })
    }
    await during('nothing happens', false, async () => {})
    let poolClients: PoolClients | undefined
    await during('hundreds of others use the pooler', false, async () => {
      poolClients = await crowdThePool(db, fleet.pooledUrl, (seconds * 1000) / 2)
    })
    await during('both shops are renewed', false, async () => {
      for (const member of MEMBERS) await fleet.renew(member)
    })
    await during('a shop is killed', true, async () => {
      await fleet.kill(0)
      await sleep(AWAY_MS)
      await fleet.start(0)
    })
    await during('the replica is killed', false, async () => {
      await fleet.replica.kill()
      await sleep(AWAY_MS)
      await fleet.replica.start()
    })
    await during('the pooler is killed', true, async () => {
      await fleet.pooler.kill()
      await sleep(AWAY_MS)
      await fleet.pooler.start()
    })
    const all = (await Promise.all(visits)).flat()
    await deliverWebhooks(shop)
    await finishJobs(db)
    await reconcile(db)
    await deliverWebhooks(shop)

    const answers = [...all.flatMap(({ asked }) => asked), ...looks]
    const violations = [...(await findViolations(db, { webhooks: true })), ...(poolClients?.violations ?? [])]
    violations.push(...(await findUnpaid(db, all)), ...all.flatMap(({ met }) => met))
    for (const { buy } of all.filter((visit) => visit.buy.status !== 201))
      violations.push(`a purchase ended with ${buy.status}`)
    const seen = phases.map(({ name, begun, ended, mayFail }) => {
      const those = answers.filter(({ at }) => at >= begun && at <= ended)
      const lost = those.filter(({ status }) => status !== 200 && status !== 201)
      if (!mayFail) violations.push(...lost.map(({ path, status }) => `${name}: ${path} answered ${status}`))
      return { name, answers: byStatus(those.map(({ status }) => ({ status, text: '' }))), slowest: within(those, 1) }
    })
    return { phases: seen, poolClients, orders: all.filter(({ paid }) => paid).length, violations }
  } finally {
    await db.destroy()
    gateway?.child.kill('SIGKILL')
    await fleet.close()
  }
}

/** Visitors who look at the catalogue and students who look at their courses. An empty answer is none. */
function lookAround(url: string, { students }: Crowd, seconds: number): Promise<Visit['asked']> {
  const look = async (number: number) => {
    const [path, student] =
      number % 3 === 0
        ? ['/api/user/dashboard', students.at(-1 - (number % students.length))]
        : ['/api/go/courses?limit=12', undefined]
    const { text, status, ...asked } = await ask(`${url}${path}`, { token: student?.token, agent: lines })
    return { ...asked, path, status: text ? status : 0 }
  }
  return evenly(look, { perSecond: LOOKS_PER_SECOND, seconds }).gone
}
