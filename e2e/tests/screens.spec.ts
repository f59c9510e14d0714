import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, order, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { fillDetails, payButton, startCheckout } from '../steps.ts'

const publicScreens: [path: string, heading: string | RegExp][] = [
  ['/', /.+/],
  ['/courses', 'Explore Our Courses'],
  ['/course/reels-growth-mega-bundle', /Reels Growth Mega Bundle/],
  ['/about', /.+/],
  ['/contact', /.+/],
  ['/privacy', /.+/],
  ['/terms', /.+/],
  ['/cookies', /.+/],
  ['/cart', 'Your cart is empty'],
  ['/login', 'Log in to SkillHaat'],
  ['/register', 'Create your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/error?from=/dashboard', 'Something went wrong'],
  ['/no/such/page', 'Oops! Page not found'],
]

for (const [path, heading] of publicScreens) {
  test(`everybody can use ${path}`, async ({ page, guard }) => {
    guard.allow(/status of 404/)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await checkScreen(page, path)
  })
}

test('everybody can use the sign-in dialog and the menu of a phone', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkScreen(page, 'sign-in dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await checkScreen(page, 'menu')
})

test('everybody can use cart, checkout and the states of a payment', async ({ page, shop, guard }) => {
  await startCheckout(page, 'hindi-script-vault')
  await checkScreen(page, 'checkout')
  await payButton(page).click()
  await expect(page.getByText('Please enter your name').first()).toBeVisible()
  await checkScreen(page, 'checkout with problems')
  guard.allow(/status of 409/)
  await fillDetails(page, { ...newPerson(), email: shop.student.email })
  await payButton(page).click()
  await page.getByRole('button', { name: 'Sign In to this account' }).click()
  await checkScreen(page, 'checkout with sign-in')
  await page.goto('/cart')
  await page.getByRole('button', { name: 'WELCOME10 (10% off)' }).click()
  await expect(page.getByText('Promocode applied successfully').first()).toBeVisible()
  await checkScreen(page, 'cart')

  const buyer = await newAccount(shop)
  const open = await order(shop, buyer, ['hindi-script-vault'])
  await signIn(page, buyer)
  const status = `/payment_status?course_id=hindi-script-vault&user_id=${buyer.user_id}`
  await page.goto(status)
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible()
  await checkScreen(page, 'payment being verified')
  await page.goto('/payment_status')
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await checkScreen(page, 'payment failed')
  await shop.sandbox.pay(open.link_id)
  await page.goto(status)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await checkScreen(page, 'payment successful')
  await page.goto(open.payment_link)
  await checkScreen(page, 'pay page')
})

test('everybody can use the screens of a student', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  for (const path of ['/dashboard', '/dashboard/orders']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await checkScreen(page, `${path}, empty`)
  }
  await buy(shop, student, ['hindi-script-vault', 'hindi-script-vault'])
  await order(shop, student, ['thumbnail-design-lab'])
  for (const path of ['/dashboard', '/dashboard/orders', '/dashboard/profile', '/dashboard/settings']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await checkScreen(page, path)
  }
  await page.getByRole('button', { name: /Account of/ }).click()
  await checkScreen(page, 'menu of the student')
  await page.goto('/learn/hindi-script-vault')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkScreen(page, 'player with a video')
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('button').nth(2).click()
  await checkScreen(page, 'player with a frame')
})
