import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
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
  ['nginx', 'nginx'],
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

    const shopPorts = () => shops.map((shop) => (shop.address() as AddressInfo).port)
    const proxyBefore = async (ports: number[]) => {
      const port = await findFreePort()
      const started = await startProxy(name, { folder: await mkdtemp(join(folder, 'of-')), port, shopPorts: ports })
      await started.start()
      return { proxy: started, port, url: `http://localhost:${port}` }
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'skillhaat-proxy-'))
      for (let at = 0; at < 3; at++) {
        const shop = createServer((req, res) => {
          if (req.url === '/api/ready') {
            checks[at] = (checks[at] ?? 0) + 1
            return void res.writeHead(ready).end('{}')
          }
          if (req.url?.startsWith('/never')) return
          if (req.url?.startsWith('/endless'))
            return void res.writeHead(200, { 'cache-control': 'no-store' }).write('a')
          // Requests of the two lines above may arrive late, when their test is over.
          got.push(`${req.method} ${req.url}`)
          if (cuts-- > 0) return void req.socket.destroy()
          res.writeHead(200, { 'cache-control': 'no-store' }).end(`shop ${at}`)
        })
        shops.push(await new Promise<Server>((resolve) => shop.listen(0, '127.0.0.1', () => resolve(shop))))
      }
      ;({ proxy, url } = await proxyBefore(shopPorts()))
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

    test('visitors who leave within their request or answer shut the shop for nobody, beside an instance that is gone', async () => {
      const other = await proxyBefore([shopPorts()[0] ?? 0, await findFreePort()])
      await expect.poll(async () => (await fetch(`${other.url}/page`, { method: 'POST' })).status).toBe(200)
      let [stopped, left] = [false, 0]
      const half = 'POST /never HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nhalf'
      const leave = async () => {
        while (!stopped) {
          const socket = connect(other.port, '127.0.0.1').on('error', () => {})
          socket.write(half)
          const leaving = new AbortController()
          const answer = await fetch(`${other.url}/endless/${left}`, { signal: leaving.signal }).catch(() => undefined)
          const body = answer?.text().catch(() => {})
          socket.destroy()
          leaving.abort()
          await body
          left += 1
        }
      }
      const leavers = Promise.all([leave(), leave()])
      await expect.poll(() => left).toBeGreaterThan(4)
      const answers = new Set<string>()
      for (let visit = 0; visit < 50; visit++) {
        const answer = await fetch(`${other.url}/page`, visit % 2 ? { method: 'POST', body: '{}' } : {})
        answers.add(`${answer.status} ${(await answer.text()).slice(0, 4)}`)
      }
      stopped = true
      await leavers
      await other.proxy.kill()
      expect([...answers]).toEqual(['200 shop'])
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
      expect([status >= 502, retryAfter]).toEqual([true, name === 'nginx' ? undefined : '5'])
    })

    test.skipIf(isPlainRun || name === 'nginx')(
      'with no instance ready, visitors still reach the shop’s own pages',
      async () => {
        ready = 503
        // Each proxy needs two failures of a shop: with the fourth look it has counted three.
        checks = [0, 0, 0]
        await expect.poll(() => Math.min(...checks)).toBeGreaterThanOrEqual(4)
        for (const init of [{}, { method: 'POST', body: '{}' }]) {
          const answer = await fetch(`${url}/page`, init)
          expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^shop \d$/)])
        }
        expect(got).toEqual(['GET /page', 'POST /page'])
      },
    )
  })
