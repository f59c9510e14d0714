import { type Browser, chromium } from '@playwright/test'
import type { Program } from '../../server/test/program.ts'
import { type Place, plain, type Site } from '../drill/shop.ts'

/** A phone is this many times slower than this machine. */
export const SLOWER = 4

/** Starts a shop on demo data in a database of this name, and a browser beside it; both end with the place. */
export async function openDemo(place: Place, site: Site, name: string): Promise<{ shop: Program; browser: Browser }> {
  const DATABASE_URL = await (await place.databases(site)).create(name)
  const shop = await place.start({ ...plain, SEED: 'demo', DATABASE_URL, DATA_DIR: place.folder })
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  place.atEnd(() => browser.close())
  return { shop, browser }
}
