// Runs before a release: visits every screen with larger letters.

import type { Page } from '@playwright/test'
import { pdfOf } from '../../server/test/archives.ts'
import { tabs } from '../../web-store/src/admin/tabs/tabs.ts'
import { screensFor } from '../addresses.ts'
import { expect, test } from '../fixtures.ts'
import { storedFile } from '../lessons.ts'
import { buy, newAccount, order, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { learner, review } from '../reviews.ts'
import { brokenWords, settle, skippedHeadings, unfitting } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { holdBack } from '../stand-ins.ts'
import { startCheckout } from '../steps.ts'

/** The course of `addresses.ts`, which fills every part of its screens. */
const COURSE = 'hindi-script-vault'

/** Asserts that the page fits a phone of 390 px with text of 200 %, and one of 320 px, without a reload. */
async function expectToFit(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await settle(page)
  expect.soft(await unfitting(page), `${name} with text of 200 %`).toEqual([])
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await settle(page)
  expect.soft(await unfitting(page), `${name} at 320 px`).toEqual([])
  expect.soft(await brokenWords(page), `${name} at 320 px, broken words of buttons`).toEqual([])
}

/** Opens the page and waits until nothing of it loads. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilQuiet(page)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** Creates a student whose screens are full: a completed course, and an order of each sort. */
async function busyStudent(shop: Shop) {
  await shop.admin('PUT', `/courses/certificate/${COURSE}`, { offered: true })
  const student = await learner(shop, COURSE, 'Lakshminarayanan Venkatasubramanian')
  await buy(shop, student, ['bio-link-in-an-hour', 'bio-link-in-an-hour', 'telegram-channel-playbook'], 'WELCOME10')
  for (const state of ['created', 'review', 'failed', 'partially_refunded']) {
    const { order_id } = await order(shop, student, ['thumbnail-design-lab'])
    await shop.query('update orders set status = $2 where order_id = $1', [order_id, state])
  }
  return student
}

test('every screen of the store fits text of 200 % and 320 px', { tag: '@phone' }, async ({ page, shop, guard }) => {
  test.slow()
  guard.allow(/status of (404|422)/)
  const walk = async (screens: { path: string }[]) => {
    for (const { path } of screens) {
      await open(page, path)
      await expectToFit(page, path)
      expect.soft(await skippedHeadings(page), `headings of ${path}`).toEqual([])
    }
  }
  await walk(screensFor('public', 'guest'))
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectToFit(page, 'login dialog')
  await startCheckout(page, COURSE)
  await walk(screensFor('buyer', 'personal'))

  await signIn(page, await busyStudent(shop))
  await walk(screensFor('student', 'learner', 'buyer'))
  for (const dialog of ['review', 'certificate']) {
    await page.goto(`/dashboard?${dialog}=${COURSE}`)
    await expect(page.getByRole('dialog').getByRole('button').nth(1)).toBeVisible()
    await expectToFit(page, `${dialog} dialog`)
  }
})

/** Gives the console what other journeys leave there: a file in a folder of a long name, unprepared videos, a finished move, a segment, and reviews that wait. */
async function busyConsole(shop: Shop): Promise<void> {
  await storedFile(shop, pdfOf(), 'a-workbook-with-a-name-that-is-longer-than-its-card.pdf')
  await shop.query(
    `update media set folder = 'Reels-Growth-Mega-Bundle-1795762023127/Week-1' where name like 'a-work%'`,
  )
  // The test writes what the job that prepares videos writes.
  await shop.query(
    `insert into video_sets (media_id, url, created_at) select media_id, url, now() from media where name like '%.mp4' on conflict do nothing`,
  )
  await shop.query(
    `insert into moves (move_id, status, source, kind, file_name, pasted, read, headings_key, rows, made_by, made_at)
     select 'mov_of_larger_letters', 'done', 'graphy', 'students', 'graphy-learners-of-november-1795762023127.csv', false,
            '{}', '', 410, min(id), now() from admins on conflict do nothing`,
  )
  const all = [{ joined_since: '2026-01-01' }]
  await shop.admin('POST', '/segments', { name: 'Joined in 2026 and never came back since', segment: { all } })
  for (const stars of [1, 2]) await review(shop, COURSE, stars, 'Too short')
}

test('every tab of the console fits text of 200 % and 320 px', { tag: ['@phone', '@tab-only'] }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  test.slow()
  guard.allow(/status of 404/)
  const student = await busyStudent(shop)
  await busyConsole(shop)
  const [lesson] = (await shop.admin<{ content: { lesson_id: string }[] }>('GET', `/courses/get_content/${COURSE}`))
    .content
  const course = new URLSearchParams({ course_id: COURSE, lesson_id: lesson?.lesson_id ?? '' })
  await admin.open()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const { id, place } of tabs) {
    const under = { student: `&id=${student.user_id}`, page: `&slug=course/${COURSE}` }[id as string]
    const address = under ?? (place.startsWith('under') ? `&${course}` : '')
    await page.goto(`/admin?tab=${id}${address}`)
    await expect(page.getByRole('heading', { level: 1 }), id).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectToFit(page, id)
  }
})

