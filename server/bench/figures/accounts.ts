import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { NewcomerPlan, NewcomerResult } from '../newcomers.ts'
import { measurePairs, median } from '../pairs.ts'
import { cpuSeconds, startHelper } from '../processes.ts'
import { type Figure, rate } from '../report.ts'
import type { Stand } from '../stand.ts'

const SECONDS = 4
const CONNECTIONS = 8
/** Visitors who look at the catalogue meanwhile, requests a second. */
const LOOKS_PER_SECOND = 50

/** Purchases with a new account against what the machine hashes when it does nothing else, and the list meanwhile. */
export async function accountFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(24)
  const shop = await stand.shop(database)
  const newcomers = startHelper('./newcomers.ts')
  const hashing = startHelper('./hashing.ts')
  try {
    const [course] = (await (await fetch(`${shop.url}/api/go/courses?limit=1`)).json()) as { course_id: string }[]
    const slowest: number[] = []
    let lookErrors = 0
    const ours = async () => {
      const before = cpuSeconds(shop.pid)
      const plan: NewcomerPlan = {
        ...{ url: shop.url, courseId: course?.course_id ?? '', connections: CONNECTIONS },
        ...{ seconds: SECONDS, most: 2_000 },
      }
      newcomers.child.send(plan)
      const [[result], looks] = await Promise.all([
        once(newcomers.child, 'message') as Promise<[NewcomerResult]>,
        stand.load.run({
          ...{ url: `${shop.url}/api/go/courses?limit=24`, connections: 4, rate: LOOKS_PER_SECOND },
          ...{ seconds: SECONDS, maxRequests: SECONDS * LOOKS_PER_SECOND * 2 },
        }),
      ])
      slowest.push(looks.p99)
      lookErrors += looks.errors
      const cpuMs = ((cpuSeconds(shop.pid) - before) * 1000) / result.purchases
      return { value: result.purchases / result.seconds, cpuMs, errors: result.errors }
    }
    const hashesOf = (lanes: number) => async () => {
      hashing.child.send({ seconds: 2, lanes })
      const [value] = await once(hashing.child, 'message')
      return { value: Number(value) }
    }
    await ours()
    slowest.length = 0
    const cores = availableParallelism()
    const pairs = await measurePairs(ours, hashesOf(cores))
    const p99 = median(slowest)
    const errors = pairs.errors + lookErrors
    const figures: Figure[] = [
      {
        figure: `Purchase with a new account against argon2id alone on all ${cores} cores`,
        ...{ ours: rate(pairs.ours), reference: rate({ value: pairs.reference.value }), ratio: pairs.ratio },
        ...{ bound: 'at least 0.6, no error', ok: pairs.ratio >= 0.6 && errors === 0 },
      },
      {
        figure: 'the catalogue list meanwhile, p99',
        ...{ ours: `${p99} ms`, reference: `${LOOKS_PER_SECOND}/s asked`, bound: 'under 60 ms', ok: p99 < 60 },
      },
    ]
    return figures
  } finally {
    await newcomers.stop()
    await hashing.stop()
    await shop.kill()
  }
}
