import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildCourse, buildPromocode } from '../../../server/test/catalogue-factories.ts'
import { type Answer, ask } from '../client.ts'
import { type ProductionShop, type Site, withProductionShop } from '../shop.ts'

export type SocketFlood = {
  idle: number
  halfAnswered: number
  addresses: number
  /** Opened in all: a closed socket is opened again. */
  opened: number
  /** Open at the end. */
  held: number
  buyers: number
  served: number
  slowestMs: number
  violations: string[]
}

const DIALLING = 100
/** Pause before a closed socket is opened again. */
const AGAIN_MS = 20_000
const BUYERS = 40
const BETWEEN_MS = 250

/** Texts of sockets: silent ones, idle ones after a request, and requests whose body continues after the answer. */
const WORDS = {
  silent: '',
  kept: 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n',
  unasked: 'POST /api/user/buy HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n[',
  nowhere: 'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n[',
  wrong: 'DELETE /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n[',
  withBody: 'GET /api/go/courses HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n[',
}

/** Holds sockets from many addresses of this machine while forty new buyers arrive. */
export async function floodSockets(
  site: Site,
  { idle, halfAnswered, addresses }: { idle: number; halfAnswered: number; addresses: number },
): Promise<SocketFlood> {
  return withProductionShop(site, { TRUST_PROXY: '0' }, async (shop) => {
    const { course_id: courseId } = await buildCourse(shop.db)
    const { promocode } = await buildPromocode(shop.db, { discount: 100 })
    const sockets = new Set<Socket>()
    let [opened, over] = [0, false]
    const port = Number(new URL(shop.program.url).port)
    const hold = async (index: number, words: string) => {
      const from = `127.1.${(index % addresses) >> 8}.${(index % addresses) & 255}`
      while (!over) {
        const socket = connect({ port, host: '127.0.0.1', localAddress: from })
        sockets.add(socket)
        socket.on('error', () => {})
        socket.resume()
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
        await Promise.race([once(socket, 'connect').catch(() => {}), closed])
        opened += 1
        if (words) socket.write(words)
        release()
        await closed
        sockets.delete(socket)
        if (!over) await sleep(AGAIN_MS)
        if (!over) await seat()
      }
    }
    // Limits the sockets that connect at the same time.
    let free = DIALLING
    const waiting: (() => void)[] = []
    const seat = async () => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    }
    const release = () => {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
    const kinds = [
      ...Array.from({ length: idle }, (_, index) => (index % 2 ? WORDS.silent : WORDS.kept)),
      ...Array.from(
        { length: halfAnswered },
        (_, index) => [WORDS.unasked, WORDS.nowhere, WORDS.wrong, WORDS.withBody][index % 4] ?? '',
      ),
    ]
    const holding: Promise<void>[] = []
    for (const [index, words] of kinds.entries()) {
      await seat()
      holding.push(hold(index, words))
    }
    const journeys: Promise<Answer[]>[] = []
    for (let index = 0; index < BUYERS; index++) {
      journeys.push(buy(shop, index, courseId, promocode))
      await sleep(BETWEEN_MS)
    }
    const buyers = await Promise.all(journeys)
    const held = [...sockets].filter((socket) => !socket.destroyed && !socket.connecting).length
    over = true
    for (const resolve of waiting.splice(0)) resolve()
    for (const socket of sockets) socket.destroy()
    const served = buyers.filter((answers) => answers.every(({ status }) => status === 200 || status === 201))
    const failed = buyers.flat().filter(({ status }) => status !== 200 && status !== 201)
    const slowestMs = Math.max(...buyers.map((answers) => answers.reduce((sum, { ms }) => sum + ms, 0)))
    return {
      ...{ idle, halfAnswered, addresses, opened, held, buyers: BUYERS, served: served.length, slowestMs },
      violations: [
        ...(served.length < BUYERS ? [`${BUYERS - served.length} of ${BUYERS} buyers were not served`] : []),
        ...failed.slice(0, 5).map(({ status, text }) => `a buyer was answered ${status}: ${text.slice(0, 200)}`),
        ...(shop.program.hasEnded() ? [`the program has ended:\n${shop.program.lastWords()}`] : []),
      ],
    }
  })
}

/** Looks, registers and buys, each on a new connection, as a poor line forces it. */
async function buy(shop: ProductionShop, index: number, courseId: string, promocode: string): Promise<Answer[]> {
  const localAddress = `127.2.0.${index + 1}`
  const { url } = shop.program
  const looked = await ask(`${url}/api/go/courses/${courseId}`, { localAddress })
  const person = { email: `buyer${index}@example.com`, phone: `98765432${10 + index}`, password: 'Mango-Kulfi-42' }
  const registered = await ask(`${url}/api/register`, { body: person, localAddress })
  if (registered.status !== 201) return [looked, registered]
  const { token, user_id: userId } = JSON.parse(registered.text) as { token: string; user_id: string }
  const bought = await ask(`${url}/api/user/buy?user_id=${userId}&promocode=${promocode}`, {
    body: [courseId],
    token,
    localAddress,
  })
  return [looked, registered, bought]
}
