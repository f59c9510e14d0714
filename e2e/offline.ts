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

export async function withoutNetwork(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
}
