import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, type Person, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { answerInstead } from '../stand-ins.ts'
import { awaitMail, logIn, stored, toast } from '../steps.ts'

test('the registration explains each mistake, then signs in and leads to the dashboard', {
  tag: '@phone',
}, async ({ page, shop, guard }) => {
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

test('a registration with a friend’s code counts as a referral of that friend', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop, guard }) => {
  const friend = await newAccount(shop, 'Meena Rao')
  const { body: profile } = await shop.call<{ referral_code: string }>('GET', '/user/profile', { token: friend.token })
  const person = newPerson()
  const code = page.getByRole('textbox', { name: /^Referral code/ })
  // The shape of a shared referral link.
  await page.goto(`/register?ref=${profile.referral_code}`)
  await expect(code).toHaveValue(profile.referral_code)
  await fillRegistration(page, person)
  await code.fill('NOSUCHCD')
  guard.allow(/status of 422/)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('main').getByText('Invalid referral code')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(profile.referral_code.toLowerCase())
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(toast(page, 'Registration successful')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  const users = await shop.admin<{ email: string; referred_by: string | null }[]>(
    'GET',
    `/users?q=${encodeURIComponent(person.email)}`,
  )
  expect(users.map((user) => user.referred_by)).toEqual([profile.referral_code])
})

test('the login and registration tabs preserve each other’s input', { tag: ['@each-width', '@long'] }, async ({
  page,
}) => {
  const person = newPerson()
  await page.goto('/register')
  await fillRegistration(page, person)
  await page.getByRole('tab', { name: 'Login' }).click()
  // During the transition both panels exist.
  const email = page.getByRole('tabpanel', { name: 'Login' }).getByRole('textbox', { name: 'Email', exact: true })
  await email.fill(person.email)
  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(page.getByRole('textbox', { name: 'Phone', exact: true })).toHaveValue(person.phone)
  await page.getByRole('tab', { name: 'Login' }).click()
  await expect(email).toHaveValue(person.email)
})

async function fillRegistration(page: Page, { email, phone }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(phone)
  await page.getByLabel('Password', { exact: true }).fill('Mango-Kulfi-42')
}

// In a plain run `forgotten-password.test.ts` covers the server, and `texts-login.release.spec.ts` walks the request and the
// login.
test('a forgotten password is replaced by email with one that works once and has to be changed', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop }) => {
  const student = await newAccount(shop)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Lost your password?' }).click()
  const send = page.getByRole('button', { name: 'Get New Password' })
  await send.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(student.email)
  await send.click()
  await expect(toast(page, 'New password sent')).toBeVisible()
  await expect(page).toHaveURL('/login')

  const mail = await awaitMail(shop, student.email, /temporary password/i)
  const password = /\r?\n\r?\n(\S{12,})\r?\n\r?\n/.exec(mail)?.[1] ?? ''
  await logIn(page, { email: student.email, password })
  await expect(page).toHaveURL('/dashboard/settings')
  await expect(toast(page, 'Please choose a new password')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Current password' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'New password' }).fill('Nimbu-Pani-2027')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  const login = (with_: string) =>
    shop.call('POST', '/login', { body: { email: student.email, phone: '', password: with_ } })
  expect((await login(password)).status).toBe(401)
  expect((await login(student.password)).status).toBe(401)
  expect((await login('Nimbu-Pani-2027')).status).toBe(200)
})

