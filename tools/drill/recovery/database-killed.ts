import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from '../../../server/test/program.ts'
import { query } from '../client.ts'
import { childrenOf, postmasterOf, signal } from '../processes.ts'
import { plain, withPlace } from '../shop.ts'

/** The killed processes: the server's first one, or all. */
type Killed = 'first' | 'all'

const END_WITHIN_MS = 60_000
const ASK_EVERY_MS = 25
/** A start, each lost connection and a few retries log a line each. */
const MOST_LINES = 60

/**
 * Kills the program's own database `runs` times, then spoils its cluster and kills it again. Each time the database must
 * restart while health reports it; in the end the program must exit with 1. Returns what is wrong.
 */
export function drillDatabaseKilled(
  runs: number,
  { healWithinMs = 10_000, onHealing = (_: string) => {} } = {},
): Promise<string[]> {
  return withPlace(async (place) => {
    // PostgreSQL runs as another user when we are root.
    await chmod(place.folder, 0o755)
    const program = await place.start({ ...plain, DATA_DIR: place.folder })
    const cluster = join(place.folder, 'postgres/cluster')
    const failures: string[] = []
    for (let run = 0; run < runs; run++) {
      const killed = run % 2 === 0 ? 'first' : 'all'
      await kill(cluster, killed)
      const { healedMs, health, ready, lines } = await untilHealed(program, run, 2 * healWithinMs)
      onHealing(
        `${killed} killed: healed in ${healedMs} ms; health ${health}, readiness ${ready}, ${lines} lines logged`,
      )
      failures.push(
        ...(healedMs > healWithinMs ? [`not healed within ${healWithinMs} ms`] : []),
        ...(health === '200,503' ? [] : [`health answered ${health}`]),
        ...(ready === 'degraded,ready' ? [] : [`readiness answered ${ready}`]),
        ...(lines > MOST_LINES ? [`${lines} lines were logged`] : []),
      )
    }
    await rm(join(cluster, 'global/pg_control'))
    await kill(cluster, 'all')
    await Promise.race([program.ended, sleep(END_WITHIN_MS, undefined, { ref: false })])
    const code = program.exitCode()
    return code === 1 ? failures : [...failures, `the program that cannot have a database ended with ${code}`]
  })
}

async function untilHealed(program: Program, run: number, withinMs: number) {
  const linesBefore = program.lineCount()
  const seen = { health: new Set<number>(), ready: new Set<string>() }
  const begun = performance.now()
  for (; performance.now() - begun < withinMs; await sleep(ASK_EVERY_MS)) {
    const [health, ready] = await Promise.all(['health', 'ready'].map((name) => query(`${program.url}/api/${name}`)))
    seen.health.add(health?.status ?? 0)
    seen.ready.add(ready?.status === 200 ? JSON.parse(ready.text).status : String(ready?.status))
    const isWell = health?.status === 200 && ready?.text === '{"status":"ready"}'
    // Everything may look healthy before the shop notices.
    if (seen.health.has(503) && isWell && (await works(program, run))) break
  }
  return {
    healedMs: Math.round(performance.now() - begun),
    health: [...seen.health].toSorted().join(),
    ready: [...seen.ready].toSorted().join(),
    lines: program.lineCount() - linesBefore,
  }
}

/** Returns true if the catalogue loads from the database and a new student can register. */
async function works({ url }: Program, run: number): Promise<boolean> {
  const student = { email: `student-${run}@example.com`, phone: `98765432${10 + run}`, password: 'Mango-Kulfi-42' }
  const answers = [await query(`${url}/api/go/courses`), await query(`${url}/api/register`, { body: student })]
  return answers.every(({ status }) => status === 200 || status === 201)
}

async function kill(cluster: string, which: Killed): Promise<void> {
  const first = await postmasterOf(cluster)
  const others = which === 'all' ? await childrenOf(first) : []
  for (const pid of [first, ...others]) signal(pid, 'SIGKILL')
}
