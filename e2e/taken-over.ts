import type { Page } from '@playwright/test'

/**
 * Wraps the page so that `goto` and `reload` wait for hydration, because earlier events would be replayed later;
 * `early-visitor.release.spec.ts` covers those. Pass a `waitUntil` to return earlier. `base` is for a context without its own.
 */
export function takenOver(page: Page, base?: string): Page {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(base ? new URL(url, base).href : url, options)
    if (!options?.waitUntil) await untilTakenOver(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await untilTakenOver(page)
    return response
  }
  return page
}

const PATIENCE_MS = 60_000

/** Waits until React marks its elements. Returns at once for a page without the app or without scripts. */
export async function untilTakenOver(page: Page): Promise<void> {
  if ((await page.locator('#root > *, script[data-app]').count()) === 0) return
  const isReacts = () => {
    const element = document.querySelector('main > *') ?? document.querySelector('#root > *')
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'))
  }
  await page.waitForFunction(isReacts, undefined, { timeout: PATIENCE_MS }).catch(() => undefined)
}

/**
 * Holds the app's scripts (or those matching `of`) until the returned function is called; they are fetched all the
 * same.
 */
export async function holdScripts(page: Page, of = /\/assets\/.*\.js$/): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(of, async (route) => {
    await released
    await route.continue()
  })
  return release
}
