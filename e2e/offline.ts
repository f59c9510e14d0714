import type { BrowserContext, Page } from '@playwright/test'

/** Browser errors to expect offline, and after access was removed. */
export const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 40[134]/

/** Waits until the service worker of this release controls the page. */
export const worked = (page: Page) =>
  page.waitForFunction(
    async () =>
      (await navigator.serviceWorker.ready).active?.state === 'activated' &&
      navigator.serviceWorker.controller !== null,
  )

/**
 * Takes the network away while `work` runs. Chromium 143 to 152 reports an emulated loss to the page that is open, and pages loaded later
 * (from a service worker) believe that they are online; `known` tells those, too, as a real loss does. Without it their line is dead.
 */
export async function withoutNetwork(
  context: BrowserContext,
  work: () => Promise<void>,
  { known = true } = {},
): Promise<void> {
  await context.setOffline(true)
  const override = known && (await context.addInitScript(report, false))
  await work()
  if (override) await override.dispose()
  await context.setOffline(false)
  if (known) await Promise.all(context.pages().map((page) => page.evaluate(report, true)))
}

function report(onLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine })
  dispatchEvent(new Event(onLine ? 'online' : 'offline'))
}
