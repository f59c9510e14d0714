import { addressIn, type Language, languagePath, readLanguage, type Translation } from 'contract/languages'
import type { DrawnScreen, DrawnStudent, PageAnswer, PageRenderer } from 'contract/page-renderer'
import { shopForPage } from 'contract/shop/defaults'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Logger } from 'pino'
import { hash } from '../../platform/db/idempotency.ts'
import { isDatabaseUnavailable } from '../../platform/db/knex.ts'
import { CATALOGUE_TAG, cacheAtEdge, courseTag } from '../../platform/net/cache-at-edge.ts'
import { type ReadyAnswer, readyAnswer, sendReady } from '../../platform/net/ready-answer.ts'
import { createTurns } from '../../platform/queue/turns.ts'
import { assetFiles } from './asset-files.ts'
import { inOwnWords } from './built-in-texts.ts'
import type { KnownByServer } from './document.ts'
import { createPageCache, type MadePage, type PageCache } from './page-cache.ts'
import { addressOf, betterAddress, HTML, type PageLanguage, pageLanguages } from './page-languages.ts'
import {
  callsOfScreen,
  frameAt,
  isPrivatePath,
  type Page,
  type PageCatalogue,
  pageAt,
  publicPaths,
} from './page-table.ts'
import { robots, sitemap } from './sitemap.ts'
import { tidiedPage } from './tidy-address.ts'

/** Popular pages: home, the first pages of the catalogue, sales pages. */
const KEPT = { maxEntries: 1_000, maxBytes: 48 * 1024 ** 2 }
const MAX_KNOWN = 2_000
/** Searches and the like: without an end, so they have a place of their own and a small one. */
const PASSING = { maxEntries: 100, maxBytes: 6 * 1024 ** 2 }
/** Not-found pages. */
const ABSENT = { maxEntries: 40, maxBytes: 2 * 1024 ** 2, status: 404 }
/** After a page that could not be made, those that lie ready are shown at once for so long. */
const AWAY_MS = 2_000

export type PagesOptions = KnownByServer & {
  /** Built by the store: makes the markup of a public page. */
  renderer: PageRenderer
  /** The same in the languages that the store was built in beside English. */
  translated?: Partial<Record<Translation, PageRenderer>>
  /** Folder of the built browser files, with `index.html` and `.vite/manifest.json`; read once, here. */
  clientDir: string
  catalogue: PageCatalogue
  /** Other GET routes, before addresses are read as pages. */
  beside?: RequestHandler
  /** Makes a call for whoever sent this request, as the API does; throws as that does. */
  answerFor: (req: Request, call: string, input?: object) => Promise<unknown>
  /** Public address of the store, with or without a slash at its end. */
  storeUrl: string
  /** Runs for every page sent with success, private screens of the store included, and for moves within the store. */
  onView?: (req: Request) => void
  log: Pick<Logger, 'error' | 'warn'>
}

/** The handler of every page, and the scripts inside pages, as a content security policy names them. */
export type Pages = { handler: RequestHandler; inlineScripts: readonly string[] }

/** Place of a page in the making, and whoever asks for it. */
type Making = { cache: PageCache; version: string; caller: string | undefined; live: PageAnswer[] | undefined }

const VIEW_PATH = '/view'
const NOT_FOUND: Page = { url: '/page-not-found', load: async () => ({}) }
/** The cache key of private screens' shells, beside the pages; it is no address. */
const SHELL = '(shell)'
const RETRY_AFTER_SECONDS = 5

/**
 * Serves every page of the store and its built files: public pages rendered with their data and status, private screens
 * as a frame or a shell that the browser fills, `sitemap.xml`, `robots.txt`. Rendered pages are cached as bytes until
 * the catalogue, or an answer of the page's calls, changes. It answers every GET and HEAD that reaches it: mount it last.
 */
