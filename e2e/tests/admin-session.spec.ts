import { endSessionOf, logInAdmin, openConsole } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { answerInstead } from '../stand-ins.ts'
import { toast } from '../steps.ts'

const EXPIRED = 'Authentication Error: Your session has expired. Please login again.'

test('the login lets the owner in, says why not, and leads to where it was asked for', async ({
  page,
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
  await expect(toast(page, 'Login successful')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByText(shop.owner.email)).toBeVisible()
  const kept = await page.evaluate(() => ['admin_token', 'admin_token_type', 'admin_info'].map((k) => localStorage[k]))
  expect(kept).toEqual([
    expect.stringMatching(/.{20}/),
    'bearer',
    JSON.stringify({ email: shop.owner.email, isAdmin: true }),
  ])

  await page.goto('/admin/login')
  await expect(page).toHaveURL('/admin')
})

test('logging out ends the session here, on the server and in the other tabs', async ({ page, shop, context }) => {
  await openConsole(page, shop)
  const token = await page.evaluate(() => localStorage.getItem('admin_token') ?? '')
  const other = await context.newPage()
  await other.goto('/admin')
  await expect(other.getByRole('heading', { name: 'Courses' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/admin/login')
  await expect(other).toHaveURL('/admin/login')
  expect((await shop.call('GET', '/admin/courses/get_all_courses', { token })).status).toBe(401)
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('admin_token')
})

test('an expired session is said and leads to the login', async ({ page, shop, guard }) => {
  guard.allow(/status of 401/)
  await openConsole(page, shop)
  await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible()
  await endSessionOf(page, shop)
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('reels')
  await expect(page).toHaveURL('/admin/login')
  await expect(toast(page, EXPIRED)).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('admin')))).toEqual([])
})

test('a student is no admin', async ({ page, shop, guard }) => {
  guard.allow(/status of 401/)
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
  const answer = await shop.call('GET', '/admin/courses/get_all_courses', { token: student.token })
  expect(answer).toMatchObject({ status: 401, body: { detail: 'Could not validate admin credentials' } })
})

test('the console can be used by everybody, wide and on a phone', async ({ page, shop }) => {
  await openConsole(page, shop)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await checkScreen(page, 'courses')
  await page.setViewportSize({ width: 390, height: 800 })
  const rows = await page.evaluate(() => {
    const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? -1
    return [top('header a'), top('header nav')]
  })
  expect(rows[1], 'the tabs have a row of their own').toBeGreaterThan((rows[0] ?? 0) + 30)
})

test('an editor begins with a password of his own and sees what an editor may do', async ({ page, shop, guard }) => {
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
  await expect(bar.getByRole('link', { name: 'Promo Codes' })).toBeVisible()
  for (const name of ['Users', 'Orders', 'Payment', 'Overview'])
    await expect(bar.getByRole('link', { name })).toBeHidden()
  await page.goto('/admin?tab=payment')
  await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible()
})
