import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { isIPv6, type Socket, SocketAddress } from 'node:net'
import { setImmediate } from 'node:timers/promises'

const SECOND = 1_000
const MIB = 1024 ** 2

/** Bytes, and times in milliseconds. */
const BOUNDS = {
  /** Unread bytes of one client; its next request waits until they are fewer. */
  ofClient: 16 * MIB,
  ofAll: 256 * MIB,
  /** A reader has so long to take `least` bytes, or the rest of them. */
  still: 9 * SECOND,
  least: 4_096,
  /** The same while its client, or everybody together, has too many. */
  stillWhenCrowded: 1.5 * SECOND,
  /** A request of a client with too many is refused after that. */
  patience: 2.5 * SECOND,
}

export type UnreadBounds = typeof BOUNDS

/** `read` and `since`: bytes that the other side has, and when it last took some; `mark` is how many it had then. */
type Reader = { socket: Socket; client: string; read: number; mark: number; since: number }

export type Unread = {
  has(socket: Socket): boolean
  close(): void
}

type Watch = Unread & {
  /** Counts the connection to this client from now on. */
  belongs(socket: Socket, client: string): void
  room(socket: Socket): true | Promise<boolean>
}

/** Work that waits until its client has read enough; `until` is when it is refused. */
type Waiting = { until: number; go(hasRoom: boolean): void }

const watches = new WeakMap<Socket, Watch>()

/** Intervals between two looks at unread bytes, the second while a request waits. */
const LOOK_MS = SECOND
const LOOK_OFTEN_MS = 200

/**
 * Bounds what clients request and do not read. Node reports an answer as finished once the operating system has it, so
 * only the system knows what was read: Linux says it, elsewhere just the bytes that the system refuses count. A
 * connection that stops reading is reset, which frees the memory at once; a plain close would leave it with the system for minutes.
 */
export function watchUnread(server: Server, changes: Partial<UnreadBounds> = {}): Unread {
  const bounds = { ...BOUNDS, ...changes }
  const readers = new Map<Socket, Reader>()
  const byClient = new Map<string, Set<Reader>>()
  const waiting = new Map<string, Waiting[]>()
  let looking: Promise<void> | undefined
  let lookedAt = 0

  server.on('connection', (socket: Socket) => {
    const reader: Reader = { socket, client: '', read: 0, mark: 0, since: Date.now() }
    readers.set(socket, reader)
    moveTo(reader, socket.remoteAddress ?? '')
    watches.set(socket, watch)
    socket.once('close', () => {
      readers.delete(socket)
      leave(reader)
    })
  })

  function moveTo(reader: Reader, client: string): void {
    if (reader.client === client) return
    leave(reader)
    reader.client = client
    byClient.set(client, (byClient.get(client) ?? new Set()).add(reader))
  }

  function leave(reader: Reader): void {
    const those = byClient.get(reader.client)
    those?.delete(reader)
    if (those?.size === 0) byClient.delete(reader.client)
  }

  const isCrowded = (client: string) => sum(byClient.get(client) ?? []) > bounds.ofClient

  /** Lets those who wait go on one after the other, as each may send what makes the next one wait. */
  async function admit(): Promise<void> {
    for (const [client, line] of waiting) {
      while (line.length > 0 && !isCrowded(client)) {
        line.shift()?.go(true)
        await setImmediate()
      }
      const now = Date.now()
      while (line[0] && line[0].until <= now) line.shift()?.go(false)
      if (line.length === 0) waiting.delete(client)
    }
  }

  async function look(): Promise<void> {
    // Counted before the system is: what is sent meanwhile counts as unread.
    const taken = new Map([...readers.values()].map((reader) => [reader, takenBySystem(reader.socket)]))
    const queues = await readQueues([...readers.keys()].find(({ localPort }) => localPort)?.localPort)
    const now = Date.now()
    for (const [reader, bytes] of taken) {
      reader.read = Math.max(reader.read, bytes - (queues.get(nameOf(reader.socket)) ?? 0))
      if (reader.read - reader.mark < bounds.least && unreadOf(reader) > 0) continue
      Object.assign(reader, { mark: reader.read, since: now })
    }
    endStill(readers.values(), now - bounds.still, 0)
    for (const [client, those] of byClient) {
      if (isCrowded(client)) endStill(those, now - bounds.stillWhenCrowded, bounds.ofClient)
    }
    endStill(readers.values(), now - bounds.stillWhenCrowded, bounds.ofAll)
    await admit()
  }

  function tick(): void {
    const now = Date.now()
    let isDue = waiting.size > 0
    for (const reader of readers.values()) {
      if (unreadOf(reader) === 0) Object.assign(reader, { mark: reader.read, since: now })
      else if (now - reader.since >= bounds.stillWhenCrowded && now - lookedAt >= LOOK_MS) isDue = true
    }
    if (!isDue || looking) return
    lookedAt = now
    looking = look().finally(() => {
      looking = undefined
    })
  }

  const ticking = setInterval(tick, LOOK_OFTEN_MS)
  ticking.unref()
  const watch: Watch = {
    has(socket) {
      const reader = readers.get(socket)
      return reader !== undefined && unreadOf(reader) > 0
    },
    belongs(socket, client) {
      const reader = readers.get(socket)
      if (reader) moveTo(reader, client)
    },
    room(socket) {
      const client = readers.get(socket)?.client
      if (client === undefined || !(waiting.has(client) || isCrowded(client))) return true
      const line = waiting.get(client) ?? []
      waiting.set(client, line)
      return new Promise((go) => line.push({ until: Date.now() + bounds.patience, go }))
    },
    close: () => clearInterval(ticking),
  }
  return watch
}