test('a password change ends every other session and continues this one', { tag: ['@each-width', '@long'] }, async ({
  page,
  newVisitor,
  shop,
  guard,
}) => {
  const student = await newAccount(shop)
  const elsewhere = await newVisitor()
  await elsewhere.goto('/login')
  await logIn(elsewhere, student)
  await expect(elsewhere).toHaveURL('/dashboard')

  await signIn(page, student)
  await page.goto('/dashboard/settings')
  guard.allow(/status of 422/, /status of 401/)
  await page.getByRole('textbox', { name: 'Current password' }).fill('not-the-password')
  await page.getByRole('textbox', { name: 'New password' }).fill('Nimbu-Pani-2027')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Current password is wrong').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('Nimbu-Pani-2027')
  await page.getByRole('textbox', { name: 'Current password' }).fill(student.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue(student.name)

  await elsewhere.reload()
  await expect(toast(elsewhere, 'Session expired')).toBeVisible()
  await logIn(elsewhere, { email: student.email, password: 'Nimbu-Pani-2027' })
  await expect(elsewhere).toHaveURL('/dashboard')
})

// In a plain run `auth/contact-changes.test.ts` covers the same.
test('a student changes the profile, and a new address applies once its link is opened', {
  tag: ['@each-width', '@long'],
}, async ({ page, newVisitor, shop, guard }) => {
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

  const email = newPerson().email
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await expect(page.getByText('Confirm your email address')).toBeVisible()
  await expect(field('Your password')).toHaveCount(0)
  await field('Email Address').fill(email)
  guard.allow(/status of 422/)
  await field('Your password').fill('not-the-password')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Current password is wrong').first()).toBeVisible()
  await field('Your password').fill(student.password)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`We sent a link to ${email}. It works once, for 60 minutes.`)).toBeVisible()
  await expect(field('Email Address')).toHaveValue(student.email)
  await expect(field('Your password')).toHaveCount(0)

  const lost = await linkIn(shop, email)
  await page.getByRole('button', { name: 'Send link again' }).click()
  await expect(toast(page, 'Link sent')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await expect(toast(page, 'Change cancelled')).toBeVisible()
  await expect(page.getByText('Confirm your new email address')).toHaveCount(0)
  const elsewhere = await newVisitor()
  await elsewhere.goto(lost)
  await expect(elsewhere.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(elsewhere.getByRole('link', { name: 'Open profile settings' })).toBeVisible()

  const other = newPerson().email
  await field('Email Address').fill(other)
  await field('Your password').fill(student.password)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Confirm your new email address')).toBeVisible()
  await elsewhere.goto(await linkIn(shop, other))
  await expect(elsewhere.getByRole('heading', { name: 'Log in to confirm' })).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Log in and confirm' }).click()
  await logIn(elsewhere, student)
  await elsewhere.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible()
  await expect(elsewhere.getByText('Log in with your new email address from now on.')).toBeVisible()
  await elsewhere.getByRole('link', { name: 'Go to my profile' }).click()
  await expect(elsewhere.getByText(other).first()).toBeVisible()
  await page.reload()
  await expect(field('Email Address')).toHaveValue(other)
})

/** Returns the path of the confirmation link in the email to an address. */
async function linkIn(shop: Shop, address: string): Promise<string> {
  const mail = await awaitMail(shop, address, /Confirm your/)
  return /\/confirm\S*#[\w-]{43}/.exec(mail.replace(/=\r?\n/g, ''))?.[0] ?? 'no link'
}

test('consent shows its date, and withdrawing it is as easy as giving it', { tag: '@long' }, async ({
  page,
  shop,
  guard,
}) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto('/dashboard/settings')
  const card = page.getByRole('region', { name: 'What you agree to' })
  const news = card.getByRole('checkbox', { name: 'Send me news and offers by email' })
  await expect(card.getByText('Off', { exact: true })).toHaveCount(2)
  guard.allow(/status of 500/)
  const mend = await answerInstead(page, '/user/consents/news_email', { status: 500, json: {} })
  await news.click()
  await expect(toast(page, 'Your choice was not saved')).toBeVisible()
  await expect(news).not.toBeChecked()
  await mend()
  await news.click()
  await expect(card.getByText(/^On since /)).toBeVisible()
  await page.reload()
  await expect(news).toBeChecked()
  await news.press('Space')
  await expect(card.getByText(/^Off since /)).toBeVisible()
  await card.getByText('What we use your data for').click()
  await checkScreen(page, 'what a student agrees to')
})

// In a plain run `account/own-data.test.ts` covers the same.
test('a student downloads all own data, and deletes the account with the password', { tag: '@long' }, async ({
  page,
  context,
  shop,
  guard,
}) => {
  const student = await newAccount(shop)
  await buy(shop, student, ['hindi-script-vault'])
  await signIn(page, student)
  await page.goto('/dashboard/settings')
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await started
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.html$/)
  const own = await readFile(await file.path(), 'utf8')
  expect(own).toContain(student.email)
  expect(own).not.toMatch(/hindi-script-vault|_paise/)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  guard.allow(/status of 422/)
  await dialog.getByLabel('Your password').fill('not-the-password')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Current password is wrong')).toBeVisible()
  await checkScreen(page, 'deleting the account')
  const other = await context.newPage()
  await other.goto('/dashboard/orders')
  await other.getByRole('button', { name: 'Ask for a refund' }).click()
  await other.getByRole('textbox', { name: 'Why?' }).fill('Words of a tab')
  const words = () => other.evaluate(() => Object.values(sessionStorage).join())
  expect(await words()).toContain('Words of a tab')
  await dialog.getByLabel('Your password').fill(student.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).dblclick({ delay: 50 })
  await expect(toast(page, 'Account deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(other, 'as after logging out').toHaveURL('/')
  await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await words()).not.toContain('Words of a tab')
  for (const key of ['user', 'access_token', 'token_type']) expect(await stored(page, key), key).toBeNull()
  await awaitMail(shop, student.email, /Your account is deleted/)
})
