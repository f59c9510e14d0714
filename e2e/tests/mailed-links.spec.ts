import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { awaitMail, logIn, toast } from '../steps.ts'

/** Returns the path of the link in the first email of an account. */
async function welcomeLink(shop: Shop, address: string): Promise<string> {
  const mail = await awaitMail(shop, address, /Welcome/)
  return /\/confirm#[\w-]{43}/.exec(mail.replace(/=\r?\n/g, ''))?.[0] ?? 'no link'
}

test('the owner of an address takes over an account that a stranger made with it', {
  tag: '@phone',
}, async ({ page, shop, newVisitor, guard }) => {
  const stranger = await newAccount(shop)
  const squatter = await newVisitor()
  await signIn(squatter, stranger)
  await squatter.goto('/dashboard')

  await page.goto(await welcomeLink(shop, stranger.email))
  await expect(page.getByRole('heading', { name: 'Is this your account?', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Ravi created this account on \d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm email address' })).toHaveCount(0)
  await checkScreen(page, 'a link to an account that is not signed in')
  guard.allow(/status of (401|422)/)
  await page.getByLabel(/^New password/).fill('password123')
  await page.getByRole('button', { name: 'Set password and confirm' }).click()
  await expect(page.getByText('Please choose a less common password')).toBeVisible()
  await page.getByLabel(/^New password/).fill('Jamun-Lassi-77')
  await page.getByRole('button', { name: 'Set password and confirm' }).click()
  await expect(toast(page, 'This account is yours alone now')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/settings')
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Ravi Kumar')
  await expect(page.getByText('Confirm your email address')).toHaveCount(0)

  await squatter.reload()
  await expect(squatter).toHaveURL('/login')
  const again = await newVisitor()
  await again.goto('/login')
  await logIn(again, { email: stranger.email, password: 'Jamun-Lassi-77' })
  await expect(again).toHaveURL('/dashboard')
})

test('a new student confirms with one tap in the same browser, and after a login in another one', {
  tag: '@phone',
}, async ({ page, shop, newVisitor }) => {
  const [one, other] = [await newAccount(shop), await newAccount(shop)]
  await signIn(page, one)
  await page.goto(await welcomeLink(shop, one.email))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible()

  const elsewhere = await newVisitor()
  await elsewhere.goto(await welcomeLink(shop, other.email))
  await elsewhere.getByRole('button', { name: 'Log in and confirm' }).click()
  await logIn(elsewhere, other)
  await elsewhere.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible()
})
