import { offlineDb } from './offline/offline-db.ts'

/** Inserted by the build: the files of a student's screens in this release, in each language. */
declare const SHELLS: Partial<Record<string, Shell>> & { en: Shell }
type Shell = { revision: string; files: string[] }
/** Inserted by the build: the file of the polyfills, if this browser needs it. */
declare const POLYFILLS: readonly string[]

// The page's types do not include the worker's.
type Later = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = Later & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Worker = {
  addEventListener(name: 'install' | 'activate', listener: (event: Later) => void): void
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(name: 'message', listener: (event: Later & { data: unknown }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  location: Location
}
const worker = globalThis as unknown as Worker

export type Stored = {
  answerMedia: (request: Request, url: URL) => Promise<Response>
  /** Removes what belongs to a session that ended. */
  endSession: () => Promise<unknown>
}
/** Lessons in this browser, where a feature stores them. */
const [stored] = Object.values(import.meta.glob<Stored>('./features/*/answer-stored.ts', { eager: true }))

/** The Hindi pages load `/service-worker.js?hi`. */
const LANGUAGE = worker.location.search.slice(1)
// The build inserts the table at each use of the name: a second use would be a second table.
const shells = SHELLS
const SHELL = shells[LANGUAGE] ?? shells.en
const BASE = SHELL === shells.en ? '' : `/${LANGUAGE}`

const CACHE = `shell-${SHELL.revision}`
/** The one document of all private screens; its address decides the screen. */
const DOCUMENT = `${BASE}/dashboard`
const OFFLINE_PATH = /^(\/\w\w)?(\/(?:dashboard|learn)(?:\/.*)?)$/
/** Addresses that are no page of the store. */
const NO_PAGE = /^\/(?:api|media|admin|sandbox|pay|assets)(?:\/|$)|\.\w+$/

const files = new Set([...SHELL.files, ...POLYFILLS])

/**
 * Returns true if the document belongs to this release: it names its files, and another one would open none of these.
 */
const isOfThisRelease = async (document: Response) =>
  Array.from((await document.text()).matchAll(/\/assets\/[\w.-]+\.js/g), ([file]) => file).every((file) =>
    files.has(file),
  )

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  const document = await fetch(DOCUMENT, { cache: 'no-cache' })
  if (!document.ok || !(await isOfThisRelease(document.clone()))) throw new Error('The shell is of another release')
  await cache.addAll([...files])
  await cache.put(DOCUMENT, document)
  // Documents come from the network first, and file names are content hashes, so nothing stale can be served.
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  await worker.clients.claim()
}

async function documentOf(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const { pathname, search } = new URL(request.url)
    const [, base = '', path = ''] = OFFLINE_PATH.exec(pathname) ?? []
    // Only one language is stored: other addresses redirect to it.
    if (path && base !== BASE) return Response.redirect(BASE + path + search)
    const shell = await (await caches.open(CACHE)).match(DOCUMENT)
    if (shell) return shell
    throw error
  }
}

async function fileOf(request: Request, path: string): Promise<Response> {
  return (await (await caches.open(CACHE)).match(path)) ?? fetch(request)
}

/** Returns undefined for requests that bypass the worker: calls, the console, other sites. */
function answer(request: Request): Promise<Response> | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return undefined
  if (files.has(url.pathname)) return fileOf(request, url.pathname)
  if (stored && url.pathname.startsWith('/media/') && url.searchParams.has('user'))
    return stored.answerMedia(request, url)
  // The shell shows on any other page that the network is missing.
  if (request.mode === 'navigate' && !NO_PAGE.test(url.pathname)) return documentOf(request)
  return undefined
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const input = answer(event.request)
  if (input) event.respondWith(input)
})
// A student who leaves this browser leaves nothing behind, from any page.
worker.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(offlineDb.wipe())
  if (stored && event.data === 'end') event.waitUntil(stored.endSession())
})
