import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { watchUnread } from '../../platform/net/unread.ts'

const SECOND = 1_000

/** Numbers of connections, and times in milliseconds. */
const BOUNDS = {
  /** Open at once; one more takes the place of whichever can be spared best. */
  most: 4_000,
  /** The most of one address, unless that is a proxy's. */
  perClient: 1_000,
  /** Open at once before idle ones are closed early. */
  crowded: 1_000,
  idle: 65 * SECOND,
  idleWhenCrowded: 5 * SECOND,
  /** The same for the idle ones of one address, unless that is a proxy's: a browser has six. */
  crowdOfClient: 100,
  /** For the rest of a body after its answer. */
  afterAnswer: 3 * SECOND,
  /** A whole request that is no upload. */
  request: 15 * SECOND,
  /** An upload may take longer for as long as it moves; so many bytes within that time count as moving. */
  uploadPiece: 30 * SECOND,
  uploadLeast: 4_096,
  /** The answer after that, or its next piece. */
  answer: 120 * SECOND,
  /** An answer that has not begun by then is reported, with what it waits for. */
  late: 30 * SECOND,
  /** The answer to a whole upload: a large film is hashed and looked at first. */
  uploadAnswer: 600 * SECOND,
}

/** Node closes an idle connection about a second after its time. */
const CLOSES_ITSELF_MS = 2 * SECOND

export type ConnectionBounds = typeof BOUNDS

type Connection = { socket: Socket; client: string; requests: Set<Underway>; idleSince: number }

type Underway = {
  connection: Connection
  req: IncomingMessage
  res: ServerResponse
  /** When something last moved, and how far it was then. */
  since: number
  moved: number
  answered: boolean
  reported: boolean
}

/** Takes a request without an answer, and for how many seconds it has waited. */
export type ReportLate = (req: IncomingMessage, res: ServerResponse, seconds: number) => void

export type Connections = {
  sockets(): Iterable<Socket>
  count(): number
  /** Counts requests in progress. */
  underway(): number
  close(): void
}

/** A request whose body is a file: it has no end by the clock while it moves. Its sender's rights were checked. */
export function expectUpload(res: ServerResponse): void {
  uploads.add(res)
}

/** Returns true once the rights to send a file were checked. */
export const isUpload = (res: ServerResponse): boolean => uploads.has(res)

const uploads = new WeakSet<ServerResponse>()

/**
 * Closes unused connections. Bytes after an answer are dropped within seconds, every request has a timeout, and beyond
 * the maximum the longest idle connection makes room.
 */
