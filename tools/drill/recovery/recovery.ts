import { missingPrograms } from '../../fleet/daemon.ts'
import type { ProxyName } from '../../fleet/proxies.ts'
import type { Drill, Scenario } from '../shop.ts'
import { drillBackup } from './backup.ts'
import { drillNights } from './backup-nights.ts'
import { drillDatabaseKilled } from './database-killed.ts'
import { ALIVE, breakDatabase, type Probe, withFaultedShop } from './faults.ts'
import { breakGateway } from './gateway-faults.ts'
import { drillImage } from './image.ts'
import { drillMoveShop } from './move-shop.ts'
import { judgeOutage, throughOutage } from './outage.ts'
import { drillPack } from './pack.ts'
import { drillQuiet } from './quiet.ts'
import { drillRestoreSales } from './restore-sales.ts'
import { drillTakenAway } from './taken-away.ts'
import { drillUpdate } from './update.ts'

/** Database, gateway or machine break, and the shop recovers by itself; nothing is random, so the seed changes nothing. */
export const recovery = {
  faults: { full: 1, about: 'gateway and database broken in turn, N times', play: faults },
  outage: { full: 30, small: 4, about: 'webhooks that arrive while the database is away for N seconds', play: outage },
  'database-killed': {
    full: 10,
    small: 2,
    about: "the program's own database killed N times, then spoilt",
    play: databaseKilled,
  },
  'backup-nights': {
    full: 30,
    about: 'N nights over --megabytes of media, --random backups killed and restored, a full disk',
    play: drillNights,
  },
  'restore-sales': {
    full: 200,
    about: 'a restore N payments after its backup: no number twice, every payment reported',
    play: drillRestoreSales,
  },
  backup: { full: 10, about: 'a backup while N thousand orders arrive, restored on an empty machine', play: backup },
  'move-shop': {
    full: 1,
    about: 'N thousand students and the demo moved into an empty shop that is killed twice, and a recount',
    play: moveShop,
  },
  update: {
    full: 1,
    about: 'a packed shop updated and taken back under load behind HAProxy and Caddy, N times',
    play: update,
  },
  'taken-away': {
    full: 5,
    about: 'pooler, database and key taken from three shops for N seconds, behind each proxy',
    play: takenAway,
  },
  quiet: { full: 60, about: 'N minutes of a demo shop, then mail, database and gateway away in turn', play: quiet },
  pack: { full: 1, about: 'a release, unpacked on a machine without registry and Node', play: pack },
  image: { full: 1, about: 'the container image, built and started with buildah', play: image },
} satisfies Record<string, Scenario>

async function faults({ runs }: Drill): Promise<string[]> {
  const failures: string[] = []
  for (let run = 0; run < runs; run++) {
    const rows = await withFaultedShop(async (shop) => {
      const gateway = await breakGateway(shop)
      failures.push(...gateway.violations)
      return [
        ...expecting(gateway, { broken: 502, healed: 201 }),
        ...expecting(await breakDatabase(shop), { broken: 503, healed: 200 }),
      ]
    })
    failures.push(...rows.flatMap(({ probe, expected }) => judge(probe, expected)))
    console.table(summary(rows.map(({ probe }) => probe)))
  }
  return failures
}

function expecting(
  { broken, healed }: { broken: Probe[]; healed: Probe[] },
  expected: { broken: number; healed: number },
) {
  return [
    ...broken.map((probe) => ({ probe, expected: ALIVE.includes(probe.asked) ? 200 : expected.broken })),
    ...healed.map((probe) => ({ probe, expected: expected.healed })),
  ]
}

function judge({ during, asked, status, ms, withinMs }: Probe, expected: number): string[] {
  const where = `${during}: ${asked}`
  const wrong = status === expected ? [] : [`${where} answered ${status}, not ${expected}`]
  return ms <= withinMs ? wrong : [...wrong, `${where} took ${ms} ms, more than ${withinMs}`]
}

/** Returns the slowest answer of each fault and call. */
function summary(probes: Probe[]): object[] {
  const groups = Map.groupBy(probes, ({ during, asked, status }) => `${during} ${asked} ${status}`)
  return [...groups.values()].flatMap((group) => {
    const [slowest] = group.toSorted((a, b) => b.ms - a.ms)
    if (!slowest) return []
    const { during, asked, status, code, ms, withinMs } = slowest
    return [{ during, asked, status, code, ms, withinMs, times: group.length }]
  })
}

async function outage({ runs: seconds }: Drill): Promise<string[]> {
  const failures: string[] = []
  for (const kind of ['stopped', 'hung'] as const) {
    const outage = await throughOutage(kind, seconds)
    console.log(
      `database ${kind} for ${seconds} s: ${outage.webhooks} webhooks, answers ${JSON.stringify(outage.answers)}, slowest ${outage.slowestMs} ms, all settled ${outage.settledMs} ms after it was back`,
    )
    failures.push(...judgeOutage(outage))
  }
  return failures
}

