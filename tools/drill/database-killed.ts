import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Program, startPatiently } from '../../server/test/program.ts'
import { json } from './faults.ts'

export type Healing = {
  /** Killed: the server's first process alone, or all of them. */
  killed: 'first' | 'all'
  /** Until it was ready, answered from the database and wrote to it. */
  healedMs: number
  /** What health and readiness answered meanwhile, by status. */
  health: number[]
  ready: number[]
  /** How many lines were logged meanwhile. */
  lines: number
}

export type DatabaseKilled = {
  healings: Healing[]
  /** How the program ended once its cluster was spoilt, and how soon. */
  end: { code: number | null; ms: number }
  failures: string[]
}

const HEAL_WITHIN_MS = 10_000
const END_WITHIN_MS = 60_000
const ASK_EVERY_MS = 25
/** The start of a server, the loss of every connection and a few retries have a line each. */
const MOST_LINES = 60

/** Signals and `/proc` are what this stands on. */
export const canKillDatabase = process.platform === 'linux'

/**
 * Kills the program's own database `runs` times, and at last in a way from which it cannot come back: each time it is brought
 * back within 10 s and says meanwhile that it is not well, and in the end the program ends with 1.
 */
export async function drillDatabaseKilled({
  runs,
  healWithinMs = HEAL_WITHIN_MS,
  onHealing = () => {},
}: {
  runs: number
  /** On a machine that is busy with other tests PostgreSQL's own recovery takes longer. */
  healWithinMs?: number
  onHealing?: (healing: Healing) => void
}): Promise<DatabaseKilled> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-database-killed-'))
  // PostgreSQL runs as another user when we are root.
  await chmod(dataDir, 0o755)
  const program = await startPatiently({ DATA_DIR: dataDir, PORT: '0', SEED: 'none', RATE_LIMITS: 'off' })
  const cluster = join(dataDir, 'postgres/cluster')
  const healings: Healing[] = []
  try {
    for (let run = 0; run < runs; run++) {
      const healing = await killAndWait(program, cluster, {
        killed: run % 2 === 0 ? 'first' : 'all',
        run,
        healWithinMs,
      })
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
  } finally {
    await program.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
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
      ...(ready.join() === '200,503' ? [] : [`${where}: readiness answered ${ready}`]),
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
  const seen = { health: new Set<number>(), ready: new Set<number>() }
  const ask = async (name: keyof typeof seen) => {
    const answer = await fetch(`${program.url}/api/${name}`)
    await answer.arrayBuffer()
    seen[name].add(answer.status)
    return answer.status
  }
  await kill(cluster, killed)
  const begun = performance.now()
  while (performance.now() - begun < 2 * healWithinMs) {
    const [health, ready] = await Promise.all([ask('health'), ask('ready')])
    // Before it was noticed, everything may still look well.
    const wasDown = seen.health.has(503)
    if (wasDown && health === 200 && ready === 200 && (await works(program, run))) break
    await sleep(ASK_EVERY_MS)
  }
  const sorted = (statuses: Set<number>) => [...statuses].toSorted()
  return {
    killed,
    healedMs: Math.round(performance.now() - begun),
    health: sorted(seen.health),
    ready: sorted(seen.ready),
    lines: program.lineCount() - linesBefore,
  }
}

/** A page of the shop comes from the database, and somebody new can register. */
async function works(program: Program, run: number): Promise<boolean> {
  const student = { email: `student-${run}@example.com`, phone: `98765432${10 + run}`, password: 'Mango-Kulfi-42' }
  const answers = [
    await fetch(`${program.url}/api/go/courses`),
    await fetch(`${program.url}/api/register`, json(student)),
  ]
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return answers.every(({ ok }) => ok)
}

async function kill(cluster: string, which: Healing['killed']): Promise<void> {
  const first = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n', 1)[0])
  const others = which === 'all' ? await childrenOf(first) : []
  for (const pid of [first, ...others]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return pids.filter((_, index) => {
    const stat = stats[index] ?? ''
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
  })
}
