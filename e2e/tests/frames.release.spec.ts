// Runs before a release: tests the frames of every screen.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { newAccount, newPerson, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { fillDetails, logIn, payButton, stored, sum, watchMoves } from '../steps.ts'
import { holdScripts, untilTakenOver } from '../taken-over.ts'

// Login, cart and checkout show a frame before their scripts: server-rendered, the same for everybody.

const LINE = { id: 'hindi-script-vault', name: 'Hindi Script Vault', price: 299, banner: '', quantity: 1 }

/** Tolerance: a row of codes is higher, a line of text lower. */
const ROW_PX = 30

/** Stores a cart in the browser, as an earlier visit does. */
async function saveCart(page: Page, ids: string[]): Promise<void> {
  await page.goto('/robots.txt')
  const lines = ids.map((id) => ({ ...LINE, id }))
  await page.evaluate((cart) => localStorage.setItem('cart', JSON.stringify(cart)), lines)
}

/** Opens a page whose app does not load until the returned function is called. */
async function openFrame(page: Page, path: string): Promise<() => void> {
  const release = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

const headings: [path: string, heading: string][] = [
  ['/login', 'Log in to {shop}'],
  ['/register', 'Create your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/cart', 'Your cart'],
  ['/checkout', 'Checkout'],
]

test('a frame has heading and fields in each language, and neither search engine nor cache stores it', async ({
  shop,
}) => {
  for (const [path, heading] of headings) {
    for (const base of ['', '/hi', '/mr']) {
      const answer = await fetch(`${shop.url}${base}${path}`)
      const html = await answer.text()
      const words = { '': heading, '/hi': hi(heading) }[base]
      const [, shown = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? []
      if (words) expect(shown).toBe(words.replace('{shop}', 'SkillHaat'))
      else expect(shown).toMatch(/[\u0900-\u097f]/)
      expect(html.match(/<label /g)?.length, `${base}${path}`).toBeGreaterThan(0)
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    }
  }
})

const screens: [what: string, path: string, heading: string, cart: string[], signedIn: boolean][] = [
  ['log-in', '/login', 'Log in to SkillHaat', [], false],
  ['registration', '/register', 'Create your account', [], false],
  ['a forgotten password', '/forgot-password', 'Forgot your password?', [], false],
  ['a full cart', '/cart', 'Your cart', ['hindi-script-vault', 'bio-link-in-an-hour'], false],
  ['an empty cart', '/cart', 'Your cart is empty', [], false],
  ['checkout', '/checkout', 'Checkout', ['hindi-script-vault'], false],
  ['checkout of who is signed in', '/checkout', 'Checkout', ['hindi-script-vault'], true],
  ['a buy link, of who is signed in', '/checkout?course=hindi-script-vault', 'Checkout', [], true],
  ['checkout in Hindi', '/hi/checkout', hi('Checkout'), ['hindi-script-vault'], false],
]

for (const [what, path, heading, cart, signedIn] of screens) {
  test(`${what} is visible before the scripts load, and does not move`, { tag: '@both' }, async ({ page, shop }) => {
    if (signedIn) await signIn(page, await newAccount(shop))
    await saveCart(page, cart)
    const moved = await watchMoves(page)
    const release = await openFrame(page, path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText(heading)
    const fields = page.getByRole('main').getByRole('textbox').filter({ visible: true })
    const count = await fields.count()
    // The web fonts load after the first paint, and differ by some pixels from their fallback.
    await expect(page.locator('#fonts')).toHaveAttribute('media', 'all')
    await page.evaluate(async () => void (await document.fonts.load('1em Anek')))
    await page.evaluate(async () => void (await document.fonts.ready))
    const place = await title.boundingBox()
    // A phone has the total in the line that opens the summary.
    const total = page.getByRole('main').locator('[data-total], [aria-expanded]').filter({ visible: true }).first()
    const sums = cart.length > 0 ? await total.boundingBox() : null
    const arrived = await moved()
    release()
    await untilTakenOver(page)
    await untilQuiet(page)
    await expect(title).toHaveText(heading)
    await expect(fields).toHaveCount(count)
    expect(await title.boundingBox()).toEqual(place)
    // The totals follow the offered codes. A frame cannot know how many lines a name or an email takes.
    if (sums) expect(Math.abs(((await total.boundingBox())?.y ?? 0) - sums.y)).toBeLessThan(ROW_PX)
    expect((await moved()) - arrived, 'what moved when the app came').toBeLessThan(0.02)
  })
}

test('a full cart never appears empty, nor an empty one full', async ({ page }) => {
  await saveCart(page, ['hindi-script-vault'])
  const empty = page.getByText('Your cart is empty')
  const release = await openFrame(page, '/cart')
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
  await expect(empty).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'Hindi Script Vault' })).toBeVisible()
  await expect(empty).toHaveCount(0)
  await saveCart(page, [])
  await openFrame(page, '/cart')
  await expect(empty).toBeVisible()
  await expect(page.getByText('Order summary')).toBeHidden()
})

