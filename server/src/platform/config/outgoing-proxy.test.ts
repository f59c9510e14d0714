import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPurger } from '../edge/purge.ts'
import { createS3Client, type S3Settings } from '../files/s3/s3-client.ts'
import { createMailer } from '../mail/mailer.ts'
import { createPayments } from '../payments/razorpay.ts'
import { goOutByProxy } from './outgoing-proxy.ts'

const log = pino({ level: 'silent' })
let undo = () => {}
let requested: string[] = []
let proxy: Server
let target: Server
let url: string

/** A proxy that alone knows the hosts below `.test`: all of them are one server here. */
beforeAll(async () => {
  target = createServer((req, res) => res.end(`{"host":"${req.headers.host}"}`))
  proxy = createServer(({ url: address = '' }, res) => {
    const { host } = new URL(address)
    requested.push(`${host}:80`)
    res.end(JSON.stringify({ host }))
  })
  proxy.on('connect', ({ url: host = '' }, socket) => {
    requested.push(host)
    if (!host.includes('.test:80')) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const behind = connect((target.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      behind.pipe(socket).pipe(behind)
    })
    behind.on('error', () => socket.destroy())
    socket.on('error', () => behind.destroy())
  })
  for (const server of [proxy, target]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterEach(() => {
  undo()
  requested = []
})
afterAll(() => {
  for (const server of [proxy, target]) {
    server.closeAllConnections()
    server.close()
  }
})

const both = () => ({ HTTPS_PROXY: url, HTTP_PROXY: url })
const payments = (baseUrl?: string) =>
  createPayments({ log, loadKeys: async () => ({ keyId: 'rzp_test_1', keySecret: 'secret', baseUrl }) })

test('payments, bucket and CDN go out by the proxy', async () => {
  undo = goOutByProxy(both())
  await expect(payments().fetchLink('plink_1')).rejects.toThrow()
  await expect(payments('http://gateway.test').fetchLink('plink_1')).rejects.toThrow('odd or missing fields')
  const settings = { address: 'http://bucket.test', accessKey: 'a', secretKey: 'b', region: 'r', prefix: '' }
  const answer = await createS3Client(settings as S3Settings, log).call('GET', 'x')
  expect(await answer.json()).toEqual({ host: 'bucket.test' })
  await createPurger({ kind: 'varnish', addresses: ['http://varnish.test'] }, 'all')(['all'])
  expect([...new Set(requested)]).toEqual([
    'api.razorpay.com:443',
    'gateway.test:80',
    'bucket.test:80',
    'varnish.test:80',
  ])
})

test('requests to this machine, and those named by NO_PROXY, go directly', async () => {
  undo = goOutByProxy({ https_proxy: url.replace('http://', ''), http_proxy: url, no_proxy: 'bucket.test' })
  const { port } = target.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual({ host: `127.0.0.1:${port}` })
  await expect(payments(`http://localhost:${port}`).fetchLink('plink_1')).rejects.toThrow('odd or missing fields')
  await expect(fetch('http://bucket.test/')).rejects.toThrow()
  expect(requested).toEqual([])
  expect(await (await fetch('http://other.test/')).json()).toEqual({ host: 'other.test' })
  expect(requested).toEqual(['other.test:80'])
})

test('email goes by the proxy that SMTP_URL names', async () => {
  const smtpUrl = `smtps://shop:secret@mail.example:465?proxy=${encodeURIComponent(url)}`
  const mailer = createMailer({ config: { smtpUrl, mailFrom: 'shop@example.in', dataDir: '' }, now: () => new Date() })
  const sent = mailer.send({ to: 'asha@example.com', subject: 'Hello', text: 'x', html: 'x' })
  await expect(sent).rejects.toThrow()
  expect(requested).toEqual(['mail.example:465'])
})