test('the footer and the profile do not move while content loads', { tag: '@phone' }, async ({ page, shop }) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  const footerTop = async () => (await page.getByRole('contentinfo').boundingBox())?.y
  const height = page.viewportSize()?.height ?? 0
  const orders = await holdBack(page, '/user/orders')
  await page.goto('/dashboard/orders')
  await expect(page.getByText('Loading...')).toBeAttached()
  expect(await footerTop()).toBeGreaterThanOrEqual(height)
  orders()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()
  expect(await footerTop()).toBeGreaterThanOrEqual(height)

  const profile = await holdBack(page, '/user/profile')
  await page.goto('/dashboard/settings')
  await expect(page.getByText('Loading...').first()).toBeAttached()
  expect(await footerTop()).toBeGreaterThanOrEqual(height)
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeHidden()
  profile()
  await expect(page.getByText('Confirm your email address')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
})

test('the settings jump to their sections, and mark the one in view', { tag: '@phone' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await newAccount(shop))
  await page.goto('/dashboard/settings')
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
  await expect(links).toHaveText(['Profile', 'Password', 'Devices', 'Messages', 'Your data'])
  await expect(links.first()).toHaveAttribute('aria-current', 'true')
  await links.nth(2).click()
  await expect(page.getByRole('heading', { name: 'Logged-in devices' })).toBeInViewport({ ratio: 1 })
  await expect(links.nth(2)).toHaveAttribute('aria-current', 'true')
  await expect(links.nth(2)).toBeInViewport()
  // The mark follows what is scrolled into view, also upwards, and its chip is in sight.
  await page.getByRole('heading', { name: 'Your data' }).scrollIntoViewIfNeeded()
  await links.last().click()
  await expect(links.last()).toHaveAttribute('aria-current', 'true')
  await expect(links.last()).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(links.first()).toHaveAttribute('aria-current', 'true')
  await expect(links.first()).toBeInViewport({ ratio: 1 })
  // No section is longer than the screen.
  const heights = await page
    .locator('main section[aria-labelledby], main form')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(844)
})

test('borderless buttons align with the text on a phone', { tag: '@phone' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await newAccount(shop))
  const left = (name: string) =>
    page.getByRole('button', { name }).evaluate((key) => {
      const range = document.createRange()
      range.selectNodeContents(key)
      return Math.round(range.getBoundingClientRect().left)
    })
  await page.goto('/dashboard/profile')
  const name = await page.getByText('Referral code', { exact: true }).boundingBox()
  expect(await left('Share your code')).toBe(name?.x)
  await page.goto('/dashboard/settings')
  const heading = await page.getByText('Download everything we keep about you').boundingBox()
  expect(await left('Delete my account')).toBe(heading?.x)
})
