import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { createApp } from '../../app.ts'
import { type Config, SANDBOX_PATH } from '../../config.ts'
import type { Context } from '../../context.ts'
import { createCatalogueCache } from '../../courses/courses/catalogue-cache.ts'
import { publicCatalogue } from '../../courses/courses/public-catalogue.ts'
import { createFileAccess } from '../../courses/learning/file-access.ts'
import { createMediaRouter, type FileAccess } from '../../courses/media/serve.ts'
import { createStampedCopies } from '../../courses/stamps/stamped-copies.ts'
import { createPlaylists } from '../../courses/videos/playlists.ts'
import { type ClockWatch, watchClock } from '../../platform/db/clock-watch.ts'
import { openPatiently } from '../../platform/db/connect.ts'
import { createDb, type Timeouts } from '../../platform/db/knex.ts'
import { migrate, underMigrationLock } from '../../platform/db/migrations.ts'
import { setUpPooledSessions } from '../../platform/db/pooler.ts'
import { createReads } from '../../platform/db/replica.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { watchMail } from '../../platform/mail/watch-mail.ts'
import { createKeyring } from '../../platform/payments/keys.ts'
import { createPayments } from '../../platform/payments/razorpay.ts'
import { createQueue } from '../../platform/queue/queue.ts'
import { openTracing } from '../../platform/tracing/open-tracing.ts'
import { judgeGiving } from '../../sales/giving/judge-giving.ts'
import { watchGateway } from '../../sales/orders/gateway-refusals.ts'
import { ensureAdmin } from '../../shop/auth/admins.ts'
import { alongCatalogueWrites, judgeWrites } from '../../shop/catalogue/catalogue.queries.ts'
import { environmentChanged, fileAllowed } from '../../shop/moments/moments.ts'
import { createVisitCounter } from '../../shop/visits/visits.ts'
import { countAhead } from '../http/count-call.ts'
import { createMetrics } from '../http/metrics.ts'
import { createShopMetrics } from '../http/shop-metrics.ts'
import { createJobs } from '../jobs/index.ts'
import { purgeAlong } from '../jobs/purge-edge.jobs.ts'
import { createStorePages } from '../pages/store-pages.ts'
import { createHttpServer, drain, listen } from './http-server.ts'
import { createReadiness, DATABASE_DIED } from './readiness.ts'

export type RunningServer = {
  ctx: Context
  /** Address of this process, e.g. `http://127.0.0.1:3000`. */
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
  /** The machine's clock, compared with the database's: `Date.now` unless a test moves it. */
  clock?: () => number
  /** Runs once the schema is up to date and before the first request. */
  prepare?: (ctx: Context) => Promise<void>
  /** True while the program's own database has died and is being started again. */
  databaseDown?: () => boolean
  /** False leaves the jobs to other instances. */
  work?: boolean
  /** Default: the timeouts of a request. */
  timeouts?: Partial<Timeouts>
}

/**
 * A proxy that polls `/api/ready` each second sees the stop within this time. Until then requests still arrive, and
 * closing would lose one on a new connection.
 */
const PROXY_HEARS_MS = 3_000

