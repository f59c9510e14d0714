import { test as base } from '../fixtures.ts'
import { type DesktopHarness, startDesktop } from './harness.ts'

export { expect } from '@playwright/test'

/** A desktop window with an empty data folder, before a shop is chosen. */
export const desktopTest = base.extend<{ desktop: DesktopHarness }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
  desktop: async ({}, use) => {
    const desktop = await startDesktop()
    await use(desktop)
    await desktop.close()
  },
})
