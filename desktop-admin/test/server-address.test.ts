import { createServer } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { checkServer, parseServerAddress } from '../src/main/server-address.ts'
import { certificate, key } from './self-signed.ts'

it.each([
  ['shop.example', 'https://shop.example'],
  [' https://shop.example/admin?x=1 ', 'https://shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('an address typed as %s becomes %s', (typed, origin) => expect(parseServerAddress(typed)).toEqual({ origin }))

it.each([
  ['http://shop.example', 'insecure'],
  ['http://127.0.0.1.evil.example', 'insecure'],
  ['http://localhost.evil.example', 'insecure'],
  ['http://192.168.1.5:3000', 'insecure'],
  ['https://admin:secret@shop.example', 'invalid'],
  ['file:///etc/passwd', 'invalid'],
  ['javascript://shop.example', 'invalid'],
  ['ftp://shop.example', 'invalid'],
  ['', 'invalid'],
  ['https://', 'invalid'],
  ['two words', 'invalid'],
  [`https://${'a'.repeat(300)}.example`, 'invalid'],
])('E12 an address like %s is refused', (typed, refused) => expect(parseServerAddress(typed)).toEqual({ refused }))

async function listening(server: ReturnType<typeof createServer> | ReturnType<typeof createTls>) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, [Symbol.dispose]: () => void server.close() }
}

it('the check tells a shop from another server', async () => {
  const answers: Record<string, string> = { '/api/openapi.json': '{"paths":{"/admin/login":{}}}' }
  using shop = await listening(createServer((request, response) => response.end(answers[request.url ?? ''] ?? 'hello')))
  using other = await listening(createServer((_request, response) => response.end('{"paths":{}}')))
  using page = await listening(createServer((_request, response) => response.end('<html>')))
  using away = await listening(
    createServer((_request, response) => response.writeHead(302, { location: 'https://evil.example/' }).end()),
  )
  expect(await checkServer(`http://127.0.0.1:${shop.port}`, fetch)).toBeUndefined()
  expect(await checkServer(`http://127.0.0.1:${other.port}`, fetch)).toBe('not_a_shop')
  expect(await checkServer(`http://127.0.0.1:${page.port}`, fetch)).toBe('not_a_shop')
  expect(await checkServer(`http://127.0.0.1:${away.port}`, fetch)).toBe('unreachable')
  expect(await checkServer('http://127.0.0.1:1', fetch)).toBe('unreachable')
})

it('E12 a self-signed certificate is refused', async () => {
  using shop = await listening(createTls({ key, cert: certificate }, (_request, response) => response.end('{}')))
  expect(await checkServer(`https://127.0.0.1:${shop.port}`, fetch)).toBe('certificate')
})
