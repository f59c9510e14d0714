import { answerKept } from './offline/answer-kept.ts'
import { kept } from './offline/kept-db.ts'

/** Written by the build: the files of a student's screens in this release, in each language. */
declare const SHELLS: Partial<Record<string, Shell>> & { en: Shell }
type Shell = { revision: string; files: string[] }

// The types of the page have no worker.
type Later = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asked = Later & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Worker = {
  addEventListener(name: 'install' | 'activate', listener: (event: Later) => void): void
  addEventListener(name: 'fetch', listener: (event: Asked) => void): void
  addEventListener(name: 'message', listener: (event: Later & { data: unknown }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  location: Location
}
const worker = globalThis as unknown as Worker

/** The page asks for `/service-worker.js?hi` where it is in Hindi. */
const LANGUAGE = worker.location.search.slice(1)
// The build writes the table wherever it is named: two names would be two tables.
const shells = SHELLS
const SHELL = shells[LANGUAGE] ?? shells.en
const BASE = SHELL === shells.en ? '' : `/${LANGUAGE}`

const CACHE = `shell-${SHELL.revision}`
/** The one document of all private screens; which one it shows, its address says. */
const DOCUMENT = `${BASE}/dashboard`
const OFFLINE_PATH = /^(\/\w\w)?(\/(?:dashboard|learn)(?:\/.*)?)$/
/** Addresses without a page of the store. */
const NO_PAGE = /^\/(?:api|media|admin|sandbox|pay|assets)(?:\/|$)|\.\w+$/

const files = new Set(SHELL.files)

/** The document names its files: one of another release would open none of these. */
const isOfThisRelease = async (document: Response) =>
  Array.from((await document.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g), ([, file = '']) => file).every(
    (file) => files.has(file),
  )

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  const document = await fetch(DOCUMENT, { cache: 'no-cache' })
  if (!document.ok || !(await isOfThisRelease(document.clone()))) throw new Error('The shell is of another release')
  await cache.addAll(SHELL.files)
  await cache.put(DOCUMENT, document)
  // Pages get documents from the network first, and files go by names of their content: nothing old can be in the way.
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
    // Only one language is kept: an address of another leads to it.
    if (path && base !== BASE) return Response.redirect(BASE + path + search)
    const shell = await (await caches.open(CACHE)).match(DOCUMENT)
    if (shell) return shell
    throw error
  }
}

async function fileOf(request: Request, path: string): Promise<Response> {
  return (await (await caches.open(CACHE)).match(path)) ?? fetch(request)
}

async function mediaOf(request: Request, url: URL): Promise<Response> {
  // The list of qualities is the shop's as long as it can be asked: what is kept has one.
  if (url.pathname.endsWith('.m3u8') && url.searchParams.get('key') !== 'kept') {
    try {
      return await fetch(request)
    } catch {}
  }
  return (await answerKept(request).catch(() => undefined)) ?? fetch(request)
}

/** Whatever is not answered here goes its way as if there were no worker: calls, the console, everything of other sites. */
function answer(request: Request): Promise<Response> | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return undefined
  if (files.has(url.pathname)) return fileOf(request, url.pathname)
  if (url.pathname.startsWith('/media/') && url.searchParams.has('user')) return mediaOf(request, url)
  // The shell says of any other page that there is no network.
  if (request.mode === 'navigate' && !NO_PAGE.test(url.pathname)) return documentOf(request)
  return undefined
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const given = answer(event.request)
  if (given) event.respondWith(given)
})
// Whoever left this browser leaves nothing behind, whichever page they left it from.
worker.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(kept.wipe())
  if (event.data === 'end') event.waitUntil(kept.wipeLessons())
})
