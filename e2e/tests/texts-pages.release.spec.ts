// Runs before a release: tests the texts and messages of the other pages.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { answerInstead, passTimeUntil, stopTime } from '../stand-ins.ts'
import { stored, toast } from '../steps.ts'

const EMAIL = 'hello@skillhaat.example'

// Browsers log every failed response.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('cart: its texts, and promo codes that fail to load', async ({ page }) => {
  await page.goto('/courses')
  await page.getByRole('button', { name: 'Add to cart: Hindi Script Vault' }).click()
  await expect(toast(page, 'Added to cart')).toBeVisible()
  const giveBack = await answerInstead(page, '/go/get_promocodes', { status: 400, json: {} })
  await page.goto('/cart')
  await expect(toast(page, 'Failed to load promocodes')).toBeVisible()
  await expect(page.getByRole('main').getByText('Failed to load promocodes')).toBeVisible()
  await page.getByRole('textbox', { name: 'Promo code' }).fill('WELCOME10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('main').getByText('Failed to load promocodes')).toBeVisible()
  expect(await stored(page, 'promocode')).toBeNull()
  await giveBack()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(toast(page, 'Promocode applied successfully')).toBeVisible()
  for (const name of ['Subtotal', 'Discount (10%)', 'Total']) {
    await expect(page.getByRole('region', { name: 'Order summary' }).getByText(name, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/courses')
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout')
  await expect(page.getByText(/^₹299\.00/).first()).toBeVisible()
})

// In a plain run `notices.test.ts` covers the duration of a notice, and the test below walks one that closes.
test('cart: a notice stays for 4.5 s', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/courses')
  await stopTime(page)
  await page.getByRole('button', { name: 'Add to cart: Hindi Script Vault' }).click()
  const added = toast(page, 'Added to cart')
  await passTimeUntil(page, added)
  // A pointer on a toast keeps it open.
  await page.mouse.move(0, 0)
  await page.clock.runFor(3_900)
  await expect(added).toBeVisible()
  await page.clock.runFor(1_100)
  await expect(added).toBeHidden()
})

test('cart: a notice under a resting pointer closes, and one that is pointed at or focused stays', async ({ page }) => {
  await page.clock.install()
  await page.goto('/courses')
  const add = page.getByRole('button', { name: 'Add to cart: Hindi Script Vault' })
  // The place of the next notice.
  await page.mouse.move(1000, 750)
  await add.focus()
  await stopTime(page)
  await page.keyboard.press('Enter')
  const added = toast(page, 'Added to cart')
  await passTimeUntil(page, added)
  await page.clock.runFor(5_000)
  await expect(added).toBeHidden()

  await page.keyboard.press('Enter')
  const again = toast(page, 'Course already in cart')
  await expect(again).toBeVisible()
  await page.mouse.move(1000, 745)
  await page.clock.runFor(20_000)
  await expect(again).toBeVisible()
  await page.keyboard.press('Alt+t')
  await expect(page.getByRole('link', { name: 'View cart' })).toBeFocused()
  await page.mouse.move(10, 10)
  await page.clock.runFor(20_000)
  await expect(again).toBeVisible()
  await page.keyboard.press('Escape')
  await page.clock.runFor(500)
  await expect(again).toBeHidden()
  await expect(add).toBeFocused()
})

test('contact: four fields are required, and an unsent message stays', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByText('Palghar, Maharashtra')).toBeVisible()
  await expect(page.getByRole('link', { name: EMAIL })).toHaveAttribute('href', `mailto:${EMAIL}`)
  await expect(page.getByRole('main').locator('a[href^="tel:"]')).toBeVisible()
  const send = page.getByRole('button', { name: /^Send/ })
  await send.click()
  for (const what of ['your name', 'your email', 'a subject', 'your message']) {
    await expect(page.getByText(`Please enter ${what}`)).toBeVisible()
  }
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('asha')
  await page.getByRole('textbox', { name: 'Subject' }).fill('A question')
  await page.getByRole('textbox', { name: 'Message' }).fill('When does the next course come?')
  await send.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('asha@example.com')
  const giveBack = await answerInstead(page, '/contact', 'lost')
  await send.click()
  await expect(page.getByText('Your message was not sent.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('When does the next course come?')
  await giveBack()
  await send.click()
  await expect(toast(page, "Message sent successfully! We'll get back to you soon.")).toBeVisible()
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByRole('textbox', { name, exact: true })).toHaveValue('')
  }
})

test('about and the policies: figures, leadership, an email each, the guarantee', async ({ page }) => {
  await page.goto('/about')
  for (const [figure, what] of [
    ['2250+', 'active students'],
    ['20+', 'expert courses'],
    ['1500+', 'success stories'],
    ['100+', 'countries'],
  ]) {
    await expect(page.locator('dl > div', { hasText: what })).toContainText(figure as string)
  }
  await expect(page.getByRole('heading', { name: 'Leadership' })).toBeVisible()
  await expect(page.getByText('Founder', { exact: true })).toBeVisible()
  await expect(page.getByText('Technology partner', { exact: true })).toBeVisible()
  for (const path of ['/privacy', '/terms', '/cookies', '/refund', '/delivery', '/cancellation']) {
    await page.goto(path)
    await expect(page.getByText('Last changed on 21 Nov 2026'), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: EMAIL }), path).toBeVisible()
  }
  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: '30-day money-back guarantee' })).toBeVisible()
  await expect(page.getByText('The English text of this page is the binding one.')).toHaveCount(0)
  await page.goto('/hi/terms')
  await expect(page.getByRole('heading', { name: 'इस्तेमाल की शर्तें' })).toBeVisible()
  await expect(page.getByText('इस पेज का अंग्रेज़ी रूप ही कानूनी रूप से मान्य है।')).toBeVisible()
})

test('header and footer: their links, the year, and every page opens at its top', async ({ page }) => {
  await page.goto('/')
  for (const [name, path] of [
    ['Home', '/'],
    ['Courses', '/courses'],
    ['About', '/about'],
    ['Contact', '/contact'],
  ] as const) {
    await expect(menu(page).getByRole('link', { name })).toHaveAttribute('href', path)
  }
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} SkillHaat`)
  for (const name of ['Terms', 'Privacy', 'Cookies', 'Refund policy', 'Delivery', 'Cancellation']) {
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name.slice(0, 5))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const mobile = page.getByRole('navigation', { name: 'Menu' })
  await expect(mobile.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await mobile.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(mobile).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await mobile.getByRole('button', { name: 'Sign In' }).click()
  for (const tab of ['Login', 'Register']) await expect(page.getByRole('tab', { name: tab })).toBeVisible()
})

test('unknown addresses: the page says so and links home', async ({ page }) => {
  await page.goto('/courses')
  // The address changes only after hydration.
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('reels')
  await expect(page).toHaveURL('/courses?q=reels')
  await page.evaluate(() => {
    history.pushState({}, '', '/no/such/page')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/error?from=/dashboard')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/dashboard')
})
