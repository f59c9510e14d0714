import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { insertEvent } from '../../../server/src/people/webhooks/events.queries.ts'
import { buildUser } from '../../../server/test/people-factories.ts'
import { findFreePort, type Program } from '../../../server/test/program.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { createRandom, type Random } from '../money/random.ts'
import { ownerToken, type Place, plain, type Site, withPlace } from '../shop.ts'

const WRITERS = 8
/** Share of transactions that are rolled back after their event was stored. */
const ROLLED_BACK = 0.1
const SLOW_MS = 1_500
/** Longest wait before a kill, and its part for each event: kills fall while events are stored, and while they are sent. */
const KILL_WITHIN_MS = 3_000
const KILL_WITHIN_MS_PER_EVENT = 0.6
/** Time without any arrival after which the rest counts as lost. A schedule of a minute starts a sender after the last one died. */
const PATIENCE_MS = 150_000

const paths = ['/works', '/slow', '/fails', '/gone'] as const
type Path = (typeof paths)[number]

export type WebhooksResult = {
  committed: number
  rolledBack: number
  kills: number
  /** Requests beyond the first of an event at the address that works. */
  repeats: number
  /** Milliseconds from the transaction to the arrival there, while processes die: the median and the worst. */
  medianMs: number
  worstMs: number
  violations: string[]
}

