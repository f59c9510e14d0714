import { parseArgs } from 'node:util'
import { load } from './load/load.ts'
import { money } from './money/money.ts'
import { recovery } from './recovery/recovery.ts'
import { openServer, type Scenario } from './shop.ts'

const programs: Record<string, Record<string, Scenario>> = { money, load, recovery }

const usage = `Usage: npm run drill -- all [--seed S]
       npm run drill -- PROGRAM [SCENARIO] [--runs N] [--seed S]
       npm run drill -- money kill [--runs N] [--random M]
       npm run drill -- money lives|mutations [--runs N] [--seed S] [--from FIRST]
A program without a scenario plays all of its own, and "all" plays each scenario once.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string' },
  },
})
const [program = '', wanted, ...rest] = positionals
const all = Object.assign({}, ...Object.values(programs)) as Record<string, Scenario>
const known = Object.entries(
  program === 'all' ? all : Object.hasOwn(programs, program) ? (programs[program] ?? {}) : {},
)
const scenarios = known.filter(([name]) => wanted === undefined || name === wanted)
const numbers = Object.values(values).map(Number)
if (scenarios.length === 0 || rest.length > 0 || numbers.some((number) => !Number.isInteger(number) || number < 0)) {
  console.error(usage)
  for (const [name, own] of Object.entries(programs)) {
    console.error(name)
    for (const [scenario, { full, about }] of Object.entries(own))
      console.error(`  ${scenario.padEnd(16)}${about} (N: ${full})`)
  }
  process.exit(1)
}

const seed = Number(values.seed ?? Date.now() % 1e9)
const server = await openServer()
let wrong = 0
try {
  for (const [name, { full, play }] of scenarios) {
    const runs = Number(values.runs ?? full)
    console.log(`drill ${program} ${name}: ${runs} runs, seed ${seed}`)
    const site = { serverUrl: server.url, prefix: `drill_${process.pid}` }
    const violations = await play({
      site,
      runs,
      seed,
      random: Number(values.random ?? runs * 10),
      from: Number(values.from ?? 0),
    })
    for (const violation of violations) console.log(`✗ ${violation}`)
    console.log(`${name}, seed ${seed}: ${violations.length} violations`)
    wrong += violations.length
  }
} finally {
  await server.close()
}
process.exit(wrong === 0 ? 0 : 1)