test('a login submitted before the scripts load is completed, with its input and unticked boxes', {
  tag: '@phone',
}, async ({ page, shop }) => {
  const student = await newAccount(shop)
  const release = await openFrame(page, '/login')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(student.email)
  await page.getByText('Remember me').click()
  await logIn(page, student)
  release()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  expect(await stored(page, 'session_only'), 'who is not to be remembered is not').toBe('1')
})

test('details and a press of Pay before the scripts load lead to the payment', {
  tag: '@phone',
}, async ({ page }) => {
  await saveCart(page, ['hindi-script-vault'])
  const release = await openFrame(page, '/checkout')
  await fillDetails(page, newPerson())
  await payButton(page).click()
  release()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
})

test('a press of Pay before the total is known counts once it is known, at the price with the code', {
  tag: '@phone',
}, async ({ page }) => {
  await saveCart(page, ['hindi-script-vault'])
  await page.evaluate(() => localStorage.setItem('promocode', 'WELCOME10'))
  const listed = Promise.withResolvers<void>()
  await page.route('**/api/go/get_promocodes', async (route) => {
    await listed.promise
    await route.continue()
  })
  await page.goto('/checkout')
  await fillDetails(page, newPerson())
  await payButton(page).click()
  await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL('/checkout')
  listed.resolve()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await expect(page.getByText('₹269.10').first()).toBeVisible()
})

test('a saved promo code appears in its field', async ({ page }) => {
  await saveCart(page, ['hindi-script-vault'])
  await page.evaluate(() => localStorage.setItem('promocode', 'WELCOME10'))
  await page.goto('/cart')
  await expect(sum(page, 'Discount (10%)')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Promo code' })).toHaveValue('WELCOME10')
})

test('a promo code typed before the scripts load is applied', async ({ page }) => {
  await saveCart(page, ['hindi-script-vault'])
  const release = await openFrame(page, '/cart')
  await page.getByRole('textbox', { name: 'Promo code' }).fill('welcome10')
  await page.getByRole('button', { name: 'Apply' }).click()
  release()
  await expect(sum(page, 'Discount (10%)')).toBeVisible()
})

test('a logged-in student is redirected from the login without seeing its form', async ({ page, shop }) => {
  await signIn(page, await newAccount(shop))
  const release = await openFrame(page, '/login')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in to SkillHaat' })).toBeHidden()
  release()
  await expect(page).toHaveURL('/dashboard')
})

test('a friend’s code carries over to the registration in another language, also before the scripts load', async ({
  page,
}) => {
  const release = await openFrame(page, '/register?ref=Q7RT')
  await page.getByRole('contentinfo').getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page).toHaveURL('/hi/register?ref=Q7RT')
  release()
  await expect(page.getByRole('textbox', { name: hi('Referral code') })).toHaveValue('Q7RT')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form that needs scripts is replaced by a message', async ({ page }) => {
    for (const [path] of headings) {
      await page.goto(path)
      await expect(page.locator('noscript p')).toHaveText(/^This page needs JavaScript\./)
      await expect(page.getByRole('main')).toBeHidden()
    }
  })
})
