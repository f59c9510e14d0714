import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, ownedCourses, signIn } from '../people.ts'
import { fillDetails, goToPayPage, logIn, payButton, startCheckout, stored, toast } from '../steps.ts'

const COURSE = 'hindi-script-vault'

/** Runs in the page: returns true if a press on the element's middle hits it. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

// In a plain run `texts-checkout.release.spec.ts` covers the same, and its texts.
test('checkout without a cart leads to the cart', { tag: '@long' }, async ({ page }) => {
  await page.goto('/checkout')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

// In a plain run `check-details.test.ts` covers the order and each message, and `screens.release.spec.ts` submits the empty
// form.
test('checkout checks the details in the order of the spec, one message at a time', { tag: '@long' }, async ({
  page,
}) => {
  await startCheckout(page, COURSE)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const steps: [field: string, value: string, message: string][] = [
    ['Name', '   ', 'Please enter your name'],
    ['Name', 'Asha', 'Please enter your email'],
    ['Email', 'asha.example.com', 'Please enter your phone number'],
    ['Phone', '98765', 'Please enter a valid email address'],
    ['Email', 'asha@example.com', 'Please enter a valid 10-digit phone number'],
  ]
  await payButton(page).click()
  await expect(field('Email'), 'the topmost wrong field').toBeFocused()
  for (const [name, value, message] of steps) {
    await field(name).fill(value)
    await payButton(page).click()
    await expect(toast(page, message)).toBeVisible()
  }
  await expect(page).toHaveURL('/checkout')
})

test('the notice of an empty form covers neither the title nor the focused field', { tag: '@phone' }, async ({
  page,
}) => {
  await startCheckout(page, COURSE)
  await payButton(page).click()
  await expect(toast(page, 'Please enter your name')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeFocused()
  const notice = toast(page, 'Please enter your name')
  const covered = () =>
    notice.evaluate((words) => {
      scrollTo(0, 0)
      const card = words.closest('[data-notice] > div > *')?.getBoundingClientRect()
      return [document.querySelector('main h1'), document.activeElement].map((element) => {
        const box = element?.getBoundingClientRect()
        return !card || !box || (card.top < box.bottom && box.top < card.bottom)
      })
    })
  await expect.poll(covered).toEqual([false, false])
})

test('a checkout that does not load shows one error, with one pair of buttons', async ({ page, guard }) => {
  guard.allow(/Checkout|imported module|ERR_FAILED/)
  await page.goto(`/course/${COURSE}`)
  await page.route(/\/assets\/Checkout\w+-.*\.js/, (route) => route.abort())
  await page.getByRole('button', { name: /^Just Rs/ }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be opened' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1)
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
  await page.unroute(/\/assets\/Checkout\w+-.*\.js/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeVisible()
})

test('a line that drops before the press is reported in words, and the same press works once it is back', {
  tag: '@phone',
}, async ({ page, context, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await startCheckout(page, COURSE)
  await fillDetails(page, newPerson())
  await context.setOffline(true)
  await payButton(page).click()
  const words = page.getByRole('main').getByText('Please check your internet connection and try again.')
  await expect(words).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await context.setOffline(false)
  await goToPayPage(page)
})

test('an email with an account stops the purchase and offers a login in place', {
  tag: '@both',
}, async ({ page, shop, guard }) => {
  const owner = await newAccount(shop)
  const details = { ...newPerson('Asha'), email: owner.email.toUpperCase() }
  await startCheckout(page, COURSE)
  await fillDetails(page, details)
  guard.allow(/status of 409/)
  await payButton(page).click()
  await expect(page.getByRole('main').getByText('Email already registered')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(details.name)
  const signInHere = page.getByRole('button', { name: 'Log in to this account' })
  await expect.poll(() => signInHere.evaluate(isUncovered), 'not behind the bar of a phone').toBe(true)
  await signInHere.click()
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(details.email)
  await logIn(page, owner)
  await expect(page.getByText('Your courses are delivered to this account.')).toBeVisible()
  await expect(page).toHaveURL('/checkout')
  await goToPayPage(page)
  const orders = await shop.query<{ user_id: string }>(
    'select u.user_id from orders o join users u on u.id = o.user_id where u.user_id = $1',
    [owner.user_id],
  )
  expect(orders).toHaveLength(1)
})

test('a double click creates one account and one order, and the button shows its state', {
  tag: '@each-width',
}, async ({ page, shop }) => {
  const buyer = newPerson()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') calls.push(pathname)
  })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/user/buy?*', async (route) => {
    await held
    await route.continue()
  })
  await startCheckout(page, COURSE)
  await fillDetails(page, buyer)
  await payButton(page).dblclick()
  await expect(page.getByText('Please do not close or refresh this page...').filter({ visible: true })).toBeVisible()
  const busy = page.getByRole('button', { name: 'Processing...' }).filter({ visible: true })
  await expect(busy).toBeVisible()
  await busy.click({ force: true })
  await expect(
    toast(page, /Account created successfully! Your password is: \S{12}\. Please save it for future login\./),
  ).toBeVisible()
  answer()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  expect(calls.filter((path) => path === '/api/register')).toHaveLength(1)
  expect(calls.filter((path) => path === '/api/user/buy')).toHaveLength(1)
  const [row] = await shop.query<{ count: number }>(
    'select count(*)::int as count from orders o join users u on u.id = o.user_id where u.email = $1',
    [buyer.email],
  )
  expect(row?.count).toBe(1)
})

test('a payment link to another site is refused (W2)', async ({ page, shop, foreignRequests }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, COURSE)
  const links = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://evil.example/pay',
    'https://store:pass@evil.example/pay',
    'ftp://evil.example/pay',
    '//evil.example/pay',
    '',
  ]
  for (const payment_link of links) {
    await page.route('**/api/user/buy?*', (route) =>
      route.fulfill({
        status: 201,
        json: { payment_link, order_id: 'ord_x', amount: 299, currency: 'INR' },
      }),
    )
    const answered = page.waitForResponse('**/api/user/buy?*')
    await payButton(page).click()
    await answered
    await expect(page.getByText('Invalid payment link received').first(), payment_link).toBeVisible()
    await expect(payButton(page)).toHaveText('Proceed to Payment')
    await expect(page).toHaveURL('/checkout')
    await page.unroute('**/api/user/buy?*')
  }
  expect(foreignRequests).toEqual([])
})

