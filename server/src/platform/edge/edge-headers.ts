import type { RequestHandler, Response } from 'express'
import type { Config } from '../../config.ts'

type EdgeKind = NonNullable<Config['edge']>['kind']

/**
 * How long an edge shows an answer when no purge reaches it: 30 s, and 20 s more while it fetches the next one. Together with the
 * seconds for which an instance may not have heard of a change it stays below a minute.
 */
export const EDGE_SECONDS = 30
const STALE_SECONDS = 20
const HELD = `max-age=${EDGE_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`

/**
 * Browsers ask every time, and get a 304. What may be shown stale is not said to them: Chromium would take it for itself. Another cache
 * on the way keeps it for no longer than the edge.
 */
const ASK_EVERY_TIME = `public, max-age=0, s-maxage=${EDGE_SECONDS}, must-revalidate`

/** The names under which each edge reads how long and by which tags; it takes them off. */
const names: Record<EdgeKind, { lifetime: string; tags: string; between: string }> = {
  fastly: { lifetime: 'Surrogate-Control', tags: 'Surrogate-Key', between: ' ' },
  cloudflare: { lifetime: 'CDN-Cache-Control', tags: 'Cache-Tag', between: ',' },
  varnish: { lifetime: 'Surrogate-Control', tags: 'xkey', between: ' ' },
}

const KEPT_STATUS = new Set([200, 206, 304])

/**
 * The last word on what a CDN may keep: answers marked by `keepAtEdge`, for some seconds and under their tags; files that say
 * `public` themselves; nothing else, which is told to every cache by `private`, since Fastly passes over `no-store`. Passes on
 * when no CDN is set.
 */
export function edgeHeaders(edge: Config['edge']): RequestHandler {
  if (!edge) return (_req, _res, next) => next()
  const { kind } = edge
  return (_req, res, next) => {
    const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => Response
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
    // One visitor's would be shown to the next.
    res.removeHeader('X-Request-Id')
  } else if (!mayStay || !own.startsWith('public')) {
    // The document of a private screen holds nothing of its visitor: the browser may keep it, and asks whether it still holds.
    res.setHeader('Cache-Control', status < 400 && own === 'no-cache' ? 'private, no-cache' : 'private, no-store')
  }
}