export function watchConnections(
  server: Server,
  {
    proxied,
    reportLate = () => {},
    ...changes
  }: { proxied: boolean; reportLate?: ReportLate } & Partial<ConnectionBounds>,
): Connections {
  const bounds = { ...BOUNDS, ...changes }
  const unread = watchUnread(server)
  const open = new Map<Socket, Connection>()
  const byClient = new Map<string, number>()
  /** The connections that have been idle for longest are first. */
  const idle = new Set<Connection>()
  const underway = new Set<Underway>()

  server.on('connection', (socket: Socket) => {
    const client = socket.remoteAddress ?? ''
    const connection: Connection = { socket, client, requests: new Set(), idleSince: Date.now() }
    open.set(socket, connection)
    idle.add(connection)
    byClient.set(client, (byClient.get(client) ?? 0) + 1)
    socket.once('close', () => forget(connection))
    if (!proxied && (byClient.get(client) ?? 0) > bounds.perClient)
      spare(connection, (other) => other.client === client)
    else if (open.size > bounds.most) spare(connection, () => true)
    server.keepAliveTimeout = isCrowded() ? bounds.idleWhenCrowded : bounds.idle
  })

  // Closed with unread bytes, its memory would stay with the system: `unread` ends it, or the sweep once all was read.
  server.on('timeout', (socket: Socket) => {
    if (!unread.has(socket)) socket.destroy()
  })

  server.prependListener('request', (req, res) => {
    const connection = open.get(req.socket)
    if (!connection) return
    const request: Underway = { connection, req, res, since: Date.now(), moved: 0, answered: false, reported: false }
    connection.requests.add(request)
    underway.add(request)
    idle.delete(connection)
    res.once('finish', () => {
      Object.assign(request, { answered: true, since: Date.now() })
      if (req.complete) end(request)
    })
    req.once('end', () => {
      if (request.answered) end(request)
    })
    res.once('close', () => {
      if (!request.answered || connection.socket.destroyed) end(request)
    })
  })

  function end(request: Underway): void {
    const { connection } = request
    underway.delete(request)
    if (!connection.requests.delete(request) || connection.requests.size > 0 || !open.has(connection.socket)) return
    connection.idleSince = Date.now()
    idle.add(connection)
  }

  function forget(connection: Connection): void {
    const { socket, client, requests } = connection
    open.delete(socket)
    idle.delete(connection)
    for (const request of requests) underway.delete(request)
    const left = (byClient.get(client) ?? 1) - 1
    if (left > 0) byClient.set(client, left)
    else byClient.delete(client)
  }

  /** Closes the longest idle connection, else the one whose request is longest in pieces, else the new one. */
  function spare(newcomer: Connection, among: (connection: Connection) => boolean): void {
    const longestIdle = find(idle, (connection) => connection !== newcomer && among(connection))
    const slowest = longestIdle
      ? undefined
      : find(underway, (request) => isArriving(request) && among(request.connection))
    const chosen = longestIdle ?? slowest?.connection ?? newcomer
    if (unread.has(chosen.socket)) chosen.socket.resetAndDestroy()
    else chosen.socket.destroy()
    forget(chosen)
  }

  const isCrowded = () => open.size > bounds.crowded

  function sweep(): void {
    const now = Date.now()
    for (const request of underway) {
      const { req, answered, connection } = request
      const { socket } = connection
      if (answered && req.complete) {
        end(request)
        continue
      }
      const moved = req.complete ? socket.bytesWritten - socket.writableLength : socket.bytesRead
      const least = req.complete ? 1 : uploads.has(request.res) ? bounds.uploadLeast : Number.POSITIVE_INFINITY
      if (moved - request.moved >= least && !answered) Object.assign(request, { moved, since: now })
      if (isLate(request, now)) {
        request.reported = true
        reportLate(req, request.res, Math.round((now - request.since) / SECOND))
      }
      if (now - request.since > timeOf(request)) socket.destroy()
    }
    for (const { socket, client, idleSince } of idle) {
      if (now - idleSince <= bounds.idleWhenCrowded) break
      const isOne = isCrowded() || (!proxied && (byClient.get(client) ?? 0) > bounds.crowdOfClient)
      const isOver = isOne || now - idleSince > bounds.idle + CLOSES_ITSELF_MS
      if (isOver && !unread.has(socket)) socket.destroy()
    }
  }

  const isLate = ({ req, res, reported, since }: Underway, now: number) =>
    !reported && req.complete && !res.headersSent && !uploads.has(res) && now - since > bounds.late

  function timeOf({ req, res, answered }: Underway): number {
    if (answered) return bounds.afterAnswer
    if (!req.complete) return uploads.has(res) ? bounds.uploadPiece : bounds.request
    return uploads.has(res) && !res.headersSent ? bounds.uploadAnswer : bounds.answer
  }

  const sweeping = setInterval(sweep, Math.min(SECOND, bounds.afterAnswer / 3))
  sweeping.unref()
  return {
    sockets: () => open.keys(),
    count: () => open.size,
    underway: () => underway.size,
    close() {
      clearInterval(sweeping)
      unread.close()
    },
  }
}

/** A request of which a part is missing, and which is no upload. */
const isArriving = ({ req, res }: Underway) => !req.complete && !uploads.has(res)

function find<T>(all: Iterable<T>, wanted: (one: T) => boolean): T | undefined {
  for (const one of all) if (wanted(one)) return one
  return undefined
}
