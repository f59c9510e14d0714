import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, createServer } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import { type Answer, query, within } from '../client.ts'
import { makeStudents, plain, type Site, withPlace } from '../shop.ts'
import { evenly } from './rush.ts'

/** Answers beside the readers, in milliseconds, and what the readers left in the machine. */
type Beside = {
  half: number
  slowest: number
  refused: number
  mostMegabytes: number
  /** From the last request of a reader until no unread byte was left. */
  cutAfterMs: number
}

type SilentResult = {
  readers: number
  shop: Beside
  /** A server of Node alone that sends the same document to as many readers. */
  bare: Beside
  violations: string[]
}

/** The readers of one address of this machine; the other student has another. */
const READERS_FROM = '127.0.0.9'
const SECONDS = 30
/** They arrive one after the other: what 600 requests at once cost is another question. */
const ARRIVE_A_SECOND = 300
const PROBE_EVERY_MS = 100
/** Against a bare server in the same run. */
const MOST_TIMES = 3
/** Milliseconds by which two quick answers differ on a machine with other programs. */
const MEASURED_MS = 50
const CUT_WITHIN_MS = 15_000
/** Megabytes of all sockets of the machine while the readers are open. */
const MOST_MEGABYTES = 100
/** Anybody may fetch these; the first is the largest. */
const PUBLIC_PATHS = ['/api/openapi.json', '/', '/api/go/courses', '/sitemap.xml']

/**
 * Opens so many connections from one address, requests what is large and public on each, and reads nothing. Another student's
 * slowest answer may take three times that of a bare server, and every unread answer must be gone within 15 s.
 */
export function drillSilent(site: Site, readers: number): Promise<SilentResult> {
  return withPlace(async (place) => {
    const url = await (await place.databases(site)).create('silent')
    const program = await place.start({ ...plain, DATABASE_URL: url, DATA_DIR: place.folder })
    const db = place.open(url)
    for (let n = 0; n < 60; n++) await buildCourse(db)
    const [student] = await makeStudents(db, place.folder, { first: 1, count: 1 })
    const document = (await query(`${program.url}${PUBLIC_PATHS[0]}`)).text
    const bareUrl = await startBare(document, place.atEnd)

    const shop = await besideReaders(program.url, { readers, probe: '/api/user/profile', token: student?.token })
    const bare = await besideReaders(bareUrl, { readers, probe: '/small', token: undefined })
    const most = Math.max(bare.slowest * MOST_TIMES, MEASURED_MS)
    const violations = [
      ...(shop.slowest > most ? [`an answer took ${shop.slowest} ms, that of a bare server ${bare.slowest}`] : []),
      ...(shop.refused > 0 ? [`${shop.refused} answers of another student were refused`] : []),
      ...(shop.cutAfterMs > CUT_WITHIN_MS ? [`readers were open for ${shop.cutAfterMs} ms`] : []),
      ...(shop.mostMegabytes > MOST_MEGABYTES ? [`the sockets had ${shop.mostMegabytes} MB`] : []),
    ]
    return { readers, shop, bare, violations }
  })
}

type Probing = { readers: number; probe: string; token: string | undefined }

async function besideReaders(
  url: string,
  { readers, probe, token }: Probing,
): Promise<Beside & { cutAfterMs: number }> {
  const port = Number(new URL(url).port)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  // A page is made, and code is compiled, at the first requests.
  for (const path of [probe, ...PUBLIC_PATHS, ...PUBLIC_PATHS, probe]) await query(`${url}${path}`, { token, agent })
  const open: Socket[] = []
  const arriving = evenly(
    async () => {
      open.push(
        readNothing(port, PUBLIC_PATHS[open.length % 2 === 0 ? 0 : (open.length >> 1) % PUBLIC_PATHS.length] ?? ''),
      )
    },
    { perSecond: ARRIVE_A_SECOND, seconds: readers / ARRIVE_A_SECOND },
  )
  let lastAt = Number.POSITIVE_INFINITY
  arriving.ended.then(() => {
    lastAt = performance.now()
  })
  const begun = performance.now()
  const answers: Answer[] = []
  let [mostMegabytes, cutAfterMs] = [0, Number.POSITIVE_INFINITY]
  while (performance.now() - begun < SECONDS * 1000) {
    answers.push(await query(`${url}${probe}`, { token, agent }))
    mostMegabytes = Math.max(mostMegabytes, await socketMegabytes())
    const now = performance.now()
    if (cutAfterMs === Number.POSITIVE_INFINITY && now > lastAt && (await countUnread(port)) === 0)
      cutAfterMs = Math.round(now - lastAt)
    await sleep(PROBE_EVERY_MS)
  }
  for (const socket of open) socket.destroy()
  agent.destroy()
  return {
    half: within(answers, 0.5),
    slowest: within(answers, 1),
    refused: answers.filter(({ status }) => status !== 200).length,
    mostMegabytes,
    cutAfterMs,
  }
}

/** Connects and sends a request; the system stores what it can of the answer, and the program reads none of it. */
function readNothing(port: number, path: string): Socket {
  const socket = new Socket()
  // Paused before it connects: Node would read the first bytes by itself.
  socket.pause()
  socket.on('error', () => {})
  socket.connect({ port, host: '127.0.0.1', localAddress: READERS_FROM })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`)
  return socket
}

/**
 * Counts the connections on which the server has bytes for a reader. One whose whole answer lies with the reader's system
 * is idle like any other between two requests, and costs the server nothing.
 */
async function countUnread(port: number): Promise<number> {
  const table = await readFile('/proc/self/net/tcp', 'utf8')
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return table.split('\n').filter((line) => {
    const [, local = '', remote = '', state, bytes = ''] = line.trim().split(/\s+/)
    return local.endsWith(end) && remote.startsWith('0900007F') && state === '01' && !bytes.startsWith('00000000:')
  }).length
}

/** Memory of all TCP sockets of this machine. */
async function socketMegabytes(): Promise<number> {
  const pages = /^TCP:.* mem (\d+)/m.exec(await readFile('/proc/net/sockstat', 'utf8'))?.[1] ?? '0'
  return Math.round((Number(pages) * 4096) / 1024 ** 2)
}

async function startBare(document: string, atEnd: (end: () => unknown) => void): Promise<string> {
  const server = createServer((req, res) => {
    res.setHeader('Content-Type', 'application/json')
    res.end(req.url === '/small' ? '{}' : document)
  })
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
