// Runs before a release: fetches four old Chromiums once (200 MB) and runs each browser of this machine.

import { existsSync } from 'node:fs'
import { openChromium } from '../browsers/chromium.ts'
import { uploadAndPrint } from '../browsers/console-journey.ts'
import type { Driver } from '../browsers/driver.ts'
import { openFirefox } from '../browsers/firefox.ts'
import { buyAllKinds, sellAllKinds } from '../browsers/growth-journey.ts'
import { OLD_CHROMIUMS, oldChromium } from '../browsers/old-chromiums.ts'
import { buyAndLearn, checkOldButtons, readPages } from '../browsers/store-journey.ts'
import { openWebKit } from '../browsers/webkit.ts'
import { expect, test } from '../fixtures.ts'
import type { Shop } from '../shop.ts'

const firstOf = (...files: (string | undefined)[]) => files.find((file) => file && existsSync(file))
const FIREFOX = firstOf(process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox')
const WEBDRIVER = firstOf('/usr/bin/WebKitWebDriver')
const WEBKIT = firstOf('/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser')
const isLinux = process.platform === 'linux' && process.arch === 'x64'
const NOT_HERE = 'this machine has no such browser'

test.describe.configure({ timeout: 300_000 })

type Row = { name: string; version?: string; did: string; guess: string; seen: string; limit?: boolean }

/** Describes the journey for docs/works-with.md. */
const note = ({ limit = false, ...row }: Row) =>
  test.info().annotations.push({
    type: 'world',
    description: JSON.stringify({ part: 'Browsers', result: limit ? 'limit' : 'works', ...row }),
  })

const DID = 'Buys, pays, watches, passes a quiz, gets a certificate, plays a downloaded lesson offline'

/** Closes the browser whatever happens to the journey. */
async function inBrowser(row: Row, open: Promise<Driver>, journey: (driver: Driver) => Promise<void>): Promise<void> {
  const driver = await open
  try {
    const agent = await driver.run<string>('return navigator.userAgent')
    note({
      ...row,
      version: /(?:Chrome|Firefox)\/([\d.]+)/.exec(agent)?.[1] ?? /AppleWebKit\/([\d.]+)/.exec(agent)?.[1] ?? '',
    })
    await journey(driver)
    expect(driver.errors).toEqual([])
  } finally {
    await driver.close()
  }
}

/** A journey in a Chromium of three years ago, which npm has. */
const inOldChromium = (
  name: string,
  major: Parameters<typeof oldChromium>[0],
  about: Omit<Row, 'name'>,
  journey: (driver: Driver, shop: Shop) => Promise<void>,
) =>
  test(`${name} in Chromium ${major}`, async ({ shop }) => {
    test.skip(!isLinux, NOT_HERE)
    const open = openChromium(await oldChromium(major))
    await inBrowser({ name: 'Chromium', ...about }, open, (driver) => journey(driver, shop))
  })

for (const major of [109, 116] as const) {
  inOldChromium(
    'a visitor buys, learns and downloads a lesson',
    major,
    {
      did: DID,
      guess: 'Styles or scripts of today are missing in a browser of three years ago.',
      seen: 'Each step works, without an error in its console.',
    },
    buyAndLearn,
  )
  inOldChromium(
    'the owner uploads a picture and prints the orders',
    major,
    {
      did: 'Logs in to the console, uploads a picture, prints the list of orders as a PDF',
      guess: 'The upload needs a call that came later, or the print is empty.',
      seen: 'The picture is in the library, and the PDF has the orders as text.',
    },
    uploadAndPrint,
  )
}

inOldChromium(
  'a student joins, books a date, upgrades and enters a group, and a partner is paid a share,',
  109,
  {
    did: 'Joins and leaves a membership, books a date, upgrades an option, enters a Telegram group, opens the page of a partner',
    guess: 'A choice of dates or options needs a style or a script that came later.',
    seen: 'Each step works at 390 px, and no page is wider than the screen.',
  },
  buyAllKinds,
)

inOldChromium(
  'the owner adds a membership, a partner, a date and a second price, and moves an order,',
  109,
  {
    did: 'Adds a membership, a partner, a date and a second price in the console, chooses a group, moves an order',
    guess: 'A form of the newest features needs an element that came later.',
    seen: 'Each form saves, and its row is in the list.',
  },
  sellAllKinds,
)

test('a visitor buys, learns and downloads a lesson in the Chromium of today', async ({ shop, browser }) => {
  await inBrowser(
    { name: 'Chromium of today', did: DID, guess: 'Works.', seen: 'Each step works, without an error in its console.' },
    openChromium(process.env.CHROMIUM_PATH ?? browser.browserType().executablePath()),
    (driver) => buyAndLearn(driver, shop),
  )
})

test('a visitor buys, learns and downloads a lesson in Firefox', async ({ shop }) => {
  test.skip(!FIREFOX, NOT_HERE)
  await inBrowser(
    {
      name: 'Firefox ESR',
      did: DID,
      guess: 'The offline lesson fails: Firefox answers ranges from a service worker by its own rules.',
      seen: 'Each step works, the offline film too.',
    },
    openFirefox(FIREFOX ?? ''),
    (driver) => buyAndLearn(driver, shop),
  )
})

test('a visitor buys and learns in WebKit', async ({ shop }) => {
  test.skip(!WEBDRIVER || !WEBKIT, NOT_HERE)
  // This browser of GNOME stores no offline data in an automated session.
  await inBrowser(
    {
      name: 'WebKitGTK',
      did: 'Buys, pays, watches, passes a quiz, gets a certificate',
      guess: 'Stands for Safari as far as Linux has one.',
      seen: 'Each step works. Its automated session stores no offline data, so offline is not shown; on an iPhone nobody looked.',
      limit: true,
    },
    openWebKit(WEBDRIVER ?? '', WEBKIT ?? ''),
    (driver) => buyAndLearn(driver, shop, { offline: false }),
  )
})

for (const major of [79, 91] as const) {
  test(`public pages are read as designed in Chromium ${major}, and every button says what to do`, async ({ shop }) => {
    test.skip(!isLinux, NOT_HERE)
    await inBrowser(
      {
        name: 'Chromium',
        did: 'Reads public pages, presses every button',
        guess: 'A white page: no script of today starts in it.',
        seen: 'Pages are read as designed, and a button says which browser is needed: buying and learning need Chromium 109.',
        limit: true,
      },
      openChromium(await oldChromium(major)),
      async (driver) => {
        await checkOldButtons(driver, shop)
        await readPages(driver, shop)
      },
    )
  })
}

test('each old Chromium is pinned by the hash of its package', () => {
  for (const { integrity } of Object.values(OLD_CHROMIUMS)) expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/)
})
