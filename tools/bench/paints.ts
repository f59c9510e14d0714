import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, type BrowserContextOptions, devices } from '@playwright/test'
import { readConfig } from '../../server/src/config.ts'
import type { Place, Site } from '../drill/shop.ts'
import { openDemo, SLOWER } from './open-demo.ts'

const PAIRS = 5
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 }
/** A page is at rest this long after its load; a screen that is drawn by the app loads after it. */
const REST_MS = 4_000
const COURSE = '/course/reels-growth-mega-bundle'
const phone: BrowserContextOptions = { ...devices['Moto G4'], viewport: { width: 390, height: 844 } }

type State = BrowserContextOptions['storageState']
type Screen = { name: string; path: string; state?: State }
type Paints = { firstText: number; largest: number; shift: number }

/**
 * Measures the first text and the largest paint of five screens on a slow phone with a slow line and an empty cache, each beside a bare page
 * of the same text and pictures, in turn. A figure is a number of times the bare page's; the shift is the browser's own score.
 */
export async function paintTimes(place: Place, site: Site): Promise<Map<string, number[]>> {
  const { shop, browser } = await openDemo(place, site, 'paints')
  const figures = new Map<string, number[]>()
  const note = (figure: string, value: number) => figures.set(figure, [...(figures.get(figure) ?? []), value])
  for (const { name, path, state } of await screensOf(browser, shop.url, place.folder)) {
    const bare = await serveBare(browser, shop.url + path, state)
    place.atEnd(bare.close)
    for (let pair = 0; pair < PAIRS; pair++) {
      const reference = await visit(browser, bare.url)
      const ours = await visit(browser, shop.url + path, state)
      note(`${name}: first text, bare (ms)`, reference.firstText)
      note(`${name}: first text ÷ bare`, ours.firstText / reference.firstText)
      note(`${name}: largest paint ÷ bare`, ours.largest / reference.largest)
      note(`${name}: shift`, ours.shift)
    }
  }
  return figures
}

/** A visitor with a full cart, and a student, as their browsers remember them. */
async function screensOf(browser: Browser, url: string, dataDir: string): Promise<Screen[]> {
  const context = await browser.newContext({ ...phone, baseURL: url })
  const page = await context.newPage()
  await page.goto(COURSE)
  await page.getByRole('button', { name: 'Buy Now' }).filter({ visible: true }).first().click()
  await page.waitForURL('**/checkout')
  await page.getByRole('button', { name: 'Proceed to Payment' }).waitFor()
  const buyer = await context.storageState()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  const { demoPassword: password = '' } = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('student@example.com')
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard')
  await page
    .getByRole('link', { name: /Continue|Start/ })
    .first()
    .click()
  await page.waitForURL('**/learn/**')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const student = await context.storageState()
  const lesson = page.url().slice(url.length)
  await context.close()
  return [
    { name: 'home', path: '/' },
    { name: 'sales page', path: COURSE },
    { name: 'checkout', path: '/checkout', state: buyer },
    { name: 'dashboard', path: '/dashboard', state: student },
    { name: 'lesson', path: lesson, state: student },
  ]
}

/** Serves the text and the pictures of a page alone. A picture below the first view is lazy, as in the page. */
async function serveBare(browser: Browser, url: string, state?: State): Promise<{ url: string; close(): unknown }> {
  const context = await browser.newContext({ ...phone, storageState: state })
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForTimeout(REST_MS)
  const parts = await page.evaluate(readParts)
  const files = new Map<string, { type: string; body: Buffer }>()
  for (const part of parts) {
    if (!part.src) continue
    const answer = await context.request.get(part.src)
    files.set(new URL(part.src).pathname, { type: answer.headers()['content-type'] ?? '', body: await answer.body() })
  }
  await context.close()
  const body = parts
    .map(({ text, src, width, height, lazy }) =>
      src
        ? `<img src="${new URL(src).pathname}" width="${width}" height="${height}"${lazy ? ' loading="lazy"' : ''} alt="">`
        : `<p>${text}</p>`,
    )
    .join('\n')
  const html = brotliCompressSync(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title>${body}</html>`,
  )
  const server = createServer((request, response) => {
    const file = files.get(String(request.url))
    if (file) return response.setHeader('content-type', file.type).end(file.body)
    response.setHeader('content-type', 'text/html').setHeader('content-encoding', 'br').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

type Part = { text?: string; src?: string; width?: number; height?: number; lazy?: boolean }

/** Runs in the browser: the text and pictures of a page in their order, as they are shown. */
function readParts(): Part[] {
  const parts: Part[] = []
  const walk = (node: Node) => {
    if (node instanceof Text && node.data.trim()) parts.push({ text: node.data.trim().replaceAll('<', '&lt;') })
    if (!(node instanceof Element) || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(node.tagName)) return
    if (getComputedStyle(node).display === 'none') return
    const { width, height, top } = node.getBoundingClientRect()
    const lazy = top > innerHeight
    if (node instanceof HTMLImageElement && node.currentSrc.startsWith('http'))
      parts.push({ src: node.currentSrc, width, height, lazy })
    if (node instanceof HTMLVideoElement && node.poster) parts.push({ src: node.poster, width, height, lazy })
    for (const child of node.childNodes) walk(child)
  }
  walk(document.body)
  return parts
}

/** Opens a page as a new visit of the slow phone. */
async function visit(browser: Browser, url: string, state?: State): Promise<Paints> {
  const context = await browser.newContext({ ...phone, storageState: state })
  try {
    await context.addInitScript(watch)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForTimeout(REST_MS)
    return await page.evaluate(paintsOf)
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    paints: Paints
  }
}

/** Runs in the browser before the page. The first text is that of the content: a shell and a header alone do not count. */
function watch(): void {
  const paints = { firstText: 0, largest: 0, shift: 0 }
  window.paints = paints
  const LETTERS = 40
  type Shift = PerformanceEntry & { value: number }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paints.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) paints.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const content = document.querySelector('main') ?? (document.querySelector('#root') ? null : document.body)
    if ((content?.textContent?.length ?? 0) < LETTERS) return requestAnimationFrame(look)
    requestAnimationFrame(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      paints.firstText = Math.max(painted, performance.now())
    })
  }
  requestAnimationFrame(look)
}

const paintsOf = () => window.paints
