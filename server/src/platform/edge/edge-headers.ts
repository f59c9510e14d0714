import type { RequestHandler, Response } from 'express'
import type { Config } from '../../config.ts'

type EdgeKind = NonNullable<Config['edge']>['kind']

/**
 * An edge shows an unpurged answer for 30 s, and 20 s more while it fetches the next one. An instance hears of changes
 * within seconds, so a stale answer lasts less than a minute.
 */
export const EDGE_SECONDS = 30
const STALE_SECONDS = 20
const HELD = `max-age=${EDGE_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`

/**
 * Browsers revalidate each time and get a 304. `stale-while-revalidate` stays hidden from them: Chromium would apply
 * it. Other caches hold the answer no longer than the edge.
 */
const ASK_EVERY_TIME = `public, max-age=0, s-maxage=${EDGE_SECONDS}, must-revalidate`

/** Header names for lifetime and tags of each edge, which removes them. */
const names: Record<EdgeKind, { lifetime: string; tags: string; between: string }> = {
  fastly: { lifetime: 'Surrogate-Control', tags: 'Surrogate-Key', between: ' ' },
  cloudflare: { lifetime: 'CDN-Cache-Control', tags: 'Cache-Tag', between: ',' },
  varnish: { lifetime: 'Surrogate-Control', tags: 'xkey', between: ' ' },
}

const KEPT_STATUS = new Set([200, 206, 304])

/**
 * Decides what a CDN may cache: answers marked by `cacheAtEdge`, briefly and by tags, and files that are `public`
 * themselves. Everything else becomes `private`, since Fastly ignores `no-store`. Passes on when no CDN is set.
 */
export function edgeHeaders(edge: Config['edge']): RequestHandler {
  if (!edge) return (_req, _res, next) => next()
  const { kind } = edge
  return (_req, res, next) => {
    const writeHead = res.writeHead.bind(res) as (...input: unknown[]) => Response
    res.writeHead = ((status: number, ...rest: unknown[]) => {
      seal(res, status, kind)
      return writeHead(status, ...rest)
    }) as typeof res.writeHead
    next()
  }
}

function seal(res: Response, status: number, kind: EdgeKind): void {
  const own = String(res.getHeader('Cache-Control') ?? '')
  const tags: readonly string[] | undefined = res.locals.edgeTags
  const mayStay = KEPT_STATUS.has(status) && !res.hasHeader('Set-Cookie') && !/private|no-store/.test(own)
  if (tags && mayStay) {
    const { lifetime, tags: name, between } = names[kind]
    res.setHeader(lifetime, HELD)
    res.setHeader(name, tags.join(between))
    // A file whose name changes with its content stays in browsers.
    res.setHeader('Cache-Control', own.includes('immutable') ? `${own}, s-maxage=${EDGE_SECONDS}` : ASK_EVERY_TIME)
    // A cached answer would show one visitor's id to the next.
    res.removeHeader('X-Request-Id')
  } else if (!mayStay || !own.startsWith('public')) {
    // A private screen's document holds no personal data: the browser may cache it, and revalidates.
    res.setHeader('Cache-Control', status < 400 && own === 'no-cache' ? 'private, no-cache' : 'private, no-store')
  }
}
