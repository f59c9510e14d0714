/** For tests: a browser that runs the service worker of the Hindi pages, and loses the network on demand. */

export const ORIGIN = 'https://shop.test'

/** Installs such a browser in this process, around the shop that `fetch` reaches. */
export function installWorkerBrowser() {
  const listeners = new Map<string, (event: object) => void>()
  const documents = new Map<string, Response>()
  const line = { online: true }
  const ofShop = globalThis.fetch
  const fetch = async (requested: Request | string, init?: RequestInit) => {
    const { pathname } = new URL(typeof requested === 'string' ? requested : requested.url, ORIGIN)
    if (!line.online) throw new TypeError('Failed to fetch')
    if (/^(\/\w\w)?\/dashboard$/.test(pathname))
      return new Response(`The shell of ${pathname} <script src="/assets/app-hi.js"></script>`)
    return ofShop(requested, init)
  }
  const cache = {
    addAll: async () => undefined,
    put: async (path: string, document: Response) => void documents.set(path, document),
    match: async (path: string) => documents.get(path)?.clone(),
  }
  Object.assign(globalThis, {
    SHELLS: { en: { revision: '1', files: [] }, hi: { revision: '2', files: ['/assets/app-hi.js'] } },
    POLYFILLS: [],
    location: { origin: ORIGIN, search: '?hi' },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting: async () => undefined,
    caches: { open: async () => cache },
    fetch,
  })
  // A browser knows the worker's own address.
  const { redirect } = Response
  Response.redirect = (path, status) => redirect(new URL(path, ORIGIN), status)

  return {
    line,

    /** Dispatches an event to the worker, and waits for its work. */
    async dispatch(name: string, event: object): Promise<void> {
      let work: Promise<unknown> | undefined
      const waitUntil = (input: Promise<unknown>) => {
        work = input
      }
      listeners.get(name)?.({ ...event, waitUntil })
      await work
    },

    /** Returns the worker's response; undefined if it ignores the request. */
    answer(path: string, mode = 'navigate'): Promise<Response> | undefined {
      let input: Promise<Response> | undefined
      const request = { url: ORIGIN + path, method: 'GET', mode, headers: new Headers() }
      const respondWith = (one: Promise<Response>) => {
        input = one
      }
      listeners.get('fetch')?.({ request, respondWith })
      return input
    },
  }
}
