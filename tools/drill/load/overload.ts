import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { environmentOf, findFreePort } from '../../../server/test/program.ts'
import { startProxy } from '../../fleet/proxies.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { byStatus, within } from '../client.ts'
import { catchUp } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { plain, type Site, withPlace } from '../shop.ts'
import { type Crowd, evenly, goBuying, makeCrowd, type RushShop, type Visit } from './rush.ts'

export type OverloadResult = {
  /** Purchases a second of both instances when buyers arrive as fast as they are served. */
  capacity: number
  /** Buyers a second who arrived, whether or not earlier ones were served. */
  offered: number
  /** Answers to the press of "Pay", by status. */
  answers: Record<string, number>
  paid: number
  /** Refusals in milliseconds: 99th percentile and slowest. */
  refused: { count: number; within99: number; slowest: number }
  /** Accepted purchases in milliseconds: 99th percentile and slowest. */
  taken: { within99: number; slowest: number }
  /** Milliseconds from the end of the rush until purchases are as fast as before. */
  normalAfterMs: number
  violations: string[]
}

/** Keys of the gateway's process. */
const KEYS = { RAZORPAY_KEY_ID: 'rzp_test_bench', RAZORPAY_KEY_SECRET: 'bench' }
export const gatewayKeys = Buffer.from(Object.values(KEYS).join(':')).toString('base64')
/** Returns the settings of a shop that sells with this gateway. */
export const keysOf = ({ url }: { url: string }) => ({
  ...KEYS,
  RAZORPAY_WEBHOOK_SECRET: 'webhooks-of-the-bench',
  RAZORPAY_BASE_URL: url,
})
/** Concurrent buyers of the capacity measurement. */
const BUYERS_AT_ONCE = 120
const MEASURE_MS = 20_000
const REFUSED_REST_MS = 1_000
const SHARE_OF_CAPACITY = 1.5
const REFUSED_WITHIN_MS = 1_000
const NORMAL_WITHIN_MS = 10_000
const PROBES = 5
/** Downtime of the killed instance. */
const AWAY_MS = 2_000

/**
 * Runs two instances on one database behind HAProxy, and sends half as many buyers again as they can serve. After a third
 * of the time one instance is killed and started again. Accepted buyers must get their course, once; all others must be
 * refused within a second, with a time to retry; after the rush the shop must be as fast as before within ten seconds.
 */
export function drillOverload(options: {
  site: Site
  seconds: number
  onPhase?: (what: string) => void
}): Promise<OverloadResult> {
  const { site, seconds, onPhase = () => {} } = options
  return withPlace(async (place) => {
    const url = await (await place.databases(site)).create('rush')
    const ports = [await findFreePort(), await findFreePort()] as const
    const proxyPort = await findFreePort()
    const proxyUrl = `http://127.0.0.1:${proxyPort}`
    const gateway = await startGateway({ DATABASE_URL: url, WEBHOOK_URL: `${proxyUrl}/api/webhooks/razorpay` })
    place.atEnd(() => gateway.child.kill('SIGKILL'))
    const start = (port: number) =>
      place.start({
        ...plain,
        DATABASE_URL: url,
        DATA_DIR: place.folder,
        TRUST_PROXY: '1',
        PORT: String(port),
        ...keysOf(gateway),
      })
    const first = await start(ports[0])
    const db = place.open(url)
    await ensureSchema(db)
    const crowd = await makeCrowd(db, place.folder)
    await start(ports[1])
    const proxy = await startProxy('haproxy', { folder: place.folder, port: proxyPort, shopPorts: ports })
    place.atEnd(proxy.kill)
    await proxy.start()
    const shop: RushShop = { url: proxyUrl, gateway: gateway.url, gatewayKeys }

    onPhase('what the shop can do')
    await serve(shop, crowd, MEASURE_MS)
    const before = await serve(shop, crowd, MEASURE_MS)
    const capacity = before.length / (MEASURE_MS / 1000)
    const usual = within(await probe(shop, crowd, PROBES), 0.5)

    const offered = capacity * SHARE_OF_CAPACITY
    onPhase(`${offered.toFixed(0)} buyers a second where ${capacity.toFixed(0)} can be served, for ${seconds} s`)
    const rush = evenly(() => goBuying(shop, crowd), { perSecond: offered, seconds })
    await sleep((seconds * 1000) / 3)
    onPhase('one instance is killed, and started again')
    await first.kill()
    const killedAt = Date.now()
    await sleep(AWAY_MS)
    await start(ports[0])
    const visits = await rush.ended
    onPhase('the rush is over')
    const normalAfterMs = await untilNormal(shop, crowd, usual)
    const all = await rush.gone
    await catchUp(db, shop)

    const refusals = all.filter(({ buy }) => buy.status === 503).map(({ buy }) => buy)
    const taken = all.filter(({ buy }) => buy.status === 201).map(({ buy }) => buy)
    const refused = { count: refusals.length, within99: within(refusals, 0.99), slowest: within(refusals, 1) }
    const violations = await findViolations(db, { webhooks: true })
    violations.push(...judge(all, killedAt), ...(await findUnpaid(db, all)))
    if (refusals.length === 0) violations.push('nobody was refused: the shop was not asked too much')
    if (refused.slowest > REFUSED_WITHIN_MS) violations.push(`a refusal took ${refused.slowest} ms`)
    if (normalAfterMs > NORMAL_WITHIN_MS) violations.push(`not as before ${normalAfterMs} ms after the rush`)
    return {
      capacity,
      offered: visits / seconds,
      answers: byStatus(all.map(({ buy }) => buy)),
      paid: all.filter(({ paid }) => paid).length,
      refused,
      taken: { within99: within(taken, 0.99), slowest: within(taken, 1) },
      normalAfterMs,
      violations,
    }
  })
}