/** Answers each path in its own way, and notes which events arrived with which ids. */
async function openReceivers() {
  const arrived = new Map<Path, Map<number, { ids: Set<string>; requests: number; at: number }>>(
    paths.map((path) => [path, new Map()]),
  )
  let isMended = false
  let lastAt = Date.now()
  const server = createServer(async (request, response) => {
    const path = request.url as Path
    const { data, id } = JSON.parse(await text(request))
    lastAt = Date.now()
    const answer = (status: number) => response.writeHead(status).end()
    if (path === '/gone') return answer(410)
    if (path === '/fails' && !isMended) return answer(500)
    if (path === '/slow' && !isMended) await sleep(SLOW_MS)
    const events = arrived.get(path)
    const known = events?.get(data.number) ?? { ids: new Set(), requests: 0, at: Date.now() }
    known.ids.add(id)
    known.requests += 1
    events?.set(data.number, known)
    answer(204)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    /** Has every address answer at once from now on. */
    mend: () => {
      isMended = true
    },
    idleMs: () => Date.now() - lastAt,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Runs two processes on one database and kills one after the other, while `events` are stored in transactions of which some are rolled back.
 * One address works, one is slow, one fails until the end, one is gone. Every committed event arrives with one id, and no other.
 */
export function drillWebhooks(options: {
  site: Site
  seed: number
  events: number
  kills: number
}): Promise<WebhooksResult> {
  const { site, seed, events, kills } = options
  return withPlace(async (place) => {
    const url = await (await place.databases(site)).create('webhooks')
    const db = place.open(url)
    const receivers = await openReceivers()
    place.atEnd(receivers.close)
    const start = await starterOf(place, url)
    const programs = [await start(0), await start(1)]
    const owner = createApiClient(programs[0]?.url ?? '', await ownerToken(programs[0]?.url ?? '', place.folder))
    for (const path of paths)
      await owner.webhooks.add({ body: { url: `${receivers.url}${path}`, events: ['student.registered'] } })
    const random = createRandom(seed)
    let isWritten = false
    const writing = storeEvents(db, { events, random: random.fork('events') }).finally(() => {
      isWritten = true
    })
    let killed = 0
    for (const fate = random.fork('kills'); killed < kills; killed++) {
      await sleep(fate.below(Math.max(KILL_WITHIN_MS, Math.round(events * KILL_WITHIN_MS_PER_EVENT))))
      const which = fate.below(2)
      await programs[which]?.kill()
      programs[which] = await start(which)
    }
    const { committed, rolledBack } = await writing
    await settled(db, receivers, () => isWritten, `url like '%/works'`)
    const works = [...(receivers.arrived.get('/works') ?? [])]
    const delays = works.map(([number, { at }]) => at - (committed.get(number) ?? at)).toSorted((a, b) => a - b)
    receivers.mend()
    // The gaps between the tries are hours and days: their end is now.
    await db('webhook_deliveries').where({ status: 'waiting' }).update({ next_at: new Date() })
    await settled(db, receivers, () => true, `url not like '%/gone'`)
    const violations = paths
      .filter((path) => path !== '/gone')
      .flatMap((path) => compare(path, receivers.arrived.get(path) ?? new Map(), committed))
    violations.push(...(await findOthers(db, receivers.arrived)))
    for (const program of programs)
      if (program.hasEnded()) violations.push(`a program did not stay up:\n${program.lastWords()}`)
    return {
      committed: committed.size,
      rolledBack,
      kills: killed,
      repeats: works.reduce((sum, [, { requests }]) => sum + requests - 1, 0),
      medianMs: delays[Math.floor(delays.length / 2)] ?? 0,
      worstMs: delays.at(-1) ?? 0,
      violations,
    }
  })
}

async function starterOf(place: Place, databaseUrl: string): Promise<(which: number) => Promise<Program>> {
  const ports = [await findFreePort(), await findFreePort()]
  return (which) =>
    place.start({ ...plain, DATA_DIR: place.folder, DATABASE_URL: databaseUrl, PORT: String(ports[which]) })
}

/** Stores events, each in a transaction of its own; returns the moments of those that were committed, by number. */
async function storeEvents(db: Knex, { events, random }: { events: number; random: Random }) {
  const { id: userId } = await buildUser(db)
  const committed = new Map<number, number>()
  let [next, rolledBack] = [0, 0]
  const write = async () => {
    while (next < events) {
      const number = next++
      const isLost = random.chance(ROLLED_BACK)
      const fact = { event: 'student.registered', subject: `drill ${number}`, userId, detail: { number } } as const
      const trx = await db.transaction()
      await insertEvent(trx, { ...fact, at: new Date() })
      if (isLost) {
        await trx.rollback()
        rolledBack += 1
      } else {
        await trx.commit()
        committed.set(number, Date.now())
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  return { committed, rolledBack }
}

type Receivers = Awaited<ReturnType<typeof openReceivers>>

/** Waits until nothing waits for these addresses, or nothing has arrived for long. */
async function settled(db: Knex, receivers: Receivers, isWritten: () => boolean, of: string): Promise<void> {
  while (receivers.idleMs() < PATIENCE_MS) {
    const waiting = await db('webhook_deliveries')
      .join('webhook_endpoints', 'webhook_endpoints.webhook_id', 'webhook_deliveries.webhook_id')
      .where({ status: 'waiting' })
      .whereRaw(of)
      .first('delivery_id')
    if (!waiting && isWritten()) return
    await sleep(500)
  }
}

type Arrived = Map<number, { ids: Set<string>; requests: number }>

function compare(path: Path, arrived: Arrived, committed: ReadonlyMap<number, number>): string[] {
  const lost = [...committed.keys()].filter((number) => !arrived.has(number))
  const untrue = [...arrived.keys()].filter((number) => !committed.has(number))
  const twice = [...arrived].filter(([, { ids }]) => ids.size > 1)
  return [
    ...(lost.length > 0 ? [`${path}: ${lost.length} events never arrived, such as ${lost[0]}`] : []),
    ...(untrue.length > 0 ? [`${path}: ${untrue.length} events of a rolled-back transaction arrived`] : []),
    ...(twice.length > 0 ? [`${path}: ${twice.length} events arrived with several ids`] : []),
  ]
}

/** Compares the ids of the addresses, and the one that is gone. */
async function findOthers(db: Knex, arrived: Receivers['arrived']): Promise<string[]> {
  const works = arrived.get('/works')
  const differs = [...(arrived.get('/fails') ?? [])].filter(
    ([number, { ids }]) => [...ids][0] !== [...(works?.get(number)?.ids ?? [])][0],
  )
  const gone = await db('webhook_endpoints').where('url', 'like', '%/gone').first('active', 'off_reason')
  return [
    ...(differs.length > 0 ? [`${differs.length} events have another id at another address`] : []),
    ...(gone?.active === false && gone.off_reason === 'gone' ? [] : ['the address that is gone is not switched off']),
  ]
}
