import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { routes } from '../src/serve/http/route-table.ts'

/** Served beside the contract. */
const BESIDE = [
  'GET /screen',
  'GET /metrics',
  'GET /health',
  'GET /ready',
  'GET /openapi.json',
  'GET /.well-known/security.txt',
  'GET /l/*',
  'POST /mail/bounces/*',
  'POST /unsubscribe',
  'POST /webhooks/razorpay',
  'GET /admin/media/uploads/*',
]

/** Calls of Razorpay and of a CDN. */
const OTHERS = ['GET /orders/*/payments', 'POST /service/*/purge']

const docs = new URL('../../docs/', import.meta.url)
const CALL = /`(?:curl )?(GET|POST|PUT|PATCH|DELETE) ([^`\s]+)`/g

/** The path of a call in prose: `$SHOP/api/admin/orders/{order_id}?q=` is `/admin/orders/*`. */
const shapeOf = (path: string) =>
  path
    .replace(/^\$\w+(?=\/)/, '')
    .replace(/^\/api(?=\/)/, '')
    .replace(/\?.*$/, '')
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .map((part) => (/\{|^[A-Z_]+$|^:/.test(part) ? '*' : part))
    .join('/')

test('every call that a page of the documentation names in its prose exists', async () => {
  const known = [...routes.map(({ method, path }) => `${method} ${shapeOf(path)}`), ...BESIDE, ...OTHERS]
  const fits = (call: string) =>
    known.some((one) => {
      const [here, there] = [call.split('/'), one.split('/')]
      return (
        here.length === there.length &&
        here.every((part, at) => part === there[at] || there[at] === '*' || part === '*')
      )
    })
  const unknown: string[] = []
  for (const page of (await readdir(docs)).filter((name) => name.endsWith('.md'))) {
    const text = await readFile(new URL(page, docs), 'utf8')
    for (const [, method, path = ''] of text.matchAll(CALL)) {
      // `…/read` continues the path before it.
      if (path.startsWith('…') || !path.replace(/^\$\w+/, '').startsWith('/')) continue
      const call = `${method} ${shapeOf(path)}`
      if (!fits(call)) unknown.push(`${page}: ${call}`)
    }
  }
  expect(unknown).toEqual([])
})
