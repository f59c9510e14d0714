import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import budgets from '../../web-store/budgets.json' with { type: 'json' }
import { expect, test } from '../fixtures.ts'
import { untilQuiet } from '../quiet.ts'

// A phone without the setting for reduced motion, which gets more than one with it.
test.use({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  contextOptions: { reducedMotion: 'no-preference' },
})

type Kind = 'document' | 'script' | 'image' | 'font' | 'media' | 'other'
type Load = { url: string; kind: Kind; encoding: string; headers: number; body: number }

const kinds: Record<string, Kind> = {
  Document: 'document',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  Media: 'media',
}

/**
 * Measures all responses until the page is idle, in bytes on the wire. Lazy images below the first screen are left out: how far ahead they
 * load depends on the browser's guess of the line.
 */
async function weigh(page: Page, path: string): Promise<Load[]> {
  const browser = await page.context().newCDPSession(page)
  const loads = new Map<string, Load>()
  // A page reports its visit after two seconds, with scripts of its own.
  const later = new Set<string>()
  browser.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (later.size > 0 || /\/assets\/visit-/.test(request.url)) later.add(requestId)
  })
  browser.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('http') || later.has(requestId)) return
    const header = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')
    const kind = /javascript/.test(response.mimeType) ? 'script' : (kinds[type] ?? 'other')
    const { url, encodedDataLength: headers } = response
    loads.set(requestId, { url, kind, encoding: header?.[1] ?? '', headers, body: 0 })
  })
  // A video loads while it plays and never finishes, so it counts by received data.
  browser.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId)
    if (load) load.body += encodedDataLength
  })
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId)
    if (load) load.body = Math.max(load.body, encodedDataLength - load.headers)
  })
  await browser.send('Network.enable')
  await page.goto(path)
  await untilQuiet(page)
  await browser.detach()
  const below = await page.evaluate(() =>
    [...document.images]
      .filter((image) => image.loading === 'lazy' && image.getBoundingClientRect().top + scrollY > innerHeight)
      .map((image) => image.currentSrc),
  )
  return [...loads.values()].filter(({ url }) => !below.includes(url))
}

/** Lists the files of the library that the page shows in three widths or more. */
const manyWidths = (page: Page) =>
  page.evaluate(() => {
    const shown = new Map<string, Set<string>>()
    for (const { currentSrc } of document.images) {
      const file = /\/media\/[0-9a-f]{32}/.exec(currentSrc)?.[0]
      if (file) shown.set(file, (shown.get(file) ?? new Set()).add(currentSrc))
    }
    return [...shown.values()].filter(({ size }) => size > 2).map((addresses) => [...addresses])
  })

const isOf = (kind: Kind) => (load: Load) => load.kind === kind
const bodies = (loads: Load[]) => loads.reduce((total, { body }) => total + body, 0)
const whole = (loads: Load[]) => loads.reduce((total, { headers, body }) => total + headers + body, 0)

for (const [path, budget] of Object.entries(budgets.pages)) {
  test(`${path} stays within its budget on a phone, and contains nothing of the admin`, async ({ page }) => {
    const loads = await weigh(page, path)
    const [scripts, documents] = [loads.filter(isOf('script')), loads.filter(isOf('document'))]
    const parts = [...new Set(loads.map(({ kind }) => kind))].map(
      (kind) => `${kind} ${bodies(loads.filter(isOf(kind)))}`,
    )
    const list = loads.map(({ kind, body, url }) => `  ${kind} ${body} ${new URL(url).pathname}`)
    console.log(`${path}: ${parts.join(', ')}; ${whole(loads)} bytes with the headers of ${loads.length} answers`)

    expect(scripts.length).toBeGreaterThan(1)
    expect(loads.filter(isOf('image')).length, 'pictures are weighed, too').toBeGreaterThan(0)
    for (const { url, body, encoding } of [...scripts, ...documents]) {
      if (body > 1_000) expect(encoding, url).toBe('br')
    }
    expect(bodies(documents), `the document:\n${list.join('\n')}`).toBeLessThanOrEqual(budget.document)
    expect(bodies(scripts), `all scripts:\n${list.join('\n')}`).toBeLessThanOrEqual(budget.script)
    expect(whole(loads), `everything before scrolling:\n${list.join('\n')}`).toBeLessThanOrEqual(budget.everything)
    expect(await manyWidths(page), 'images that are loaded in three widths').toEqual([])

    const admins = await adminFiles()
    for (const { url } of scripts) {
      expect(admins, url).not.toContain(new URL(url).pathname.slice(1))
      // This name of an admin call occurs wherever the contract is bundled.
      expect(await (await fetch(url)).text(), url).not.toContain('adminLogin')
    }
  })
}