/** Keeps the shop busy: as soon as one buyer leaves, the next one arrives. */
async function serve(shop: RushShop, crowd: Crowd, ms: number): Promise<Visit[]> {
  const visits: Visit[] = []
  const until = Date.now() + ms
  const lane = async () => {
    while (Date.now() < until) {
      const visit = await goBuying(shop, crowd)
      if (visit.paid && Date.now() < until) visits.push(visit)
      // A refused buyer pauses before the next attempt.
      if (!visit.paid) await sleep(REFUSED_REST_MS)
    }
  }
  await Promise.all(Array.from({ length: BUYERS_AT_ONCE }, lane))
  return visits
}

/** Presses "Pay" for a few buyers, one after the other. */
async function probe(shop: RushShop, crowd: Crowd, count: number): Promise<Visit['buy'][]> {
  const presses: Visit['buy'][] = []
  for (let n = 0; n < count; n++) presses.push((await goBuying(shop, crowd, { pays: false })).buy)
  return presses
}

/** Waits until a few in a row are accepted about as fast as before the rush; returns milliseconds. */
async function untilNormal(shop: RushShop, crowd: Crowd, usual: number): Promise<number> {
  const begun = performance.now()
  for (let inRow = 0; inRow < PROBES; ) {
    const [press] = await probe(shop, crowd, 1)
    inRow = press?.status === 201 && press.ms <= Math.max(250, 3 * usual) ? inRow + 1 : 0
    if (performance.now() - begun > 6 * NORMAL_WITHIN_MS) break
  }
  return Math.round(performance.now() - begun)
}

/** Lists wrong answers, each kind once with its count. Answers under way at the kill may be lost. */
export function judge(visits: readonly Visit[], killedAt: number): string[] {
  const answers = visits.flatMap(({ asked }) => asked)
  const lost = ({ status, at }: (typeof answers)[number]) => (status === 502 || status === 0) && at <= killedAt
  const met = [
    ...visits.flatMap((visit) => visit.met),
    ...answers
      .filter((answer) => ![200, 201, 503].includes(answer.status) && !lost(answer))
      .map(({ path, status }) => `${path} answered ${status}`),
    ...answers
      .filter(({ status, retryAfter }) => status === 503 && !retryAfter)
      .map(() => 'a 503 did not say when to come again'),
  ]
  return [...Map.groupBy(met, (what) => what)].map(([what, those]) => `${what} (${those.length} times)`)
}

/** Lists paid links whose buyer lacks the course. */
export async function findUnpaid(db: Knex, visits: readonly Visit[]): Promise<string[]> {
  const ids = visits.flatMap(({ paidLink }) => paidLink ?? [])
  const { rows } = await db.raw<{ rows: { what: string }[] }>(
    `select l.link_id || ': ' || coalesce(o.status, 'no order') as what
     from jsonb_array_elements_text(:ids) as paid (link_id) join sandbox.links l on l.link_id = paid.link_id
     left join orders o on o.order_id = l.reference_id
     where o.status is distinct from 'paid' or not exists (select from enrolments e where e.order_id = o.order_id)`,
    { ids: JSON.stringify(ids) },
  )
  return rows.map(({ what }) => `who paid has the course: ${what}`)
}

/** Starts the gateway in another process, so that its work does not load the shop. */
export async function startGateway(settings: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const file = fileURLToPath(new URL('../../sandbox-gateway/elsewhere.ts', import.meta.url))
  const child = spawn(process.execPath, [file], {
    env: environmentOf({ ...settings, NODE_ENV: 'production' }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [url] = await once(child, 'message')
  return { child, url: String(url) }
}
