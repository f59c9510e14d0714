import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, ownedCourses, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { goToPayPage, paidHeading, pressPay, sum } from '../steps.ts'

// In a plain run `checkout/bundle-credits.test.ts` covers the same.
test('a bundle costs who owns one of its courses its price without that share, on every page and in the order', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse }) => {
  const first = await newCourse({ name: 'Reels from a phone', price: 499 })
  const second = await newCourse({ name: 'Phone editing class', price: 799 })
  const third = await newCourse({ name: 'Thumbnails that work', price: 599 })
  const courses = [first, second, third]
  const bundle = await newCourse({
    kind: 'bundle',
    name: 'Creator starter bundle',
    price: 1199,
    bundle_courses: courses.map(({ course_id }) => course_id),
  })
  const student = await newAccount(shop)
  await buy(shop, student, [third.course_id])

  await page.goto(`/courses?q=${encodeURIComponent(bundle.name)}`)
  await expect(page.getByRole('article').filter({ hasText: bundle.name })).toContainText('Bundle, 3 courses')
  await page.goto(`/course/${bundle.course_id}`)
  const offer = page.getByRole('complementary', { name: 'Price and offer' })
  await expect(offer).toContainText('₹1,897.00')
  await expect(offer).toContainText('₹698.00')
  await checkScreen(page, 'the page of a bundle')

  await signIn(page, student)
  await page.goto(`/course/${bundle.course_id}`)
  await expect(offer).toContainText('Thumbnails that work is yours')
  await expect(offer).toContainText('−₹378.60')
  await expect(offer).toContainText('₹820.40')
  await expect(page.getByText('You own this course')).toHaveCount(1)
  await checkScreen(page, 'the page of a bundle for who owns one of its courses')

  await offer.getByRole('button', { name: 'Buy Now' }).click()
  const atCheckout = page.getByRole('region', { name: 'Order summary' })
  await expect(atCheckout).toContainText(bundle.name)
  await expect(atCheckout).toContainText('₹820.40')
  await page.goto('/cart')
  const lines = page.getByRole('list', { name: 'Courses in your cart' })
  await expect(lines.getByRole('list', { name: 'In this bundle' })).toContainText('Yours already: Thumbnails that work')
  await expect(sum(page, 'For courses you have already')).toHaveText('−₹378.60')
  await expect(sum(page, 'Total')).toHaveText('₹820.40')
  await checkScreen(page, 'a cart with a bundle')

  await page.goto('/checkout')
  await expect(page.getByText('Bundle, 3 courses').filter({ visible: true }).first()).toBeVisible()
  const linkId = await goToPayPage(page)
  expect(linkId).not.toBe('')
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toHaveText(/820\.40/)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  for (const { name } of courses) await expect(page.getByRole('main')).toContainText(name)
  await checkScreen(page, 'the success page of a bundle')
  expect((await ownedCourses(shop, student.token)).toSorted()).toEqual(
    courses.map(({ course_id }) => course_id).toSorted(),
  )

  await page.goto('/dashboard/orders')
  const parts = page.getByRole('list', { name: 'In this bundle' })
  await expect(parts.getByRole('listitem')).toHaveCount(3)
  await expect(parts).toContainText('Owned before')
  await checkScreen(page, 'the order of a bundle')

  await page.goto(`/course/${bundle.course_id}`)
  await expect(offer).toContainText('You own every course of this bundle')
  await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveCount(0)
})

