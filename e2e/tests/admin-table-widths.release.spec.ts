// Runs before a release: visits every table at five widths.

import type { Page } from '@playwright/test'
import { tabs } from '../../web-store/src/admin/tabs/tabs.ts'
import { newAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'

// Each table of the menu's tabs on the windows that people have: it fits or scrolls, and no row action is out of reach.

const WIDTHS = [1024, 1200, 1280, 1366, 1440]

/** Returns controls of tables that no pointer reaches, tables wider than a box that does not scroll, and broken dates. */
const outOfReach = (page: Page) =>
  page.evaluate(() => {
    const problems: string[] = []
    for (const table of document.querySelectorAll('table')) {
      // A chart's figures for screen readers alone.
      if ((table.parentElement?.clientWidth ?? 0) <= 1) continue
      for (let box = table.parentElement; box; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box)
        const isCut = overflowX === 'hidden' && box.scrollWidth > box.clientWidth + 1
        if (isCut) problems.push(`${table.caption?.textContent}: ${box.scrollWidth} px in ${box.clientWidth}`)
        if (overflowX === 'auto' || overflowX === 'scroll') break
      }
      for (const cell of table.querySelectorAll('td')) {
        const text = cell.textContent ?? ''
        const words = document.createRange()
        words.selectNodeContents(cell)
        const isBroken = new Set([...words.getClientRects()].map(({ top }) => top)).size > 1
        if (/^(just now|\d+ \w+ ago|\d+ \w+ \d{4})$/.test(text) && isBroken) problems.push(`${text} is on two lines`)
      }
      for (const control of table.querySelectorAll('td[data-actions] :is(a, button)')) {
        control.scrollIntoView({ block: 'center', inline: 'nearest' })
        const { x, y, width, height } = control.getBoundingClientRect()
        if (width === 0) continue
        const seen = document.elementFromPoint(x + width / 2, y + height / 2)
        if (!seen || !(control.contains(seen) || seen.contains(control)))
          problems.push(`${control.getAttribute('aria-label') ?? control.textContent} at ${Math.round(x)}`)
      }
    }
    return problems
  })

test('no table of the console cuts off its row actions or breaks a date, from 1024 to 1440 px @tab-only', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  // The longest badges: a plan, a gap and an offer on one row, and an admin with a first password.
  await shop.query(
    `update courses set offer_text = 'Diwali offer: 70 % off until Sunday night', name = $2 where course_id = $1`,
    [course_id, 'A course with a name that is long enough for two lines of the list and still goes on'],
  )
  await shop.query('update catalogue_version set version = version + 1')
  await newAdmin(shop, 'support')
  await admin.open()
  for (const { id } of tabs.filter(({ place }) => !place.startsWith('under'))) {
    await page.goto(`/admin?tab=${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await expect.soft(await outOfReach(page), `${id} at ${width} px`).toEqual([])
    }
  }
})

test('the orders fit with their status from 1280 px on', async ({ page, admin }) => {
  await admin.open('/admin?tab=orders')
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table).toContainText('Waiting for payment')
  for (const width of WIDTHS.filter((one) => one >= 1280)) {
    await page.setViewportSize({ width, height: 800 })
    const cut = () => table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0))
    await expect.poll(cut, { message: `${width} px` }).toBeLessThanOrEqual(0)
  }
})

test('columns that somebody chose stay chosen', async ({ page, admin }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await admin.open('/admin?tab=users')
  const heads = page.getByRole('columnheader')
  for (const head of ['Name', 'Email', 'Phone', 'Coins', 'Referred by'])
    await expect(heads.filter({ hasText: head })).toBeVisible()
  await expect(heads.filter({ hasText: 'Progress' })).toBeHidden()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Progress' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Referred by' }).click()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(heads.filter({ hasText: 'Progress' })).toBeVisible()
  await expect(heads.filter({ hasText: 'Referred by' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Reset columns' }).click()
  await expect(heads.filter({ hasText: 'Referred by' })).toBeVisible()
  await expect(heads.filter({ hasText: 'Progress' })).toBeHidden()
})
