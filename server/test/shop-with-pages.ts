import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PageRenderer } from 'contract/page-renderer'
import { createApp } from '../src/app.ts'
import { createCatalogueCache } from '../src/courses/courses/catalogue-cache.ts'
import { publicCatalogue } from '../src/courses/courses/public-catalogue.ts'
import { createFileAccess } from '../src/courses/learning/file-access.ts'
import { createMediaRouter } from '../src/courses/media/serve.ts'
import { createPlaylists } from '../src/courses/videos/playlists.ts'
import { answerFor } from '../src/serve/http/api.ts'
import { createMetrics } from '../src/serve/http/metrics.ts'
import { createPages } from '../src/serve/pages/pages.ts'
import { catalogueOfToday } from '../src/serve/pages/store-pages.ts'
import { writeBuiltStore } from './built-store.ts'
import type { TestServer } from './server.ts'

/** Renders the catalogue data of each page: names and prices. */
const renderer: PageRenderer = {
  async render({ url, data: { list, course }, mediaHost = '' }) {
    const shown = [...(list?.cards ?? []), ...(course ? [course] : [])].map(({ name, price }) => `${name} at ${price}`)
    const status = course === null || url === '/page-not-found' ? 404 : 200
    return {
      status,
      head: { title: 'Shop' },
      styles: '',
      body: `<h1>${shown.join()}</h1>${mediaHost}`,
      state: {},
      modules: [],
    }
  },
  screens: async () => [],
}

export type ShopWithPages = { url: string; port: number; close(): Promise<void> }

/** Opens another HTTP server for the program of `server`, with pages that need no build of the store. */
export async function openShopWithPages({ ctx }: TestServer): Promise<ShopWithPages> {
  const clientDir = await writeBuiltStore()
  const databaseUrl = String(ctx.config.databaseUrl)
  const catalogue = createCatalogueCache({
    db: ctx.db,
    reads: { read: ctx.read, replica: undefined },
    databaseUrl,
    log: ctx.log,
  })
  const { storeUrl, edge, mediaHost } = ctx.config
  const app = createApp(ctx, {
    publicCatalogue: publicCatalogue(catalogue),
    media: createMediaRouter(ctx, {
      mayHave: createFileAccess(ctx),
      playlist: createPlaylists(ctx),
      stamped: async () => undefined,
    }),
    pages: createPages({
      answerFor: (...about) => answerFor(ctx, ...about),
      renderer,
      clientDir,
      storeUrl,
      catalogue: catalogueOfToday(ctx, catalogue),
      edge: edge !== undefined,
      mediaHost,
      log: ctx.log,
    }),
    metrics: createMetrics([]),
    unhealthy: () => undefined,
    readiness: async () => ({ status: 'ready' }),
    stopping: () => false,
  })
  const http = createServer(app)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  while (!catalogue.hearing()) await new Promise((resolve) => setTimeout(resolve, 10))
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await catalogue.close()
      await rm(clientDir, { recursive: true, force: true })
    },
  }
}
