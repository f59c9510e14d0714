import { expect, test } from '../fixtures.ts'
import { buy, newAccount, order } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { checkScreen } from '../screen-checks.ts'
import { answerInstead, holdBack } from '../stand-ins.ts'
import { toast } from '../steps.ts'

/** Returns a day in India, formatted for a date field. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + days * 86_400_000)

// In a plain run `promocodes/promocodes.test.ts` covers the same.
test('the owner adds, validates and deletes promo codes', { tag: '@long' }, async ({ page, admin, guard }) => {
  guard.allow(/status of (409|500)/)
  await admin.open('/admin?tab=promocodes')
  await expect(page.getByRole('columnheader')).toHaveText(['Code', 'Discount', 'Scope', 'Expires', 'Actions'])
  await page.getByRole('button', { name: 'Add promo code' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add promo code' })
  await expect(form.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(form.getByLabel('Discount (%)')).toHaveValue('10')
  await expect(form.getByLabel('Expiry date')).toHaveValue(dayIn(30))
  const add = form.getByRole('button', { name: 'Add promo code' })
  await form.getByLabel('Discount (%)').fill('101')
  await form.getByLabel('Expiry date').fill('')
  await add.click()
  await expect(form.getByText('Promo code must be at least 3 characters')).toBeVisible()
  await expect(form.getByText('Discount must be between 1 and 100')).toBeVisible()
  await expect(form.getByText('Expiry date is required')).toBeVisible()
  await checkScreen(page, 'promo codes')
  await form.getByLabel('Code', { exact: true }).fill('monsoon15')
  await form.getByLabel('Discount (%)').fill('15')
  await form.getByLabel('Expiry date').fill(dayIn(5))
  await expect(form.getByText('MONSOON15 (15% off)')).toBeVisible()
  const refused = await answerInstead(page, '/admin/promocodes/add', { status: 500, json: {} })
  await add.click()
  await expect(toast(page, 'Failed to add promo code')).toBeVisible()
  await refused()
  await add.click()
  await expect(toast(page, 'Promo code added successfully')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: /MONSOON15 0 used 15% All courses/ })).toBeVisible()

  const remove = async () => {
    await page.getByRole('button', { name: 'Delete MONSOON15' }).click()
    await page
      .getByRole('alertdialog', { name: 'Are you sure you want to delete this promo code?' })
      .getByRole('button', { name: 'Delete' })
      .click()
  }
  const broken = await answerInstead(page, '/admin/promocodes/delete_promocode/*', { status: 500, json: {} })
  await page.route(/delete_promocode/, (route) => route.fulfill({ status: 500, json: {} }))
  await remove()
  await expect(toast(page, 'Failed to delete promo code')).toBeVisible()
  await broken()
  await page.unroute(/delete_promocode/)
  await remove()
  await expect(toast(page, 'Promo code deleted successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: /MONSOON15/ })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /MONSOON15/ })).toBeVisible()
  await remove()
  await answerInstead(page, '/admin/promocodes/get_all_promocodes', { status: 500, json: {} })
  await answerInstead(page, '/admin/courses/get_all_courses', { status: 500, json: {} })
  await page.reload()
  await expect(toast(page, 'Failed to load promo codes')).toBeVisible()
  await page.getByRole('button', { name: 'Add promo code' }).first().click()
  await expect(toast(page, 'Failed to load courses')).toBeVisible()
})

test('a promo code shows how often it was used and what it earned', { tag: '@long' }, async ({
  page,
  shop,
  admin,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course with a code', price: 200 })
  await shop.admin('POST', '/promocodes/add?promocode=EARNER&discount=25&expiry_date=2099-12-31')
  await buy(shop, await newAccount(shop), [course.course_id], 'EARNER')
  await order(shop, await newAccount(shop), [course.course_id], 'EARNER')
  await admin.open('/admin?tab=promocodes')
  await expect(page.getByRole('row', { name: /^EARNER 1 used, ₹150\.00 earned 25%/ })).toBeVisible()
  // Carts of other journeys would be offered a listed code.
  await shop.admin('DELETE', '/promocodes/delete_promocode/EARNER')
})

test('a promo code that buyers cannot use shows why: not started, or used up', { tag: '@long' }, async ({
  page,
  shop,
  admin,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course with a few codes', price: 200 })
  const add = (code: string, terms: string) =>
    shop.admin('POST', `/promocodes/add?promocode=${code}&discount=25&expiry_date=2099-12-31&${terms}`)
  await add('SOON', 'start_date=2098-12-01')
  await add('ONCE', 'max_uses=1')
  await add('HELD', 'max_uses=1')
  await buy(shop, await newAccount(shop), [course.course_id], 'ONCE')
  await order(shop, await newAccount(shop), [course.course_id], 'HELD')
  await admin.open('/admin?tab=promocodes')
  await expect(page.getByRole('row', { name: /^SOON 0 used Starts 1 Dec 2098 25%/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^ONCE 1 of 1 used, ₹150\.00 earned Used up 25%/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^HELD 0 of 1 used, 1 in unpaid orders Used up 25%/ })).toBeVisible()
})

test('lessons can be pasted, reordered, checked and saved', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/status of 500/)
  const course = await newCourse({ name: 'Course with lessons' })
  await admin.open('/admin?tab=content')
  await expect(page.getByRole('button', { name: 'Add course' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Course with lessons' })).toContainText('0Never')
  await page.getByRole('link', { name: 'Course with lessons' }).click()
  await expect(page.getByText('No lessons yet')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save content' })
  const lesson = (place: number) => page.getByRole('region', { name: `Lesson ${place}`, exact: true })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await lesson(1).getByLabel('Lesson 1, watch link').fill('video.example.com/c77')
  await save.click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByText('Must be a valid URL')).toBeVisible()
  await expect(page.getByText('Lesson 1 needs attention.')).toBeVisible()
  await checkScreen(page, 'content with problems')
  await lesson(1).getByRole('button', { name: 'Remove lesson 1' }).click()
  await save.click()
  await expect(page.getByText('At least one content item is required')).toBeVisible()
  await page.getByRole('button', { name: 'Add lesson' }).click()
  await lesson(1).getByLabel('Lesson 1, title').focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', '1. Why, https://youtu.be/aaaaaaaaaaa\n2. How, https://youtu.be/bbbbbbbbbbb')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await expect(lesson(2).getByLabel('Lesson 2, title')).toHaveValue('How')
  await lesson(2).getByRole('button', { name: 'Move lesson 2 up' }).click()
  await expect(lesson(1).getByLabel('Lesson 1, title')).toHaveValue('How')
  const refused = await answerInstead(page, `/admin/courses/add_content/${course.course_id}`, { status: 500, json: {} })
  await save.click()
  await expect(toast(page, 'Failed to update course content')).toBeVisible()
  await refused()
  // Input meanwhile would have no lesson to go into.
  const form = page.locator('#content-form')
  const release = await holdBack(page, `/admin/courses/add_content/${course.course_id}`)
  await save.click()
  await expect(form).toHaveAttribute('inert')
  release()
  await expect(toast(page, 'Course content updated successfully')).toBeVisible()
  await expect(form).not.toHaveAttribute('inert')
  const { content } = await shop.admin<{ content: { title: string }[] }>(
    'GET',
    `/courses/get_content/${course.course_id}`,
  )
  expect(content.map(({ title }) => title)).toEqual(['How', 'Why'])
  await answerInstead(page, `/admin/courses/get_content/${course.course_id}`, { status: 500, json: {} })
  await page.reload()
  await expect(toast(page, 'Failed to load course content')).toBeVisible()
})

test('the gateway keys are required, saved, folded and tested', async ({ page, admin, guard }) => {
  guard.allow(/status of (404|500)/)
  await admin.open('/admin?tab=payment')
  await expect(page.getByRole('heading', { name: 'Payment Gateway Configuration', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Save and test' }).click()
  await expect(page.getByText('API Key is required')).toBeVisible()
  await expect(page.getByText('API Secret is required')).toBeVisible()
  await checkScreen(page, 'payment')
  await page.getByLabel('API Key').fill('rzp_test_abcdefgh')
  await page.getByLabel('API Secret').fill('secret-of-the-test-4f2a')
  const stored = { json: { message: 'Payment gateway configuration updated successfully' } }
  const refused = await answerInstead(page, '/admin/paymment_gateway/add_razorpay', { status: 500, json: {} })
  await page.getByRole('button', { name: 'Save and test' }).click()
  await expect(toast(page, 'Failed to update payment gateway configuration')).toBeVisible()
  await refused()
  // A stand-in answers: with other keys this shop could not reach its gateway.
  await answerInstead(page, '/admin/paymment_gateway/add_razorpay', stored)
  await answerInstead(page, '/admin/paymment_gateway/get_razorpay', {
    json: { api_key: 'rzp_test_abcdefgh', api_secret: '••••••••4f2a', source: 'admin', verified_at: null },
  })
  await answerInstead(page, '/admin/paymment_gateway/state', {
    json: {
      source: 'sandbox',
      mode: 'test',
      webhook_secret: 'sandbox',
      saved_untested: true,
      saved_unreadable: false,
      can_set_webhook_secret: true,
    },
  })
  await answerInstead(page, '/admin/paymment_gateway/test_razorpay', {
    json: { verified: false, checked: true, reason: 'Wrong key.' },
  })
  await page.getByRole('button', { name: 'Save and test' }).click()
  await expect(page.getByText('Keys do not work. Wrong key.')).toBeVisible()
  await expect(page.getByLabel('API Secret')).toHaveCount(0)
  await page.getByRole('button', { name: 'Test keys' }).click()
  await expect(page.getByText('Keys do not work. Wrong key.')).toBeVisible()
  await checkScreen(page, 'payment with saved keys')
  await page.getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByLabel('API Secret')).toHaveValue('')
  await expect(page.getByLabel('API Key')).toBeFocused()
  await answerInstead(page, '/admin/paymment_gateway/get_razorpay', { status: 500, json: {} })
  await page.goto('/admin?tab=payment')
  await expect(toast(page, 'Failed to load payment gateway configuration')).toBeVisible()
})

test('an order can be found, shows its timeline, and can be checked with the gateway again', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  const student = await newAccount(shop, 'Vikram Demo')
  const bought = await buy(shop, student, ['hindi-script-vault'])
  await admin.open(`/admin?tab=orders&status=paid&q=${student.email}`)
  await page.getByRole('link', { name: bought.order_no }).click()
  const order = page.getByRole('dialog', { name: `Order ${bought.order_no}` })
  await expect(order.getByText('Order placed')).toBeVisible()
  await expect(order.getByText('Vikram Demo')).toBeVisible()
  await checkScreen(page, 'an order')
  await order.getByRole('button', { name: 'Check with Razorpay' }).click()
  await expect(order.getByText('The gateway says: paid')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=paid/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('failed')
  await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(toast(page, 'There is nothing to export')).toBeVisible()
})

test('a colour that nobody can read its text on offers the nearest that passes', { tag: '@long' }, async ({
  page,
  admin,
}) => {
  await admin.open('/admin?tab=settings&section=colours')
  const colour = page.getByLabel(/^Other buttons and links\s*optional/)
  await colour.fill('#8fa0ff')
  await expect(page.getByText('White text on it reads 2.4, it needs 4.5.')).toBeVisible()
  await page.getByRole('button', { name: /^Use #/ }).click()
  await expect(page.getByText(/White text on it reads 4\.\d, good\./)).toBeVisible()
  await colour.fill('')
  await expect(page.getByText('No changes yet.')).toBeVisible()
})

test('settings are found by their words, and each section is saved by itself', async ({ page, admin, shop }) => {
  const before = await shop.admin<{ contact: { hours: string }; brand: { line: string } }>('GET', '/settings')
  // An address of an earlier release.
  await admin.open('/admin?tab=settings#section-shop')
  await page.getByRole('textbox', { name: 'Tagline' }).fill('A line that waits')
  await expect(page.getByText(/^Draft saved on this device/)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('hours')
  await page.getByRole('link', { name: /^Hours/ }).click()
  await expect(page).toHaveURL(/section=contact&field=contact.hours/)
  const hours = page.getByLabel('Hours')
  await expect(hours).toBeFocused()
  await expect(page.getByRole('link', { name: 'Shop (not saved)' })).toBeVisible()
  await hours.fill('Every day, 9 am to 5 pm')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  expect(await shop.admin('GET', '/settings')).toMatchObject({
    contact: { hours: 'Every day, 9 am to 5 pm' },
    brand: { line: before.brand.line },
  })
  // The draft began before that save of another section, which is no conflict.
  await page.getByRole('link', { name: 'Shop (not saved)' }).click()
  await expect(page.getByRole('textbox', { name: 'Tagline' })).toHaveValue('A line that waits')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await shop.admin('GET', '/settings')).toMatchObject({ brand: { line: 'A line that waits' } })
  await checkScreen(page, 'settings')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Tagline' })).toHaveValue(before.brand.line)
  expect(await shop.admin('GET', '/settings')).toMatchObject({
    contact: { hours: 'Every day, 9 am to 5 pm' },
    brand: { line: before.brand.line },
  })
  await shop.admin('PUT', '/settings', before)
})

test('the figures of Home, settings, activity and admins are accessible', { tag: '@long' }, async ({ page, admin }) => {
  await admin.open('/admin?tab=overview')
  await expect(page.getByRole('heading', { name: 'Top courses' })).toBeVisible()
  const day = page.getByRole('slider', { name: 'Revenue, one day at a time' })
  await day.focus()
  await page.keyboard.press('Home')
  const first = (await day.getAttribute('aria-valuetext')) ?? ''
  expect(first).toMatch(/^\w{3}, \d+ \w+ \d{4}: ₹[\d,.]+, previous period ₹/)
  await expect(page.locator('b', { hasText: first.split(':')[0] ?? '' })).toBeVisible()
  await checkScreen(page, 'the figures of Home')
  await page.getByText('Dates', { exact: true }).click()
  await page.getByLabel('From date').fill('2026-01-01')
  await page.getByLabel('To date').fill('2026-01-31')
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-01-31/)
  await page.reload()
  await expect(page.getByLabel('To date')).toHaveValue('2026-01-31')
  await expect(page.getByRole('slider')).toHaveAttribute('max', '30')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('grievance')
  await page.getByRole('option', { name: /Who runs the shop/ }).click()
  await expect(page.getByRole('heading', { name: 'Who runs the shop' })).toBeFocused()
  await page.getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(page).toHaveURL(/section=contact/)
  await page.getByLabel('Hours').fill('Every day, 9 am to 5 pm')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await checkScreen(page, 'settings')
  await page.goto('/admin?tab=activity')
  await expect(page.getByRole('row').nth(1)).toContainText('changed the contact hours of the shop')
  await checkScreen(page, 'activity')
  await page.goto('/admin?tab=admins')
  await page.getByRole('button', { name: 'Add admin' }).click()
  const admins = page.getByRole('dialog', { name: 'Add admin' })
  await admins.getByLabel('Email').fill('editor@example.com')
  await admins.getByLabel('Name').fill('Asha of the lessons')
  await admins.getByRole('button', { name: 'Add admin' }).click()
  await expect(page.getByText(/One-time password for/)).toBeVisible()
  await expect(page.getByRole('row', { name: /editor@example\.com/ })).toContainText('Asha of the lessons')
  await checkScreen(page, 'admins')
})

test('a policy shows the default text until the owner writes one', { tag: '@long' }, async ({ page, admin, shop }) => {
  await admin.open('/admin?tab=settings&section=policies')
  const text = page.getByRole('textbox', { name: /^Delivery/ })
  const stored = async () => (await shop.admin<{ legal: { delivery: string } }>('GET', '/settings')).legal.delivery
  await expect(text).toHaveCount(0)
  await page.getByRole('button', { name: /^Write my own.*Delivery/ }).click()
  await expect(text).toBeFocused()
  await text.fill('Courses open at once.')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  expect(await stored()).toBe('Courses open at once.')
  await checkScreen(page, 'policies')
  await page.getByRole('button', { name: /^Use the default text.*Delivery/ }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect.poll(stored).toBe('')
  await expect(page.getByRole('button', { name: /^Write my own.*Delivery/ })).toBeVisible()
})

// The window has its own files, which this test would cut off.
test('the console reports a missing network, and failed lists recover by themselves', {
  tag: ['@tab-only', '@long'],
}, async ({ page, admin, guard, context }) => {
  guard.allow(/net::ERR_/, /status of 404/)
  await admin.open('/admin?tab=activity')
  await expect(page.getByRole('combobox', { name: 'About' })).toBeVisible()
  // The console's lazy parts are loaded: a request that is cut off would log an error.
  for (const part of ['ToastRegion', 'UploadLine'])
    await page.waitForFunction((name) => performance.getEntries().some((entry) => entry.name.includes(name)), part)
  await untilQuiet(page)
  await context.setOffline(true)
  await expect(page.getByText(/You are offline. You can keep typing/)).toBeVisible()
  await page.getByRole('combobox', { name: 'About' }).selectOption('media')
  await expect(page.getByRole('heading', { name: 'Failed to load the activity' })).toBeVisible()
  await expect(page.getByText('You are offline. This loads again when your internet is back.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/You are offline/)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Failed to load the activity' })).toBeHidden()
  await answerInstead(page, '/admin/activity', { status: 404, json: { detail: 'Not found', code: 'not_found' } })
  await page.getByRole('combobox', { name: 'About' }).selectOption('gateway')
  await expect(page.getByText('We could not find it. It may have been deleted.')).toBeVisible()
})