/** Counts a connection to this client from now on: a proxy's carries requests of many. */
export const readsFor = (socket: Socket, client: string): void => watches.get(socket)?.belongs(socket, client)

/** Waits until the client of this connection has read enough of earlier answers; false if it does not. */
export const roomToSend = (socket: Socket | null): true | Promise<boolean> =>
  (socket && watches.get(socket)?.room(socket)) ?? true

const unreadOf = ({ socket, read }: Reader) => socket.bytesWritten - read

function sum(readers: Iterable<Reader>): number {
  let bytes = 0
  for (const reader of readers) bytes += unreadOf(reader)
  return bytes
}

/** Resets readers that took nothing since then, those with most bytes first, until no more than `most` are left. */
function endStill(readers: Iterable<Reader>, then: number, most: number): void {
  const all = [...readers].filter((reader) => unreadOf(reader) > 0)
  let left = sum(all)
  for (const reader of all.filter(({ since }) => since < then).toSorted((a, b) => unreadOf(b) - unreadOf(a))) {
    if (left <= most) return
    left -= unreadOf(reader)
    reader.socket.resetAndDestroy()
  }
}

/** Counts the bytes that the system has accepted. A piece that it takes in parts is visible at the handle alone. */
function takenBySystem(
  socket: Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null },
): number {
  const { bytesWritten, writeQueueSize } = socket._handle ?? {}
  return bytesWritten !== undefined && writeQueueSize !== undefined
    ? bytesWritten - writeQueueSize
    : socket.bytesWritten - socket.writableLength
}

const nameOf = ({ remoteAddress = '', remotePort }: Socket) => `${plainAddress(remoteAddress)} ${remotePort}`

/** Reads how many bytes the other side of each connection to `port` has not acknowledged; empty where the system does not tell. */
async function readQueues(port: number | undefined): Promise<Map<string, number>> {
  const queues = new Map<string, number>()
  const tables = ['tcp', 'tcp6'].map((name) => readFile(`/proc/self/net/${name}`, 'utf8').catch(() => ''))
  const end = `:${(port ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  for (const line of (await Promise.all(tables)).flatMap((table) => table.split('\n'))) {
    // Line: number, local and remote address, state, bytes to send and to receive.
    const [, local, remote = '', , bytes = ''] = line.trim().split(/ +/, 5)
    const queue = Number.parseInt(bytes, 16)
    if (!local?.endsWith(end) || !(queue > 0)) continue
    const [address = '', remotePort = ''] = remote.split(':')
    queues.set(`${plainAddress(fromHex(address))} ${Number.parseInt(remotePort, 16)}`, queue)
  }
  return queues
}

/** Reads an address as the table prints it: words of four bytes, the last byte first on common processors. */
function fromHex(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  for (let word = 0; word < bytes.length; word += 4) bytes.subarray(word, word + 4).reverse()
  return bytes.length === 4 ? bytes.join('.') : bytes.toString('hex').replace(/.{4}(?!$)/g, '$&:')
}

/** One spelling of an address: IPv4 also where it is mapped into IPv6. */
function plainAddress(address: string): string {
  const spelled = isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address
  return spelled.replace(/^::ffff:(?=\d+\.)/i, '')
}
