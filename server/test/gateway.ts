import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createSandbox } from '../../tools/sandbox-gateway/sandbox.ts'
import { SANDBOX_PATH } from '../src/config.ts'
import { createPayments } from '../src/platform/payments/razorpay.ts'
import { verifyWebhook } from '../src/platform/payments/signatures.ts'
import { createTestDatabase } from './database.ts'

export type ReceivedEvent = {
  eventId: string
  event: string
  wellSigned: boolean
  payload: Record<string, { entity: Record<string, unknown> }>
}

const keys = { keyId: 'rzp_test_rig', keySecret: 'key-secret-of-the-rig', webhookSecret: 'webhook-secret-of-the-rig' }

/** Starts a sandbox on its own port, a shop that receives its webhooks, and a client for tests. */
export async function startTestGateway(db: Knex) {
  const received: ReceivedEvent[] = []
  const arrivals = new EventEmitter()
  const clock = { now: new Date('2026-12-01T09:00:00Z') }
  const shop = { status: 200 }
  const log = pino({ level: 'silent' })
  let url = ''
  const sandbox = createSandbox({
    db,
    keys,
    storeUrl: () => url,
    webhookUrl: () => `${url}/api/webhooks/razorpay`,
    shopName: async () => 'Mela & Co',
    log,
    now: () => clock.now,
  })
  const app = express()
  // Like the program.
  app.set('query parser', false)
  app.use(SANDBOX_PATH, sandbox.router)
  app.post('/api/webhooks/razorpay', express.raw({ type: '*/*' }), (req, res) => {
    const { event, payload } = JSON.parse(req.body.toString())
    const wellSigned = verifyWebhook(req.body, req.get('x-razorpay-signature'), [keys.webhookSecret])
    received.push({ eventId: req.get('x-razorpay-event-id') ?? '', event, wellSigned, payload })
    res.sendStatus(shop.status)
    arrivals.emit('event')
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const gatewayKeys = { keyId: keys.keyId, keySecret: keys.keySecret, baseUrl: `${url}${SANDBOX_PATH}` }
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`

  async function request(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}${SANDBOX_PATH}${path}`, {
      method,
      redirect: 'manual',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json }
  }

  return {
    url,
    keys,
    gatewayKeys,
    clock,
    shop,
    received,
    request,
    payments: createPayments({ loadKeys: async () => gatewayKeys, log }),
    /** Controls the sandbox; throws unless it returns 200. */
    async control(path: string, body: object = {}) {
      const answer = await request('POST', `/control/${path}`, body)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
      return answer.json
    },
    async calls(): Promise<Record<string, number>> {
      return (await request('GET', '/control/calls')).json
    },
    async ledger() {
      return (await request('GET', '/control/ledger')).json
    },
    /** Waits until `count` webhooks have arrived since the last `reset`. */
    async receivedAtLeast(count: number) {
      while (received.length < count) await once(arrivals, 'event', { signal: AbortSignal.timeout(10_000) })
      return received
    },
    /** Clears faults, events and calls; the shop returns 200. */
    async reset() {
      shop.status = 200
      await this.control('reset-faults')
      await this.control('deliver')
      await request('DELETE', '/control/calls')
      received.length = 0
    },
    async close() {
      await sandbox.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>

let links = 0

/** Returns the input of a new link over ₹499. */
export function linkInput(gateway: TestGateway, changes: { amountPaise?: number; referenceId?: string } = {}) {
  links += 1
  return {
    referenceId: `ord_${links}`,
    amountPaise: 49_900,
    description: 'Reels that sell',
    customer: { name: 'Kavya Rao', email: 'kavya@example.com', contact: '+919876543210' },
    callbackUrl: `${gateway.url}/payment_status?course_id=c1&user_id=u1`,
    ...changes,
  }
}

/** Starts a test gateway with its own database for the tests of this file, and resets it for each. */
export function useTestGateway(): TestGateway {
  const gateway = {} as TestGateway
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createTestDatabase()
    drop = database.drop
    Object.assign(gateway, await startTestGateway(database.db))
  })
  afterAll(async () => {
    await gateway.close()
    await drop()
  })
  beforeEach(() => gateway.reset())
  return gateway
}
