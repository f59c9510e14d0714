import { logInAdmin, logOutAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { answerInstead } from '../stand-ins.ts'
import { toast } from '../steps.ts'

const EXPIRED = 'Authentication Error: Your session has expired. Please login again.'

// In the window a plain run logs in in `desktop.spec.ts`, which covers the stored session; the rest is the same code.
test('the login admits the owner, explains failures, and leads to the requested tab', async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of (401|502)/, /net::ERR_FAILED/)
  await page.goto('/admin?tab=courses&q=reels')
  await expect(page).toHaveURL('/admin/login')
  const [email, password] = [page.getByRole('textbox', { name: 'Email' }), page.getByLabel('Password', { exact: true })]
  await page.getByRole('button', { name: 'Login as Admin' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await checkScreen(page, 'admin login with problems')

  await logInAdmin(page, { ...shop.owner, password: 'not this one' })
  await expect(toast(page, 'Login failed: Invalid admin credentials')).toBeVisible()
  await expect(page.getByRole('main').getByText('Login failed: Invalid admin credentials')).toBeVisible()
  await expect(email).toHaveValue(shop.owner.email)

  const restore = await answerInstead(page, '/admin/login', 'lost')
  await page.getByRole('button', { name: 'Login as Admin' }).click()
  await expect(toast(page, 'Admin login failed')).toBeVisible()
  await restore()

  await password.fill(shop.owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin?tab=courses&q=reels')
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByText(shop.owner.email)).toBeVisible()
  const stored = await admin.session(page)
  expect(stored).toEqual({ email: shop.owner.email, tokenType: 'bearer', token: expect.stringMatching(/.{20}/) })

  await page.goto('/admin/login')
  await expect(page).toHaveURL('/admin')
})

test('a login in one tab stays while another one opens and finds nobody', async ({ page }) => {
  await page.addInitScript(() => {
    const read = Storage.prototype.getItem
    let looked = false
    Storage.prototype.getItem = function (key) {
      const found = read.call(this, key)
      // The other tab logs in right after this one has looked.
      if (key === 'admin_token' && !looked) this.setItem(key, 'of-the-other-tab')
      looked ||= key === 'admin_token'
      return found
    }
  })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin login' })).toBeVisible()
  expect(await page.evaluate(() => Object.entries(localStorage))).toContainEqual(['admin_token', 'of-the-other-tab'])
})

test('a log-out ends the session in the browser and on the server', { tag: '@machine' }, async ({
  page,
  admin,
  shop,
}) => {
  // A list requested while the session ends would fail, as expected.
  const listed = page.waitForResponse(/get_all_courses\?limit/)
  await admin.open()
  await listed
  const { token = '' } = (await admin.session(page)) ?? {}
  await logOutAdmin(page)
  await expect(page).toHaveURL('/admin/login')
  await expect.poll(() => admin.session(page)).toBeUndefined()
  expect((await shop.call('GET', '/admin/courses/get_all_courses', { token })).status).toBe(401)
})

// The desktop app has one window.
test('a log-out also logs out the other tabs', { tag: ['@tab-only', '@long'] }, async ({ page, admin, context }) => {
  await admin.open()
  const other = await context.newPage()
  // The last request of the list.
  const sales = other.waitForResponse(/get_sales/)
  await other.goto('/admin?tab=courses')
  await expect(other.getByRole('heading', { name: 'Courses' })).toBeVisible()
  await sales
  await logOutAdmin(page)
  await expect(other).toHaveURL('/admin/login')
})

test('an expired session shows a message and leads to the login', { tag: ['@machine', '@long'] }, async ({
  page,
  admin,
  guard,
}) => {
  guard.allow(/status of 401/)
  // The last request of the list.
  const sales = page.waitForResponse(/get_sales/)
  await admin.open()
  await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible()
  await sales
  await admin.endSession()
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('reels')
  await expect(page).toHaveURL('/admin/login')
  await expect(toast(page, EXPIRED)).toBeVisible()
  // The window's shell records the log-out while the page continues.
  await expect.poll(() => admin.session(page)).toBeUndefined()
})

// The window never shows the store, so no student can be logged in there.
test('a login in the store is no login in the console', { tag: ['@tab-only', '@long'] }, async ({ page, shop }) => {
  await signIn(page, await newAccount(shop))
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
})

test('a student is no admin', async ({ page, admin, shop, guard }) => {
  guard.allow(/status of 401/)
  const { token, email } = await newAccount(shop)
  await admin.keep(page, { token, tokenType: 'bearer', email })
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
  await expect(toast(page, EXPIRED)).toBeVisible()
  const answer = await shop.call('GET', '/admin/courses/get_all_courses', { token })
  expect(answer).toMatchObject({ status: 401, body: { detail: 'Could not validate admin credentials' } })
})

test('the console is accessible, wide and on a phone', async ({ page, admin }) => {
  await admin.open()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await checkScreen(page, 'courses')
  await page.setViewportSize({ width: 390, height: 800 })
  const edges = () =>
    page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
      return [box('header')?.top, box('nav')?.bottom]
    })
  await expect.poll(edges, { message: 'the menu is at the bottom edge' }).toEqual([0, 800])
})

test('an editor first chooses a password, and sees only what the role allows', { tag: '@long' }, async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/status of 403/)
  const email = `editor-${process.pid}-${Date.now()}@example.com`
  const { password } = await shop.admin<{ password: string }>('POST', '/admins', { email, role: 'editor' })
  await page.goto('/admin/login')
  await logInAdmin(page, { email, password })
  await expect(page.getByText('You logged in with a one-time password.')).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('Barfi-and-chai-at-5')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Admin' })
  await expect(bar.getByRole('link', { name: 'Promo codes' })).toBeVisible()
  for (const name of ['Students', 'Orders', 'Payment', 'Home'])
    await expect(bar.getByRole('link', { name })).toBeHidden()
  await page.goto('/admin?tab=payment')
  await expect(page.getByRole('heading', { name: 'Ask an owner for access' })).toBeVisible()
})
