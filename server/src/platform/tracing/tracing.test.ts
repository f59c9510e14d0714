import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProgram } from '../../../test/program.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildShopper, pay } from '../../../test/shopper.ts'

type Sent = { key: string; value: { stringValue?: string; intValue?: number } }
type SentSpan = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Sent[] }

let collector: Server
let endpoint: string
let spans: SentSpan[] = []

beforeAll(async () => {
  collector = createServer(async (req, res) => {
    const { resourceSpans } = (await json(req)) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    res.setHeader('Content-Type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(() => collector.close())

const textOf = (span: SentSpan, name: string) => span.attributes.find(({ key }) => key === name)?.value.stringValue

test('one trace leads from the click over statements and the gateway to the job that settles the order', async () => {
  spans = []
  const one = await startTestServer({ work: false, env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } })
  const shopper = await buildShopper(one)
  const { orderId, link } = await shopper.buyOne()
  await pay(one, link)
  await one.answerWaiting()
  expect(await shopper.statusOf(orderId)).toBe('paid')
  await one.stop()

  const click = spans.find(({ name }) => name === 'POST orders.buy')
  const ofClick = spans.filter(({ traceId }) => traceId === click?.traceId)
  const names = new Set(ofClick.map(({ name }) => name))
  expect([...names]).toEqual(expect.arrayContaining(['gateway createLink', 'reconcile order', 'UPDATE', 'INSERT']))
  const settling = ofClick.find(({ name }) => name === 'reconcile order')
  expect(textOf(settling as SentSpan, 'order_id')).toBe(orderId)
  const beneath = (id: string | undefined): SentSpan[] =>
    ofClick.filter((span) => span.parentSpanId === id).flatMap((span) => [span, ...beneath(span.spanId)])
  expect(
    beneath(settling?.spanId).some((span) => /insert into order_payments/.test(textOf(span, 'db.query.text') ?? '')),
  ).toBe(true)
  // Each span is below the click.
  expect(beneath(click?.spanId)).toHaveLength(ofClick.length - 1)
})

test('a trace holds nothing of a person, and a request continues its named trace', async () => {
  spans = []
  const one = await startTestServer({ work: false, env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } })
  const shopper = await buildShopper(one)
  const token = await one.userToken(shopper.user)
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  await one.request('/api/user/profile?secret=in-address', {
    headers: { authorization: `bearer ${token}`, traceparent },
  })
  await one.request('/api/user/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: 'nonsense' },
    body: JSON.stringify({ email: shopper.user.email, password: 'Wrong-Password-2026' }),
  })
  await one.stop()
  expect(spans.filter(({ parentSpanId }) => parentSpanId === 'b'.repeat(16))).toHaveLength(1)
  const shown = JSON.stringify(spans)
  for (const secret of [shopper.user.email, token, 'Wrong-Password', 'in-address']) expect(shown).not.toContain(secret)
  expect(shown).toContain('db.query.text')
})

test('a shop without the setting loads nothing of OpenTelemetry', async () => {
  const notify = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      // The API that does nothing is loaded by prom-client.
      if (/@opentelemetry.(?!api$)/.test(name) || name.includes('open-telemetry')) console.error('LOADED ' + name)
      return next(name, context)
    } })`
  const one = await startTestServer({ work: false })
  const settings = { DATABASE_URL: String(one.ctx.config.databaseUrl), DATA_DIR: one.dataDir, SEED: 'none', PORT: '0' }
  const hooks = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(notify)}` }
  const words: string[] = []
  const on: Record<string, string> = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
  for (const env of [{}, on]) {
    const program = await startProgram({ ...settings, ...hooks, ...env })
    words.push(program.lastWords())
    await program.kill()
  }
  await one.stop()
  expect(words[0]).not.toContain('LOADED')
  expect(words[1]).toContain('LOADED')
})
