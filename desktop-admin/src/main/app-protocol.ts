import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { APP_HOST, APP_SCHEME, PICKED_PATH } from '../bridge.ts'
import type { BundleFiles } from './bundle-files.ts'
import { forward, problem } from './forward.ts'
import type { PickedFiles } from './picked-files.ts'

/** Registers the scheme before the app is ready: a secure origin that can fetch and stream. */
export const schemePrivileges = [
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
]

/** Hosts whose frames play lessons and reels; everything else comes from the app. */
const FRAMES =
  'https://www.youtube-nocookie.com https://player.vimeo.com https://drive.google.com https://docs.google.com'
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data: blob:",
  "media-src 'self' https: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  `frame-src ${FRAMES}`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * A worker has the policy of its own response. The one that encodes video makes no requests; its audio encoder starts
 * another worker from a blob.
 */
const MAKING_VIDEO = /^\/assets\/make-rung-worker-[\w-]+\.js$/
const MAKING_VIDEO_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:"

type Parts = {
  bundle: BundleFiles
  picked: PickedFiles
  /** The shop's origin; undefined before the first one is chosen. */
  server: () => string | undefined
  /** Electron's fetch, which uses the system's proxy and rejects invalid certificates. */
  fetch: typeof globalThis.fetch
}

/**
 * Answers every request of the page. One origin serves the built page, the bytes of picked files, and the shop's `/api`
 * and `/media`; all else is a 404.
 */
export function createAppProtocol({ bundle, picked, server, fetch }: Parts) {
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    if (url.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST) return problem(404, 'not_found')
    const { pathname } = url
    if (isOf(pathname, '/api/') || isOf(pathname, '/media/')) {
      const chosen = server()
      return chosen ? forward(request, chosen, fetch) : problem(503, 'unavailable')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return problem(404, 'not_found')
    if (pathname.startsWith(PICKED_PATH)) return pickedBytes(request, pathname.slice(PICKED_PATH.length), picked)
    return page(pathname, bundle)
  }
}

// Encoded slashes and dot segments never reach the server, which might decode them differently.
function isOf(pathname: string, root: string): boolean {
  return pathname.startsWith(root) && !/%2f|%5c|%2e|\\/i.test(pathname)
}

const isScreen = (pathname: string) => pathname === '/' || /^\/admin(\/login)?$/.test(pathname)

/** One page answers all addresses of the admin, like `/admin` in a browser. */
async function page(pathname: string, bundle: BundleFiles): Promise<Response> {
  const file = await bundle.read(isScreen(pathname) ? '/index.html' : pathname)
  if (!file) return problem(404, 'not_found')
  const headers = {
    'content-type': file.type,
    'content-security-policy': MAKING_VIDEO.test(pathname) ? MAKING_VIDEO_POLICY : CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  }
  return new Response(new Uint8Array(file.bytes), { headers })
}

async function pickedBytes(request: Request, id: string, picked: PickedFiles): Promise<Response> {
  const requested = request.headers.get('range')
  const range = /^bytes=(\d+)-(\d*)$/.exec(requested ?? '')
  if (requested && !range) return problem(404, 'not_found')
  const start = Number(range?.[1] ?? 0)
  const end = range?.[2] ? Number(range[2]) + 1 : undefined
  const part = await picked.open(id, start, end)
  if (!part) return problem(404, 'not_found')
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': String(Math.max(0, part.end - part.start)),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(range ? { 'content-range': `bytes ${part.start}-${Math.max(part.start, part.end - 1)}/${part.size}` } : {}),
  }
  const body = request.method === 'HEAD' ? null : (Readable.toWeb(part.stream()) as NodeStream<Uint8Array>)
  return new Response(body as unknown as BodyInit | null, { status: range ? 206 : 200, headers })
}
