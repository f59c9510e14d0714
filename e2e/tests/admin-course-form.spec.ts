import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { untilQuiet } from '../quiet.ts'
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

/** Clicks a button or a link, and counts it. */
const clicking = (page: Page, counted: string[]) => async (role: 'button' | 'link' | 'menuitem', name: string) => {
  await page.getByRole(role, { name, exact: true }).first().click()
  counted.push(name)
}

test('a name and a price make a draft, and the line of what it lacks leads to everything before it is published', async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of (413|415|422|500|507)/)
  const clicks: string[] = []
  const click = clicking(page, clicks)
  await admin.open('/admin')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Courses' }).first().click()
  await click('button', 'Add course')
  await click('menuitem', 'Course')
  await expect(page.getByRole('heading', { name: 'Add New Course' })).toBeVisible()
  await click('button', 'Create draft')
  await expect(page.getByText('Name must be at least 5 characters')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await checkScreen(page, 'a new course')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Voice Notes That Sell')
  await page.getByLabel('Price (₹)').fill('249.50')
  await expect(page.getByText('You receive ₹243.61')).toBeVisible()
  await expect(page.getByText(/Draft saved on this device at/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Orders' }).click()
  await expect(page).toHaveURL(/tab=orders/)
  await page.goBack()
  await expect(page.getByText(/Your draft from .* is restored/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Voice Notes That Sell')
  const refused = await answerInstead(page, '/admin/courses/create', { status: 500, json: {} })
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(toast(page, 'Failed to add course')).toBeVisible()
  await refused()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(toast(page, 'Course added successfully')).toBeVisible()

  // Content follows, and the line above the steps names what else is missing.
  await expect(page).toHaveURL(/tab=content&course_id=voice-notes-that-sell/)
  const id = new URL(page.url()).searchParams.get('course_id') ?? ''
  const lacks = page.getByText('Before you publish:').locator('..')
  await expect(lacks).toHaveText(
    'Before you publish: description, long description, headline, line under it, banner and lessons.',
  )
  await click('button', 'Add lesson')
  await page.getByLabel('Lesson 1, title').fill('Record your first note')
  await page.getByLabel('Lesson 1, watch link').fill('https://www.youtube.com/watch?v=M7lc1UVf-VE')
  await click('button', 'Save content')
  await expect(lacks).not.toContainText('lessons')

  // Publish is never greyed: it leads to the first of them.
  await click('button', 'Publish')
  await expect(page.getByLabel('Description', { exact: true })).toBeFocused()
  await page.getByLabel('Description', { exact: true }).fill('Thirty short voice scripts for shops.')
  await click('button', 'Save changes')
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  await click('link', 'headline')
  await expect(page.getByLabel('Headline')).toBeFocused()
  await checkScreen(page, 'the text of the sales page')
  await page.getByLabel('Headline').fill('For shops that sell on chat')
  await page.getByLabel('Line under it').fill('Do you send voice notes?')
  await page
    .getByLabel('Long description')
    .fill('Thirty scripts in Hindi\nThirty scripts in Marathi\nRecord on any phone')
  await click('link', 'banner')
  await expect(page.getByLabel('Or paste an image link')).toBeFocused()

  await admin.choose(page, [{ name: 'notes.pdf', mimeType: 'application/pdf', buffer: PIXEL }], 'Choose file')
  await expect(toast(page, 'Please upload a valid image file (JPEG, PNG, GIF, or WEBP)')).toBeVisible()
  await admin.choose(page, [{ ...picture, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }], 'Choose file')
  await expect(toast(page, 'Image file is too large. Maximum size is 5MB')).toBeVisible()
  await admin.choose(page, [picture], 'Choose file')
  clicks.push('Choose file')
  await expect(page.getByText('New file, uploads when you save')).toBeVisible()
  await expect(page.getByText(/Draft saved on this device at/)).toBeVisible()
  // A draft stays when the page is closed.
  const context = page.context()
  const address = page.url()
  await page.close()
  const again = await context.newPage()
  await again.goto(address)
  await expect(again.getByText(/Your draft from .* is restored/)).toBeVisible()
  await expect(again.getByText('New file, uploads when you save')).toBeVisible()
  const save = () => again.getByRole('button', { name: 'Save changes' }).click()
  const noPicture = await answerInstead(again, '/admin/media/uploads', { status: 507, json: {} })
  await save()
  await expect(toast(again, 'Failed to upload image')).toBeVisible()
  await expect(toast(again, 'Image upload failed')).toBeVisible()
  await noPicture()
  const noAddress = await forgetAddresses(again)
  await save()
  await expect(toast(again, 'Failed to get banner URL after upload')).toBeVisible()
  await noAddress()
  await save()
  clicks.push('Save changes')
  await expect(toast(again, 'Course updated successfully')).toBeVisible()
  await expect(again.getByText('Before you publish:')).toBeHidden()
  await again.getByRole('button', { name: 'Publish' }).click()
  clicks.push('Publish')
  await expect.poll(async () => (await shop.call('GET', `/go/courses/${id}`)).status).toBe(200)
  // Presses that were refused on purpose are not counted twice.
  expect(clicks).toHaveLength(12)
  const { body } = await shop.call('GET', `/go/courses/${id}`)
  expect(body).toMatchObject({
    name: 'Voice Notes That Sell',
    price: 249.5,
    banner: expect.stringMatching(/^\/media\//),
  })
  await shop.admin('DELETE', `/courses/delete_course/${id}`)
})

test('lines are pasted and put in order, and the preview shows the page of what is typed', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id, name } = await newCourse({ price: 100 })
  const step = (id: string) => `/admin?tab=editcourse&course_id=${course_id}&step=${id}`
  await admin.open(step('offered'))
  await page.getByRole('button', { name: 'Who is this for?' }).click()
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
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  const whole = await shop.call('GET', `/go/courses/${course_id}`)
  expect(whole.body).toMatchObject({ who_is_this_for: ['Tuition classes', 'Saree shops', 'Sweet shops'] })

  await page.goto(step('basics'))
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe[title="Sales page"]')
  await expect(preview.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
  // The heading has its own style, not the browser's default: the painted name is large, also after the images have
  // loaded.
  const painted = preview.locator('h1 > span').last()
  await expect.poll(() => painted.evaluate((one) => getComputedStyle(one).fontSize)).toBe('44px')
  await page.getByLabel('Price (₹)').fill('199')
  await expect(preview.getByRole('button', { name: 'Just Rs 199/- Only' })).toBeVisible()
  await preview.getByRole('button', { name: 'Just Rs 199/- Only' }).click()
  await expect(page).toHaveURL(/tab=editcourse/)
  await page.getByRole('button', { name: 'Close preview' }).click()
})

test('a step with something unsaved is marked while another one is saved, and no save touches the other', {
  tag: '@long',
}, async ({ page, admin, shop, newCourse }) => {
  const { course_id } = await newCourse({ name: 'Course in steps', price: 100 })
  await admin.open(`/admin?tab=editcourse&course_id=${course_id}`)
  const steps = page.getByRole('navigation', { name: 'Course', exact: true })
  await page.getByLabel('Price (₹)').fill('140')
  await expect(page.getByText(/Draft saved on this device at/)).toBeVisible()
  await steps.getByRole('link', { name: 'Page' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'What buyers read first' })).toBeFocused()
  // Wide windows show the page beside its words at once.
  await expect(page.frameLocator('iframe[title="Sales page"]').getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Proof and questions' }).click()
  // An empty section has no field until it is added.
  await expect(page.getByLabel('Legal disclaimer')).toHaveCount(0)
  await page.getByRole('button', { name: 'Legal disclaimer' }).click()
  await expect(page.getByLabel('Legal disclaimer')).toBeFocused()
  await page.getByLabel('Legal disclaimer').fill('What you earn depends on you.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  await expect(steps.getByRole('link', { name: /not saved/ })).toHaveText(/^.?Name and price/)
  await checkScreen(page, 'a step that is not saved')
  expect((await shop.call('GET', `/go/courses/${course_id}`)).body).toMatchObject({
    price: 100,
    legal_disclaimer: 'What you earn depends on you.',
  })
  await steps.getByRole('link', { name: /Name and price/ }).click()
  await expect(page.getByLabel('Price (₹)')).toHaveValue('140')
  await page.getByRole('button', { name: 'Save changes' }).click()
  // The other save made a newer version of the course, and none of this step.
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(steps.getByRole('link', { name: /not saved/ })).toHaveCount(0)
  expect((await shop.call('GET', `/go/courses/${course_id}`)).body).toMatchObject({ price: 140 })
  // An address of an earlier release leads to the step of its field.
  await page.goto(`/admin?tab=editcourse&course_id=${course_id}&field=header_text`)
  await expect(page.getByLabel('Headline')).toBeFocused()
})

test('the message of a save offers to undo it', async ({ page, admin, shop, newCourse }) => {
  const { course_id } = await newCourse({ name: 'Course of one slip', price: 100 })
  await admin.open(`/admin?tab=editcourse&course_id=${course_id}`)
  const stored = async () => (await shop.admin<{ price: number }>('GET', `/courses/get_course/${course_id}`)).price
  await page.getByLabel('Price (₹)').fill('1000')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Yes, save it' }).click()
  await expect.poll(stored).toBe(1000)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Restored the version before')).toBeVisible()
  await expect(page.getByLabel('Price (₹)')).toHaveValue('100')
  expect(await stored()).toBe(100)
})

// The window has its own files, which this test would cut off.
test('a save without internet is named as that, and the text stays', { tag: '@tab-only' }, async ({
  page,
  admin,
  context,
  guard,
  newCourse,
}) => {
  guard.allow(/net::ERR_/)
  const { course_id } = await newCourse({ name: 'Course of a train', price: 100 })
  await admin.open(`/admin?tab=editcourse&course_id=${course_id}`)
  await page.getByLabel('Price (₹)').fill('120')
  for (const part of ['ToastRegion', 'UploadLine'])
    await page.waitForFunction((name) => performance.getEntries().some((entry) => entry.name.includes(name)), part)
  await untilQuiet(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Not saved: no internet')).toBeVisible()
  await expect(toast(page, 'Failed to update course')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByLabel('Price (₹)')).toHaveValue('120')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
})

test('an edit is saved, and a failed save is reported', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/status of (404|500)/)
  const course = await newCourse({ name: 'Course to edit', price: 100 })
  const address = `/admin?tab=editcourse&course_id=${course.course_id}`
  await admin.open('/admin?q=Course to edit')
  await page.getByRole('link', { name: 'Edit Course to edit' }).click()
  await expect(page.getByRole('heading', { name: 'Course to edit' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Courses' })).toBeVisible()
  await checkScreen(page, 'course form')
  await page.getByRole('navigation', { name: 'Course', exact: true }).getByRole('link', { name: 'Settings' }).click()
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
  await page.getByRole('navigation', { name: 'Course', exact: true }).getByRole('link', { name: /^Name/ }).click()
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
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  expect((await shop.call('GET', `/go/courses/${course.course_id}`)).body).toMatchObject({ price: 149 })

  await page.goto(`${address}&step=banner`)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Please upload a banner')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('img', { name: 'Banner' })).toBeVisible()
  // A picture of the library has no address that an owner reads or fills in.
  await expect(page.getByLabel('Or paste an image link')).toHaveValue('')
  await expect(page.getByLabel('Or paste an image link')).not.toHaveAttribute('required')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('img', { name: 'Banner' })).toBeHidden()
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
  await page.getByLabel('Description', { exact: true }).fill('Mine, and long enough for a card.')
  await shop.admin('PUT', `/courses/update_course/${course.course_id}`, {
    name: 'Course of them',
    description: 'Theirs, and long enough for a card.',
    offer_text: 'Theirs',
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this course' })
  await expect(dialog.getByRole('region', { name: 'Name' }).getByText('Course of them')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Description' }).getByText('Theirs, and').last()).toBeVisible()
  // A save of another step by the other admin is no conflict of this one.
  await expect(dialog.getByRole('region', { name: 'Offer text' })).toHaveCount(0)
  await checkScreen(page, 'two versions of a course')
  await dialog.getByRole('group', { name: 'Version of Description' }).getByText('Theirs').click()
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  const { body } = await shop.call('GET', `/go/courses/${course.course_id}`)
  expect(body).toMatchObject({
    name: 'Course of them',
    price: 120,
    description: 'Theirs, and long enough for a card.',
    offer_text: 'Theirs',
  })
})

test('a save over one of an own second tab is not called someone else’s', { tag: '@long' }, async ({
  page,
  admin,
  guard,
  newCourse,
}) => {
  guard.allow(/status of 409/)
  const course = await newCourse({ name: 'Course of two tabs', price: 100, header_below: 'Old line' })
  const address = `/admin?tab=editcourse&course_id=${course.course_id}&step=sales-text`
  await admin.open(address)
  await page.getByLabel('Line under it').fill('From this tab')
  const tab = await page.context().newPage()
  await tab.goto(address)
  await tab.getByLabel('Line under it').fill('From the other tab')
  await tab.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(tab, 'Course updated successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'You changed this course in another tab' })
  await expect(dialog).toContainText('You saved in another tab after you opened this.')
  await expect(dialog.getByRole('region', { name: 'Line under it' })).toContainText('From the other tab')
  await checkScreen(page, 'two versions of two tabs')
  await tab.close()
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await page.getByLabel('Line under it').fill('From this tab, later')
  await expect(page.getByText(/Draft saved on this device at/)).toBeVisible()
  const again = await page.context().newPage()
  await page.close()
  await again.goto(address)
  await expect(again.getByText(/is restored\. You saved in another tab after that\./)).toBeVisible()
})

test('a save with an expired session requests the password, then continues', { tag: '@long' }, async ({
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
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.getByText('Login failed: Invalid admin credentials')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(shop.owner.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  expect((await shop.call('GET', `/go/courses/${course.course_id}`)).body).toMatchObject({ price: 130 })
})
