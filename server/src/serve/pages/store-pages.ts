import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { indianDay } from 'contract/indian-time'
import { type Language, type Translation, translations } from 'contract/languages'
import type { PageRenderer } from 'contract/page-renderer'
import { json, type RequestHandler, Router } from 'express'
import { ROOT } from '../../config.ts'
import type { Context } from '../../context.ts'
import { type ReadyAnswer, readyAnswer, sendReady } from '../../platform/net/ready-answer.ts'
import { shownTax } from '../../sales/documents/tax-settings.ts'
import { promocodesOnOffer } from '../../sales/promocodes/promocodes.service.ts'
import { pageRequested, pagesListed } from '../../shop/moments/moments.ts'
import type { VisitCounter } from '../../shop/visits/visits.ts'
import { answerFor } from '../http/api.ts'
import { createAppIcons } from './app-icons.ts'
import type { PageCatalogue } from './page-table.ts'
import { createPages, type Pages } from './pages.ts'
import { createSharePictures } from './share-pictures.ts'

const ADDRESS = '/service-worker.js'
const SCRIPT = 'text/javascript; charset=utf-8'

/**
 * Replaces a broken worker: browsers load the script again with every page, and at least once a day. It drops the shell
 * and ends; downloaded lessons stay for the next worker.
 */
const ENDING = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
})()))
`

/**
 * Serves `/service-worker.js`, which opens a student's screens offline. Browsers revalidate it each time. With
 * `offline` off, or an unbuilt store, it ends installed workers.
 */
export function serviceWorker(clientDir: string, { offline }: { offline: boolean }): RequestHandler {
  const file = join(clientDir, 'service-worker.js')
  const text = offline && existsSync(file) ? readFileSync(file) : ENDING
  const answer: ReadyAnswer = readyAnswer(SCRIPT, text)
  return Router().get(ADDRESS, async (req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    await sendReady(req, res, answer)
  })
}

const CLIENT = join(ROOT, 'web-store/dist/client')
const RENDERERS = join(ROOT, 'web-store/dist/server')
const rendererFile = (language: Language) =>
  join(RENDERERS, ...(language === 'en' ? [] : [language]), 'entry-server.js')

/**
 * The store as it was built. Without a build (as in tests of the API) there are no pages: every address is a 404 then,
 * and the log says what to do.
 */
export async function createStorePages(
  ctx: Context,
  known: Known,
  visits: Pick<VisitCounter, 'count' | 'note'>,
): Promise<Pages> {
  const catalogue = catalogueOfToday(ctx, known)
  const beside = Router().use(
    serviceWorker(CLIENT, ctx.config),
    createAppIcons(ctx, catalogue),
    createSharePictures(ctx, catalogue),
  )
  // The steps of a visit, as the store's script tells them.
  const read = json({ limit: '16kb' })
  beside.post('/visit', (req, res) =>
    read(req, res, (error) => {
      if (!error) visits.note(req, req.body)
      res.status(error ? 400 : 204).end()
    }),
  )
  if (!existsSync(rendererFile('en'))) {
    ctx.log.warn('the store is not built, so no page is served')
    return { handler: beside, inlineScripts: [] }
  }
  return createPages({
    beside,
    renderer: rendererOf('en'),
    translated: Object.fromEntries(
      translations.filter((language) => existsSync(rendererFile(language))).map((one) => [one, rendererOf(one)]),
    ) as Partial<Record<Translation, PageRenderer>>,
    clientDir: CLIENT,
    answerFor: (...about) => answerFor(ctx, ...about),
    catalogue,
    frameHosts: ctx.config.ownFrameHosts,
    mediaHost: ctx.config.mediaHost,
    storeUrl: ctx.config.storeUrl,
    onView: visits.count,
    edge: ctx.config.edge !== undefined,
    log: ctx.log,
  })
}

/** Catalogue data that does not depend on the moment. */
type Known = Omit<PageCatalogue, 'tax' | 'promocodes' | 'own'>

/** The catalogue with the tax of the day and the codes on offer. Its version begins with a day in India, so that what was made the day before is made anew. */
export function catalogueOfToday(ctx: Pick<Context, 'config' | 'db' | 'now' | 'read'>, known: Known): PageCatalogue {
  const { read, now } = ctx
  return {
    ...known,
    own: {
      list: async () => (await pagesListed(ctx)).flat(),
      page: async (at) => (await pageRequested(ctx, at)).find((page) => page !== undefined),
    },
    version: async () => `${await known.version()} ${indianDay(now())}`,
    tax: () => read((db) => shownTax(db, now())),
    promocodes: () => read((db) => promocodesOnOffer({ db, now })),
  }
}

const loaded = new Map<Language, Promise<PageRenderer>>()

function loadRenderer(language: Language): Promise<PageRenderer> {
  const known = loaded.get(language)
  if (known) return known
  const { href } = pathToFileURL(rendererFile(language))
  const loading = import(href).then((module: { renderer: PageRenderer }) => module.renderer)
  loaded.set(language, loading)
  return loading
}

/** The renderer carries React and the whole store: it is loaded with the first page of its language, not with the start. */
const rendererOf = (language: Language): PageRenderer => ({
  render: async (request) => (await loadRenderer(language)).render(request),
  screens: async (url) => (await loadRenderer(language)).screens(url),
})
