import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { SANDBOX_PATH } from '../../server/src/config.ts'
import { isDatabaseUnavailable } from '../../server/src/platform/db/knex.ts'
import { createApi } from './api.ts'
import { createCheckout } from './checkout.ts'
import { createControl } from './control.ts'
import { createCourier } from './courier.ts'
import type { SandboxAccount } from './events.ts'
import { expireDueLinks } from './links.ts'
import { createPayPages } from './pay-pages.ts'
import { errorBody, Refusal } from './refusal.ts'
import { ensureSchema, schemaExists } from './schema.ts'
import { createSubscriptionPages } from './subscriptions/pages.ts'

export type Sandbox = {
  /** Mount it at `SANDBOX_PATH`, before any body parser and outside production only. */
  router: Router
  /** Stops sending webhooks; the next process sends the pending ones. */
  close(): Promise<void>
}

/**
 * Creates a gateway with Razorpay's API, a pay page and webhooks, whose ledger in PostgreSQL any number of processes
 * share. Real money never moves here, so production refuses it.
 * `storeUrl` is the public address of the pay page, `webhookUrl` the target of events; both are called each time,
 * because a free port is known late.
 */
export function createSandbox(options: {
  db: Knex
  keys: { keyId: string; keySecret: string; webhookSecret: string }
  storeUrl: () => string
  webhookUrl: () => string
  /** Returns the shop's current name for the pay page. */
  shopName: () => Promise<string>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  now: () => Date
}): Sandbox {
  const { db, keys, storeUrl, webhookUrl, shopName, log, now } = options
  const account: SandboxAccount = {
    keys,
    shortUrl: (linkId) => `${storeUrl().replace(/\/+$/, '')}${SANDBOX_PATH}/pay/${linkId}`,
  }
  let prepared: Promise<void> | undefined
  const prepare = () => {
    prepared ??= ensureSchema(db).catch((error) => {
      prepared = undefined
      throw error
    })
    return prepared
  }

  const courier = createCourier({ db, webhookUrl, log, housekeeping: () => expireDueLinks(db, account, now()) })
  // Events of a killed process are sent at the next start; the ledger is created on first use.
  schemaExists(db).then(
    (exists) => exists && courier.wake(),
    () => undefined,
  )

  const parts = { db, account, now, wake: courier.wake }
  const router = express.Router({ caseSensitive: true })
  router.use(async (_req, res, next) => {
    res.set('Cache-Control', 'no-store')
    await prepare()
    next()
  })
  const basicAuth = requireKeys(keys)
  router.use('/v1', basicAuth, createApi(parts))
  router.use('/control', basicAuth, createControl({ ...parts, flush: courier.flush }))
  router.use(createSubscriptionPages({ ...parts, shopName }))
  router.use(createCheckout({ ...parts, shopName }))
  router.use(createPayPages({ ...parts, keySecret: keys.keySecret, shopName }))
  router.use(errorsOf(log))
  return { router, close: courier.close }
}

function requireKeys(keys: { keyId: string; keySecret: string }): RequestHandler {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`${keys.keyId}:${keys.keySecret}`)
  return (req, _res, next) => {
    const [scheme, credentials] = (req.get('authorization') ?? '').split(' ')
    const input = digest(Buffer.from(credentials ?? '', 'base64').toString('utf8'))
    if (scheme?.toLowerCase() !== 'basic' || !timingSafeEqual(input, expected)) {
      throw new Refusal('Authentication failed', { status: 401 })
    }
    next()
  }
}

function errorsOf(log: Pick<Logger, 'error'>): ErrorRequestHandler {
  return (error, _req, res, next) => {
    if (res.headersSent) return next(error)
    const refusal = refusalOf(error)
    if (refusal.status >= 500) log.error({ err: error }, 'the sandbox gateway failed')
    res.status(refusal.status).json(errorBody(refusal))
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500
  // An error of a body parser.
  if (status >= 400 && status < 500) return new Refusal('The request could not be read', { status })
  const serverError = 'We are facing some trouble completing your request at the moment. Please try again shortly.'
  return new Refusal(serverError, { status: isDatabaseUnavailable(error) ? 503 : 500, code: 'SERVER_ERROR' })
}
