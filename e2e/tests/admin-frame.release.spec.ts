// Runs before a release: tests the frame of the console.

import type { Page } from '@playwright/test'
import { FIRST_STEPS } from 'contract/before-live'
import type { AdminRole } from 'contract/define-call'
import { menuOf } from '../../web-store/src/admin/tabs/tabs.ts'
import { logInAdmin, newAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { newPerson } from '../people.ts'
import { review } from '../reviews.ts'
import { checkFocus, checkLook, checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { answerInstead, holdBack } from '../stand-ins.ts'
import { watchMoves } from '../steps.ts'

// The menu of the console: a column from 1024 px, below that a bar at the bottom with a sheet behind More.

/** The entries of a role's menu, or of one of its groups; behind each may be a count. `tabs.test.ts` has them by hand. */
const entriesOf = (role: AdminRole, group?: string, shown?: Parameters<typeof menuOf>[1]) =>
  menuOf(role, shown)
    .filter(({ label }) => group === undefined || label === group)
    .flatMap(({ entries }) => entries.map(({ label }) => new RegExp(`^${label}`)))

/** The height of the window from which `console-menu.ts` opens every group. */
const ROOMY = 1340

const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

/** Writes to the shop as a visitor: a message that waits for an answer. */
const writeToShop = async (call: (method: string, path: string, more: object) => Promise<unknown>) => {
  const body = { name: 'Meera', email: 'meera@example.com', subject: 'Access', message: 'I cannot open the course.' }
  await call('POST', '/contact', { body })
}

const seeAll = (shop: Shop, show_all: boolean) => shop.admin('PUT', '/me/show_all', { show_all })
test.afterEach(({ shop }) => seeAll(shop, false))

test('a group stays as it was left, the one of the open screen is open, and the column stays folded', async ({
  page,
  admin,
  shop,
}) => {
  await seeAll(shop, true)
  await admin.open('/admin?tab=orders')
  const money = menu(page).getByRole('button', { name: 'Money' })
  await expect(money).toHaveAttribute('aria-expanded', 'false')
  await money.click()
  await menu(page).getByRole('link', { name: 'Payouts' }).click()
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Payouts' })).toHaveAttribute('aria-current', 'page')
  // Nothing to press: it is open as long as its screen is.
  await expect(money).toHaveCount(0)
  await menu(page)
    .getByRole('button', { name: /^Teach/ })
    .click()
  await page.reload()
  await menu(page)
    .getByRole('link', { name: /^Orders/ })
    .click()
  await expect(money).toHaveAttribute('aria-expanded', 'true')
  await expect(menu(page).getByRole('link', { name: 'Bundles' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Offers' })).toBeHidden()
  await checkFocus(page, 'the column')

  await page.getByRole('button', { name: 'Fold the menu' }).click()
  await page.reload()
  await expect(menu(page)).toBeVisible()
  expect((await menu(page).boundingBox())?.width).toBe(64)
  await menu(page)
    .getByRole('button', { name: /^Teach/ })
    .click()
  await checkLook(page, 'the folded column with a group')
  await page.getByRole('menuitem', { name: 'Bundles' }).click()
  await expect(page.getByRole('heading', { name: 'Bundles', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Unfold the menu' }).click()
  expect((await menu(page).boundingBox())?.width).toBe(240)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await checkLook(page, 'the column with the account')
})

test('a count says what waits, on its entry or on the closed group, and goes with the work', async ({
  page,
  admin,
  shop,
}) => {
  for (const sql of [
    `update tickets set status = 'done', done_at = now() where status = 'open'`,
    `update questions set answer = 'So', answered_at = now() where answer is null`,
    `update reviews set reply = 'Thank you', replied_at = now() where reply is null`,
    'delete from hand_in_files',
    'delete from hand_ins',
  ])
    await shop.query(sql)
  await review(shop, 'bio-link-in-an-hour', 2, 'The sound is too quiet.')
  await writeToShop(shop.call)
  await admin.open('/admin?tab=orders')
  await expect(menu(page).getByRole('link', { name: 'Inbox 1 waiting' })).toBeVisible()
  const teach = menu(page).getByRole('button', { name: /^Teach/ })
  // A shop with many tools begins with closed groups.
  if ((await teach.getAttribute('aria-expanded')) === 'false') await teach.click()
  await expect(teach).toHaveAccessibleName('Teach')
  await teach.click()
  await expect(teach).toHaveAccessibleName('Teach 1 waiting')
  await teach.click()
  await expect(menu(page).getByRole('link', { name: 'Reviews 1 waiting' })).toBeVisible()
  await menu(page).getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('main').getByText('Meera').first().click()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(menu(page).getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()
})

test('a phone has the most used screens in a bar, and all others in a sheet', { tag: ['@phone', '@tab-only'] }, async ({
  page,
  admin,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await admin.open('/admin?tab=settings')
  await expect(page.getByRole('region', { name: 'Save' })).toBeHidden()
  await page.getByRole('textbox', { name: 'Tagline' }).fill('A line that waits')
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible()
  await expect(page.getByText(/^Draft saved on this device/)).toBeVisible()
  const more = menu(page).getByRole('button', { name: /^More/ })
  const save = await page.getByRole('region', { name: 'Save' }).boundingBox()
  const bar = await menu(page).boundingBox()
  expect(save && save.y + save.height, 'the save bar ends where the menu begins').toBe(bar?.y)
  expect(bar && bar.y + bar.height).toBe(page.viewportSize()?.height)

  await more.click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  const me = await shop.admin<{ tools: string[]; show_all: boolean }>('GET', '/me')
  await expect(sheet.getByRole('region', { name: 'Money' }).getByRole('link')).toHaveText(
    entriesOf('owner', 'Money', me),
  )
  await checkLook(page, 'the sheet behind More')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(more).toBeFocused()
  await more.click()
  await sheet.getByRole('button', { name: /^More/ }).click()
  await expect(sheet).toBeHidden()
  await more.click()
  await sheet.getByRole('link', { name: 'Payouts' }).click()
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await more.click()
  await sheet.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Students' }).click()
  await expect(page.getByRole('heading', { name: 'Students' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Students' })).toHaveAttribute('aria-current', 'page')
  await checkScreen(page, 'students on a phone')
  // Letters of twice the size on the smallest phone.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const cut = await menu(page)
    .locator('a, button')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
  expect(cut).toEqual([])
})

test('a wide logo and a long email push nothing out', { tag: '@tab-only' }, async ({ page, admin, shop }) => {
  const settings = await shop.admin<{ brand: object }>('GET', '/settings')
  const brand = {
    ...settings.brand,
    name: 'The longest name of a shop that anybody ever typed',
    logo: '/wide-logo.svg',
  }
  await answerInstead(page, '/go/settings', { json: { ...settings, brand } })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="400"><rect width="2400" height="400"/></svg>'
  await page.route('**/wide-logo.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
  const email = `${'long'.repeat(15)}@${'example'.repeat(8)}.com`
  const me = await shop.admin<object>('GET', '/me')
  await answerInstead(page, '/admin/me', { json: { ...me, email, name: null } })
  await admin.open('/admin?tab=orders')
  await page.evaluate(
    (typed) => localStorage.setItem('admin_info', JSON.stringify({ email: typed, isAdmin: true })),
    email,
  )
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await expect(menu(page).getByRole('link', { name: /^Orders/ })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeInViewport({ ratio: 1 })
    const wide = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('header, header *')]
      const end = document.querySelector('header')?.getBoundingClientRect().right ?? 0
      const out = (part: Element) => part.getBoundingClientRect().right > end + 1 && part.checkVisibility()
      const isTip = (part: Element) => getComputedStyle(part).position === 'fixed' && part.tagName === 'SPAN'
      return parts.filter((part) => out(part) && !isTip(part)).map((part) => part.outerHTML.slice(0, 120))
    })
    expect(wide, `${width} px`).toEqual([])
    await expect(page.locator('header img')).toHaveAttribute('src', /\/assets\/logo/)
  }
})

test('nothing moves when the role and the counts arrive', { tag: '@both' }, async ({ page, admin, shop }) => {
  await writeToShop(shop.call)
  await admin.open('/admin?tab=reviews')
  const moved = await watchMoves(page)
  const [role, counts] = [await holdBack(page, '/admin/me'), await holdBack(page, '/admin/waiting')]
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Reviews', level: 1 })).toBeVisible()
  await page.waitForLoadState('load')
  const before = await moved()
  role()
  await expect(menu(page).getByRole('link', { name: /^Orders/ })).toBeVisible()
  counts()
  await expect(
    menu(page)
      .getByText(/\d+ waiting/)
      .first(),
  ).toBeAttached()
  expect((await moved()) - before).toBe(0)
})

test('the first days of a shop begin on Home, and later ones on Courses', async ({ page, admin, shop }) => {
  const first = async (settled: boolean) => {
    for (const step of FIRST_STEPS) await shop.admin('PUT', '/before_live', { step, settled })
  }
  await page.goto('/admin/login')
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/admin')
  await first(true)
  try {
    await admin.open('/admin')
    await expect(page.getByRole('heading', { name: 'Courses', level: 1 })).toBeVisible()
  } finally {
    await first(false)
  }
})

test('every group is open at first where the window has room for all tools', { tag: '@tab-only' }, async ({
  page,
  admin,
  shop,
}) => {
  const payouts = menu(page).getByRole('link', { name: 'Payouts' })
  const money = menu(page).getByRole('button', { name: 'Money' })
  await seeAll(shop, true)
  await page.setViewportSize({ width: 1280, height: ROOMY - 1 })
  await admin.open('/admin?tab=overview')
  await expect(money).toHaveAttribute('aria-expanded', 'false')
  await page.setViewportSize({ width: 1280, height: ROOMY })
  await page.reload()
  await expect(payouts).toBeVisible()
  const list = menu(page).locator('> div').first()
  expect(await list.evaluate((all) => all.scrollHeight - all.clientHeight)).toBe(0)
  await money.click()
  await expect(payouts).toBeHidden()
  await page.reload()
  await expect(menu(page).getByRole('link', { name: /^Orders/ })).toBeVisible()
  await expect(payouts).toBeHidden()
})

for (const role of ['support', 'finance'] as const) {
  test(`a role has a menu of its own screens, and its few groups are open: ${role}`, async ({ page, shop, guard }) => {
    guard.allow(/status of 403/)
    await page.goto('/admin/login')
    await logInAdmin(page, await newAdmin(shop, role))
    await expect(page.getByText('You logged in with a one-time password.')).toBeVisible()
    const { tools } = await shop.admin<{ tools: string[] }>('GET', '/me')
    await expect(menu(page).getByRole('link')).toHaveText(entriesOf(role, undefined, { tools, show_all: false }))
  })
}

test('an admin enrols one person in five presses', async ({ page, admin, shop }) => {
  const { email } = newPerson()
  await admin.open('/admin?tab=overview')
  let presses = 0
  const press = async (at: ReturnType<Page['getByRole']>) => {
    presses += 1
    await at.click()
  }
  await press(menu(page).getByRole('link', { name: 'Students' }))
  await press(page.getByRole('main').getByRole('link', { name: 'Give access' }))
  await press(page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(email)
  await press(page.getByLabel('Hindi Script Vault'))
  await press(page.getByRole('main').getByRole('button', { name: 'Give access' }))
  await expect(page.getByText(`${email} has access now, and a new account.`)).toBeVisible()
  expect(presses).toBeLessThanOrEqual(5)
  expect(await shop.admin('GET', `/users?q=${email}`)).toHaveLength(1)
})
