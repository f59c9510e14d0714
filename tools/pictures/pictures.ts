import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import project from '../../package.json' with { type: 'json' }
import { readConfig } from '../../server/src/config.ts'
import { openDemo } from '../bench/open-demo.ts'
import { openServer, withPlace } from '../drill/shop.ts'

/** The width and height of a picture in the README, in pixels. */
const VIEWPORT = { width: 1280, height: 800 }
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

/** Each picture of README and docs by its file: how its screen is opened. */
const screens: Record<string, (page: Page, password: string) => Promise<void>> = {
  'home.png': async (page) => {
    await page.goto('/')
    await page.waitForFunction(() => [...document.images].every((image) => image.loading === 'lazy' || image.complete))
  },
  'player.png': async (page, password) => {
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('student@example.com')
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/dashboard')
    await page.goto('/learn/reels-growth-mega-bundle')
    // A lesson with a film of the library: those of other sites need a network.
    await page.getByRole('navigation', { name: 'Lessons' }).getByText('Start here: how the bundle is sorted').click()
    await page.getByRole('heading', { level: 1, name: 'Start here: how the bundle is sorted' }).waitFor()
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.muted = true
      video.currentTime = 1
    })
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  },
}

/** Finds what a screen with an error shows. */
const failuresOf = (page: Page) =>
  page.locator('[role=alert]:not(:empty)').or(page.getByText(/could not|went wrong|failed to load|unable to/i))

// `npm run pictures` makes the pictures of README and docs from the demo.
const server = await openServer()
try {
  await withPlace(async (place) => {
    const { shop, browser } = await openDemo(
      place,
      { serverUrl: server.url, prefix: `pictures_${process.pid}` },
      'pictures',
    )
    const context = await browser.newContext({ baseURL: shop.url, viewport: VIEWPORT, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const { demoPassword: password = '' } = readConfig({ NODE_ENV: 'test', DATA_DIR: place.folder })
    const made: Record<string, string> = {}
    for (const [name, open] of Object.entries(screens)) {
      await open(page, password)
      const failed = await failuresOf(page).filter({ visible: true }).allTextContents()
      if (failed.length > 0) throw new Error(`${name} shows an error: ${failed.join(' · ')}`)
      const bytes = await page.screenshot()
      await writeFile(folder + name, bytes)
      made[name] = createHash('sha256').update(bytes).digest('hex')
      console.log(`Wrote docs/pictures/${name}`)
    }
    await writeFile(`${folder}pictures.json`, `${JSON.stringify({ version: project.version, made }, null, 2)}\n`)
  })
} finally {
  await server.close()
}
process.exit(0)
