import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { downloadLessons } from './shared/offline/downloader.ts'
import { installStudentCourse } from './shared/offline/student-course.ts'

const ORIGIN = 'https://shop.test'
const { browser, begin } = installStudentCourse()
const { disk } = browser
const listeners = new Map<string, (event: object) => void>()
const documents = new Map<string, Response>()
let online = true

/** Loads the worker of the Hindi pages, as a browser runs it. */
beforeAll(async () => {
  const ofShop = globalThis.fetch
  vi.stubGlobal('SHELLS', { en: { revision: '1', files: [] }, hi: { revision: '2', files: ['/assets/app-hi.js'] } })
  vi.stubGlobal('location', { origin: ORIGIN, search: '?hi' })
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) => listeners.set(name, listener))
  vi.stubGlobal('skipWaiting', async () => undefined)
  vi.stubGlobal('caches', {
    open: async () => ({
      addAll: async () => undefined,
      put: async (path: string, document: Response) => void documents.set(path, document),
      match: async (path: string) => documents.get(path)?.clone(),
    }),
  })
  vi.stubGlobal('fetch', async (requested: Request | string, init?: RequestInit) => {
    const { pathname } = new URL(typeof requested === 'string' ? requested : requested.url, ORIGIN)
    if (!online) throw new TypeError('Failed to fetch')
    if (/^(\/\w\w)?\/dashboard$/.test(pathname))
      return new Response(`The shell of ${pathname} <script src="/assets/app-hi.js"></script>`)
    return ofShop(requested, init)
  })
  // A browser knows the worker's own address.
  const { redirect } = Response
  vi.spyOn(Response, 'redirect').mockImplementation((path) => redirect(new URL(path, ORIGIN)))
  await import('./service-worker.ts')
  await dispatch('install', {})
})
beforeEach(() => {
  begin()
  online = true
})

/** Dispatches an event to the worker, and waits for its work. */
async function dispatch(name: string, event: object): Promise<void> {
  let work: Promise<unknown> | undefined
  const waitUntil = (input: Promise<unknown>) => {
    work = input
  }
  listeners.get(name)?.({ ...event, waitUntil })
  await work
}

/** Returns the worker's response; undefined if it ignores the request. */
function answer(path: string, mode = 'navigate'): Promise<Response> | undefined {
  let input: Promise<Response> | undefined
  const request = { url: ORIGIN + path, method: 'GET', mode, headers: new Headers() }
  const respondWith = (one: Promise<Response>) => {
    input = one
  }
  listeners.get('fetch')?.({ request, respondWith })
  return input
}

it('opens a student’s screens offline in the language of its pages, and redirects other languages there', async () => {
  online = false
  for (const path of ['/hi/dashboard', '/hi/learn/reels?lesson=1'])
    expect(await (await answer(path))?.text()).toMatch(/^The shell of \/hi\/dashboard/)
  const lead = async (path: string) => (await answer(path))?.headers.get('location')
  expect(await lead('/learn/reels?lesson=1')).toBe(`${ORIGIN}/hi/learn/reels?lesson=1`)
  expect(await lead('/mr/dashboard')).toBe(`${ORIGIN}/hi/dashboard`)
})

it('opens the shell for public pages offline, so that they show a message', async () => {
  online = false
  for (const path of ['/', '/hi/courses', '/course/reels', '/checkout'])
    expect(await (await answer(path))?.text()).toMatch(/^The shell of \/hi\/dashboard/)
})

it('prefers the network, and ignores calls, the console and files', async () => {
  expect(await (await answer('/mr/dashboard'))?.text()).toMatch(/^The shell of \/mr\/dashboard/)
  for (const path of ['/admin', '/admin/orders', '/robots.txt', '/api/user/dashboard', '/media/one/film.mp4'])
    expect(answer(path, path.startsWith('/api') ? 'cors' : 'navigate')).toBeUndefined()
})

it('serves a download, and removes everything when a student leaves, or only the lessons when a session ends', async () => {
  const store = async () => {
    downloadLessons('c', ['one'])
    await navigator.locks.request('keeping', () => undefined)
  }
  const film = async () => (await answer('/media/one/film.mp4?user=s1&key=kept', 'no-cors'))?.status
  await store()
  online = false
  expect(await film()).toBe(200)
  await dispatch('message', { data: 'end' })
  expect(disk.counts()).toMatchObject({ owner: 1, lessons: 0, courses: 0, chunks: 0 })
  await expect(film()).rejects.toThrow('Failed to fetch')
  online = true
  await store()
  await dispatch('message', { data: 'forget' })
  expect(disk.counts()).toEqual({ owner: 0, lessons: 0, courses: 0, chunks: 0, late: 0 })
})
