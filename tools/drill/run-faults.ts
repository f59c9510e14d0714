import { missingPrograms } from '../fleet/daemon.ts'
import { openDrillServer } from './drill-server.ts'
import { breakDatabase, type Probe, withFaultedShop } from './faults.ts'
import { drillFleet } from './fleet.ts'
import { breakGateway } from './gateway-faults.ts'
import { judgeOutage, throughOutage } from './outage.ts'
import { drillOverload } from './overload.ts'
import { startOwnPostgres } from './own-postgres.ts'

/** Database and gateway broken in turn; `runs` rounds of it. There is no chance in it, so the seed says nothing. */
export async function faults({ runs }: { runs: number }): Promise<boolean> {
  const failures: string[] = []
  for (let run = 0; run < runs; run++) {
    const postgres = await startOwnPostgres()
    try {
      const rows = await withFaultedShop(postgres, async (shop) => {
        const gateway = await breakGateway(shop)
        failures.push(...gateway.violations)
        return [
          ...expecting(gateway, { broken: 502, healed: 201 }),
          ...expecting(await breakDatabase(shop), { broken: 503, healed: 200 }),
        ]
      })
      failures.push(...rows.flatMap(({ probe, expected }) => judge(probe, expected)))
      console.table(summary(rows.map(({ probe }) => probe)))
    } finally {
      await postgres.close()
    }
    for (const kind of ['stopped', 'hung'] as const) {
      const outage = await throughOutage(kind, 30)
      console.log(
        `database ${kind} for 30 s: ${outage.webhooks} webhooks, answers ${JSON.stringify(outage.answers)}, slowest ${outage.slowestMs} ms, all settled ${outage.settledMs} ms after it was back`,
      )
      failures.push(...judgeOutage(outage))
    }
  }
  for (const failure of failures) console.log(`✗ ${failure}`)
  console.log(`${runs} rounds, ${failures.length} failures`)
  return failures.length === 0
}

function expecting(
  { broken, healed }: { broken: Probe[]; healed: Probe[] },
  expected: { broken: number; healed: number },
) {
  return [
    ...broken.map((probe) => ({ probe, expected: probe.asked === '/api/health' ? 200 : expected.broken })),
    ...healed.map((probe) => ({ probe, expected: expected.healed })),
  ]
}

function judge({ during, asked, status, ms, withinMs }: Probe, expected: number): string[] {
  const where = `${during}: ${asked}`
  const wrong = status === expected ? [] : [`${where} answered ${status}, not ${expected}`]
  return ms <= withinMs ? wrong : [...wrong, `${where} took ${ms} ms, more than ${withinMs}`]
}

/** One row per fault and call: the slowest answer. */
function summary(probes: Probe[]): object[] {
  const groups = Map.groupBy(probes, ({ during, asked, status }) => `${during} ${asked} ${status}`)
  return [...groups.values()].flatMap((group) => {
    const [slowest] = group.toSorted((a, b) => b.ms - a.ms)
    if (!slowest) return []
    const { during, asked, status, code, ms, withinMs } = slowest
    return [{ during, asked, status, code, ms, withinMs, times: group.length }]
  })
}

/** `runs` seconds of half as many buyers again as can be served. There is no chance in it, so the seed says nothing. */
export async function overload({ runs: seconds }: { runs: number }): Promise<boolean> {
  requirePrograms('haproxy')
  const server = await openDrillServer()
  try {
    const onPhase = (what: string) => console.log(what)
    const { violations, ...figures } = await drillOverload({
      ...{ serverUrl: server.url, prefix: `drill_${process.pid}`, seconds, onPhase },
    })
    console.log(figures)
    for (const violation of violations) console.log(`✗ ${violation}`)
    console.log(`${seconds} s, ${violations.length} violations`)
    return violations.length === 0
  } finally {
    await server.close()
  }
}

/** `runs` seconds of buying for each thing that happens. There is no chance in it, so the seed says nothing. */
export async function fleet({ runs: seconds }: { runs: number }): Promise<boolean> {
  requirePrograms('haproxy', 'pgbouncer')
  const { phases, poolClients, orders, violations } = await drillFleet({
    seconds,
    onPhase: (what) => console.log(what),
  })
  console.table(phases.map(({ name, answers, slowest }) => ({ name, ...answers, slowest })))
  console.log(
    `the others: ${poolClients?.transactions} transactions, ${poolClients?.failed.length} failed, over ${poolClients?.connections} connections to PostgreSQL`,
  )
  for (const violation of violations) console.log(`✗ ${violation}`)
  console.log(`${orders} orders, ${violations.length} violations`)
  return violations.length === 0
}

function requirePrograms(...names: string[]): void {
  const missing = missingPrograms(names)
  if (missing.length > 0) throw new Error(`install ${missing.join(' and ')} to try several instances for real`)
}
