import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from '../../../server/test/program.ts'
import { ask } from '../client.ts'
import { childrenOf, postmasterOf, signal } from '../processes.ts'
import { plain, withPlace } from '../shop.ts'

export type Healing = {
  /** The killed processes: the server's first one, or all. */
  killed: 'first' | 'all'
  /** Milliseconds until it was ready, and read from and wrote to the database. */
  healedMs: number
  /** Statuses of health and readiness meanwhile. */
  health: number[]
  ready: string[]
  /** Lines logged meanwhile. */
  lines: number
}

export type DatabaseKilled = {
  healings: Healing[]
  /** The program's exit after its cluster was spoilt. */
  end: { code: number | null; ms: number }
  failures: string[]
}

const HEAL_WITHIN_MS = 10_000
const END_WITHIN_MS = 60_000
const ASK_EVERY_MS = 25
/** A start, each lost connection and a few retries log a line each. */
const MOST_LINES = 60

/**
 * Kills the program's own database `runs` times, then spoils its cluster and kills it again. Each time the database must
 * restart within 10 s while health reports it; in the end the program must exit with 1.
 */
export function drillDatabaseKilled({
  runs,
  healWithinMs = HEAL_WITHIN_MS,
  onHealing = () => {},
}: {
  runs: number
  /** On a busy machine PostgreSQL's own recovery takes longer. */
  healWithinMs?: number
  onHealing?: (healing: Healing) => void
}): Promise<DatabaseKilled> {
  return withPlace(async (place) => {
    // PostgreSQL runs as another user when we are root.
    await chmod(place.folder, 0o755)
    const program = await place.start({ ...plain, DATA_DIR: place.folder })
    const cluster = join(place.folder, 'postgres/cluster')
    const healings: Healing[] = []
    for (let run = 0; run < runs; run++) {
      const killed = run % 2 === 0 ? 'first' : 'all'
      const healing = await killAndWait(program, cluster, { killed, run, healWithinMs })
      healings.push(healing)
      onHealing(healing)
      if (healing.healedMs > healWithinMs) break
    }
    const begun = performance.now()
    await rm(join(cluster, 'global/pg_control'))
    await kill(cluster, 'all')
    await Promise.race([program.ended, sleep(END_WITHIN_MS, undefined, { ref: false })])
    const end = { code: program.exitCode(), ms: Math.round(performance.now() - begun) }
    return { healings, end, failures: failuresOf(healings, end, { runs, healWithinMs }) }
  })
}

function failuresOf(
  healings: Healing[],
  end: DatabaseKilled['end'],
  { runs, healWithinMs }: { runs: number; healWithinMs: number },
): string[] {
  const failures = healings.flatMap(({ healedMs, health, ready, lines }, index) => {
    const where = `kill ${index + 1}`
    return [
      ...(healedMs > healWithinMs ? [`${where}: not healed within ${healWithinMs} ms`] : []),
      ...(health.join() === '200,503' ? [] : [`${where}: health answered ${health}`]),
      ...(ready.join() === 'degraded,ready' ? [] : [`${where}: readiness answered ${ready}`]),
      ...(lines > MOST_LINES ? [`${where}: ${lines} lines were logged`] : []),
    ]
  })
  if (healings.length < runs) failures.push(`only ${healings.length} of ${runs} kills were made`)
  if (end.code !== 1) failures.push(`the program that cannot have a database ended with ${end.code}`)
  return failures
}

async function killAndWait(
  program: Program,
  cluster: string,
  { killed, run, healWithinMs }: { killed: Healing['killed']; run: number; healWithinMs: number },
): Promise<Healing> {
  const linesBefore = program.lineCount()
  const seen = { health: new Set<number>(), ready: new Set<string>() }
  const look = async () => {
    const [health, ready] = await Promise.all(['health', 'ready'].map((name) => ask(`${program.url}/api/${name}`)))
    seen.health.add(health?.status ?? 0)
    seen.ready.add(ready?.status === 200 ? JSON.parse(ready.text).status : String(ready?.status))
    return health?.status === 200 && ready?.text === '{"status":"ready"}'
  }
  await kill(cluster, killed)
  const begun = performance.now()
  while (performance.now() - begun < 2 * healWithinMs) {
    const well = await look()
    // Everything may look healthy before the shop notices.
    if (seen.health.has(503) && well && (await works(program, run))) break
    await sleep(ASK_EVERY_MS)
  }
  return {
    killed,
    healedMs: Math.round(performance.now() - begun),
    health: [...seen.health].toSorted(),
    ready: [...seen.ready].toSorted(),
    lines: program.lineCount() - linesBefore,
  }
}

/** Returns true if the catalogue loads from the database and a new student can register. */
async function works(program: Program, run: number): Promise<boolean> {
  const student = { email: `student-${run}@example.com`, phone: `98765432${10 + run}`, password: 'Mango-Kulfi-42' }
  const answers = [
    await ask(`${program.url}/api/go/courses`),
    await ask(`${program.url}/api/register`, { body: student }),
  ]
  return answers.every(({ status }) => status === 200 || status === 201)
}

async function kill(cluster: string, which: Healing['killed']): Promise<void> {
  const first = await postmasterOf(cluster)
  const others = which === 'all' ? await childrenOf(first) : []
  for (const pid of [first, ...others]) signal(pid, 'SIGKILL')
}
