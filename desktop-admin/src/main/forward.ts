import { parseServerAddress } from './server-address.ts'

/** What the page may not say to the server in the browser's name, and what belongs to one connection alone. */
const KEPT_BACK = /^(host|origin|referer|cookie|connection|content-length|accept-encoding|x-forwarded-.*|sec-.*)$/i
/** Of an answer, what the page has a use for: what a shop says of rights, cookies, reports or another page to go to is not heard. */
const PASSED_ON =
  /^(content-type|content-disposition|content-range|accept-ranges|etag|last-modified|cache-control|vary|location|retry-after|allow|x-total-count|x-request-id|tus-.*|upload-.*)$/i
/** What the shop sends is data of the page, never a page: shown by itself it may load nothing, run nothing and is of no origin. */
const POLICY = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** What a bucket is told: which part of the file is wanted. Everything else is between the page and its shop. */
const ASKED_OF_A_BUCKET = ['range', 'if-range']

/**
 * Passes a request of the page on to the chosen server: same path, so that there is one base address in both hosts and no
 * CORS. Only below `/api/` and `/media/`, only to that server: a redirect that leads elsewhere is a 502, but for that of a signed address to
 * the bucket in which the shop keeps the file. The answer bears a policy of ours, and going to its address is refused, for it would stand in
 * the page's place and with the page's rights.
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
    // An address of an upload comes back as one the page can ask again.
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

/** Where a file is instead, one step on: a picture's width that is not made yet is its original, and what is paid for may lie in a bucket. */
function wayOn({ headers }: Response, request: Request, server: string) {
  const { pathname, searchParams } = new URL(request.url)
  const to = URL.parse(headers.get('location') ?? '', `${server}${pathname}`)
  if (!to || request.method !== 'GET') return undefined
  if (to.origin === server) return { address: to.href, init: {} }
  // The same as of a shop: nothing in the clear, but on this computer, and there only for a shop that is on it, too.
  const isSafe =
    !('refused' in parseServerAddress(to.origin)) && (to.protocol === 'https:' || server.startsWith('http:'))
  if (!searchParams.has('key') || !isSafe) return undefined
  const asked = [...request.headers].filter(([name]) => ASKED_OF_A_BUCKET.includes(name))
  return { address: to.href, init: { headers: new Headers(asked) } }
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

/** An error of the shell, in the form of the API's own. */
export function problem(status: number, code: keyof typeof sentences): Response {
  return Response.json({ detail: sentences[code], code }, { status, headers: { 'cache-control': 'no-store' } })
}
