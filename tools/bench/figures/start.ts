import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtArgs, environmentOf, findFreePort } from '../../../server/test/program.ts'
import { measurePairs, type Sample } from '../pairs.ts'
import { cpuSeconds, startHelper } from '../processes.ts'
import type { Figure } from '../report.ts'
import type { Stand } from '../stand.ts'

const DEADLINE_MS = 30_000

/** Measures from process start to the first response with courses, without pending migrations. */
export async function startFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(24)
  const ours = async () => {
    const port = await findFreePort()
    const env = environmentOf({ ...stand.settings(database), PORT: String(port) })
    const begun = performance.now()
    const child = spawn(process.execPath, builtArgs, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    return firstAnswer(child, begun, `http://127.0.0.1:${port}/api/go/courses?limit=24`)
  }
  const reference = async () => {
    const begun = performance.now()
    const { child } = startHelper('./reference.ts', { DATABASE_URL: database })
    const [url] = await once(child, 'message')
    return firstAnswer(child, begun, `${url}/list`)
  }
  // A first run fills the caches of compiler and disk, not counted.
  await ours()
  await reference()
  const pairs = await measurePairs(ours, reference)
  const ms = ({ value, cpuMs = Number.NaN }: Sample) => `${Math.round(value)} ms, ${Math.round(cpuMs)} ms CPU`
  return [
    {
      figure: 'Start to first answer, against Express + pg',
      ours: ms(pairs.ours),
      reference: ms(pairs.reference),
      ratio: pairs.ratio,
      bound: 'at most 700 ms',
      ok: pairs.ours.value <= 700,
    },
  ]
}

async function firstAnswer(child: ChildProcess, begun: number, url: string): Promise<Sample> {
  try {
    while (performance.now() - begun < DEADLINE_MS) {
      if (await isAnswered(url)) {
        return { value: performance.now() - begun, cpuMs: cpuSeconds(child.pid ?? 0) * 1000 }
      }
      await sleep(5)
    }
    return { value: Number.POSITIVE_INFINITY }
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

function isAnswered(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const req = get(url, { agent: false, timeout: DEADLINE_MS }, (res) => {
      res.resume()
      res.on('end', () => resolve(res.statusCode === 200))
    })
    req.on('error', () => resolve(false))
  })
}
