// Runs before a release: tests the texts and messages of the catalogue.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { answerInstead, holdBack, passTime, passTimeUntil, stopTime } from '../stand-ins.ts'
import { stored, toast } from '../steps.ts'

const _EMAIL = 'hello@skillhaat.example'

// Browsers log every failed response.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('home: headline, featured courses, and a message when they fail to load', async ({ page }) => {
  await page.goto('/about')
  const giveBack = await answerInstead(page, '/go/courses', { status: 400, json: {} })
  await menu(page).getByRole('link', { name: 'Home' }).click()
  await expect(toast(page, 'Failed to load featured courses')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Failed to load featured courses' })).toBeVisible()
  await giveBack()
  await page.getByRole('button', { name: 'Try again' }).click()

  const featured = page.getByRole('region', { name: 'Featured courses' })
  await expect(featured.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Grow online with\s*course bundles/)
  await expect(page.getByRole('link', { name: 'Explore Courses' }).first()).toHaveAttribute('href', '/courses')
  await page.getByRole('link', { name: 'Learn More' }).click()
  await expect(page.getByRole('heading', { name: 'From this page to your first post' })).toBeInViewport()
  await expect(page.getByText('3750+')).toBeVisible()
  await featured.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/course\//)
})

test('home: four testimonials, 5 s each, and a dot for each', async ({ page }) => {
  // With reduced motion, none of it moves.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  const dots = page.getByRole('button', { name: /^Testimonial \d of 4$/ })
  await expect(dots).toHaveCount(4)
  const current = () => dots.evaluateAll((all) => all.findIndex((dot) => dot.getAttribute('aria-current') === 'true'))
  await dots.nth(2).click()
  await expect.poll(current).toBe(2)
  await expect(page.getByText('Saree shop owner, Palghar')).toBeVisible()
  await expect(page.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await stopTime(page)
  const before = await current()
  await expect(async () => {
    await passTime(page, 100)
    expect(await current()).toBe((before + 1) % 4)
  }).toPass({ intervals: [10] })
  await passTime(page, 4_800)
  expect(await current()).toBe((before + 1) % 4)
  await page.clock.runFor(300)
  await expect.poll(current).toBe((before + 2) % 4)
})

test('catalogue: its title, a visible loading state, and a message when it fails', async ({ page }) => {
  await page.goto('/about')
  const giveBack = await answerInstead(page, '/go/courses', { status: 400, json: {} })
  await menu(page).getByRole('link', { name: 'Courses' }).click()
  await expect(page.getByRole('heading', { name: 'Explore Our Courses' })).toBeVisible()
  await expect(toast(page, 'Failed to load courses')).toBeVisible()
  await giveBack()
  const release = await holdBack(page, '/go/courses')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading courses...' })).toBeAttached()
  release()
  const chips = page.getByRole('navigation', { name: 'Topics and prices' })
  for (const chip of ['Under ₹500', '₹500 to ₹999', '₹1,000 and above']) {
    await expect(chips.getByRole('link', { name: chip })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Reels Growth Mega Bundle' }).click()
  await expect(page).toHaveURL('/course/reels-growth-mega-bundle')
})

test('catalogue: an empty shop shows a message', async ({ page }) => {
  await page.goto('/about')
  await answerInstead(page, '/go/courses', { json: [] })
  await menu(page).getByRole('link', { name: 'Courses' }).click()
  await expect(page.getByText('No courses available')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search courses' })).toBeHidden()
  await expect(page.getByText('0 courses')).toHaveCount(0)
})

test('sales page: its room remains when the course fails to load, and offers a retry', async ({ page }) => {
  await page.goto('/courses')
  const giveBack = await answerInstead(page, '/go/courses/hindi-script-vault', { status: 400, json: {} })
  await page.getByRole('link', { name: 'Hindi Script Vault' }).click()
  await expect(toast(page, 'Failed to load course details')).toBeVisible()
  const room = page.getByRole('status').filter({ hasText: 'Loading course...' })
  expect((await room.boundingBox())?.height).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0)
  await giveBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Just Rs 299/- Only' })).toBeVisible()
})

test('sales page: its blocks and their texts', async ({ page, shop }) => {
  const id = 'reels-growth-mega-bundle'
  const { body: course } = await shop.call<{
    price: number
    offer_text: string
    bonuses_worth: string
    legal_disclaimer: string
    long_description: string
    header_text: string
    buy_now_text: string
    faq: { question: string; answer: string }[]
  }>('GET', `/go/courses/${id}`)
  await page.goto(`/course/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByText(course.header_text)).toBeVisible()
  await expect(main.getByText(course.offer_text).first()).toBeVisible()
  await expect(main.getByText('Instant Delivery On Email').first()).toBeVisible()
  const points = course.long_description.split('\n').filter((line) => line.trim() !== '')
  await expect(page.getByRole('region', { name: 'What it is' }).getByRole('listitem')).toHaveText(
    points.map((point) => point.trim()),
  )
  const name = page.getByRole('heading', { level: 1 }).getByText('Reels Growth Mega Bundle')
  expect(await name.evaluate((element) => getComputedStyle(element).textTransform)).toBe('uppercase')
  const headings = [
    'Results archive',
    'Customer reviews',
    'Limited Period Offer',
    'What you get',
    'How to make money',
    'Who is this for?',
    'Where can you upload these reels?',
    'How to get started',
    `Exclusive bonuses worth ${course.bonuses_worth}`,
    'Frequently asked questions',
  ]
  for (const heading of headings) {
    await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  }
  await expect(main.getByText(`Next Price Will be ${(course.price * 5).toLocaleString('en-IN')}/-`)).toBeVisible()
  await expect(main.getByText(course.legal_disclaimer)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Buy this course' })).toBeInViewport()
  await expect(main.getByRole('button', { name: course.buy_now_text }).first()).toBeVisible()

  const inside = page.getByRole('region', { name: 'What is inside' })
  for (const fact of ['Total', 'Lessons', 'Access']) {
    await expect(inside.getByRole('term').filter({ hasText: fact })).toBeVisible()
  }
  await expect(inside.getByText('Free preview')).toBeVisible()
  await expect(inside.getByText('30-day money-back guarantee. UPI, cards, net banking.')).toBeVisible()
  await inside.getByRole('link', { name: 'Watch one lesson free' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Share this course' }).click()
  const share = page.getByRole('dialog', { name: 'Share this course' })
  const sent = `Reels Growth Mega Bundle on SkillHaat: ${shop.url}/course/${id}`
  await expect(share.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/?text=${encodeURIComponent(sent)}`,
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await share.getByRole('button', { name: 'Copy link' }).click()
  await expect(share.getByText('Copied. Paste it in any message.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sent)
  await share.getByRole('button', { name: 'Close' }).click()

  const [first, second] = course.faq
  await page.getByText(second?.question ?? '').click()
  await expect(page.getByText(second?.answer ?? '')).toBeVisible()
  await expect(page.getByText(first?.answer ?? '')).toBeHidden()
})

// In a plain run `entry-server.test.ts` covers the same texts and the absent blocks.
test('sales page: default texts replace missing ones', { tag: '@long' }, async ({ page }) => {
  await page.goto('/courses')
  await page.route('**/api/go/courses/hindi-script-vault', async (route) => {
    const response = await route.fetch()
    const course = { ...(await response.json()), header_below: null, buy_now_text: null, description: '' }
    await route.fulfill({ response, json: course })
  })
  await page.getByRole('link', { name: 'Hindi Script Vault' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Do You Want To Grow Your Social Media?')
  await expect(page.getByRole('button', { name: 'Buy Now' }).first()).toBeVisible()
  await expect(page.getByText('Limited Period Offer')).toHaveCount(0)
  await expect(page.getByText('Results archive')).toHaveCount(0)
})

test('sales page: the countdown starts at 22:34:50 with every visit and counts seconds', async ({ page }) => {
  await page.clock.install()
  await page.goto('/courses')
  await stopTime(page)
  const clock = page.locator('[data-countdown]')
  const left = async () => (await clock.innerText()).replace(/\D/g, '')
  await page.getByRole('link', { name: 'Hindi Script Vault' }).click()
  await passTimeUntil(page, clock)
  await expect.poll(left).toBe('223450')
  await page.clock.runFor(3_000)
  await expect.poll(left).toBe('223447')
  await menu(page).getByRole('link', { name: 'Courses' }).click()
  await page.getByRole('link', { name: 'Hindi Script Vault' }).click()
  await passTimeUntil(page, clock)
  await expect.poll(left).toBe('223450')
})

test('sales page: a purchase replaces the cart by one seat of this course', async ({ page }) => {
  await page.goto('/courses')
  await page.getByRole('button', { name: 'Add to cart: Thumbnail Design Lab' }).click()
  await page.getByRole('button', { name: 'Add to cart: Voice-over From Home' }).click()
  await page.goto('/course/hindi-script-vault')
  await page.getByRole('complementary', { name: 'Buy this course' }).getByRole('button').click()
  await expect(page).toHaveURL('/checkout')
  const lines = JSON.parse((await stored(page, 'cart')) ?? '[]')
  expect(lines).toEqual([expect.objectContaining({ id: 'hindi-script-vault', quantity: 1 })])
})
