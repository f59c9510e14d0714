import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { drillBackup } from './backup.ts'
import { bigCourse } from './big-course.ts'
import { drillDatabaseKilled } from './database-killed.ts'
import { openDrillServer } from './drill-server.ts'
import { drillImage } from './image.ts'
import { drillKills, killPoints } from './kill.ts'
import { drillMediaMove } from './media-move.ts'
import { drillModel, type ModelResult } from './model.ts'
import { drillMutations } from './mutations.ts'
import { mutations as planted } from './mutations-list.ts'
import { createRandom } from './random.ts'
import { attacks, foreignFiles, mailRelay, signInFlood, sockets, stalledBodies } from './run-attacks.ts'
import { faults, fleet, overload } from './run-faults.ts'
import { uploads, uploadsPage } from './run-uploads.ts'

const PROGRESS_EVERY = 10
/** Most of a kill is waiting for looks at queues, so more of them than cores are under way. */
const KILL_LANES = 2 * availableParallelism()
/** Shops that are played with at once: one waits for its queues half of the time. */
const MODEL_SHOPS = Math.ceil(1.5 * availableParallelism())

type Options = { runs: number; random: number; seed: number; megabytes: number }
type Drill = (options: Options) => Promise<boolean>

/** The long tests, each with how often it runs in full. They answer whether everything held. */
const drills: Record<string, { drill: Drill; inFull: number }> = {
  kill: { drill: kill, inFull: 20 },
  faults: { drill: faults, inFull: 1 },
  model: { drill: model, inFull: 1_000 },
  mutations: { drill: mutations, inFull: planted.length },
  uploads: { drill: uploads, inFull: 1 },
  'uploads-page': { drill: uploadsPage, inFull: 1 },
  backup: { drill: backup, inFull: 10 },
  'big-course': { drill: bigCourse, inFull: 20 },
  'media-move': { drill: mediaMove, inFull: 5 },
  overload: { drill: overload, inFull: 300 },
  fleet: { drill: fleet, inFull: 30 },
  'sign-in-flood': { drill: signInFlood, inFull: 1 },
  sockets: { drill: sockets, inFull: 1 },
  'stalled-bodies': { drill: stalledBodies, inFull: 1 },
  'foreign-files': { drill: foreignFiles, inFull: 9 },
  'database-killed': { drill: databaseKilled, inFull: 10 },
  'mail-relay': { drill: mailRelay, inFull: 5 },
  attacks: { drill: attacks, inFull: 100 },
  image: { drill: image, inFull: 1 },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string' },
    megabytes: { type: 'string' },
  },
})
const name = positionals[0] ?? ''
const known = Object.hasOwn(drills, name) ? drills[name] : undefined
const runs = Number(values.runs ?? known?.inFull)
const random = Number(values.random ?? runs * 10)
const seed = Number(values.seed ?? Date.now() % 1e9)
/** Of all files together, where a drill sends files. */
const megabytes = Number(values.megabytes ?? 2048)
if (
  !known ||
  !Number.isInteger(runs) ||
  runs < 1 ||
  !Number.isInteger(random) ||
  random < 0 ||
  !Number.isInteger(seed) ||
  !(megabytes >= 1)
) {
  console.error(
    `Usage: npm run drill -- NAME [--runs N] [--seed S]\n       npm run drill -- kill [--runs N] [--random M]\n       npm run drill -- uploads-page [--megabytes N]\nNAME is one of: ${Object.keys(drills).join(', ')}`,
  )
  process.exit(1)
}
console.log(`drill ${name}: ${runs} runs, seed ${seed}`)
process.exit((await known.drill({ runs, random, seed, megabytes })) ? 0 : 1)

