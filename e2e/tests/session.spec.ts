import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson, signIn } from '../people.ts'
import { awaitMail, logIn, openMenu, stored, toast } from '../steps.ts'

const guarded = [
  ['/dashboard', 'Please login to access your dashboard'],
  ['/dashboard/orders', 'Please login to access your dashboard'],
  ['/dashboard/profile', 'Please login to access your dashboard'],
  ['/dashboard/settings', 'Please login to access your dashboard'],
  ['/learn/hindi-script-vault', 'Please login to access course content'],
] as const

test('a student’s screens lead a visitor over the login, and back', { tag: '@each-width' }, async ({ page, shop }) => {
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

test('a wrong password is said, and the right one opens the dashboard', { tag: '@each-width' }, async ({
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

test('who registers is told what is wrong, then is signed in and led to the dashboard', { tag: '@each-width' }, async ({
  page,
  shop,
  guard,
}) => {
  const person = newPerson()
  await page.goto('/register')
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      if (name === 'Password') await page.getByLabel(/^Password/).fill(value)
      else await page.getByRole('textbox', { name, exact: true }).fill(value)
    }
    await page.getByRole('button', { name: /^Register/ }).click()
  }
  await fill({ Email: 'nobody', Phone: '12345', Password: 'short' })
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Phone number must be at least 10 digits')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()

  guard.allow(/status of 409/)
  await fill({ Email: shop.student.email, Phone: person.phone, Password: 'Mango-Kulfi-42' })
  await expect(page.getByText('Email already registered').first()).toBeVisible()

  await fill({ Email: person.email, Phone: person.phone, Password: 'Mango-Kulfi-42' })
  await expect(toast(page, 'Registration successful')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText("You haven't enrolled in any courses yet.")).toBeVisible()
})

test('the header’s dialog signs in on the spot, and Log Out ends the session everywhere', {
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

test('the student’s own menu signs out too', { tag: '@each-width' }, async ({ page, shop }) => {
  await signIn(page, await newAccount(shop))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await openMenu(page)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('a session that died is noticed on the dashboard', { tag: '@each-width' }, async ({ page, shop, guard }) => {
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

test('neither login nor error page lead to another site (W1)', async ({ page, shop, guard }) => {
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
  expect(guard.foreignRequests).toEqual([])
})

test('a forgotten password is mailed, works once, and has to be changed', { tag: '@each-width' }, async ({
  page,
  shop,
}) => {
  const student = await newAccount(shop)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Lost your password?' }).click()
  const send = page.getByRole('button', { name: 'Get New Password' })
  await expect(send).toBeDisabled()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(student.email)
  await send.click()
  await expect(toast(page, 'New password sent')).toBeVisible()
  await expect(page).toHaveURL('/login')

  const mail = await awaitMail(shop, student.email, /temporary password/i)
  const password = /\r?\n\r?\n(\S{12})\r?\n\r?\n/.exec(mail)?.[1] ?? ''
  await logIn(page, { email: student.email, password })
  await expect(page).toHaveURL('/dashboard/settings')
  await expect(toast(page, 'Please choose a new password')).toBeVisible()
  await page.getByRole('textbox', { name: 'Current password' }).fill(password)
  await page.getByRole('textbox', { name: 'New password' }).fill('Nimbu-Pani-2027')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  const login = (with_: string) =>
    shop.call('POST', '/login', { body: { email: student.email, phone: '', password: with_ } })
  expect((await login(password)).status).toBe(401)
  expect((await login(student.password)).status).toBe(401)
  expect((await login('Nimbu-Pani-2027')).status).toBe(200)
})

test('a student changes the profile', { tag: '@each-width' }, async ({ page, shop }) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto('/dashboard/profile')
  await expect(page.getByText(student.user_id)).toBeVisible()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByRole('textbox', { name: 'Full Name' }).fill('R')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Name must be at least 2 characters').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Ravi K. Kumar')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Profile updated')).toBeVisible()
  await expect(page.getByRole('button', { name: /Account of Ravi K\. Kumar/ })).toBeVisible()
  expect(JSON.parse((await stored(page, 'user')) ?? '{}').name).toBe('Ravi K. Kumar')
})
