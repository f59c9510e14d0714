import { parseServerAddress } from './server-address.ts'

/** Request headers that the browser sets or that belong to one connection; the shell drops them. */
const KEPT_BACK = /^(host|origin|referer|cookie|connection|content-length|accept-encoding|x-forwarded-.*|sec-.*)$/i
/** Response headers with a use in the page; permissions, cookies, reports and refreshes of a shop are dropped. */
const PASSED_ON =
  /^(content-type|content-disposition|content-range|accept-ranges|etag|last-modified|cache-control|vary|location|retry-after|allow|x-total-count|x-request-id|tus-.*|upload-.*)$/i
/** A shop's response is data, never a page: opened directly, it loads nothing, runs nothing and has no origin. */
const POLICY = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** A bucket gets only the requested range. Everything else stays between the page and its shop. */
const ASKED_OF_A_BUCKET = ['range', 'if-range']

/**
 * Forwards a request of the page to the chosen server under the same path, so that both hosts have one base address and
 * need no CORS. Forwards only `/api/` and `/media/`, and only to that server: a redirect elsewhere is a 502, except
 * from a signed address to the shop's bucket. The response gets our policy, and navigation to it is refused, because it
 * would replace the page and have its rights.
 */
export async function forward(request: Request, server: string, fetch: typeof globalThis.fetch): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const isFile = pathname.startsWith('/media/')
  if (isNavigation(request)) return problem(403, 'forbidden')
  const headers = new Headers([...request.headers].filter(([name]) => !KEPT_BACK.test(name)))
  const hasBody = request.body !== null && request.method !== 'GET' && request.method !== 'HEAD'
  const init = {
    method: request.method,
    headers,
    credentials: 'omit',
    redirect: isFile ? 'manual' : 'error',
    signal: request.signal,
    ...(hasBody ? { body: request.body, duplex: 'half' } : {}),
  } as RequestInit
  try {
    const first = await fetch(`${server}${pathname}${search}`, init)
    const isLed = isFile && first.status >= 300 && first.status < 400 && first.headers.has('location')
    const next = isLed ? wayOn(first, request, server) : undefined
    if (isLed && !next) return problem(502, 'gateway_error')
    const answer = next ? await fetch(next.address, { ...init, ...next.init, redirect: 'error' }) : first
    const passed = new Headers([...answer.headers].filter(([name]) => PASSED_ON.test(name)))
    // The address of an upload is rewritten so that the page can request it.
    const location = passed.get('location')
    if (location && URL.canParse(location)) {
      const url = new URL(location)
      if (url.origin !== server) passed.delete('location')
      else passed.set('location', `${url.pathname}${url.search}`)
    }
    for (const [name, value] of Object.entries(POLICY)) passed.set(name, value)
    const empty = [101, 204, 205, 304].includes(answer.status)
    return new Response(empty ? null : answer.body, { status: answer.status, headers: passed })
  } catch {
    return problem(503, 'unavailable')
  }
}

/** Resolves one redirect of a file: a missing image width leads to its original, and a paid file may be in a bucket. */
function wayOn({ headers }: Response, request: Request, server: string) {
  const { pathname, searchParams } = new URL(request.url)
  const to = URL.parse(headers.get('location') ?? '', `${server}${pathname}`)
  if (!to || request.method !== 'GET') return undefined
  if (to.origin === server) return { address: to.href, init: {} }
  // A download follows the rule of a shop's address: plain http only on this computer, and only for a shop that is on it too.
  const isSafe =
    !('refused' in parseServerAddress(to.origin)) && (to.protocol === 'https:' || server.startsWith('http:'))
  if (!searchParams.has('key') || !isSafe) return undefined
  const requested = [...request.headers].filter(([name]) => ASKED_OF_A_BUCKET.includes(name))
  return { address: to.href, init: { headers: new Headers(requested) } }
}

function isNavigation({ mode, headers }: Request): boolean {
  const into = headers.get('sec-fetch-dest') ?? ''
  return (
    mode === 'navigate' ||
    headers.get('sec-fetch-mode') === 'navigate' ||
    /^(document|i?frame|embed|object)$/.test(into)
  )
}

const sentences = {
  unavailable: 'The shop cannot be reached. Please check your connection and try again.',
  gateway_error: 'The shop led to another address, which is refused.',
  not_found: 'There is no such address',
  forbidden: 'This is not allowed',
}

/** Builds an error of the shell in the API's format. */
export function problem(status: number, code: keyof typeof sentences): Response {
  return Response.json({ detail: sentences[code], code }, { status, headers: { 'cache-control': 'no-store' } })
}