/** `runs` kills at each named point, and `random` at any time. */
async function kill({ runs, random, seed }: { runs: number; random: number; seed: number }): Promise<boolean> {
  const server = await openDrillServer()
  let done = 0
  try {
    const results = await drillKills({
      serverUrl: server.url,
      prefix: `drill_${process.pid}`,
      seed,
      runs,
      randomRuns: random,
      lanes: KILL_LANES,
      onResult({ point, run, violations }) {
        for (const violation of violations) console.log(`✗ ${point}, run ${run}: ${violation}`)
        if (++done % PROGRESS_EVERY === 0) console.log(`${done} kills so far`)
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
        'mailed twice': sum(({ mailedTwice }) => mailedTwice),
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

/** Random sequences, shared by a few shops of two processes each; a shop ends at its first round that breaks a rule. */
async function model({ runs, seed }: { runs: number; seed: number }): Promise<boolean> {
  const server = await openDrillServer()
  const share = Math.ceil(runs / MODEL_SHOPS)
  const shops = Array.from({ length: MODEL_SHOPS }, (_, shop) => ({ shop, from: shop * share }))
  const sharing = shops.filter(({ from }) => from < runs)
  try {
    const results = await Promise.all(
      sharing.map(({ shop, from }) =>
        drillModel({
          serverUrl: server.url,
          prefix: `drill_${process.pid}_${shop}`,
          seed,
          from,
          runs: Math.min(share, runs - from),
          onRound: ({ violations, rows: _, ...sums }) =>
            console.log(JSON.stringify({ shop, ...sums, violations: violations.length })),
        }),
      ),
    )
    for (const { violations, rows } of results) for (const line of [...violations, ...rows]) console.log(`✗ ${line}`)
    const sum = (of: (result: ModelResult) => number) => results.reduce((total, result) => total + of(result), 0)
    const [sequences, violations] = [sum((result) => result.sequences), sum((result) => result.violations.length)]
    console.log(
      `seed ${seed}: ${sequences} sequences, ${sum(({ orders }) => orders)} orders, ${sum(({ payments }) => payments)} payments, ${sum(({ refunds }) => refunds)} refunds, ${violations} violations`,
    )
    return violations === 0
  } finally {
    await server.close()
  }
}

/** Faults planted in a copy of the sources: `runs` of the list, drawn by the seed. */
async function mutations({ runs, seed }: { runs: number; seed: number }): Promise<boolean> {
  const server = await openDrillServer()
  try {
    const results = await drillMutations({
      serverUrl: server.url,
      runs,
      random: createRandom(seed),
      onResult: ({ mutation, caught, why }) =>
        console.log(`${caught ? '✓' : `✗ ${why}`} ${mutation.file}: ${mutation.find} → ${mutation.replace || 'gone'}`),
    })
    const missed = results.filter(({ caught }) => !caught).length
    console.log(`seed ${seed}: ${results.length} faults planted, ${missed} not seen`)
    return missed === 0
  } finally {
    await server.close()
  }
}

/** `runs` times 1,000 files to a bucket and back. */
async function mediaMove({ runs }: { runs: number }): Promise<boolean> {
  const server = await openDrillServer()
  try {
    const { failures, said, ...sums } = await drillMediaMove({
      serverUrl: server.url,
      prefix: `drill_${process.pid}`,
      files: runs * 1_000,
    })
    console.log(`${sums.files} files of ${sums.megabytes.toFixed(1)} MB, ${sums.store}, ${sums.kills} kills`)
    for (const line of said) console.log(`last run: ${line}`)
    console.log(`${sums.reads} reads meanwhile`)
    for (const failure of failures.slice(0, 20)) console.log(`✗ ${failure}`)
    console.log(failures.length === 0 ? 'all hashes equal, nothing left behind' : `${failures.length} failures`)
    return failures.length === 0
  } finally {
    await server.close()
  }
}

/** A backup while `runs` times 1,000 orders come in, restored on an empty machine. */
async function backup({ runs }: { runs: number }): Promise<boolean> {
  const server = await openDrillServer()
  try {
    const { failures, rate, seconds, memory, ...sums } = await drillBackup({
      serverUrl: server.url,
      prefix: `drill_${process.pid}`,
      orders: runs * 1_000,
    })
    console.log(
      `${sums.orders} orders, ${sums.ordersInBackup} of them in the backup: ${sums.rows} rows of ${sums.tables} tables, ${sums.files} files, ${sums.megabytes.toFixed(1)} MB`,
    )
    console.log(`backup ${seconds.backup.toFixed(1)} s, at most ${Math.round(memory.backup)} MB of memory`)
    console.log(`restore ${seconds.restore.toFixed(1)} s, at most ${Math.round(memory.restore)} MB of memory`)
    console.log(`orders per second: ${rate.before.toFixed(1)} before, ${rate.meanwhile.toFixed(1)} while it was made`)
    for (const failure of failures) console.log(`✗ ${failure}`)
    console.log(
      failures.length === 0
        ? 'restored into an empty machine: counts and hashes equal, the ledgers agree; files cut short or changed were refused with nothing changed'
        : `${failures.length} failures`,
    )
    return failures.length === 0
  } finally {
    await server.close()
  }
}

/** The program's own database killed `runs` times, then spoilt. There is no chance in it, so the seed says nothing. */
async function databaseKilled({ runs }: { runs: number }): Promise<boolean> {
  const { end, failures } = await drillDatabaseKilled({
    runs,
    onHealing: ({ killed, healedMs, health, ready, lines }) =>
      console.log(
        `${killed === 'all' ? 'all its processes' : 'its first process'} killed: healed in ${healedMs} ms; health ${health}, readiness ${ready}, ${lines} lines logged`,
      ),
  })
  console.log(`with its cluster spoilt, the program ended with ${end.code} after ${end.ms} ms`)
  for (const failure of failures) console.log(`✗ ${failure}`)
  console.log(`${runs} kills, ${failures.length} failures`)
  return failures.length === 0
}

/** `IMAGE_BASE` and `IMAGE_OPTIONS` (of `buildah bud`, with spaces between) are for machines that cannot reach Docker's own images. */
async function image(): Promise<boolean> {
  const { IMAGE_BASE: base, IMAGE_OPTIONS: options = '' } = process.env
  const result = await drillImage({ ...(base ? { base } : {}), options: options.split(' ').filter(Boolean) })
  console.log(JSON.stringify(result))
  return result.problems.length === 0
}
