import { test as base } from '../fixtures.ts'
import { type DesktopHarness, startDesktop } from './harness.ts'

export { expect } from '@playwright/test'

/** A window of the desktop app on a fresh folder of its own, for a shop that is not chosen yet. */
export const desktopTest = base.extend<{ desktop: DesktopHarness }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
  desktop: async ({}, use) => {
    const desktop = await startDesktop()
    await use(desktop)
    await desktop.close()
  },
})
