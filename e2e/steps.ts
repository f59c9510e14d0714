import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Account, Person } from './people.ts'
import type { Shop } from './shop.ts'

/** Fills the checkout fields of a buyer without an account. */
export async function fillDetails(page: Page, { name, email, phone }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(phone)
}

/** Finds the visible pay button; the wide and the narrow layout have one each. */
export const payButton = (page: Page) =>
  page.getByRole('button', { name: /Proceed to Payment|Processing/ }).filter({ visible: true })

/** Presses an action in the menu of a student's row; any row's without a name. */
export async function pressForStudent(page: Page, name: string, action: string | RegExp): Promise<void> {
  // A dialog that closes returns the focus to this button, which would close a menu that opened meanwhile.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Finds a toast with this text, which can also occur elsewhere on the page. */
export const toast = (page: Page, text: string | RegExp) =>
  page
    .getByRole('region', { name: /notifications/i })
    .getByText(text)
    .first()

/** Finds the value beside a label of the order summary, such as `₹449.10` beside Total, which checkout calls To pay. */
export const sum = (page: Page, name: string | RegExp) =>
  page
    .getByRole('region', { name: 'Order summary' })
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: /Total/.test(String(name)) ? /^(Total|To pay)$/ : name }) })
    .locator('dd')

/** Opens the field for a promo code at checkout. */
export async function requestCode(page: Page): Promise<void> {
  await page.getByText('Have a promo code?').click()
}

/** Parses `₹1,357.60` into paise. */
export function paiseOf(text: string): number {
  const match = /₹([\d,]+)\.(\d\d)/.exec(text)
  if (!match) throw new Error(`no price: ${text}`)
  return Number(match[1]?.replaceAll(',', '')) * 100 + Number(match[2])
}

/** Presses Proceed to Payment and waits for the gateway's page; returns the link's id. */
export async function goToPayPage(page: Page): Promise<string> {
  await payButton(page).click()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Returns the subjects of the emails to an address, once it has this many. */
export async function mailSubjects(shop: Shop, address: string, count: number): Promise<string[]> {
  const subjects = async () => (await mailsTo(shop, address)).map(subjectOf)
  await expect.poll(async () => (await subjects()).length).toBeGreaterThanOrEqual(count)
  return subjects()
}

/** Waits for an email to an address with a matching subject; returns the source of the newest. */
export async function awaitMail(shop: Shop, address: string, subject: RegExp): Promise<string> {
  const find = async () => (await mailsTo(shop, address)).findLast((source) => subject.test(subjectOf(source)))
  await expect.poll(async () => Boolean(await find())).toBe(true)
  return (await find()) ?? ''
}

/** Finds the first group of a pattern in the decoded emails to an address, the newest first; empty while none has it. */
export async function findInMails(shop: Shop, address: string, pattern: RegExp): Promise<string> {
  const mails = (await mailsTo(shop, address)).map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  const found = mails.findLast((mail) => pattern.test(mail))
  return (found && pattern.exec(found)?.[1]) ?? ''
}

/** Confirms the address of an account by the link that its mailbox gets. */
export async function proveEmail(shop: Shop, { email, token }: Pick<Account, 'email' | 'token'>): Promise<void> {
  await shop.call('POST', '/user/profile/pending/email', { token })
  const find = () => findInMails(shop, email, /\/confirm\S*#([\w-]{43})/)
  await expect.poll(find).not.toBe('')
  const { status } = await shop.call('POST', '/user/confirm_contact', { token, body: { token: await find() } })
  expect(status).toBe(200)
}

const subjectOf = (source: string) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim() ?? ''

async function mailsTo(shop: Shop, address: string): Promise<string[]> {
  const folder = join(shop.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(`-${address}.eml`)).sort()
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

/** Adds a course to the empty cart and opens checkout, like the button of the sales page. */
export async function startCheckout(page: Page, courseId: string): Promise<void> {
  await page.goto(`/course/${courseId}`)
  await page.getByRole('button', { name: /^Just Rs/ }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  // The heading is there before the screen.
  await expect(page.getByRole('main').getByRole('button').filter({ visible: true }).first()).toBeVisible()
}

/** Presses Pay on the gateway's page. */
export async function pressPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
}

export const paidHeading = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' })

/** Opens the phone's menu; does nothing where all entries are visible. */
export async function openMenu(page: Page, name = 'Menu'): Promise<void> {
  if ((page.viewportSize()?.width ?? 1280) < 768) await page.getByRole('button', { name, exact: true }).click()
}

/** Unfolds the filters and tools of a list of the console on a phone; does nothing where all are visible. */
export async function openTools(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 1280) < 1024) await page.getByRole('button', { name: 'Filters and tools' }).click()
}

/** Fills the visible login form and submits it. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Lets letters go out at this hour of the test, without waiting for a pace. */
export const openLetterHours = (shop: Shop) =>
  shop.query('update letter_settings set day_begins = 0, day_ends = 24, per_hour = 100000, per_hour_receiver = 100000')

/** Returns an entry of the browser's storage, unparsed. */
export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Reloads the page and confirms the browser's question about unsaved changes. */
export async function reloadOverTyped(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperties(BeforeUnloadEvent.prototype, {
      preventDefault: { value: () => {} },
      returnValue: { set() {} },
    })
  })
  await page.reload()
}

/** Returns a function that reports the layout shift since the page opened, as browsers measure it. */
export async function watchMoves(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.defineProperty(window, 'moved', { get: () => moved })
  })
  return () => page.evaluate(() => (window as unknown as { moved: number }).moved)
}

/** Slows the machine to this part, and its line to that of a village. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate })
  await browser.send('Network.enable')
  const slow = { offline: false, latency: 100, downloadThroughput: 250_000, uploadThroughput: 100_000 }
  await browser.send('Network.emulateNetworkConditions', slow)
}

/** Waits until the focus is on something that can be seen: a browser gives it to the body when its element is gone. */
export async function expectFocus(page: Page): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement !== document.body && activeElement?.checkVisibility() === true
    })
  await expect.poll(focused, 'the focus is on something').toBe(true)
}