test('a session that expired before the purchase leads through the login back to checkout', {
  tag: '@each-width',
}, async ({ page, shop, guard }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, COURSE)
  await expect(page.getByText(buyer.email)).toBeVisible()
  await shop.call('POST', '/logout', { token: buyer.token })
  guard.allow(/status of 401/)
  await payButton(page).click()
  await expect(toast(page, 'Session expired. Please try again.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'access_token')).toBeNull()
  expect(await stored(page, 'user')).toBeNull()
  await logIn(page, buyer)
  await expect(page).toHaveURL('/checkout')
  await goToPayPage(page)
})

// In a plain run `checkout/buy.test.ts` covers the same.
test('an owned course cannot be bought again', { tag: ['@each-width', '@long'] }, async ({ page, shop, guard }) => {
  const buyer = await newAccount(shop)
  await buy(shop, buyer, [COURSE])
  await expect.poll(() => ownedCourses(shop, buyer.token)).toEqual([COURSE])
  await startCheckout(page, COURSE)
  await signIn(page, buyer)
  await page.goto('/checkout')
  guard.allow(/status of 409/)
  await payButton(page).click()
  await expect(page.getByText('You already own Hindi Script Vault.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove from cart' }).click()
  await expect(page).toHaveURL('/cart')
  await page.goto(`/course/${COURSE}`)
  await expect(page.getByRole('link', { name: 'Go to course' }).first()).toBeVisible()
  await page.getByRole('heading', { name: 'See what’s inside' }).scrollIntoViewIfNeeded()
  await expect(
    page.getByRole('complementary', { name: 'Price', exact: true }),
    'what is theirs has no price',
  ).toHaveCount(0)
})

test('the keyboard alone can buy a course', { tag: '@each-width' }, async ({ page }) => {
  const buyer = newPerson()
  await page.goto(`/course/${COURSE}`)
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        if (!(element instanceof HTMLElement)) return ''
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : ''
        return (element.getAttribute('aria-label') ?? label) || (element.textContent ?? '')
      })
      if (name.test(focused)) return
    }
    throw new Error(`nothing named ${name} can be reached with Tab`)
  }
  await tabTo(/^Just Rs/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await tabTo(/^Email/)
  await page.keyboard.type(buyer.email)
  await tabTo(/^Name/)
  await page.keyboard.type(buyer.name)
  await tabTo(/^Phone/)
  await page.keyboard.type(buyer.phone)
  await tabTo(/^Proceed to Payment/)
  await page.keyboard.press('Space')
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await tabTo(/^Pay ₹/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused()
  await tabTo(/^Go to Dashboard/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Welcome back, ${buyer.name}!` })).toBeVisible()
})

test('input at checkout survives a visit to the cart, and a reload', { tag: ['@each-width', '@long'] }, async ({
  page,
}) => {
  const buyer = newPerson()
  await startCheckout(page, COURSE)
  await fillDetails(page, buyer)
  const saved = async () => {
    for (const [name, value] of [
      ['Name', buyer.name],
      ['Email', buyer.email],
      ['Phone', buyer.phone],
    ] as const) {
      await expect(page.getByRole('textbox', { name, exact: true })).toHaveValue(value)
    }
  }
  await page.goBack()
  await expect(page).toHaveURL(`/course/${COURSE}`)
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await saved()
  // A phone discards the page of a background tab and reloads it.
  await page.reload()
  await saved()
  await goToPayPage(page)
  // A logged-in buyer has an account, so no details are stored for the form.
  await page.goBack()
  await expect(page.getByText(buyer.email)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('a log-out in another tab at checkout preserves the cart and asks for the buyer’s details', {
  tag: ['@each-width', '@long'],
}, async ({ page, context, shop }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, COURSE)
  await expect(page.getByText(buyer.email)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: /Account of/ }).click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(other).toHaveURL('/')
  await page.bringToFront()
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await logIn(page, buyer)
  await expect(page.getByText('Your courses are delivered to this account.')).toBeVisible()
  await goToPayPage(page)
})

test('the pay bar, the header and an order fit text of 150 %', {
  tag: '@phone',
}, async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await buy(shop, buyer, ['bio-link-in-an-hour'])
  await signIn(page, buyer)
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '150%')),
  )
  await startCheckout(page, COURSE)
  await expect.poll(() => payButton(page).evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)
  await page.goto('/courses')
  const badge = page.getByRole('link', { name: 'Cart, 1 item' }).locator('span')
  await expect.poll(async () => (await badge.boundingBox())?.y).toBeGreaterThan(0)
  await page.goto('/dashboard/orders')
  const course = page.getByRole('article').getByRole('listitem').first()
  await expect.poll(async () => (await course.getByRole('link').boundingBox())?.height, 'on one line').toBeLessThan(45)
})

test('checkout has a bare header: only the logo leads away', { tag: ['@both', '@long'] }, async ({ page }) => {
  await startCheckout(page, COURSE)
  const header = page.getByRole('banner')
  await expect(header.getByText('Secure checkout')).toBeVisible()
  await expect(header.getByRole('link')).toHaveCount(1)
  await expect(header.getByRole('link', { name: /, home$/ })).toHaveAttribute('href', '/')
  await expect(header.getByRole('button')).toHaveCount(0)
})
