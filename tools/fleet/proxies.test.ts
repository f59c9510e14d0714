import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../server/test/program.ts'
import { isPlainRun } from '../../server/test/scope.ts'
import { query } from '../drill/client.ts'
import { type Daemon, missingPrograms } from './daemon.ts'
import { type ProxyName, startProxy } from './proxies.ts'

/** Runs the sample files with real proxies, in front of servers that stand in for shops. */

const programs: [ProxyName, program: string][] = [
  ['haproxy', 'haproxy'],
  ['caddy', 'caddy'],
  ['varnish', 'varnishd'],
]
const missing = missingPrograms(programs.map(([, program]) => program))
if (missing.length > 0) console.log(`install ${missing.join(', ')} to try every proxy for real`)

for (const [name, program] of programs)
  describe.skipIf(missing.includes(program))(`behind ${name}`, () => {
    let folder: string
    let proxy: Daemon
    let url: string
    let ready = 200
    let got: string[] = []
    let cuts = 0
    let checks = [0, 0, 0]
    const shops: Server[] = []

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'skillhaat-proxy-'))
      for (let at = 0; at < 3; at++) {
        const shop = createServer((req, res) => {
          if (req.url === '/api/ready') {
            checks[at] = (checks[at] ?? 0) + 1
            return void res.writeHead(ready).end('{}')
          }
          got.push(`${req.method} ${req.url}`)
          if (cuts-- > 0) return void req.socket.destroy()
          res.writeHead(200, { 'cache-control': 'no-store' }).end(`shop ${at}`)
        })
        shops.push(await new Promise<Server>((resolve) => shop.listen(0, '127.0.0.1', () => resolve(shop))))
      }
      const port = await findFreePort()
      url = `http://localhost:${port}`
      proxy = await startProxy(name, {
        folder,
        port,
        shopPorts: shops.map((shop) => (shop.address() as AddressInfo).port),
      })
      await proxy.start()
    })
    afterAll(async () => {
      await proxy?.kill()
      for (const shop of shops) {
        shop.closeAllConnections()
        shop.close()
      }
      await rm(folder, { recursive: true, force: true })
    })
    afterEach(() => {
      ready = 200
      got = []
      cuts = 0
    })

    test('the proxy retries a failed read on another instance', async () => {
      cuts = 1
      const answer = await fetch(`${url}/page`)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^shop \d$/)])
      expect(got).toEqual(['GET /page', 'GET /page'])
    })

    test('a write is never sent twice, and its error says when to try again', async () => {
      cuts = 1
      // On a connection of its own: on a reused one HAProxy closes without an answer.
      const { status, retryAfter } = await query(`${url}/buy`, { body: {} })
      expect(got).toEqual(['POST /buy'])
      expect([status >= 502, retryAfter]).toEqual([true, '5'])
    })

    test.skipIf(isPlainRun)('with no instance ready, visitors still reach the shop’s own pages', async () => {
      ready = 503
      // Each proxy needs two failures of a shop: with the fourth look it has counted three.
      checks = [0, 0, 0]
      await expect.poll(() => Math.min(...checks)).toBeGreaterThanOrEqual(4)
      for (const init of [{}, { method: 'POST', body: '{}' }]) {
        const answer = await fetch(`${url}/page`, init)
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^shop \d$/)])
      }
      expect(got).toEqual(['GET /page', 'POST /page'])
    })
  })
