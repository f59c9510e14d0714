import { type RequestHandler, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { PageRenderer } from '../../contract/page-renderer.ts'
import { assetFiles } from './asset-files.ts'
import { createDocuments } from './document.ts'
import { ready, send } from './negotiate.ts'
import { createPageCache, type MadePage } from './page-cache.ts'
import { isPrivatePath, type Page, type PageCatalogue, pageAt } from './page-table.ts'
import { robots, sitemap } from './sitemap.ts'

export type PagesOptions = {
  /** Built by the store: makes the markup of a public page. */
  renderer: PageRenderer
  /** Folder of the built browser files, with `index.html` and `.vite/manifest.json`; read once, here. */
  clientDir: string
  catalogue: PageCatalogue
  /** Hosts of the owner's own that lessons may be framed from, beyond the known players. */
  frameHosts?: readonly string[]
  /** Public address of the store, with or without a slash at its end. */
  storeUrl: string
  log: Pick<Logger, 'error'>
}

const HTML = 'text/html; charset=utf-8'
const NOT_FOUND: Page = { url: '/page-not-found', load: async () => ({}) }
const RETRY_AFTER_SECONDS = 5

/**
 * Every page of the store and its built files: public pages rendered with their data and the right status, private screens
 * as a shell that the browser fills, `sitemap.xml`, `robots.txt`. Rendered pages are kept as ready bytes until the catalogue
 * changes. It answers every GET and HEAD that reaches it: mount it last.
 */
export function createPages(options: PagesOptions): RequestHandler {
  const { renderer, clientDir, catalogue, log } = options
  const storeUrl = options.storeUrl.replace(/\/+$/, '')
  const documents = createDocuments(clientDir, storeUrl, options.frameHosts)
  const shell = ready(HTML, documents.shell())
  const cache = createPageCache()

  async function make(page: Page): Promise<MadePage> {
    const rendered = await renderer.render({ url: page.url, data: await page.load(catalogue) })
    return { status: rendered.status, content: ready(HTML, documents.page(rendered)) }
  }

  const router = Router()
  router.use(assetFiles(clientDir))

  router.get('/robots.txt', (req, res) => send(req, res, ready('text/plain; charset=utf-8', robots(storeUrl))))

  router.get('/sitemap.xml', async (req, res) => {
    const map = async () => ({ status: 200, content: ready('application/xml', await sitemap(catalogue, storeUrl)) })
    const { content } = await cache.get(await catalogue.version(), '/sitemap.xml', map)
    await send(req, res, content)
  })

  router.use(async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const { pathname, searchParams } = addressOf(req.originalUrl)
    res.setHeader('Cache-Control', 'no-cache')
    if (isPrivatePath(pathname)) return send(req, res, shell)
    try {
      const page = pageAt(pathname, searchParams) ?? NOT_FOUND
      const { status, content } = await cache.get(await catalogue.version(), page.url, () => make(page))
      res.statusCode = status
      await send(req, res, content)
    } catch (error) {
      log.error({ err: error, path: pathname }, 'page could not be rendered')
      await sendUnavailable(res, () => send(req, res, shell))
    }
  })
  return router
}

/** The browser gets the shell and tries for itself; whoever keeps pages is told not to keep this one. */
async function sendUnavailable(res: Response, sendShell: () => Promise<void>): Promise<void> {
  if (res.headersSent) return
  res.statusCode = 503
  res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
  res.setHeader('Cache-Control', 'no-store')
  await sendShell()
}

/** The path without slashes at its end, and the query. */
function addressOf(address: string): { pathname: string; searchParams: URLSearchParams } {
  const [path = '/', ...query] = address.split('?')
  return { pathname: path.replace(/\/+$/, '') || '/', searchParams: new URLSearchParams(query.join('?')) }
}
