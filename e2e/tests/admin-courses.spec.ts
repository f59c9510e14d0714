import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { newAccount, order } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { answerInstead } from '../stand-ins.ts'
import { toast } from '../steps.ts'

const titles = (page: import('@playwright/test').Page) =>
  page.getByRole('row').locator('td[data-lead] a[href*="editcourse"]').allInnerTexts()

test('the server searches and sorts courses, and the address stores both', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  await newCourse({ name: 'Course without offer' })
  await admin.open()
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveText(['', 'Title', 'Status', 'Price', 'Offer', 'Sales', 'Students', 'Actions'])
  // The longest demo title has 32 letters.
  const longest = page.getByRole('link', { name: 'Sell on Social: Catalogue to Cash', exact: true })
  await expect(longest).toBeVisible()
  const lines = (link: Locator) =>
    link.evaluate((it) =>
      Math.round(it.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(it).lineHeight)),
    )
  expect(await lines(longest), 'lines of a title').toBe(1)
  const rowHeight = await longest.evaluate((it) => it.closest('tr')?.getBoundingClientRect().height)
  expect(rowHeight, 'height of a row').toBeLessThanOrEqual(56)
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(page.getByRole('button', { name: 'Actions for Reels Growth Mega Bundle' })).toBeInViewport({ ratio: 1 })
  // The longest possible name is cut on screen, and complete for screen readers and on hover.
  const name = 'Everything about the edit of a film, from the first cut to the last export of the whole film in colour'
  await newCourse({ name })
  await admin.open(`/admin?q=${encodeURIComponent(name)}`)
  const cut = page.getByRole('link', { name, exact: true })
  await expect(cut).toBeVisible()
  for (const [width, most] of [
    [1280, 1],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    expect(await lines(cut), `lines of a long title at ${width} px`).toBe(most)
  }
  await expect(cut).toHaveAttribute('title', name)
  await page.setViewportSize({ width: 1280, height: 800 })
  await admin.open()
  const search = page.getByRole('searchbox', { name: 'Search by title' })
  await search.fill('no such title')
  await expect(page.getByRole('heading', { name: 'No courses match your search' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  // The third letter follows while the first two are on their way into the address.
  await search.focus()
  await search.evaluate(() => {
    const type = (text: string) => document.execCommand('insertText', false, text)
    const replace = history.replaceState
    history.replaceState = (...state) => {
      history.replaceState = replace
      history.replaceState(...state)
      type('B')
    }
    type('LA')
  })
  await expect(page).toHaveURL('/admin?tab=courses&q=LAB')
  await expect(search).toHaveValue('LAB')
  await expect.poll(() => titles(page)).toEqual(['Thumbnail Design Lab'])
  await search.fill('')
  await expect(page).toHaveURL('/admin?tab=courses')
  // Two presses count as two, even before the page has rendered the first.
  await page.getByRole('button', { name: 'Title', exact: true }).evaluate((head: HTMLElement) => {
    head.click()
    head.click()
  })
  await expect(page).toHaveURL(/sort=-name/)
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await expect(page).toHaveURL(/sort=-price/)
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
  const prices = async () =>
    (await page.locator('td[data-label=Price]').allInnerTexts()).map((text) => Number(text.replace(/[₹,]/g, '')))
  await expect.poll(async () => (await prices())[0]).toBeGreaterThan(1000)
  expect(await prices()).toEqual((await prices()).toSorted((a, b) => b - a))
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
  // A phone has no column heads: a select sorts, and shows the order set before.
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Filters and tools' }).click()
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await expect(order).toHaveValue('-price')
  await order.selectOption('Price, lowest first')
  await expect(page).toHaveURL(/sort=price/)
  await expect.poll(async () => (await prices())[0]).toBeLessThan(1000)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()).toBeChecked()
  await page.setViewportSize({ width: 1440, height: 800 })
  await expect(order).toBeHidden()
  // Off until somebody chooses them.
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['ID', 'Creator']) await page.getByRole('menuitemcheckbox', { name }).click()
  await page.keyboard.press('Escape')
  await expect(heads.filter({ hasText: 'ID' })).toBeVisible()
  await expect(page.getByText('SkillHaat Team').first()).toBeVisible()
  await expect(page.getByText('None', { exact: true }).first()).toBeVisible()
  // The shop's own name, also in the desktop app, which gets no page from the server.
  const settings = await shop.admin<{ brand: object }>('GET', '/settings')
  await answerInstead(page, '/go/settings', { json: { ...settings, brand: { ...settings.brand, name: 'Mela' } } })
  await page.reload()
  await expect(page.getByText('Mela Team').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mela Admin' })).toBeVisible()
  await expect(page).toHaveTitle('Courses · Admin · Mela')
})

test('failed fetches and deletes of courses are reported', { tag: '@long' }, async ({
  page,
  admin,
  guard,
  newCourse,
}) => {
  guard.allow(/status of (500|502)/, /net::ERR_FAILED/)
  const { course_id } = await newCourse({ name: 'Course that stays' })
  await admin.open('/admin/login')
  const empty = await answerInstead(page, '/admin/courses/get_all_courses', { json: { courses: [] } })
  await page.goto('/admin?tab=courses')
  await expect(page.getByRole('heading', { name: 'No courses available' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add course' })).toHaveCount(1)
  await empty()
  const broken = await answerInstead(page, '/admin/courses/get_all_courses', { status: 500, json: { detail: 'x' } })
  await page.goto('/admin?q=stays')
  await expect(toast(page, 'Failed to fetch courses from server')).toBeVisible()
  await broken()
  await page.getByRole('button', { name: 'Try again' }).click()

  const confirm = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this course?' })
  const remove = async () => {
    await page.getByRole('button', { name: 'Actions for Course that stays' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await confirm.getByRole('button', { name: 'Delete' }).click()
  }
  const refused = await answerInstead(page, `/admin/courses/delete_course/${course_id}`, { status: 500, json: {} })
  await remove()
  await expect(toast(page, 'Failed to delete course from server')).toBeVisible()
  await refused()
  await answerInstead(page, `/admin/courses/delete_course/${course_id}`, 'lost')
  await remove()
  await expect(toast(page, 'Failed to delete course. Please try again later.')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Course that stays' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirm.getByRole('button', { name: 'Keep it' }).click()
  await expect(confirm).toBeHidden()
})

test('a delete lists what it affects before it happens, and the bin restores it', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course to go', price: 10 })
  const content = [{ title: 'First lesson', watch_link: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' }]
  await shop.admin('POST', `/courses/add_content/${course.course_id}`, { course_id: course.course_id, content })
  const buyer = await newAccount(shop)
  await order(shop, buyer, [course.course_id])
  await admin.open('/admin?q=Course to go')
  await page.getByRole('button', { name: 'Actions for Course to go' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this course?' })
  await expect(confirm.getByText('1 order is waiting for payment. Buyers who pay still get the course.')).toBeVisible()
  await checkScreen(page, 'delete of a course')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Course deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No courses match your search' })).toBeVisible()
  expect((await shop.call('GET', `/go/courses/${course.course_id}`)).status).toBe(404)
  await page.getByText('Bin 1', { exact: true }).click()
  await expect(page).toHaveURL(/status=deleted/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Bin' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Course to go/ })).toContainText('Deleted')
  await checkScreen(page, 'bin of courses')
  await page.getByRole('button', { name: 'Restore Course to go' }).click()
  await expect(toast(page, 'Course to go is restored')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No courses match your search' })).toBeVisible()
  await page.getByText('Published 1', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Course to go', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Course to go' }).click()
  await page.getByRole('menuitem', { name: 'Lessons' }).click()
  await expect(page.getByRole('textbox', { name: 'Lesson 1, title' })).toHaveValue('First lesson')
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Name and price' }).click()
  await expect(page.getByRole('heading', { name: 'Course to go' })).toBeVisible()
  await expect.poll(async () => (await shop.call('GET', `/go/courses/${course.course_id}`)).status).toBe(200)
})

test('a bulk publish by keyboard names the courses that stay drafts, and Undo reverts it', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const names = ['Bulk one', 'Bulk two', 'Bulk empty']
  for (const name of names) {
    const { course_id } = await newCourse({ name, published: false })
    const content = [{ title: 'First lesson', watch_link: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' }]
    if (name !== 'Bulk empty') await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  }
  await admin.open('/admin?tab=courses&q=Bulk')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await page.getByRole('checkbox', { name: 'Select Bulk one' }).press('Space')
  const bar = page.getByRole('region', { name: 'Selected courses' })
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'Select all 3' }).press('Enter')
  await expect(bar).toContainText('3 selected')
  await checkScreen(page, 'marked courses')
  await bar.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  await page
    .getByRole('alertdialog', { name: 'Publish 3 courses?' })
    .getByRole('button', { name: 'Publish' })
    .press('Enter')
  const left = page.getByRole('dialog', { name: '1 course not published' })
  await expect(left).toContainText('Bulk empty')
  await expect(left).toContainText('Missing: Lessons')
  await checkScreen(page, 'courses that stay as they were')
  await left.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(row('Bulk one')).toContainText('Published')
  await expect(row('Bulk empty')).toContainText('Draft')
  await expect(bar).toBeHidden()
  await expect(toast(page, '2 courses published')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toast(page, '2 courses restored')).toBeVisible()
  await expect(row('Bulk two')).toContainText('Draft')
  // A next selection opens no question of the first one.
  await page.getByRole('checkbox', { name: 'Select Bulk two' }).press('Space')
  await expect(bar).toContainText('1 selected')
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('a late answer to “Select all” marks nothing under another filter', { tag: '@long' }, async ({
  page,
  admin,
  newCourse,
}) => {
  await newCourse({ name: 'Late one' })
  await newCourse({ name: 'Late two' })
  await newCourse({ name: 'Late draft', published: false })
  await admin.open('/admin?tab=courses&q=Late&status=published')
  await page.getByRole('checkbox', { name: 'Select Late one' }).check()
  const bar = page.getByRole('region', { name: 'Selected courses' })
  const answer = Promise.withResolvers<void>()
  await page.route(/get_all_courses\?.*limit=1000/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await bar.getByRole('button', { name: 'Select all 2' }).click()
  await page
    .getByRole('group', { name: 'Status' })
    .getByText(/^Drafts/)
    .click()
  const mark = page.getByRole('checkbox', { name: 'Select Late draft' })
  await mark.check()
  const late = page.waitForResponse(/get_all_courses\?.*limit=1000/)
  answer.resolve()
  await (await late).finished()
  await expect(mark).toBeChecked()
  await expect(bar).toContainText('1 selected')
  await mark.uncheck()
  await expect(bar).toBeHidden()
})

test('a sales page links to the editor for admins only', { tag: ['@tab-only', '@long'] }, async ({
  page,
  admin,
  newCourse,
  newVisitor,
}) => {
  const course = await newCourse({ name: 'Course with a way back' })
  await admin.open('/admin')
  await page.goto(`/course/${course.course_id}`)
  const links = page.getByRole('navigation', { name: 'For admins' })
  await links.getByRole('link', { name: 'Lessons' }).click()
  await expect(page.getByText('No lessons yet', { exact: true })).toBeVisible()
  await page.goBack()
  await links.getByRole('link', { name: 'Edit course' }).click()
  await expect(page.getByRole('heading', { name: 'Course with a way back' })).toBeVisible()
  const visitor = await newVisitor()
  await visitor.goto(`/course/${course.course_id}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('navigation', { name: 'For admins' })).toBeHidden()
})

test('an owner changes a price in the list, and everything else of the course stays', async ({
  page,
  admin,
  newCourse,
}) => {
  const { course_id } = await newCourse({ name: 'Course with a price', price: 499 })
  await admin.open('/admin?tab=courses&q=Course+with+a+price')
  const price = page.getByRole('button', { name: /^Change the price of Course with a price/ })
  await price.click()
  const field = page.getByRole('textbox', { name: 'New price (₹)' })
  await expect(field).toHaveValue('499')
  await field.fill('0')
  await page.getByRole('button', { name: 'Change price' }).click()
  await expect(page.getByText('Price must be positive')).toBeVisible()
  await field.fill('549.50')
  await field.press('Enter')
  await expect(price).toHaveText('₹549.50')
  await expect(price).toBeFocused()
  const course = await (await page.request.get(`/api/go/courses/${course_id}`)).json()
  expect(course).toMatchObject({ name: 'Course with a price', price: 549.5 })
})

test('a price that was changed elsewhere is named, and replaced by the second press alone', async ({
  page,
  admin,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/status of 409/)
  const { course_id } = await newCourse({ name: 'Course with two prices', price: 499 })
  await admin.open('/admin?tab=courses&q=Course+with+two+prices')
  const price = page.getByRole('button', { name: /^Change the price of Course with two prices/ })
  await price.click()
  const field = page.getByRole('textbox', { name: 'New price (₹)' })
  await field.fill('549')
  await shop.admin('PUT', `/courses/update_course/${course_id}`, { price: 599 })
  const save = page.getByRole('button', { name: 'Change price' })
  await save.click()
  await expect(field).toHaveAccessibleDescription(/The price was changed to ₹599.00 meanwhile/)
  await expect(field).toHaveValue('549')
  await save.click()
  await expect(price).toHaveText('₹549.00')
  expect(await (await page.request.get(`/api/go/courses/${course_id}`)).json()).toMatchObject({ price: 549 })
})

// The window's print is the host's.
test('the console prints its screen in light colours, without menu and bars', { tag: '@tab-only' }, async ({
  page,
  admin,
}) => {
  await admin.open('/admin?tab=editcourse&course_id=hindi-script-vault')
  const save = page.getByRole('region', { name: 'Save' })
  await expect(save).toBeVisible()
  const main = page.getByRole('main')
  const left = () => main.evaluate((it) => it.getBoundingClientRect().left)
  const light = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await light()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(light).not.toBe(before)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.locator('header')).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect.poll(light).toBe(before)
    await expect(page.locator('header')).toBeHidden()
    await expect(save).toBeHidden()
    expect(await left()).toBe(0)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await expect.poll(light).not.toBe(before)
  }
})
