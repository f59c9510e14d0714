import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { answerInstead } from '../stand-ins.ts'
import { toast } from '../steps.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = { name: 'banner.png', mimeType: 'image/png', buffer: PIXEL }

/** Uploads succeed from now on, but the page does not learn their address, as if the file were deleted at once. */
async function forgetAddresses(page: Page): Promise<() => Promise<void>> {
  const uploads = '**/api/admin/media/uploads/*'
  await page.route(uploads, async (route) => {
    const answer = await route.fetch()
    if (route.request().method() === 'GET') return route.fulfill({ json: { ...(await answer.json()), url: null } })
    const headers = Object.entries(answer.headers()).filter(([name]) => !name.startsWith('media-'))
    return route.fulfill({ response: answer, headers: Object.fromEntries(headers) })
  })
  return () => page.unroute(uploads)
}

test('a new course is validated, stored as a draft, added and put on sale', async ({ page, admin, shop, guard }) => {
  guard.allow(/status of (413|415|422|500|507)/)
  await admin.open('/admin?tab=addcourse')
  await expect(page.getByRole('heading', { name: 'Add New Course' })).toBeVisible()
  await expect(page.getByLabel('Price (₹)')).toHaveValue('0')
  await expect(page.getByLabel('Lifetime access')).toHaveValue('false')
  const add = page.getByRole('button', { name: 'Add Course', exact: true })
  await add.click()
  for (const text of [
    'Name must be at least 5 characters',
    'Description must be at least 20 characters',
    'Long description must be at least 50 characters',
    'Header text is required',
    'Header below text is required',
    'Price must be positive',
    'Please upload a banner',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.getByText('7 fields need attention.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await checkScreen(page, 'course form with problems')

  await admin.choose(page, [{ name: 'notes.pdf', mimeType: 'application/pdf', buffer: PIXEL }], 'Choose file')
  await expect(toast(page, 'Please upload a valid image file (JPEG, PNG, GIF, or WEBP)')).toBeVisible()
  await admin.choose(page, [{ ...picture, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }], 'Choose file')
  await expect(toast(page, 'Image file is too large. Maximum size is 5MB')).toBeVisible()
  await admin.choose(page, [picture], 'Choose file')
  await expect(page.getByText('New file, uploads when you save')).toBeVisible()

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Voice Notes That Sell')
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Thirty short voice scripts for shops.')
  await page.getByLabel('Price (₹)').fill('249.50')
  await page.getByLabel('Header text').fill('For shops that sell on chat')
  await page.getByLabel('Heading line').fill('Do you send voice notes?')
  await page
    .getByLabel('Long description')
    .fill('Thirty scripts in Hindi\nThirty scripts in Marathi\nRecord on any phone')
  const audience = page.getByRole('group', { name: 'Who is this for?' })
  await audience.getByRole('button', { name: 'Add line' }).click()
  await audience.getByRole('textbox').first().focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', 'Saree shops\n• Sweet shops\n\n3. Tuition classes')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await expect(audience.getByRole('textbox')).toHaveCount(3)
  await audience.getByRole('button', { name: 'Move line 3 of Who is this for?', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(audience.getByRole('textbox').nth(1)).toHaveValue('Tuition classes')
  await page.keyboard.press('ArrowUp')
  await expect(audience.getByRole('textbox').nth(0)).toHaveValue('Tuition classes')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe[title="Sales page"]')
  await expect(preview.getByRole('heading', { name: /Voice Notes That Sell/ })).toBeVisible()
  // Its own style, not the browser's default for headings: the painted name is large, also after the images have
  // loaded.
  const painted = preview.locator('h1 > span').last()
  await expect.poll(() => painted.evaluate((name) => getComputedStyle(name).fontSize)).toBe('44px')
  await page.getByLabel('Price (₹)').fill('199')
  await expect(preview.getByRole('button', { name: 'Just Rs 199/- Only' })).toBeVisible()
  await preview.getByRole('button', { name: 'Just Rs 199/- Only' }).click()
  await expect(page).toHaveURL(/tab=addcourse/)
  await page.getByRole('button', { name: 'Close preview' }).click()

  await expect(page.getByText(/Draft saved on this device at/)).toBeVisible()
  const context = page.context()
  await page.close()
  const again = await context.newPage()
  await again.goto('/admin?tab=addcourse')
  await expect(again.getByText(/Your draft from .* is restored/)).toBeVisible()
  await expect(again.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Voice Notes That Sell')
  await expect(again.getByText('New file, uploads when you save')).toBeVisible()

  const publish = async () => {
    await again.getByRole('button', { name: 'Add Course', exact: true }).click()
    await again.getByRole('alertdialog').getByRole('button', { name: 'Publish anyway' }).click()
  }
  const noPicture = await answerInstead(again, '/admin/media/uploads', { status: 507, json: {} })
  await publish()
  await expect(toast(again, 'Failed to upload image')).toBeVisible()
  await expect(toast(again, 'Image upload failed')).toBeVisible()
  await noPicture()
  const noAddress = await forgetAddresses(again)
  await publish()
  await expect(toast(again, 'Failed to get banner URL after upload')).toBeVisible()
  await noAddress()
  const refused = await answerInstead(again, '/admin/courses/create', { status: 500, json: {} })
  await publish()
  await expect(toast(again, 'Failed to add course')).toBeVisible()
  await refused()
  await publish()
  await expect(toast(again, 'Course added successfully')).toBeVisible()
  await expect(again.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  const { body } = await shop.call<{ course_id: string; name: string }[]>('GET', '/go/courses?q=voice+notes')
  const made = body[0]
  expect(made).toMatchObject({ name: 'Voice Notes That Sell', price: 199, banner: expect.stringMatching(/^\/media\//) })
  const whole = await shop.call('GET', `/go/courses/${made?.course_id}`)
  expect(whole.body).toMatchObject({ who_is_this_for: ['Tuition classes', 'Saree shops', 'Sweet shops'] })
  await shop.admin('DELETE', `/courses/delete_course/${made?.course_id}`)
})

test('an edit is saved, and a failed save is reported', async ({ page, admin, shop, guard, newCourse }) => {
  guard.allow(/status of (404|500)/)
  const course = await newCourse({ name: 'Course to edit', price: 100 })
  const address = `/admin?tab=editcourse&course_id=${course.course_id}`
  await admin.open('/admin?q=Course to edit')
  await page.getByRole('link', { name: 'Edit Course to edit' }).click()
  await expect(page.getByRole('heading', { name: 'Course to edit' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Courses' })).toBeVisible()
  await checkScreen(page, 'course form')
  const placement = page.getByRole('group', { name: 'In the catalogue' })
  const publicStatus = async () => (await shop.call('GET', `/go/courses/${course.course_id}`)).status
  await placement.getByText('Draft').click()
  await expect(page.getByText(/Only admins can see it/)).toBeVisible()
  await expect.poll(publicStatus).toBe(404)
  await placement.getByText('Published').click()
  const empty = page.getByRole('alertdialog', { name: 'Publish without lessons?' })
  await expect(empty.getByRole('link', { name: 'Add lessons' })).toHaveAttribute('href', /tab=content/)
  await page.keyboard.press('Escape')
  await expect(empty).toBeHidden()
  expect(await publicStatus()).toBe(404)
  await placement.getByText('Published').click()
  await empty.getByRole('button', { name: 'Publish anyway' }).click()
  await expect.poll(publicStatus).toBe(200)
  await page.getByLabel('Place in the catalogue').selectOption('2')
  await expect(page.getByLabel('Place in the catalogue')).toHaveValue('2')
  await page.getByLabel('Price (₹)').fill('149')
  const broken = await answerInstead(page, `/admin/courses/update_course/${course.course_id}`, {
    status: 500,
    json: {},
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Failed to update course')).toBeVisible()
  await broken()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  await expect(page).toHaveURL('/admin?tab=courses')
  await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible()
  expect((await shop.call('GET', `/go/courses/${course.course_id}`)).body).toMatchObject({ price: 149 })

  await page.goto(address)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Course banner is required')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Or paste an image link')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Or paste an image link')).toHaveValue('')
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await answerInstead(page, `/admin/courses/get_course/${course.course_id}`, { status: 500, json: {} })
  await page.goto(address)
  await expect(toast(page, 'Failed to fetch course data')).toBeVisible()
})

test('the conflict dialog preserves the changes of both admins of one course', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/status of 409/)
  const course = await newCourse({ name: 'Course of two', price: 100, offer_text: 'Old offer' })
  await admin.open(`/admin?tab=editcourse&course_id=${course.course_id}`)
  await page.getByLabel('Price (₹)').fill('120')
  await page.getByLabel('Offer text').fill('Mine')
  await shop.admin('PUT', `/courses/update_course/${course.course_id}`, {
    name: 'Course of them',
    offer_text: 'Theirs',
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this course' })
  await expect(dialog.getByRole('region', { name: 'Name' }).getByText('Course of them')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Offer text' }).getByText('Theirs').last()).toBeVisible()
  await checkScreen(page, 'two versions of a course')
  await dialog.getByRole('group', { name: 'Version of Offer text' }).getByText('Theirs').click()
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  const { body } = await shop.call('GET', `/go/courses/${course.course_id}`)
  expect(body).toMatchObject({ name: 'Course of them', price: 120, offer_text: 'Theirs' })
})

test('a save over one of an own second tab is not called someone else’s', { tag: '@long' }, async ({
  page,
  admin,
  guard,
  newCourse,
}) => {
  guard.allow(/status of 409/)
  const course = await newCourse({ name: 'Course of two tabs', price: 100, header_below: 'Old line' })
  const address = `/admin?tab=editcourse&course_id=${course.course_id}`
  await admin.open(address)
  await page.getByLabel('Heading line').fill('From this tab')
  const tab = await page.context().newPage()
  await tab.goto(address)
  await tab.getByLabel('Heading line').fill('From the other tab')
  await tab.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(tab, 'Course updated successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'You changed this course in another tab' })
  await expect(dialog).toContainText('You saved in another tab after you opened this.')
  await expect(dialog.getByRole('region', { name: 'Heading line' })).toContainText('From the other tab')
  await checkScreen(page, 'two versions of two tabs')
  await tab.close()
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await page.getByLabel('Heading line').fill('From this tab, later')
  await expect(page.getByText(/Draft saved on this device at/)).toBeVisible()
  const again = await page.context().newPage()
  await page.close()
  await again.goto(address)
  await expect(again.getByText(/is restored\. You saved in another tab after that\./)).toBeVisible()
})

test('a save with an expired session requests the password, then continues', async ({
  page,
  admin,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/status of 401/)
  const course = await newCourse({ name: 'Course of patience', price: 100 })
  await admin.open(`/admin?tab=editcourse&course_id=${course.course_id}`)
  await page.getByLabel('Price (₹)').fill('130')
  await admin.endSession()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('alertdialog', {
    name: 'Authentication Error: Your session has expired. Please login again.',
  })
  await checkScreen(page, 'password asked again')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Login as Admin' }).click()
  await expect(dialog.getByText('Login failed: Invalid admin credentials')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(shop.owner.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  expect((await shop.call('GET', `/go/courses/${course.course_id}`)).body).toMatchObject({ price: 130 })
})