export function createPages(options: PagesOptions): Pages {
  const { clientDir, catalogue, log, onView, answerFor } = options
  const storeUrl = options.storeUrl.replace(/\/+$/, '')
  const speaking = pageLanguages(options, storeUrl)
  const all = [...speaking.keys()]
  const onPublicView = options.edge ? undefined : onView
  const lasting = createPageCache(KEPT)
  const passing = createPageCache(PASSING)
  const absent = createPageCache(ABSENT)
  // Rendering keeps the only thread busy: half of the time is left to everything else.
  const inTurn = createTurns({
    atOnce: 1,
    waiting: 200,
    patienceMs: 5_000,
    rests: true,
    says: 'Too many pages at the moment. Please try again.',
  })
  // A student whose screen finds no turn at once gets its answers alone, and their browser draws.
  const drawInTurn = createTurns({
    atOnce: 1,
    waiting: 8,
    patienceMs: 300,
    rests: true,
    says: 'Too many pages at the moment. Please try again.',
  })
  let awayUntil = 0

  const shopNow = async (url: string, language: Language) => {
    const [changes, tax, own = []] = await Promise.all([catalogue.shop(), catalogue.tax(), catalogue.own?.list()])
    const replaced = own.map(({ path }) => path).filter((path) => publicPaths.includes(path as never))
    const shop = shopForPage(inOwnWords(changes, language), url, tax)
    return replaced.length > 0 ? { ...shop, replaced } : shop
  }

  /** Returns the present answers of a page's calls; undefined for a page without. An empty list if one fails: the browser then makes them. */
  async function answersNow(page: Page, req: Request): Promise<PageAnswer[] | undefined> {
    const calls = await page.calls?.(catalogue)
    if (!calls?.length) return undefined
    const answers = calls.map(async (one) => ({ ...one, output: await answerFor(req, one.call, one.input) }))
    return Promise.all(answers).catch(() => [])
  }

  async function make(
    page: Page,
    { language, renderer, documents }: PageLanguage,
    { caller, live }: Partial<Pick<Making, 'caller' | 'live'>> = {},
  ): Promise<MadePage> {
    const [loaded, shop] = await Promise.all([page.load(catalogue, language), shopNow(page.url, language)])
    const data = live ? { ...loaded, answers: live } : loaded
    const turn = { lane: 'open', rank: page.passing ? 1 : 0, ...(caller !== undefined && { caller }) } as const
    const rendered = await inTurn(turn, () =>
      renderer.render({ url: page.url, data: { ...data, ...(shop && { shop }) }, mediaHost: options.mediaHost }),
    )
    const document = page.frame ? documents.frame(rendered, shop) : documents.page(rendered, shop)
    return { status: rendered.status, content: readyAnswer(HTML, document) }
  }

  /** Any number of courses are none: their pages wait for those of real ones, and push out nothing but each other. */
  async function madeNow(page: Page, by: PageLanguage, { cache, ...making }: Making): Promise<MadePage> {
    const key = keyOf(page, by)
    const version = making.live ? `${making.version} ${hash(making.live)}` : making.version
    const there = cache.peek(version, key)
    if (there) return there
    if (!page.exists || (await page.exists(catalogue))) return cache.get(version, key, () => make(page, by, making))
    return absent.get(version, key, () => make({ ...page, passing: true }, by, making))
  }

  /** A private screen needs no database: without it the shop speaks in its defaults, and the browser renders all of it. */
  async function privateNow(url: string, by: PageLanguage): Promise<ReadyAnswer> {
    const { language, renderer, documents } = by
    const forOnePerson = !url.startsWith('/admin')
    try {
      const pathname = url.replace(/\?.*/s, '')
      const frame = frameAt(pathname)
      const isDrawn = callsOfScreen(pathname) !== undefined
      if (frame) return (await lasting.get(await catalogue.version(), keyOf(frame, by), () => make(frame, by))).content
      const modules = await renderer.screens(url)
      const makeShell = async () => {
        const shop = await shopNow(SHELL, language)
        const document = isDrawn ? documents.drawn(modules, shop) : documents.shell(modules, shop, forOnePerson)
        return { status: 200, content: readyAnswer(HTML, document) }
      }
      const key = [SHELL, language, forOnePerson, ...modules].join(' ')
      return (await lasting.get(await catalogue.version(), key, makeShell)).content
    } catch {
      return forOnePerson ? by.ownShell : by.shell
    }
  }

  /** Returns the first view of a student's screen; undefined at an address whose screen is not drawn. Throws as its calls do. */
  async function drawnFor(req: Request, url: string, withMarkup: boolean): Promise<DrawnScreen | undefined> {
    const { language, pathname, searchParams } = addressOf(url)
    const by = speaking.get(language)
    const makeCalls = callsOfScreen(pathname)
    if (!by || !makeCalls) return undefined
    const answers: PageAnswer[] = []
    await makeCalls(async (call, input) => {
      const output = await answerFor(req, call, input)
      answers.push({ call, ...(input && { input }), output })
      return output
    })
    if (!withMarkup) return { answers }
    const student = answers.find(({ call }) => call === 'account.dashboard')?.output as DrawnStudent
    const shop = await shopNow(SHELL, language)
    const data = { answers, ...(shop && { shop }) }
    const page = { url: `${pathname}?${searchParams}`, data, student, mediaHost: options.mediaHost }
    const turn = { lane: 'proven', rank: 0, caller: student.user_id } as const
    const drawn = await drawInTurn(turn, () => by.renderer.render(page)).catch(() => undefined)
    // React marks so what could not be drawn.
    if (!drawn || drawn.body.includes('<!--$!-->')) return { answers }
    return { answers, title: drawn.head.title, styles: drawn.styles, body: drawn.body }
  }

  /** Requested addresses, each with its page: most requests are for a few of them. */
  const known = new Map<string, string>()

  const router = Router()
  // First of all routes: the most frequent and the cheapest.
  router.use(async (req, res, next) => {
    const url = req.method === 'GET' ? known.get(req.originalUrl) : undefined
    const made = url === undefined ? undefined : lasting.peek(await catalogue.version(), url)
    if (!made || url === undefined) return next()
    res.setHeader('Cache-Control', 'no-cache')
    cacheAtEdge(res, tagsOf(url))
    onPublicView?.(req)
    await sendReady(req, res, made.content)
  })
  // A move within the store asks for no page: its script says so.
  router.post(VIEW_PATH, (req, res) => {
    onView?.(req)
    res.status(204).end()
  })
  // A student's browser asks so for what its screen shows first (`ahead-script.js`).
  router.get('/screen', async (req, res, next) => {
    const { searchParams } = addressOf(req.originalUrl)
    const screen = await drawnFor(req, searchParams.get('at') ?? '', searchParams.has('draw'))
    if (!screen) return next()
    res.setHeader('Cache-Control', 'no-store')
    await sendReady(req, res, readyAnswer('application/json', JSON.stringify(screen)))
  })
  if (options.beside) router.use(options.beside)
  router.use(assetFiles(clientDir))

  const robotsText = readyAnswer('text/plain; charset=utf-8', robots(storeUrl, all))
  router.get('/robots.txt', (req, res) => sendReady(req, res, robotsText))

  router.get(/^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/, async (req, res, next) => {
    const map = async () => {
      const xml = await sitemap(catalogue, storeUrl, all, req.params[0] && Number(req.params[0]))
      return { status: xml === undefined ? 404 : 200, content: readyAnswer('application/xml', xml ?? '') }
    }
    const version = await catalogue.version()
    const { status, content } = await lasting.get(version, req.path, map)
    if (status === 404) return next()
    if ((await catalogue.version()) === version) cacheAtEdge(res, [CATALOGUE_TAG])
    await sendReady(req, res, content)
  })

  router.use(async (req, res, next) => {
    if (!['GET', 'HEAD', 'POST'].includes(req.method)) return next()
    const address = addressOf(req.originalUrl)
    const by = speaking.get(address.language)
    if (!by) return next()
    const { pathname, searchParams } = address
    if (req.method === 'POST') {
      // A form that a browser sent by itself, because no script runs: the page once more, and nothing of what was typed.
      if (!isPrivatePath(pathname) && !pageAt(pathname, searchParams)) return next()
      return res.redirect(303, addressIn(address.language, pathname))
    }
    res.setHeader('Cache-Control', 'no-cache')
    const better = betterAddress(req.originalUrl, address)
    if (better !== undefined) return res.redirect(301, better)
    if (isPrivatePath(pathname)) {
      if (!pathname.startsWith('/admin')) onView?.(req)
      return sendReady(req, res, await privateNow(`${pathname}?${searchParams}`, by))
    }
    const found = pageAt(pathname, searchParams)
    const page = found ?? NOT_FOUND
    const tidied = await tidiedPage(address, found, catalogue)
    if (tidied !== undefined) return res.redirect(301, tidied)
    const key = keyOf(page, by)
    const cache = page === NOT_FOUND ? absent : page.passing ? passing : lasting
    try {
      const version = await catalogue.version()
      const ready = Date.now() < awayUntil && cache.last(key)
      const live = ready ? undefined : await answersNow(page, req)
      const { status, content } =
        ready || (await madeNow(page, by, { cache, version, caller: res.locals.caller, live }))
      res.statusCode = status
      // Made while the catalogue changed, it may be of before.
      if (!ready && !live && !page.unlisted && (await catalogue.version()) === version)
        cacheAtEdge(res, tagsOf(page.url))
      if (status === 200) {
        onPublicView?.(req)
        if (known.size >= MAX_KNOWN) known.clear()
        if (!page.passing && !live && req.originalUrl.length <= 200) known.set(req.originalUrl, key)
      }
      await sendReady(req, res, content)
    } catch (error) {
      // A page that only found no turn says nothing of the database.
      const isBusy = (error as { code?: unknown }).code === 'unavailable'
      if (!isBusy) awayUntil = Date.now() + AWAY_MS
      const last = cache.last(key)
      if (last && !res.headersSent) {
        res.statusCode = last.status
        return sendReady(req, res, last.content)
      }
      if (isBusy) log.warn('pages wait too long for their turn: some were not rendered')
      else log.error({ err: error, path: pathname }, 'page could not be rendered')
      // The calls of the shell fail as well: the browser opens the page again by itself.
      if (!res.headersSent && isDatabaseUnavailable(error)) res.setHeader('Refresh', RETRY_AFTER_SECONDS)
      await sendUnavailable(res, () => sendReady(req, res, by.shell))
    }
  })
  const inlineScripts = [...speaking.values()].flatMap(({ documents }) => documents.inlineScripts)
  return { handler: router, inlineScripts: [...new Set(inlineScripts)] }
}

/** Sends the shell, so that the browser tries for itself; caches must not store this answer. */
async function sendUnavailable(res: Response, sendShell: () => Promise<void>): Promise<void> {
  if (res.headersSent) return
  res.statusCode = 503
  res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
  res.setHeader('Cache-Control', 'no-store')
  await sendShell()
}

/** Builds a page's cache key: its address, with the language. */
const keyOf = ({ url }: Page, { language }: PageLanguage) => languagePath(language) + url

/** Lists the tags by which a CDN drops this address, in every language. */
function tagsOf(url: string): string[] {
  const [, courseId] = /^\/course\/([^/?]+)/.exec(readLanguage(url).path) ?? []
  return courseId === undefined ? [CATALOGUE_TAG] : [CATALOGUE_TAG, courseTag(decodeURIComponent(courseId))]
}
