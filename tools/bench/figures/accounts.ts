import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { LoadResult } from '../load.ts'
import type { NewcomerPlan, NewcomerResult } from '../newcomers.ts'
import { measurePairs, median } from '../pairs.ts'
import { cpuSeconds, startHelper } from '../processes.ts'
import { type Figure, rate } from '../report.ts'
import type { Stand } from '../stand.ts'

const SECONDS = 4
const CONNECTIONS = 8
/** Visitors who load the catalogue meanwhile, requests per second. */
const LOOKS_PER_SECOND = 50

/** Measures purchases with a new account against the machine's pure hash rate, and the course list meanwhile. */
export async function accountFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(24)
  const shop = await stand.shop(database)
  const newcomers = startHelper('./newcomers.ts')
  const hashing = startHelper('./hashing.ts')
  try {
    const [course] = (await (await fetch(`${shop.url}/api/go/courses?limit=1`)).json()) as { course_id: string }[]
    const look = () =>
      stand.load.run({
        ...{ url: `${shop.url}/api/go/courses?limit=24`, connections: 4, rate: LOOKS_PER_SECOND },
        ...{ seconds: SECONDS, maxRequests: SECONDS * LOOKS_PER_SECOND * 2 },
      })
    const looks: { busy: LoadResult[]; quiet: LoadResult[] } = { busy: [], quiet: [] }
    const ours = async () => {
      const before = cpuSeconds(shop.pid)
      const plan: NewcomerPlan = {
        ...{ url: shop.url, courseId: course?.course_id ?? '', connections: CONNECTIONS },
        ...{ seconds: SECONDS, most: 2_000 },
      }
      newcomers.child.send(plan)
      const [[result], looked] = await Promise.all([
        once(newcomers.child, 'message') as Promise<[NewcomerResult]>,
        look(),
      ])
      looks.busy.push(looked)
      const cpuMs = ((cpuSeconds(shop.pid) - before) * 1000) / result.purchases
      return { value: result.purchases / result.seconds, cpuMs, errors: result.errors }
    }
    const hashesOf = (lanes: number) => async () => {
      // The list without buyers is the baseline.
      looks.quiet.push(await look())
      hashing.child.send({ seconds: 2, lanes })
      const [value] = await once(hashing.child, 'message')
      return { value: Number(value) }
    }
    await ours()
    looks.busy.length = 0
    const cores = availableParallelism()
    const pairs = await measurePairs(ours, hashesOf(1))
    const allCores = (await hashesOf(cores)()).value
    const p99 = median(looks.busy.map((looked) => looked.p99))
    const quiet = median(looks.quiet.map((looked) => looked.p99))
    const errors = pairs.errors + looks.busy.reduce((sum, looked) => sum + looked.errors, 0)
    const figures: Figure[] = [
      {
        figure: 'Purchase with a new account against argon2id alone, one after the other',
        ...{ ours: rate(pairs.ours), reference: rate({ value: pairs.reference.value }), ratio: pairs.ratio },
        ...{ bound: 'at least 0.6, no error', ok: pairs.ratio >= 0.6 && errors === 0 },
      },
      {
        // Load generator, database and gateway stub share the same cores, so this is a target, not a bound.
        figure: `the same against argon2id alone on all ${cores} cores`,
        ...{ ours: rate(pairs.ours), reference: rate({ value: allCores }), ratio: pairs.ours.value / allCores },
        ...{ bound: 'no error', aim: '0.6', ok: errors === 0 },
      },
      {
        figure: `the catalogue list meanwhile, ${LOOKS_PER_SECOND} a second, p99`,
        ...{ ours: `${p99} ms`, reference: `${quiet} ms when nobody buys`, bound: 'under 60 ms', ok: p99 < 60 },
      },
    ]
    return figures
  } finally {
    await newcomers.stop()
    await hashing.stop()
    await shop.kill()
  }
}
