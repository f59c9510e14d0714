import type { Page } from '@playwright/test'

/**
 * The same page, whose `goto` and `reload` wait until the app has taken over, so that a test does to it what it means to do and
 * not what happens meanwhile, which `early-visitor.spec.ts` is about. Name a `waitUntil` to be let go earlier.
 */
export function takenOver(page: Page): Page {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
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

const PATIENCE_MS = 10_000

/** React marks the elements that it looks after. A page without the app, or without scripts, is as it will be. */
export async function untilTakenOver(page: Page): Promise<void> {
  if ((await page.locator('#root > *, script[data-app]').count()) === 0) return
  const isReacts = () => {
    const element = document.querySelector('main > *') ?? document.querySelector('#root > *')
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'))
  }
  await page.waitForFunction(isReacts, undefined, { timeout: PATIENCE_MS }).catch(() => undefined)
}

/** Until the function that comes back is called, no script of the app comes; it is fetched all the same. `of`: the scripts that are meant. */
export async function holdScripts(page: Page, of = /\/assets\/.*\.js$/): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(of, async (route) => {
    await released
    await route.continue()
  })
  return release
}
