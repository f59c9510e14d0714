import { randomUUID } from 'node:crypto'
import { UPLOADS_PATH, WORK_UPLOADS_PATH } from 'contract/limits'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { VERSION } from './config.ts'
import type { Context } from './context.ts'
import { appError, plainError } from './errors.ts'
import { edgeHeaders } from './platform/edge/edge-headers.ts'
import { CSP_REPORTS_PATH } from './platform/net/csp-reports-path.ts'
import { type ReadyAnswer, readyAnswer, sendReady } from './platform/net/ready-answer.ts'
import { createApi } from './serve/http/api.ts'
import { boundUnread } from './serve/http/bound-unread.ts'
import { createCallerBounds } from './serve/http/busy.ts'
import { callerOf, fileCallerOf } from './serve/http/caller.ts'
import { checkPath } from './serve/http/check-path.ts'
import { clientAddress } from './serve/http/client-address.ts'
import { clientLimit } from './serve/http/client-limit.ts'
import { cspReports } from './serve/http/csp-reports.ts'
import { notFound, sendError } from './serve/http/encode-error.ts'
import { boundHalfBodies } from './serve/http/half-bodies.ts'
import type { Metrics } from './serve/http/metrics.ts'
import { openApiDocument } from './serve/http/openapi.ts'
import { readsInTurn } from './serve/http/reads-in-turn.ts'
import { adminUploads, createResumableUploads, workUploads } from './serve/http/resumable-uploads.ts'
import { createRoutes } from './serve/http/routes.ts'
import { securityHeaders } from './serve/http/security-headers.ts'
import { createPayPage } from './serve/pages/pay-page/pay-page.ts'
import { securityTxt } from './serve/pages/security-txt.ts'
import type { Readiness } from './serve/start/readiness.ts'

/** Handlers beside the API. */
export type AppParts = {
  /** Serves the public catalogue before the router. */
  publicCatalogue: RequestHandler
  /** Uploaded files below `/media`. */
  media: RequestHandler
  /** Serves everything for browsers: pages, assets, sitemap, robots; and the hashes of inline scripts. */
  pages: { handler: RequestHandler; inlineScripts: readonly string[] }
  /** The sandbox gateway and its written emails; absent in production. */
  sandbox?: RequestHandler
  metrics: Metrics
  /** Returns the part of the program that has died; undefined if it is healthy. */
  unhealthy: () => string | undefined
  /** Returns whether a proxy should send visitors here. */
  readiness: () => Promise<Readiness>
  /** Returns true once the program is about to stop. */
  stopping: () => boolean
}

/** Builds the request pipeline, readable from top to bottom. */
export function createApp(ctx: Context, parts: AppParts): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', ctx.config.trustProxy)
  app.set('query parser', false)

  app.use(edgeHeaders(ctx.config.edge))
  app.use(requestId)
  app.use(ctx.tracing.request)
  app.use(refuseTwoOfOne)
  app.use(boundRequestsOfClient())
  app.use(boundHalfBodies())
  app.use(boundUnread())
  app.use(endConnectionWhen(parts.stopping))
  app.use(parts.metrics.observe)
  app.use(logRequest(ctx))
  app.use(securityHeaders(ctx.config, parts.pages.inlineScripts))
  app.use(refuseBrokenPaths)

  const turns = createCallerBounds(ctx.db)
  const ofPage = (handler: RequestHandler) => readsInTurn(turns.ofRead, (req) => callerOf(ctx, req), handler)
  const ofFile = (handler: RequestHandler) => readsInTurn(turns.ofFile, (req) => fileCallerOf(ctx, req), handler)

  app.use('/api/go/courses', ofPage(parts.publicCatalogue))
  app.get('/api/health', (_req, res) => {
    const reason = parts.unhealthy()
    if (reason) throw plainError('unavailable', reason)
    res.setHeader('Cache-Control', 'no-store')
    res.json({ status: 'ok', version: VERSION })
  })
  app.get('/api/ready', async (_req, res) => {
    const readiness = await parts.readiness()
    if (readiness.status === 'unready') throw plainError('unavailable', readiness.reason)
    res.setHeader('Cache-Control', 'no-store')
    res.json(readiness)
  })
  app.get('/api/openapi.json', openApi(ctx))
  const mayFetch = clientLimit(ctx, { name: 'security_txt', points: 600, seconds: 600 })
  app.get('/.well-known/security.txt', securityTxt(ctx, mayFetch))
  app.get('/metrics', parts.metrics.serve)
  app.all(['/api/health', '/api/ready', '/api/openapi.json', '/metrics'], (_req, res) => {
    res.setHeader('Allow', 'GET, HEAD')
    throw plainError('method_not_allowed', 'This method is not allowed here')
  })
  app.use(CSP_REPORTS_PATH, cspReports(ctx))
  app.use(UPLOADS_PATH, createResumableUploads(ctx, UPLOADS_PATH, adminUploads))
  app.use(WORK_UPLOADS_PATH, createResumableUploads(ctx, WORK_UPLOADS_PATH, workUploads))
  for (const { path, handler, page } of createRoutes(ctx)) app.use(path, page ? ofPage(handler) : handler)
  app.use('/api', createApi(ctx, turns))
  app.use('/media', ofFile(parts.media))
  if (parts.sandbox) app.use('/sandbox', parts.sandbox)
  app.use('/pay', ofPage(createPayPage(ctx, clientLimit(ctx, { name: 'pay_page', points: 60, seconds: 600 }))))
  app.use(ofPage(parts.pages.handler))
  app.use(() => {
    throw notFound()
  })
  app.use(answerError(ctx))
  return app
}

