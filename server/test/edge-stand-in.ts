import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PurgeRequest = { method: string; path: string; headers: Record<string, unknown>; body: string }

/** Starts a stand-in for the edge's purge API: records requests, and responds with `answer`. */
export async function openEdgeStandIn() {
  const requested: PurgeRequest[] = []
  const events = new EventEmitter()
  const answers = { status: 200, body: '{"success":true,"errors":[],"messages":[],"result":{"id":"x"}}' }
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      requested.push({ method: String(req.method), path: String(req.url), headers: req.headers, body })
      res.writeHead(answers.status, { 'Content-Type': 'application/json' })
      res.end(answers.body)
      events.emit('asked')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: requested,
    /** Resolves on the next request. */
    next: () => once(events, 'asked'),
    answers,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