test('a cart of courses that cost less as a bundle names it once, swaps them, and undoes that', {
  tag: '@phone',
}, async ({ page, newCourse, isMobile }) => {
  const courses = [
    await newCourse({ name: 'Kurti stitching', price: 499 }),
    await newCourse({ name: 'Mehndi designs', price: 799 }),
  ]
  const bundle = await newCourse({
    kind: 'bundle',
    name: 'Wedding season bundle',
    price: 999,
    bundle_courses: courses.map(({ course_id }) => course_id),
  })
  const lines = courses.map(({ course_id: id, name, price, banner }) => ({ id, name, price, banner, quantity: 1 }))
  await page.goto('/robots.txt')
  await page.evaluate((cart) => localStorage.setItem('cart', JSON.stringify(cart)), lines)
  await page.goto('/cart')
  if (isMobile) await page.getByRole('button', { name: /^Order summary/ }).click()
  const summary = page.getByRole(isMobile ? 'dialog' : 'region', { name: 'Order summary' })
  await expect(summary).toContainText('2 of these are in one bundle.')
  await expect(summary).toContainText('Wedding season bundle costs ₹999.00 instead of ₹1,298.00.')
  await checkScreen(page, 'the sum of a cart with a cheaper bundle')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Swap them' }).click()
  await expect(sum(page, 'Total')).toHaveText('₹999.00')
  await expect(page.getByText('2 of these are in one bundle.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sum(page, 'Total')).toHaveText('₹1,298.00')
  await expect(page.getByRole('link', { name: bundle.name })).toBeVisible()
})

test('a bundle is made in the console: courses in order, the saving, and what owners of a part pay', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop, newCourse, admin }) => {
  const first = await newCourse({ name: 'Weaving with palm leaves', price: 400 })
  const second = await newCourse({ name: 'Dyeing at home with leaves', price: 600 })
  await admin.open('/admin?tab=bundles')
  await page.getByRole('link', { name: 'Add bundle' }).first().click()
  await expect(page.getByRole('heading', { name: 'Add bundle' })).toBeVisible()
  const add = page.getByRole('combobox', { name: 'Add a course' })
  await add.selectOption({ label: second.name })
  await add.selectOption({ label: first.name })
  const parts = page.getByRole('group', { name: 'Courses of the bundle' })
  await expect(parts.getByRole('listitem')).toHaveCount(2)
  await parts.getByRole('button', { name: `Move ${first.name}`, exact: true }).press('ArrowUp')
  await expect(parts.getByRole('listitem').first()).toContainText(first.name)
  await page.getByRole('spinbutton', { name: 'Price (₹)' }).fill('1200')
  await expect(page.getByText('One by one the courses are ₹1,000.00. Choose a lower price.')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Price (₹)' }).fill('700')
  await expect(page.getByText('Buyers save ₹300.00, that is 30%.')).toBeVisible()
  await page.getByText('What buyers pay who own one of the courses').click()
  await expect(
    page.getByRole('listitem').filter({ hasText: `Someone who bought ${first.name} at its price pays` }),
  ).toContainText('₹420.00')
  await checkScreen(page, 'the editor of a bundle')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Leaves and colours')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByText('Bundle added successfully').first()).toBeVisible()
  await admin.open('/admin?tab=bundles')
  const line = page.getByRole('row').filter({ hasText: 'Leaves and colours' })
  await expect(line).not.toContainText('Description')
  const [made] = await shop.query<{ course_id: string; bundle_courses: string[] }>(
    `select course_id, bundle_courses from courses where name = 'Leaves and colours'`,
  )
  expect(made?.bundle_courses).toEqual([first.course_id, second.course_id])
  await shop.admin('DELETE', `/courses/delete_course/${made?.course_id}`)
})

test('two courses are on sale as a bundle in six presses from Home, with the words and banner that they have', async ({
  page,
  shop,
  newCourse,
  admin,
}) => {
  const names = ['Sold with another, one', 'Sold with another, two']
  for (const name of names) await newCourse({ name, price: 400 })
  await admin.open('/admin?tab=overview')
  const presses: string[] = []
  const press = async (on: Locator) => {
    presses.push(await on.innerText())
    await on.click()
  }
  await press(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Courses', exact: true }))
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('Sold with another')
  await expect(page).toHaveURL(/q=Sold/)
  await expect(page.getByRole('table', { name: 'Courses' }).getByRole('row')).toHaveCount(3)
  for (const name of names) await press(page.getByRole('checkbox', { name: `Select ${name}` }))
  await press(page.getByRole('link', { name: 'Create a bundle' }))
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('Both of them')
  await page.keyboard.press('Tab')
  await page.keyboard.type('700')
  await press(page.getByRole('button', { name: 'Create draft' }))
  await expect(page.getByLabel('Headline')).toHaveValue(/^Learn with Sold with another/)
  await press(page.getByRole('button', { name: 'Publish' }))
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(6)
  const [made] = await shop.query<{ course_id: string }>(`select course_id from courses where name = 'Both of them'`)
  expect((await shop.call('GET', `/go/courses/${made?.course_id}`)).status).toBe(200)
  await shop.admin('DELETE', `/courses/delete_course/${made?.course_id}`)
})