/**
 * Starts one instance: binds the port (a busy one fails first), migrates the schema, then answers. Any number of
 * instances share one database.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { databaseUrl, log, timeouts, now = () => new Date(), databaseDown = () => false } = options
  const http = createHttpServer(options.config.trustProxy > 0, (req, res, seconds) => {
    const { requestId: request_id, route, step } = (res as Response).locals
    const path = req.url?.split('?')[0]
    log.warn({ request_id, method: req.method, path, route, step, seconds }, 'a request waits for its answer')
  })
  const port = await listen(http.server, options.config.port, options.config.host)
  const config = withPort(options.config, port)
  const local = `http://${config.host.includes(':') ? `[${config.host}]` : config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`

  const files = await openFiles(config, log).catch(async (error) => {
    await drain(http)
    throw error
  })
  const { databaseDirectUrl } = config
  const tracing = await openTracing(config.tracesTo)
  const db = createDb(databaseUrl, { pooled: databaseDirectUrl !== undefined, timeouts })
  const keyring = createKeyring({ db, config, sandboxUrl: () => `${local}${SANDBOX_PATH}`, now, log })
  tracing.watch(db)
  const metrics = createMetrics(config.metricsTokens)
  const { expectJobs, jobFailed, mailFailed } = createShopMetrics(metrics.registry, { config, db, now })
  const queue = createQueue({ db, log, tracing, failed: jobFailed })
  const reads = createReads({ db, url: config.databaseReplicaUrl, log })
  const ctx: Context = {
    config,
    db,
    read: reads.read,
    keyring,
    payments: createPayments({
      loadKeys: keyring.activeKeys,
      log,
      onWord: watchGateway(() => ctx),
      step: tracing.step,
    }),
    mailer: watchMail(createMailer({ config, now }), { db, log, now, count: mailFailed }),
    files,
    queue,
    tracing,
    log,
    now,
  }
  const visits = createVisitCounter(ctx)
  let stopping = false
  let catalogue: ReturnType<typeof createCatalogueCache> | undefined
  let sandbox: { router: RequestHandler; close(): Promise<void> } | undefined
  let ended: Promise<void> | undefined
  let watch: ClockWatch | undefined
  const stop = () => {
    ended ??= (async () => {
      stopping = true
      if (config.trustProxy > 0 && http.server.listening) await sleep(PROXY_HEARS_MS)
      await drain(http, { asksItself: sandbox !== undefined })
      watch?.close()
      await queue.stop()
      await sandbox?.close()
      await catalogue?.close()
      await visits.close()
      await reads.close()
      await db.destroy()
      await tracing.close()
    })()
    return ended
  }

  try {
    await prepareDatabase(db, { databaseUrl, databaseDirectUrl, log })
    watch = await watchClock({ db, log, clock: options.clock ?? Date.now })
    await ensureAdmin(ctx)
    await options.prepare?.(ctx)
    await ctx.files.sweepTemp()
    const jobs = createJobs(ctx)
    expectJobs(jobs)
    judgeWrites(db, judgeGiving(ctx))
    if (config.edge) alongCatalogueWrites(db, purgeAlong(queue))
    // Instances that start at once must not install the job tables side by side.
    await underMigrationLock(db, () => queue.prepare(jobs))
    await environmentChanged(ctx)
    catalogue = createCatalogueCache({ db, reads, databaseUrl: databaseDirectUrl ?? databaseUrl, log })
    if (config.sandbox) {
      const { createSandboxPages } = await import('../../../../tools/sandbox-gateway/sandbox-pages.ts')
      sandbox = createSandboxPages(ctx, config.sandbox)
    }
    const app = createApp(ctx, {
      publicCatalogue: publicCatalogue(catalogue, { countSearch: countAhead(ctx, 'courses.list') }),
      media: createMediaRouter(ctx, {
        mayHave: orByHook(ctx, createFileAccess(ctx)),
        playlist: createPlaylists(ctx),
        stamped: createStampedCopies(ctx),
      }),
      pages: await createStorePages(ctx, catalogue, visits),
      ...(sandbox ? { sandbox: sandbox.router } : {}),
      metrics,
      unhealthy: () => (databaseDown() ? DATABASE_DIED : undefined),
      readiness: createReadiness(ctx, { stopping: () => stopping, databaseDown, aheadMs: watch.aheadMs }),
      stopping: () => stopping,
    })
    http.handle(app)
    // Logs unreadable keys at the start, not at the first buyer: whoever changed the settings is still there.
    for (const read of [keyring.activeKeys, keyring.webhookSecrets]) await read().catch(() => {})
    if (options.work !== false) {
      queue.work(jobs).catch((error) => log.error({ err: error }, 'jobs could not be started'))
    }
    return { ctx, url: local, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/**
 * Brings the schema up to date, with the patience of a command; behind a pooler by the direct address, and each of its
 * sessions gets what the shop needs.
 */
async function prepareDatabase(
  db: Context['db'],
  at: { databaseUrl: string; databaseDirectUrl: string | undefined; log: Logger },
): Promise<void> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, log } = at
  const direct = await openPatiently(databaseDirectUrl, (sentence) => log.warn(sentence), { poolMax: 2 })
  try {
    await migrate(direct, (message) => log.info(message))
    if (at.databaseDirectUrl) await setUpPooledSessions(direct, db, databaseUrl)
  } finally {
    await direct.destroy()
  }
}

function withPort(config: Config, port: number): Config {
  return { ...config, port, storeUrl: config.storeUrlGiven ? config.storeUrl : `http://localhost:${port}` }
}

/** Allows a file for the reasons of `access`, or for one that a feature has. */
function orByHook(ctx: Context, access: FileAccess): FileAccess {
  return async (opener, mediaId) => {
    const allowed = await access(opener, mediaId)
    return allowed ?? (await fileAllowed(ctx, opener, mediaId)).find((one) => one !== undefined)
  }
}
