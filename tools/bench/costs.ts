import { readFile } from 'node:fs/promises'
import autocannon from 'autocannon'
import { keysOf, makeCrowd, startGateway } from '../drill/load/rush.ts'
import { type Place, plain, type Site } from '../drill/shop.ts'
import { ensureSchema } from '../sandbox-gateway/schema.ts'

const ROUNDS = 5
/** Rounds for the compilers, which are not counted. */
const WARM_ROUNDS = 2
const SECONDS = 2
const CONNECTIONS = 16
const TICK_MS = 10

/** Measures the processor time of the shop's own process for each answer under full load: a page of the catalogue, and an order. */
export async function costs(place: Place, site: Site): Promise<Map<string, number[]>> {
  const DATABASE_URL = await (await place.databases(site)).create('costs')
  const gateway = await startGateway({ DATABASE_URL, WEBHOOK_URL: 'http://127.0.0.1:9/unheard' })
  place.atEnd(() => gateway.child.kill('SIGKILL'))
  const shop = await place.start({ ...plain, ...keysOf(gateway), DATABASE_URL, DATA_DIR: place.folder })
  const db = place.open(DATABASE_URL)
  await ensureSchema(db)
  const { students, courses } = await makeCrowd(db, place.folder)
  // Each student buys once, so that nobody has an open order.
  let buyer = 0
  const order = (request: autocannon.Request) => {
    const { user_id, token } = students[buyer++ % students.length] ?? {}
    const headers = { 'content-type': 'application/json', authorization: `bearer ${token}` }
    const body = JSON.stringify([courses[buyer % courses.length]])
    return { ...request, method: 'POST', path: `/api/user/buy?user_id=${user_id}`, headers, body }
  }
  const measured = new Map<string, number[]>()
  for (const [name, plan] of [
    ['a page of the catalogue', { url: `${shop.url}/api/go/courses?limit=24` }],
    ['an order', { url: shop.url, requests: [{ setupRequest: order }] }],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
      const before = await processorMs(shop.pid)
      const result = await autocannon({ ...plan, connections: CONNECTIONS, duration: SECONDS, timeout: 20 })
      if (result.errors + result.non2xx > 0) throw new Error(`${name}: ${JSON.stringify(result.statusCodeStats)}`)
      if (round >= WARM_ROUNDS) times.push(((await processorMs(shop.pid)) - before) / result['2xx'])
    }
    measured.set(name, times)
  }
  return measured
}

/** Returns the processor time of a process over all its threads, by `/proc`. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // After the name: state, parent, …
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
