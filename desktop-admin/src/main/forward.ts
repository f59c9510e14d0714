/** What the page may not say to the server in the browser's name, and what belongs to one connection alone. */
const KEPT_BACK = /^(host|origin|referer|cookie|connection|content-length|accept-encoding|x-forwarded-.*|sec-.*)$/i
/** Of an answer: our own rules hold for the page, cookies are not used, and the bytes come unpacked. */
const NOT_PASSED_ON =
  /^(set-cookie|strict-transport-security|content-encoding|content-length|transfer-encoding|connection|access-control-.*)$/i

/**
 * Passes a request of the page on to the chosen server: same path, so that there is one base address in both hosts and no
 * CORS. Only below `/api/` and `/media/`, only to that server: a redirect that leads elsewhere is a 502.
 */
export async function forward(request: Request, server: string, fetch: typeof globalThis.fetch): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers([...request.headers].filter(([name]) => !KEPT_BACK.test(name)))
  const hasBody = request.body !== null && request.method !== 'GET' && request.method !== 'HEAD'
  const init = {
    method: request.method,
    headers,
    credentials: 'omit',
    // A picture's width that is not made yet leads to its original.
    redirect: pathname.startsWith('/media/') ? 'follow' : 'error',
    signal: request.signal,
    ...(hasBody ? { body: request.body, duplex: 'half' } : {}),
  } as RequestInit
  try {
    const answer = await fetch(`${server}${pathname}${search}`, init)
    if (answer.redirected && new URL(answer.url).origin !== server) return problem(502, 'gateway_error')
    const passed = new Headers([...answer.headers].filter(([name]) => !NOT_PASSED_ON.test(name)))
    // An address of an upload comes back as one the page can ask again.
    const location = passed.get('location')
    if (location && URL.canParse(location)) {
      const url = new URL(location)
      if (url.origin !== server) passed.delete('location')
      else passed.set('location', `${url.pathname}${url.search}`)
    }
    const empty = [101, 204, 205, 304].includes(answer.status)
    return new Response(empty ? null : answer.body, { status: answer.status, headers: passed })
  } catch {
    return problem(503, 'unavailable')
  }
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
