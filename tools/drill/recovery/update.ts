import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { findFreePort } from '../../../server/test/program.ts'
import { type ProxyName, startProxy } from '../../fleet/proxies.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { byStatus, query, within } from '../client.ts'
import { catchUp } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import {
  type Crowd,
  evenly,
  findUnpaid,
  gatewayKeys,
  goBuying,
  keysOf,
  lines,
  makeCrowd,
  type RushShop,
  startGateway,
  type Visit,
} from '../load/rush.ts'
import { type Site, withPlace } from '../shop.ts'
import { packReleases, type Releases, runUpdate, SYSTEMCTL, stopReleases } from './releases.ts'

/** An update while visitors are there: answers by status, the slowest in ms, and paid orders by the time of the press. */
type Step = {
  name: string
  seconds: number
  answers: Record<string, number>
  slowest: number
  orders: { before: number; meanwhile: number; after: number }
}

export type UpdateResult = { steps: Step[]; violations: string[] }

/** Two visitors a second buy, with about three requests each, and four look around: ten requests a second. */
const BUYERS_PER_SECOND = 2
const LOOKS_PER_SECOND = 4
/** Load before and after each step. */
const REST_MS = 5_000
/** A backup reads the tables that the update changes. */
const READER_MS = 6_000

type OnStep = (what: string) => void

/**
 * Updates a packed shop by `deploy/update.sh` behind each proxy while visitors buy: to a release with one more schema
 * step, to one that does not start, and back. No answer may be lost, and every payment has its course, once.
 */
export function drillUpdate({ site, onStep }: { site: Site; onStep: OnStep }): Promise<UpdateResult> {
  return withPlace(async (place) => {
    const releases = await packReleases(place.folder)
    const result: UpdateResult = { steps: [], violations: [] }
    for (const proxy of ['haproxy', 'caddy'] as const) {
      const { steps, violations } = await updateBehind(proxy, { site, releases, onStep })
      result.steps.push(...steps)
      result.violations.push(...violations)
    }
    return result
  })
}

type Stage = { site: Site; releases: Releases; onStep: OnStep }

function updateBehind(proxyName: ProxyName, { site, releases, onStep }: Stage): Promise<UpdateResult> {
  return withPlace(async (place) => {
    const databaseUrl = await (await place.databases(site)).create('update')
    const [one, two, proxyPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const url = `http://localhost:${proxyPort}`
    const gateway = await startGateway({ DATABASE_URL: databaseUrl, WEBHOOK_URL: `${url}/api/webhooks/razorpay` })
    place.atEnd(() => gateway.child.kill('SIGKILL'))
    const home = join(place.folder, 'srv')
    const dataDir = join(place.folder, 'data')
    await mkdir(home)
    await writeFile(join(place.folder, 'systemctl'), SYSTEMCTL, { mode: 0o755 })
    const settings = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      STORE_URL: url,
      TRUST_PROXY: '1',
      SEED: 'none',
      RATE_LIMITS: 'off',
      PAY_PAGE: 'off',
      ...keysOf(gateway),
    }
    const lineOf = ([name, value]: [string, string]) => `${name}='${value}'\n`
    await writeFile(join(home, '.env'), Object.entries(settings).map(lineOf).join(''))
    const update = (to: string, more: Record<string, string> = {}) =>
      runUpdate(to, {
        SHOP: home,
        SHOP_USER: '',
        PORTS: `${one} ${two}`,
        SYSTEMCTL: join(place.folder, 'systemctl'),
        READY_SECONDS: '60',
        ...more,
      })
    place.atEnd(() => stopReleases(home, [one, two]))

    const proxy = await startProxy(proxyName, { folder: place.folder, port: proxyPort, shopPorts: [one, two] })
    place.atEnd(proxy.kill)
    onStep(`behind ${proxyName}: the first release`)
    const first = await update(releases.now)
    if (first.code !== 0) throw new Error(first.said)
    await proxy.start()
    const db = place.open(databaseUrl)
    await ensureSchema(db)
    const crowd = await makeCrowd(db, dataDir)
    const shop: RushShop = { url, gateway: gateway.url, gatewayKeys }

    const result: UpdateResult = { steps: [], violations: [] }
    const visits: Visit[] = []
    const during = async (what: string, to: string, code: number, more?: Record<string, string>) => {
      const name = `behind ${proxyName}: ${what}`
      onStep(name)
      const going = goOn(shop, crowd)
      await sleep(REST_MS)
      const begun = Date.now()
      const reading = readFor(db, READER_MS)
      const updated = await update(to, more)
      await reading
      const ended = Date.now()
      await sleep(REST_MS)
      const { gone, looks } = await going.end()
      visits.push(...gone)
      const answers = [...gone.flatMap(({ asked }) => asked), ...looks]
      const lost = [
        ...answers
          .filter(({ status }) => status !== 200 && status !== 201)
          .map(({ path, status }) => `${path} answered ${status}`),
        ...gone.filter(({ buy }) => buy.status !== 201).map(({ buy }) => `a purchase ended with ${buy.text}`),
      ]
      const kinds = [...Map.groupBy(lost, (what) => what)]
      result.violations.push(...kinds.map(([what, those]) => `${name}: ${what} (${those.length} times)`))
      if (updated.code !== code) result.violations.push(`${name}: exit code ${updated.code}: ${updated.said}`)
      const paid = gone.flatMap(({ buy, paid }) => (paid ? [buy.at] : []))
      const orders = {
        before: paid.filter((at) => at < begun).length,
        meanwhile: paid.filter((at) => at >= begun && at <= ended).length,
        after: paid.filter((at) => at > ended).length,
      }
      const byCode = byStatus(answers.map(({ status }) => ({ status, text: '' })))
      result.steps.push({ name, seconds: (ended - begun) / 1000, answers: byCode, slowest: within(answers, 1), orders })
    }
    await during('forward', releases.next, 0)
    await during('a release that does not start', releases.broken, 1, { READY_SECONDS: '5' })
    await during('back', 'back', 0)
    await catchUp(db, shop)
    result.violations.push(...(await findViolations(db, { webhooks: true })), ...(await findUnpaid(db, visits)))
    result.violations.push(...visits.flatMap(({ met }) => met))
    return result
  })
}

/** Reads the orders in one long transaction, as a backup does. */
function readFor(db: Knex, ms: number): Promise<void> {
  return db.transaction(async (trx) => {
    await trx('orders').count()
    await sleep(ms)
  })
}

/** Lets visitors buy and look around until `end`, which waits for those under way. */
function goOn(shop: RushShop, crowd: Crowd) {
  const stopped = new AbortController()
  const rounds: ReturnType<typeof rush>[] = []
  const rush = () => ({
    buying: evenly(() => goBuying(shop, crowd), { perSecond: BUYERS_PER_SECOND, seconds: 1 }),
    looking: evenly(() => look(shop.url), { perSecond: LOOKS_PER_SECOND, seconds: 1 }),
  })
  const going = (async () => {
    while (!stopped.signal.aborted) {
      const round = rush()
      rounds.push(round)
      await round.buying.ended
    }
  })()
  return {
    async end() {
      stopped.abort()
      await going
      const gone = (await Promise.all(rounds.map(({ buying }) => buying.gone))).flat()
      return { gone, looks: (await Promise.all(rounds.map(({ looking }) => looking.gone))).flat() }
    },
  }
}

/** An empty answer is none. */
async function look(url: string): Promise<Visit['asked'][number]> {
  const path = '/api/go/courses?limit=12'
  const { text, status, ...asked } = await query(`${url}${path}`, { agent: lines })
  return { ...asked, path, status: text ? status : 0 }
}
