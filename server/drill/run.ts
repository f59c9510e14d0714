import { parseArgs } from 'node:util'
import { openDrillServer } from './drill-server.ts'
import { drillKills, killPoints } from './kill.ts'

type Drill = (options: { runs: number; seed: number }) => Promise<boolean>

/** The long tests. Each answers whether everything held. */
const drills: Record<string, Drill> = { kill }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '20' }, seed: { type: 'string' } },
})
const name = positionals[0] ?? ''
const drill = Object.hasOwn(drills, name) ? drills[name] : undefined
const runs = Number(values.runs)
const seed = Number(values.seed ?? Date.now() % 1e9)
if (!drill || !Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error(`Usage: npm run drill -- NAME [--runs N] [--seed S]\nNAME is one of: ${Object.keys(drills).join(', ')}`)
  process.exit(1)
}
console.log(`drill ${name}: ${runs} runs, seed ${seed}`)
process.exit((await drill({ runs, seed })) ? 0 : 1)

async function kill({ runs, seed }: { runs: number; seed: number }): Promise<boolean> {
  const server = await openDrillServer()
  try {
    const results = await drillKills({
      serverUrl: server.url,
      prefix: `drill_${process.pid}`,
      seed,
      runs,
      onResult({ point, run, violations }) {
        for (const violation of violations) console.log(`✗ ${point}, run ${run}: ${violation}`)
      },
    })
    const rows = killPoints.map((point) => {
      const mine = results.filter((result) => result.point === point)
      const sum = (of: (result: (typeof mine)[number]) => number) =>
        mine.reduce((total, result) => total + of(result), 0)
      return {
        point,
        runs: mine.length,
        killed: sum(({ killed }) => Number(killed)),
        payments: sum(({ payments }) => payments),
        violations: sum(({ violations }) => violations.length),
      }
    })
    console.table(rows)
    const violations = rows.reduce((total, row) => total + row.violations, 0)
    console.log(`seed ${seed}: ${results.length} kills, ${violations} violations`)
    return violations === 0
  } finally {
    await server.close()
  }
}
