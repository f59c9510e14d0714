import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { measurePairs, median, type Sample } from '../pairs.ts'
import { cpuSeconds } from '../processes.ts'
import { type Figure, rate } from '../report.ts'
import type { Stand } from '../stand.ts'

const SECONDS = 2
const CONNECTIONS = 16
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }
const SMALL = 20
const LARGE = 2_000
/** Renders per page and measurement. */
const MAKINGS = 7

type Served = { url: string; pid: number }

/**
 * Measures rendered pages from memory against Express with the same bytes ready, then fresh renders by catalogue size.
 */
export async function cachedPageFigures(stand: Stand): Promise<Figure[]> {
  const large = await stand.database(LARGE)
  const small = await stand.database(SMALL)
  const shop = await stand.shop(large)
  const little = await stand.shop(small)
  const reference = await stand.reference(large)
  try {
    const [course] = (await (await fetch(`${shop.url}/api/go/courses?limit=1`)).json()) as { course_id: string }[]
    const pages = { 'Home page': '/', 'Sales page': `/course/${course?.course_id}`, 'Catalogue page': '/courses' }
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(pages)) figures.push(await fromMemory(stand, shop, reference, name, path))
    figures.push(...(await madeAnew({ ...shop, database: large }, { ...little, database: small })))
    return figures
  } finally {
    await shop.kill()
    await little.kill()
    await reference.stop()
  }
}

async function fromMemory(stand: Stand, shop: Served, reference: Served, name: string, path: string): Promise<Figure> {
  const held = await fetch(`${reference.url}/hold`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: shop.url + path, headers: BROWSER }),
  })
  const { path: heldPath, bytes } = (await held.json()) as { path: string; bytes: number }
  const ours = load(stand, shop, path)
  const theirs = load(stand, reference, heldPath)
  // A warm-up round for the compilers, not counted.
  await ours()
  await theirs()
  const pairs = await measurePairs(ours, theirs)
  return {
    figure: `${name} from memory (${bytes} bytes), against Express with the same answer ready`,
    ...{ ours: rate(pairs.ours), reference: rate(pairs.reference), ratio: pairs.ratio },
    ...{ bound: 'at least 0.5, no error', ok: pairs.ratio >= 0.5 && pairs.errors === 0 },
  }
}

function load(stand: Stand, server: Served, path: string): () => Promise<Sample> {
  return async () => {
    const before = cpuSeconds(server.pid)
    const { answers, seconds, errors } = await stand.load.run({
      ...{ url: server.url + path, connections: CONNECTIONS, seconds: SECONDS, maxRequests: 200_000, headers: BROWSER },
    })
    return { value: answers / seconds, cpuMs: ((cpuSeconds(server.pid) - before) * 1000) / answers, errors }
  }
}

type Shop = Served & { database: string }

type Making = {
  path: (courses: number, time: number) => string
  /** If false, each request uses a new query instead of a changed catalogue. */
  change?: boolean
  bound?: false
}

/** Pages show about as much at both sizes: 20 and 24 courses. */
const ANEW: Record<string, Making> = {
  'Home page': { path: () => '/' },
  'Catalogue page': { path: () => '/courses' },
  'Catalogue page, by price': { path: () => '/courses?sort=price' },
  'Paged list': { path: () => '/api/go/courses?limit=20' },
  'Paged list, its end,': { path: (courses) => `/api/go/courses?limit=20&offset=${courses - 20}` },
  'Search in the list': { path: (_, time) => `/api/go/courses?limit=2&q=${cased('reelsgrowth', time)}`, change: false },
  'First search after a change': { path: () => '/api/go/courses?limit=2&q=reels%20growth', bound: false },
}

/** Varies upper and lower case: the same search, but another cache key. */
const cased = (word: string, number: number) =>
  [...word]
    .map((letter, bit) => ((number >> bit) & 1 ? letter.toUpperCase() : letter))
    .join('')
    .replace(/(?<=s)/i, '%20')

let asked = 0

async function madeAnew(large: Shop, small: Shop): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, { path, change = true, bound = true }] of Object.entries(ANEW)) {
    const at = (shop: Shop, courses: number) => making(shop, () => path(courses, asked++), change)
    const [ours, theirs] = [at(large, LARGE), at(small, SMALL)]
    await ours()
    await theirs()
    const pairs = await measurePairs(ours, theirs)
    const ms = ({ value }: Sample) => `${value.toFixed(1)} ms`
    figures.push({
      figure: `${name} made anew at ${LARGE.toLocaleString('en')} courses against ${SMALL}`,
      ...{ ours: ms(pairs.ours), reference: ms(pairs.reference), ratio: pairs.ratio },
      ...(bound ? { bound: 'at most 2', ok: pairs.ratio <= 2 } : { bound: '' }),
    })
  }
  return figures
}

/** Returns a function that measures one uncached response, as after a change of the catalogue; ms. */
function making({ url, database }: Shop, path: () => string, change: boolean): () => Promise<Sample> {
  return async () => {
    const db = new pg.Client({ connectionString: database })
    await db.connect()
    try {
      const times: number[] = []
      for (let time = 0; time < MAKINGS; time++) {
        if (change)
          await db.query(`with raised as (update catalogue_version set version = version + 1 returning version)
          select pg_notify('catalogue', version::text) from raised`)
        // The notification has to arrive.
        await sleep(20)
        const begun = performance.now()
        await (await fetch(url + path())).arrayBuffer()
        times.push(performance.now() - begun)
      }
      return { value: median(times) }
    } finally {
      await db.end()
    }
  }
}
