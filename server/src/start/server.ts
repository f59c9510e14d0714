import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { createApp } from '../app.ts'
import { ensureAdmin } from '../auth/admins.ts'
import { alongCatalogueWrites } from '../catalogue/catalogue.queries.ts'
import { type Config, SANDBOX_PATH } from '../config.ts'
import type { Context } from '../context.ts'
import { createCatalogueCache } from '../courses/catalogue-cache.ts'
import { publicCatalogue } from '../courses/public-catalogue.ts'
import { createDb } from '../db/knex.ts'
import { migrate, pendingMigrations, underMigrationLock } from '../db/migrations.ts'
import { setUpPooledSessions } from '../db/pooler.ts'
import { createFiles } from '../files/files.ts'
import { type Connections, watchConnections } from '../http/connections.ts'
import { countAhead } from '../http/count-call.ts'
import { createMetrics } from '../http/metrics.ts'
import { createJobs } from '../jobs/index.ts'
import { purgeAlong } from '../jobs/purge-edge.ts'
import { createFileAccess } from '../learning/file-access.ts'
import { createMailer } from '../mail/mailer.ts'
import { createMediaRouter } from '../media/serve.ts'
import { findRefusal } from '../orders/gateway-refusals.queries.ts'
import { watchGateway } from '../orders/gateway-refusals.ts'
import { createStorePages } from '../pages/store-pages.ts'
import { createKeyring } from '../payments/keys.ts'
import { createPayments } from '../payments/razorpay.ts'
import { createQueue } from '../queue/queue.ts'
import { createStampedCopies } from '../stamps/stamped-copies.ts'
import { createPlaylists } from '../videos/playlists.ts'
import { createVisitCounter } from '../visits/visits.ts'

export type RunningServer = {
  ctx: Context
  /** Where this process answers, e.g. `http://127.0.0.1:3000`. */
  url: string
  /** Drains and closes everything; safe to call twice. */
  stop(): Promise<void>
}

export type ServerOptions = {
  config: Config
  /** Any PostgreSQL from 14 on, embedded or not. */
  databaseUrl: string
  log: Logger
  now?: () => Date
  /** What runs once the schema is up to date and before the first request is answered. */
  prepare?: (ctx: Context) => Promise<void>
  /** True while the program's own database has died and is being started again. */
  databaseDown?: () => boolean
  /** False leaves the jobs to other instances. */
  work?: boolean
}

const DATABASE_DIED = 'The database has died and is being started again'

/** A request that runs when the program stops may take this long to end. */
const DRAIN_MS = 10_000

