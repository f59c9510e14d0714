import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { linkInput, useTestGateway } from '../../../test/gateway.ts'
import { createPayments, GatewayError } from './razorpay.ts'

const log = pino({ level: 'silent' })
const gateway = useTestGateway()
const faults = (fault: object) => gateway.control('faults/api', fault)

describe('a failing gateway', () => {
  it.each([
    ['500', { fault: 'answer', status: 500 }, 'unavailable'],
    ['502 with a page', { fault: 'answer', status: 502, html: true }, 'unavailable'],
    ['200 with a page', { fault: 'answer', status: 200, html: true }, 'malformed'],
    ['400 with a page', { fault: 'answer', status: 400, html: true }, 'malformed'],
    ['302', { fault: 'answer', status: 302, html: true }, 'malformed'],
    ['429', { fault: 'answer', status: 429 }, 'rate_limited'],
    ['cut connection', { fault: 'drop', act: false }, 'unreachable'],
  ])('gets a retry after one %s, at most three attempts', async (_name, fault, kind) => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    await faults({ ...fault, match: 'payment_links.fetch', count: 1 })
    expect(await gateway.payments.fetchLink(link.id)).toMatchObject({ id: link.id })
    await gateway.request('DELETE', '/control/calls')
    await faults({ ...fault, match: 'payment_links.fetch', count: 10 })
    const error = await gateway.payments.fetchLink(link.id).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(GatewayError)
    expect(error).toMatchObject({ kind, retryable: true })
    expect(await gateway.calls()).toEqual({ 'payment_links.fetch': 3 })
  })

  it('F17: gets no retry when it names a long pause', async () => {
    await faults({ fault: 'answer', status: 429, retry_after: 60, count: 10 })
    const error = await gateway.payments.fetchPayment('pay_00000000000000').catch((thrown) => thrown)
    expect(error).toMatchObject({ kind: 'rate_limited', status: 429, retryable: true, retryAfterMs: 60_000 })
    expect(await gateway.calls()).toEqual({ 'payments.fetch': 1 })
  })

  it('gets no retry after a plain refusal', async () => {
    await faults({ fault: 'answer', status: 400, description: 'No', count: 10 })
    await expect(gateway.payments.fetchPayment('pay_00000000000000')).rejects.toMatchObject({ kind: 'not_found' })
    expect(await gateway.calls()).toEqual({ 'payments.fetch': 1 })
  })

  it('logs its reason for a refusal, and no person', async () => {
    const lines: { level: number; msg: string; call: string; kind: string; reason: string }[] = []
    const written = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const payments = createPayments({ loadKeys: async () => gateway.gatewayKeys, log: written })
    const description = 'contact +91 98765 43210 of a@b.co is not a valid number'
    await faults({ fault: 'answer', status: 400, description, count: 1 })
    await expect(payments.fetchPayment('pay_00000000000000')).rejects.toMatchObject({ kind: 'not_found' })
    await faults({ fault: 'answer', status: 401, description: 'Authentication failed', count: 1 })
    await expect(payments.fetchPayment('pay_00000000000000')).rejects.toMatchObject({ kind: 'unauthorized' })
    const call = 'fetchPayment'
    const reason = 'The gateway refused: contact [number] of [address] is not a valid number'
    expect(lines).toMatchObject([
      { level: 40, msg: 'gateway call failed', call, kind: 'refused', status: 400, reason },
      { level: 50, msg: 'the gateway refused our keys', call, kind: 'unauthorized', status: 401 },
    ])
  })

  it('counts as malformed when its answer is not the API’s', async () => {
    const noText = JSON.stringify({ id: 'x', amount: '1.5', currency: 'INR', status: 'paid', short_url: '' })
    const listeners: RequestListener[] = [
      (_req, res) => res.end(),
      answering('{"id":"plink_1"}'),
      answering(noText),
      answering('null'),
      answering('{"error":{}}', 400),
      answering('{"id":'),
    ]
    const errors = listeners.map((listener) =>
      withServer(listener, (baseUrl) => {
        const payments = createPayments({ loadKeys: async () => ({ keyId: 'k', keySecret: 's', baseUrl }), log })
        return payments.fetchLink('plink_1').catch((thrown) => thrown)
      }),
    )
    for (const error of await Promise.all(errors)) {
      expect(error).toMatchObject({ name: 'GatewayError', kind: 'malformed' })
    }
  })

  it('counts as unreachable where nobody listens', async () => {
    const payments = createPayments({
      loadKeys: async () => ({ keyId: 'k', keySecret: 's', baseUrl: 'http://127.0.0.1:9' }),
      log,
    })
    await expect(payments.fetchLink('plink_1')).rejects.toMatchObject({ kind: 'unreachable', retryable: true })
  })

  it('S2: leaves the secret out of errors and log, even when it repeats the secret', async () => {
    const lines: string[] = []
    const secret = 'sentinel-secret-5f1c'
    const talkative = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const body = JSON.stringify({ error: { description: `bad password ${secret}` } })
    await withServer(answering(body, 400), async (baseUrl) => {
      const payments = createPayments({
        loadKeys: async () => ({ keyId: 'k', keySecret: secret, baseUrl }),
        log: talkative,
      })
      const error = await payments.fetchLink('plink_1').catch((thrown) => thrown)
      talkative.error({ err: error }, 'failed')
      expect(error.message).toContain('bad password ***')
    })
    const unreachable = createPayments({
      loadKeys: async () => ({ keyId: 'k', keySecret: secret, baseUrl: 'http://127.0.0.1:9' }),
      log: talkative,
    })
    talkative.error({ err: await unreachable.fetchLink('plink_1').catch((thrown) => thrown) }, 'failed')
    expect(lines.length).toBeGreaterThan(3)
    const basic = Buffer.from(`k:${secret}`).toString('base64')
    expect(lines.filter((line) => line.includes(secret) || line.includes(basic))).toEqual([])
  })
})

function answering(body: string, status = 200): RequestListener {
  return (_req, res) => res.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

async function withServer<T>(listener: RequestListener, use: (baseUrl: string) => Promise<T>): Promise<T> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