const requestId: RequestHandler = (req, res, next) => {
  const input = req.headers['x-request-id']
  const id = typeof input === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(input) ? input : randomUUID()
  res.locals.requestId = id
  res.setHeader('X-Request-Id', id)
  next()
}

/** Refuses paths that no database can store, in the API and outside of it. */
const refuseBrokenPaths: RequestHandler = (req, _res, next) => {
  checkPath(req.path)
  next()
}

/**
 * Refuses repeated headers, because a proxy and the shop could read different requests; HTTP/1.1 without a host is
 * refused too.
 */
const refuseTwoOfOne: RequestHandler = (req, _res, next) => {
  if (req.httpVersion === '1.1' && req.headers.host === undefined) {
    throw plainError('bad_request', 'The host header is missing')
  }
  for (const name of ['host', 'authorization']) {
    if ((req.headersDistinct[name]?.length ?? 0) > 1) {
      throw plainError('bad_request', `The ${name} header is given twice`)
    }
  }
  next()
}

/** Limit of concurrent requests per client: behind a proxy its connections look like anybody's. */
const MOST_UNDERWAY = 400

function boundRequestsOfClient(): RequestHandler {
  const underway = new Map<string, number>()
  return (req, res, next) => {
    const client = clientAddress(req)
    const mine = (underway.get(client) ?? 0) + 1
    underway.set(client, mine)
    res.once('close', () => {
      const left = (underway.get(client) ?? 1) - 1
      if (left > 0) underway.set(client, left)
      else underway.delete(client)
    })
    if (mine <= MOST_UNDERWAY) return next()
    res.setHeader('Retry-After', '1')
    throw appError('rate_limited', 'Too many requests at once. Please try again in a moment.')
  }
}

/** Closes connections while the program stops, so that clients reconnect to another instance. */
function endConnectionWhen(stopping: () => boolean): RequestHandler {
  return (_req, res, next) => {
    if (stopping()) res.setHeader('Connection', 'close')
    next()
  }
}

/** Logs a request without the query, which may contain private data. */
function logRequest({ log }: Context): RequestHandler {
  return (req, res, next) => {
    if (!log.isLevelEnabled('debug')) return next()
    const begun = performance.now()
    res.once('close', () => {
      const { requestId: request_id, route } = res.locals
      const ms = Math.round(performance.now() - begun)
      const path = req.originalUrl.split('?')[0]
      log.debug({ request_id, method: req.method, path, route, status: res.statusCode, ms }, 'request')
    })
    next()
  }
}

function openApi(ctx: Context): RequestHandler {
  let ready: Promise<ReadyAnswer> | undefined
  return async (req, res) => {
    ready ??= openApiDocument(ctx.config.storeUrl).then((document) =>
      readyAnswer('application/json; charset=utf-8', JSON.stringify(document)),
    )
    res.setHeader('Cache-Control', 'no-cache')
    await sendReady(req, res, await ready)
  }
}

function answerError(ctx: Context): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const malformed = error instanceof URIError || (error as { status?: unknown }).status === 400
    sendError(
      res,
      malformed && !('code' in error) ? plainError('bad_request', 'The request is malformed') : error,
      ctx.log,
    )
  }
}
