import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { logIn, openMenu, stored, toast } from '../steps.ts'

const guarded = [
  ['/dashboard', 'Please login to access your dashboard'],
  ['/dashboard/orders', 'Please login to access your dashboard'],
  ['/dashboard/profile', 'Please login to access your dashboard'],
  ['/dashboard/settings', 'Please login to access your dashboard'],
  ['/learn/hindi-script-vault', 'Please login to access course content'],
] as const

test('a student’s screens lead a visitor through the login, and back', { tag: '@phone' }, async ({ page, shop }) => {
  for (const [path, words] of guarded) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(toast(page, words)).toBeVisible()
    expect(await stored(page, 'redirectAfterLogin')).toBe(path)
  }
  await page.goto('/dashboard/settings')
  await logIn(page, shop.student)
  await expect(page).toHaveURL('/dashboard/settings')
  expect(await stored(page, 'redirectAfterLogin')).toBeNull()
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})

test('a wrong password is reported, and the right one opens the dashboard', { tag: '@each-width' }, async ({
  page,
  shop,
  guard,
}) => {
  const { email } = shop.student
  await page.goto('/login')
  guard.allow(/status of 401/)
  await logIn(page, { email, password: 'not-the-password' })
  await expect(toast(page, 'Login failed')).toBeVisible()
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email)
  await logIn(page, shop.student)
  await expect(toast(page, 'Login successful')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome back, Demo Student!' })).toBeVisible()
})

test('the header’s dialog logs in without leaving the page, and Log Out ends the session everywhere', {
  tag: '@each-width',
}, async ({ page, shop }) => {
  const student = await newAccount(shop)
  await page.goto('/courses')
  await openMenu(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await logIn(page, student)
  await expect(page.getByRole('dialog')).toBeHidden()
  await openMenu(page)
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect(page).toHaveURL('/courses')
  const token = (await stored(page, 'access_token')) ?? ''
  expect((await shop.call('GET', '/user/profile', { token })).status).toBe(200)

  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await openMenu(page)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await stored(page, 'user')).toBeNull()
  expect(await stored(page, 'access_token')).toBe(token)
  expect((await shop.call('GET', '/user/profile', { token })).status).toBe(401)
})

test('the student’s own menu also logs out', { tag: ['@both', '@long'] }, async ({ page, shop }) => {
  await signIn(page, await newAccount(shop))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await openMenu(page)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

// In a plain run `texts-student.release.spec.ts` covers the dashboard's reaction, `stores.test.ts` the cleared storage, and
// `auth.test.ts` that a log-out ends a session.
test('the dashboard notices an expired session', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop, guard }) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: `Welcome back, ${student.name}!` })).toBeVisible()
  await shop.call('POST', '/logout', { token: student.token })
  guard.allow(/status of 401/)
  await page.reload()
  await expect(toast(page, 'Session expired')).toBeVisible()
  await expect(page).toHaveURL('/login')
  for (const key of ['access_token', 'token_type', 'user']) expect(await stored(page, key)).toBeNull()
  expect(await stored(page, 'redirectAfterLogin')).toBe('/dashboard')
})

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
]

test('neither login nor error page redirects to another site (W1)', { tag: '@long' }, async ({
  page,
  shop,
  foreignRequests,
}) => {
  for (const address of elsewhere) {
    await page.goto('/login')
    await page.evaluate((value) => {
      localStorage.clear()
      localStorage.setItem('redirectAfterLogin', value)
    }, address)
    await page.reload()
    await logIn(page, shop.student)
    await expect(page, address).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
    await page.goto(`/error?from=${encodeURIComponent(address)}`)
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/')
  }
  await page.goto('/error?from=%2Fdashboard')
  await page.getByRole('main').getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/dashboard')
  expect(foreignRequests).toEqual([])
})

test('a student without “remember me” stays logged in until the browser closes', {
  tag: ['@each-width', '@long'],
}, async ({ page, context, shop, newVisitor }) => {
  const student = await newAccount(shop)
  await page.goto('/login')
  await page.getByText('Remember me').click()
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked()
  await logIn(page, student)
  await expect(page).toHaveURL('/dashboard')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: `Welcome back, ${student.name}!` })).toBeVisible()

  // A browser restart preserves storage, but no session cookies.
  const left = await page.evaluate(() => ({ ...localStorage }))
  const later = await newVisitor()
  await later.goto('/robots.txt')
  await later.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, left)
  await later.goto('/dashboard')
  await expect(later).toHaveURL('/login')
  expect(await stored(later, 'access_token')).toBeNull()
})
