import { logInAdmin } from '../console.ts'
import { test as base, expect } from '../fixtures.ts'
import { type DesktopHarness, startDesktop } from './harness.ts'

export { expect }

type Options = {
  /** False for the first start, before a shop is chosen. */
  chosen: boolean
  /** Switches of the command line. */
  switches: string[]
}

/** A desktop window of its own, with this worker's shop. */
export const test = base.extend<Options & { desktop: DesktopHarness; owner: () => Promise<void> }>({
  chosen: [true, { option: true }],
  switches: [[], { option: true }],
  desktop: async ({ chosen, switches, shop, otherSites, viewport }, use) => {
    const args = [...otherSites.flags, ...switches]
    const desktop = await startDesktop({ args, ...(chosen ? { shop: shop.url } : {}) })
    await desktop.page.setViewportSize(viewport ?? { width: 1280, height: 800 })
    await desktop.page.emulateMedia({ reducedMotion: 'reduce' })
    await use(desktop)
    await desktop.close()
  },
  /** Logs the owner in. */
  owner: async ({ page, shop }, use) => {
    await use(async () => {
      await logInAdmin(page, shop.owner)
      await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
    })
  },
})