for (const [path, budget] of Object.entries(budgets.screens)) {
  test(`${path}, opened first, stays within its budget of scripts and requests`, async ({ page }) => {
    await page.addInitScript(() => {
      const line = { id: 'hindi-script-vault', name: 'Hindi Script Vault', price: 249, banner: '', quantity: 1 }
      localStorage.setItem('cart', JSON.stringify([line]))
    })
    const loads = await weigh(page, path)
    const scripts = loads.filter(isOf('script'))
    console.log(`${path}: script ${bodies(scripts)} in ${loads.length} requests`)
    const list = loads.map(({ kind, body, url }) => `  ${kind} ${body} ${new URL(url).pathname}`)
    expect(bodies(scripts), `all scripts:\n${list.join('\n')}`).toBeLessThanOrEqual(budget.script)
    expect(loads.length, list.join('\n')).toBeLessThanOrEqual(budget.requests)
  })
}

const built = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(new URL(`../../web-store/dist/client/.vite/${file}`, import.meta.url), 'utf8'))

/** Lists the built files that contain a module of the console. */
const adminFiles = () => built<string[]>('console-files.json')

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }

const LESSON_SCREEN_BYTES = 161_500
const LESSON_SCREENS = ['src/features/learn/LearnScreen.tsx', 'src/features/learn/LearnHeader.tsx']

test('a lesson’s screen with all its lazy parts and engine weighs at most 161.5 kB of its own', async () => {
  const manifest = await built<Record<string, Chunk>>('manifest.json')
  /** Collects the files that `names` need beyond `known`; with `late` also the lazy ones. */
  const closure = (names: readonly string[], known: ReadonlySet<string>, late: boolean) => {
    const seen = new Set<string>()
    const visit = (name: string) => {
      if (seen.has(name) || known.has(name)) return
      seen.add(name)
      const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
      for (const next of late ? [...imports, ...dynamicImports] : imports) visit(next)
    }
    for (const name of names) visit(name)
    return seen
  }
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
  const own = [...closure(LESSON_SCREENS, closure(entries, new Set(), false), true)]
  expect(own.some((name) => name.endsWith('hls-engine.ts'))).toBe(true)
  const sizes = await Promise.all(
    own.map(async (name) => {
      const file = new URL(`../../web-store/dist/client/${manifest[name]?.file}`, import.meta.url)
      return { name, bytes: (await stat(`${fileURLToPath(file)}.br`).catch(() => stat(file))).size }
    }),
  )
  const sum = sizes.reduce((all, { bytes }) => all + bytes, 0)
  console.log(`the screen of a lesson: ${sum} bytes of its own`)
  expect(sum, JSON.stringify(sizes)).toBeLessThanOrEqual(LESSON_SCREEN_BYTES)
})

const CONSOLE = 'src/admin/AdminScreen.tsx'

test('no file that a page or screen of the store needs contains a module of the console', async () => {
  const manifest = await built<Record<string, Chunk>>('manifest.json')
  const needed = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    // The only entry: behind it lies the console, which requires a session first.
    if (!chunk || needed.has(name) || name === CONSOLE) return
    needed.add(name)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(name)
  const files = [...needed].map((name) => manifest[name]?.file)
  const admins = await adminFiles()
  expect(needed.size).toBeGreaterThan(20)
  expect(admins).toContain(manifest[CONSOLE]?.file)
  expect(admins.filter((file) => files.includes(file))).toEqual([])
})