async function databaseKilled({ runs }: Drill): Promise<string[]> {
  const { end, failures } = await drillDatabaseKilled({
    runs,
    onHealing: ({ killed, healedMs, health, ready, lines }) =>
      console.log(
        `${killed === 'all' ? 'all its processes' : 'its first process'} killed: healed in ${healedMs} ms; health ${health}, readiness ${ready}, ${lines} lines logged`,
      ),
  })
  console.log(`with its cluster spoilt, the program ended with ${end.code} after ${end.ms} ms`)
  return failures
}

async function backup({ site, runs }: Drill): Promise<string[]> {
  const { failures, rate, seconds, memory, ...sums } = await drillBackup(site, { orders: runs * 1_000 })
  console.log(
    `${sums.orders} orders, ${sums.ordersInBackup} of them in the backup: ${sums.rows} rows of ${sums.tables} tables, ${sums.files} files, ${sums.megabytes.toFixed(1)} MB`,
  )
  console.log(`backup ${seconds.backup.toFixed(1)} s, at most ${Math.round(memory.backup)} MB of memory`)
  console.log(`restore ${seconds.restore.toFixed(1)} s, at most ${Math.round(memory.restore)} MB of memory`)
  console.log(`orders per second: ${rate.before.toFixed(1)} before, ${rate.meanwhile.toFixed(1)} while it was made`)
  return failures
}

async function moveShop({ site, runs }: Drill): Promise<string[]> {
  const { counted, megabytes, seconds, failures } = await drillMoveShop(site, { students: runs * 1_000, kills: 2 })
  console.log(`${megabytes.toFixed(1)} MB, out in ${seconds.out.toFixed(1)} s, in in ${seconds.in.toFixed(1)} s`)
  console.table(counted)
  return failures
}

async function update({ site, runs }: Drill): Promise<string[]> {
  const failures: string[] = []
  for (let run = 0; run < runs; run++) {
    const { steps, violations } = await drillUpdate({ site, onStep: (what) => console.log(`… ${what}`) })
    for (const { name, seconds, answers, slowest, orders } of steps) {
      console.log(
        `${name}, in ${seconds.toFixed(1)} s: answers ${JSON.stringify(answers)}, slowest ${slowest} ms; paid orders ${orders.before} before, ${orders.meanwhile} meanwhile, ${orders.after} after`,
      )
    }
    failures.push(...violations)
  }
  return failures
}

/** Plays behind each proxy that is installed; needs PgBouncer. */
async function takenAway({ runs: seconds }: Drill): Promise<string[]> {
  const all: [ProxyName, program: string][] = [
    ['haproxy', 'haproxy'],
    ['caddy', 'caddy'],
    ['varnish', 'varnishd'],
  ]
  const missing = missingPrograms(['pgbouncer', ...all.map(([, program]) => program)])
  if (missing.includes('pgbouncer')) throw new Error('install pgbouncer to try several instances for real')
  const violations = missing.map((program) => `${program} is not installed`)
  for (const [proxy] of all.filter(([, program]) => !missing.includes(program))) {
    const { phases, violations: found } = await drillTakenAway(proxy, { seconds, onPhase: console.log })
    console.log(proxy)
    console.table(phases.map(({ name, answers, foreign, slowest }) => ({ name, ...answers, foreign, slowest })))
    violations.push(...found)
  }
  return violations
}

/** Prints each kind of line above `info` and the words of each outage; a line above `info` in the quiet minutes is wrong. */
async function quiet({ runs: minutes }: Drill): Promise<string[]> {
  const { answers, lines, signs, violations } = await drillQuiet({
    quietSeconds: minutes * 60,
    // A mail server that is away is an alarm after three minutes.
    awaySeconds: 240,
    onLoud: (line) => console.log(line),
  })
  console.table(answers)
  console.table(lines)
  for (const sign of signs) console.log(sign)
  return violations
}

async function pack(): Promise<string[]> {
  const { problems, ...figures } = await drillPack()
  console.log(figures)
  return problems
}

/** `IMAGE_BASE` and `IMAGE_OPTIONS` (of `buildah bud`, with spaces between) serve machines that cannot reach Docker's images. */
async function image(): Promise<string[]> {
  const { IMAGE_BASE: base, IMAGE_OPTIONS: options = '' } = process.env
  const { problems, ...figures } = await drillImage({
    ...(base ? { base } : {}),
    options: options.split(' ').filter(Boolean),
  })
  console.log(figures)
  return problems
}