/**
 * Starts one instance: binds the port (so that a busy one is the first thing to be said), brings the schema up to date,
 * then answers. Any number of instances share one database.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { databaseUrl, log, now = () => new Date(), databaseDown = () => false } = options
  const http = createHttpServer(options.config.trustProxy > 0)
  const port = await listen(http.server, options.config.port, options.config.host)
  const config = withPort(options.config, port)
  const local = `http://${config.host.includes(':') ? `[${config.host}]` : config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`

  const { databaseDirectUrl } = config
  const db = createDb(databaseUrl, { pooled: databaseDirectUrl !== undefined })
  const keyring = createKeyring({ db, config, sandboxUrl: () => `${local}${SANDBOX_PATH}`, now, log })
  const queue = createQueue({ db, log })
  const ctx: Context = {
    config,
    db,
    keyring,
    payments: createPayments({ loadKeys: keyring.activeKeys, log, onWord: watchGateway(() => ctx) }),
    mailer: createMailer({ config, now }),
    files: createFiles({ dataDir: config.dataDir }),
    queue,
    log,
    now,
  }
  const visits = createVisitCounter(ctx)
  let stopping = false
  let catalogue: ReturnType<typeof createCatalogueCache> | undefined
  let sandbox: { router: RequestHandler; close(): Promise<void> } | undefined
  let ended: Promise<void> | undefined
  const stop = () => {
    ended ??= (async () => {
      stopping = true
      await drain(http)
      await queue.stop()
      await sandbox?.close()
      await catalogue?.close()
      await visits.close()
      await db.destroy()
    })()
    return ended
  }

  try {
    await prepareDatabase(db, databaseDirectUrl, log)
    await ensureAdmin(ctx)
    await options.prepare?.(ctx)
    await ctx.files.sweepTemp()
    const jobs = createJobs(ctx)
    if (config.edge) alongCatalogueWrites(db, purgeAlong(queue))
    // Instances that start at once must not install the job tables side by side.
    await underMigrationLock(db, () => queue.prepare(jobs))
    catalogue = createCatalogueCache({ db, databaseUrl: databaseDirectUrl ?? databaseUrl, log })
    if (config.sandbox) {
      const { createSandboxPages } = await import('../../../tools/sandbox-gateway/sandbox-pages.ts')
      sandbox = createSandboxPages(ctx, config.sandbox)
    }
    const app = createApp(ctx, {
      publicCatalogue: publicCatalogue(catalogue, { countSearch: countAhead(ctx, 'courses.list') }),
      media: createMediaRouter(ctx, {
        mayHave: createFileAccess(ctx),
        playlist: createPlaylists(ctx),
        stamped: createStampedCopies(ctx),
      }),
      pages: await createStorePages(ctx, catalogue, visits.count),
      ...(sandbox ? { sandbox: sandbox.router } : {}),
      metrics: createMetrics(config.metricsToken, {
        gatewayRefuses: async () => (await findRefusal(db)) !== undefined,
      }),
      unhealthy: () => (databaseDown() ? DATABASE_DIED : undefined),
      unready: async () => (databaseDown() ? DATABASE_DIED : unready(ctx, stopping)),
      stopping: () => stopping,
    })
    http.handle(app)
    if (options.work !== false) {
      queue.work(jobs).catch((error) => log.error({ err: error }, 'jobs could not be started'))
    }
    return { ctx, url: local, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** Brings the schema up to date; behind a pooler by the direct address, and each of its sessions gets what the shop needs. */
async function prepareDatabase(db: Context['db'], directUrl: string | undefined, log: Logger): Promise<void> {
  const step = (message: string) => log.info(message)
  if (directUrl === undefined) {
    await migrate(db, step)
    return
  }
  const direct = createDb(directUrl, { poolMax: 2 })
  try {
    await migrate(direct, step)
    await setUpPooledSessions(direct, db)
  } finally {
    await direct.destroy()
  }
}

type HttpServer = { server: Server; connections: Connections; handle(listener: RequestListener): void }

function createHttpServer(proxied: boolean): HttpServer {
  let listener: RequestListener = (_req, res) => {
    res.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
    res.end(JSON.stringify({ detail: 'The service is starting', code: 'unavailable' }))
  }
  const server = createServer(
    // Uploads may take long: how long a request may take is looked after in connections.ts.
    { headersTimeout: 10_000, requestTimeout: 0, connectionsCheckingInterval: 2_000 },
    (req, res) => listener(req, res),
  )
  const connections = watchConnections(server, { proxied })
  server.on('clientError', refuseUnreadable)
  return {
    server,
    connections,
    handle(next) {
      listener = next
    },
  }
}

/** What is no HTTP gets an answer all the same, in the contract's form. */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: { writable: boolean; end(text: string): void; destroy(): void },
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, code, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'too_large', 'The headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'bad_request', 'The request came too slowly']
        : ['400 Bad Request', 'bad_request', 'The request is malformed']
  const body = JSON.stringify({ detail, code })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Set PORT to another one (0 takes a free one).`)
          : error,
      )
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function withPort(config: Config, port: number): Config {
  return { ...config, port, storeUrl: config.storeUrlGiven ? config.storeUrl : `http://localhost:${port}` }
}

/** Takes no new connection, lets what runs end, then closes what is left. */
async function drain({ server, connections }: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const deadline = setTimeout(() => {
    for (const socket of connections.sockets()) socket.destroy()
  }, DRAIN_MS)
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
  connections.close()
}

async function unready(ctx: Context, stopping: boolean): Promise<string | undefined> {
  if (stopping) return 'The service is shutting down'
  try {
    const pending = await pendingMigrations(ctx.db)
    if (pending.length > 0) return 'Migrations have to be applied'
  } catch {
    return 'The database cannot be reached'
  }
  try {
    await ctx.keyring.activeKeys()
  } catch {
    return 'The saved gateway keys cannot be read with this ENCRYPTION_KEY'
  }
  return undefined
}
