import type { Request, RequestHandler } from 'express'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { appError } from '../../errors.ts'
import { isLoopback } from '../../platform/net/local-host.ts'
import { isSameSecret } from '../../platform/net/same-secret.ts'

export type Metrics = { registry: Registry; observe: RequestHandler; serve: RequestHandler }

/**
 * Creates the Prometheus registry: the figures of the process, and time and count of answers by call and status class.
 * Any of `tokens` may read it; without one only this machine.
 */
export function createMetrics(tokens: readonly string[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the end of its answer, by call of the contract',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return {
    registry,
    observe: (_req, res, next) => {
      const begun = performance.now()
      res.once('close', () => {
        const route = typeof res.locals.route === 'string' ? res.locals.route : 'other'
        answers.observe({ route, status: `${Math.floor(res.statusCode / 100)}xx` }, (performance.now() - begun) / 1000)
      })
      next()
    },
    serve: async (req, res) => {
      // A configured token is required of everybody, for behind a proxy on this machine every caller looks local.
      const open = tokens.length === 0 && isFromHere(req)
      if (!open && !carries(req.headers.authorization, tokens)) {
        throw appError('authentication_required', 'Authentication required')
      }
      res.setHeader('Content-Type', registry.contentType)
      res.send(await registry.metrics())
    },
  }
}

/** Returns true for a request from this machine to itself. A proxied request names its proxy, or the shop's host. */
function isFromHere({ socket, headers }: Request): boolean {
  if (Object.keys(headers).some((name) => /^(x-forwarded-.*|forwarded|via|x-real-ip)$/.test(name))) return false
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return isLoopback(socket.remoteAddress ?? '') && (host === 'localhost' || isLoopback(host))
}

function carries(header: string | undefined, tokens: readonly string[]): boolean {
  const input = header?.replace(/^bearer\s+/i, '') ?? ''
  return tokens.some((token) => isSameSecret(input, token))
}
