import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, byStatus } from '../client.ts'
import { MB, watchMemory } from '../processes.ts'
import { type Site, withProductionShop } from '../shop.ts'

export type StalledBodies = { bodies: number; growthMb: number; alive: Record<string, number>; violations: string[] }

const MOST_MB = 50
const PORTION = 16_000

/** Calls that read a body before they know the sender, and their limits. */
const KINDS = [
  { path: '/api/login', bytes: 65_000 },
  { path: '/api/webhooks/razorpay', bytes: 1_000_000 },
  { path: '/api/register', bytes: 65_000 },
  { path: '/api/forget-password', bytes: 65_000 },
]

/** Sends bodies whose last bytes never arrive, and measures the growth of the program's memory. */
export function stallBodies(site: Site, { bodies }: { bodies: number }): Promise<StalledBodies> {
  return withProductionShop(site, { TRUST_PROXY: '0' }, async ({ program }) => {
    const login = { body: { email: 'nobody@example.com', phone: null, password: 'Wrong-Pass-11' } }
    const courses = `${program.url}/api/go/courses`
    // Code that any work loads does not count as growth.
    for (let n = 0; n < 300; n++) await ask(n % 10 ? courses : `${program.url}/api/login`, n % 10 ? {} : login)
    const memory = watchMemory(program.pid)
    const port = Number(new URL(program.url).port)
    const sockets = Array.from({ length: bodies }, (_, index) => stall(port, KINDS[index % KINDS.length]))
    const meanwhile = []
    for (let n = 0; n < 24; n++) {
      meanwhile.push(await ask(courses))
      await sleep(500)
    }
    const { before, most } = memory.end()
    for (const socket of sockets) socket.destroy()
    const growthMb = Math.round((most - before) / MB)
    const alive = byStatus(meanwhile)
    return {
      bodies,
      growthMb,
      alive,
      violations: [
        ...(growthMb > MOST_MB ? [`memory grew by ${growthMb} MB`] : []),
        ...(alive[200] === meanwhile.length ? [] : [`others were answered ${JSON.stringify(alive)}`]),
      ],
    }
  })
}

function stall(port: number, kind: (typeof KINDS)[number] | undefined): Socket {
  const { path = '/', bytes = 0 } = kind ?? {}
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
  socket.write(head)
  for (let sent = PORTION; sent < bytes; sent += PORTION) socket.write(Buffer.alloc(PORTION, 32))
  return socket
}
