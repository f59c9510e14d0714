import { addDays, dayStart, indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { catalogueVersion } from '../../shop/catalogue/catalogue.queries.ts'
import { catalogueOfToday } from './store-pages.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('pages are made anew when tax settings are written, and on the day from which they hold', async () => {
  const { ctx, db } = server
  const pages = catalogueOfToday(ctx, {
    version: async () => String(await catalogueVersion(db)),
    cards: async () => ({ cards: [], total: 0 }),
    filters: async () => ({ topics: [], prices: [] }),
    addresses: async () => [],
    course: async () => undefined,
    shop: async () => ({}),
  })
  const tomorrow = addDays(indianDay(ctx.now()), 1)
  const before = await pages.version()
  const owner = server.api(await server.adminToken())
  await owner.documents.setTaxSettings({ body: taxSettings({ valid_from: tomorrow, prices: 'exclusive' }) })
  const written = await pages.version()
  expect(written).not.toBe(before)
  expect(await pages.tax()).toBeNull()

  const midnight = Date.parse(dayStart(tomorrow))
  server.clock.set(new Date(midnight - 30_000))
  expect([await pages.version(), await pages.tax()]).toEqual([written, null])
  server.clock.set(new Date(midnight))
  expect(await pages.version()).not.toBe(written)
  expect(await pages.tax()).toEqual({ rate: 18, prices: 'exclusive' })
})
