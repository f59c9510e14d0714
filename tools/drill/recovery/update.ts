import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT, VERSION } from '../../../server/src/config.ts'
import { findFreePort } from '../../../server/test/program.ts'
import { startProxy } from '../../fleet/proxies.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { ask, byStatus, within } from '../client.ts'
import { deliverWebhooks, finishJobs, reconcile } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { findUnpaid, gatewayKeys, keysOf, startGateway } from '../load/overload.ts'
import { type Crowd, evenly, goBuying, lines, makeCrowd, type RushShop, type Visit } from '../load/rush.ts'
import { signal } from '../processes.ts'
import { type Site, withPlace } from '../shop.ts'

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

/** A step that only adds, as every step of a release does. */
const EXPAND = `export const up = 'alter table orders add drill_note text; create table drill_notes (note text)'
export const down = 'drop table drill_notes; alter table orders drop drill_note'
`

/** Stands in for systemd: starts and stops the release that the link of a port leads to. */
const SYSTEMCTL = `#!/bin/sh
for unit in "$@"; do port=\${unit##*@}; done
case $1 in
  enable) cd -P "$SHOP/$port" && { PORT=$port ./skillhaat start > "$SHOP/$port.log" 2>&1 & echo $! > "$SHOP/$port.pid"; } ;;
  disable) kill "$(cat "$SHOP/$port.pid")" && while kill -0 "$(cat "$SHOP/$port.pid")"; do sleep 0.1; done ;;
  status) tail -n 20 "$SHOP/$port.log" ;;
esac 2> /dev/null
`

/**
 * Updates a packed shop by `deploy/update.sh` behind HAProxy while visitors buy: to a release with one more schema step,
 * to one that does not start, and back. No answer may be lost, and every payment has its course, once.
 */
export function drillUpdate({ site, onStep }: { site: Site; onStep: (what: string) => void }): Promise<UpdateResult> {
  return withPlace(async (place) => {
    const releases = await packReleases(place.folder)
    const databaseUrl = await (await place.databases(site)).create('update')
    const [one, two, proxyPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const url = `http://localhost:${proxyPort}`
    const gateway = await startGateway({ DATABASE_URL: databaseUrl, WEBHOOK_URLS: `${url}/api/webhooks/razorpay` })
    place.atEnd(() => gateway.child.kill('SIGKILL'))
    const home = join(place.folder, 'srv')
    const dataDir = join(place.folder, 'data')
    await mkdir(home)
    await writeFile(join(place.folder, 'systemctl'), SYSTEMCTL, { mode: 0o755 })
    const settings = {
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, STORE_URL: url, TRUST_PROXY: '1' },
      ...{ SEED: 'none', RATE_LIMITS: 'off', PAY_PAGE: 'off', ...keysOf(gateway) },
    }
    const lineOf = ([name, value]: [string, string]) => `${name}='${value}'\n`
    await writeFile(join(home, '.env'), Object.entries(settings).map(lineOf).join(''))
    const update = (to: string, more: Record<string, string> = {}) =>
      runUpdate(to, {
        ...{ SHOP: home, SHOP_USER: '', PORTS: `${one} ${two}`, SYSTEMCTL: join(place.folder, 'systemctl') },
        ...{ READY_SECONDS: '60', ...more },
      })
    place.atEnd(() => stopAll(home, [one, two]))

    const proxy = await startProxy('haproxy', { folder: place.folder, port: proxyPort, shopPorts: [one, two] })
    place.atEnd(proxy.kill)
    onStep('the first release')
    const first = await update(releases.now)
    if (first.code !== 0) throw new Error(first.said)
    await proxy.start()
    const db = place.open(databaseUrl)
    await ensureSchema(db)
    const crowd = await makeCrowd(db, dataDir)
    const shop: RushShop = { url, gateway: gateway.url, gatewayKeys }

    const result: UpdateResult = { steps: [], violations: [] }
    const visits: Visit[] = []
    const during = async (name: string, to: string, code: number, more?: Record<string, string>) => {
      onStep(name)
      const going = goOn(shop, crowd)
      await sleep(REST_MS)
      const begun = Date.now()
      const updated = await update(to, more)
      const ended = Date.now()
      await sleep(REST_MS)
      const { gone, looks } = await going.end()
      visits.push(...gone)
      const answers = [...gone.flatMap(({ asked }) => asked), ...looks]
      const lost = answers.filter(({ status }) => status !== 200 && status !== 201)
      result.violations.push(
        ...lost.map(
          ({ path, status, retryAfter }) => `${name}: ${path} answered ${status} (Retry-After: ${retryAfter})`,
        ),
      )
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
    await deliverWebhooks(shop)
    await finishJobs(db)
    await reconcile(db)
    await deliverWebhooks(shop)
    result.violations.push(...(await findViolations(db, { webhooks: true })), ...(await findUnpaid(db, visits)))
    result.violations.push(...visits.flatMap(({ met }) => met))
    return result
  })
}

type Releases = { now: string; next: string; broken: string }

/** Packs the present sources, and makes two later releases of it: one with a schema step more, and one that fails. */
async function packReleases(folder: string): Promise<Releases> {
  const packed = await runProgram(process.execPath, ['run.mjs', 'pack'], {})
  if (packed.code !== 0) throw new Error(packed.said)
  const now = join(ROOT, `release/skillhaat-${VERSION}-linux-x64.tar.gz`)
  const unpack = async (version: string) => {
    const release = join(folder, `release-${version}`)
    await mkdir(release)
    await runProgram('tar', ['-xzf', now, '-C', release, '--strip-components', '1'], {})
    const manifest = join(release, 'package.json')
    await writeFile(
      manifest,
      (await readFile(manifest, 'utf8')).replace(`"version": "${VERSION}"`, `"version": "${version}"`),
    )
    await writeFile(join(release, 'migrations/20991231000000_orders_drill.ts'), EXPAND)
    return release
  }
  const [next, broken] = [await unpack('90.1.0'), await unpack('90.2.0')]
  await writeFile(join(broken, 'server/dist/main.mjs'), "throw new Error('this release is broken')\n")
  return { now, next, broken }
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
  const { text, status, ...asked } = await ask(`${url}${path}`, { agent: lines })
  return { ...asked, path, status: text ? status : 0 }
}

const runUpdate = (to: string, env: Record<string, string>) =>
  runProgram('sh', [join(ROOT, 'deploy/update.sh'), to], env)

async function runProgram(file: string, args: string[], env: Record<string, string>) {
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

/** Ends what the stand-in for systemd has started. */
async function stopAll(home: string, ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const pid = Number(await readFile(join(home, `${port}.pid`), 'utf8').catch(() => 0))
    if (pid > 0) signal(pid, 'SIGKILL')
  }
}
