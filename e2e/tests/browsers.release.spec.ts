// Runs before a release: fetches four old Chromiums once (200 MB) and runs each browser of this machine.

import { existsSync } from 'node:fs'
import { openChromium } from '../browsers/chromium.ts'
import type { Driver } from '../browsers/driver.ts'
import { openFirefox } from '../browsers/firefox.ts'
import { OLD_CHROMIUMS, oldChromium } from '../browsers/old-chromiums.ts'
import { buyAndLearn, checkOldButtons, readPages } from '../browsers/store-journey.ts'
import { openWebKit } from '../browsers/webkit.ts'
import { expect, test } from '../fixtures.ts'

const firstOf = (...files: (string | undefined)[]) => files.find((file) => file && existsSync(file))
const FIREFOX = firstOf(process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox')
const WEBDRIVER = firstOf('/usr/bin/WebKitWebDriver')
const WEBKIT = firstOf('/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser')
const isLinux = process.platform === 'linux' && process.arch === 'x64'
const NOT_HERE = 'this machine has no such browser'

test.describe.configure({ timeout: 300_000 })

/** Closes the browser whatever happens to the journey. */
async function inBrowser(open: Promise<Driver>, journey: (driver: Driver) => Promise<void>): Promise<void> {
  const driver = await open
  try {
    await journey(driver)
    expect(driver.errors).toEqual([])
  } finally {
    await driver.close()
  }
}

for (const major of [109, 116] as const) {
  test(`a visitor buys, learns and downloads a lesson in Chromium ${major}`, async ({ shop }) => {
    test.skip(!isLinux, NOT_HERE)
    await inBrowser(openChromium(await oldChromium(major)), (driver) => buyAndLearn(driver, shop))
  })
}

test('a visitor buys, learns and downloads a lesson in the Chromium of today', async ({ shop, browser }) => {
  await inBrowser(openChromium(process.env.CHROMIUM_PATH ?? browser.browserType().executablePath()), (driver) =>
    buyAndLearn(driver, shop),
  )
})

test('a visitor buys, learns and downloads a lesson in Firefox', async ({ shop }) => {
  test.skip(!FIREFOX, NOT_HERE)
  await inBrowser(openFirefox(FIREFOX ?? ''), (driver) => buyAndLearn(driver, shop))
})

test('a visitor buys and learns in WebKit', async ({ shop }) => {
  test.skip(!WEBDRIVER || !WEBKIT, NOT_HERE)
  // This browser of GNOME stores no offline data in an automated session.
  await inBrowser(openWebKit(WEBDRIVER ?? '', WEBKIT ?? ''), (driver) => buyAndLearn(driver, shop, { offline: false }))
})

for (const major of [79, 91] as const) {
  test(`public pages are read as designed in Chromium ${major}, and every button says what to do`, async ({ shop }) => {
    test.skip(!isLinux, NOT_HERE)
    await inBrowser(openChromium(await oldChromium(major)), async (driver) => {
      await checkOldButtons(driver, shop)
      await readPages(driver, shop)
    })
  })
}

test('each old Chromium is pinned by the hash of its package', () => {
  for (const { integrity } of Object.values(OLD_CHROMIUMS)) expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/)
})
