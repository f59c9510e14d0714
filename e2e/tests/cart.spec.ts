import type { Page } from '@playwright/test'
import { removeCourse, setPrice } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { goToPayPage, payButton, stored, sum, toast } from '../steps.ts'

const add = (page: Page, name: string) => page.getByRole('button', { name: `Add to cart: ${name}` }).click()
const total = (page: Page) => sum(page, /^Total$/)
/** Opens the cart or checkout and waits until it shows the current prices, so that later changes are new to it. */
async function open(page: Page, how: () => Promise<unknown>): Promise<void> {
  const prices = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/go/courses')
  await how()
  await (await prices).finished()
}
const promoField = (page: Page) => page.getByRole('textbox', { name: 'Promo code' })

async function apply(page: Page, code: string): Promise<void> {
  await promoField(page).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

test('the cart adds a course once, shows seats and totals, and removes it', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/courses')
  await add(page, 'Voice-over From Home')
  await expect(toast(page, 'Added to cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await add(page, 'Voice-over From Home')
  await expect(toast(page, 'Course already in cart')).toBeVisible()
  await add(page, 'Thumbnail Design Lab')
  await page.getByRole('link', { name: 'Cart, 2 items' }).click()

  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(total(page)).toHaveText('₹848.50')
  const quantity = page.getByRole('group', { name: 'Quantity of Voice-over From Home' })
  if (isMobile) {
    // The row of one seat is 60 px high, with a plus alone.
    await expect(quantity.getByRole('button', { name: 'Decrease' })).toBeHidden()
    const rows = page.getByRole('list', { name: 'Courses in your cart' }).getByRole('listitem')
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(61)
  }
  await quantity.getByRole('button', { name: 'Increase' }).click()
  await expect(toast(page, 'Cart updated')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  await expect(sum(page, 'Subtotal')).toHaveText('₹1,098.00')
  await quantity.getByRole('button', { name: 'Decrease' }).click()
  await expect(total(page)).toHaveText('₹848.50')

  await page.reload()
  await page.getByRole('button', { name: 'Remove Thumbnail Design Lab' }).click()
  await expect(toast(page, 'Item removed from cart')).toBeVisible()
  await expect(total(page)).toHaveText('₹249.50')
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(toast(page, 'Cart cleared')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Browse Courses' }).click()
  await expect(page).toHaveURL('/courses')
})

test('a full cart is paid from a bar on a phone, and checkout names an only course', { tag: '@phone' }, async ({
  page,
  shop,
  isMobile,
}) => {
  test.skip(!isMobile, 'a wide window has the sums beside the lines')
  type Card = { course_id: string; name: string; price: number; banner: string }
  const { body: cards } = await shop.call<Card[]>('GET', '/go/courses')
  const lines = cards
    .filter(({ price }) => price > 0)
    .map(({ course_id: id, name, price, banner }) => ({ id, name, price, banner, quantity: 1 }))
  const fill = (count: number) =>
    page.evaluate((cart) => localStorage.setItem('cart', JSON.stringify(cart)), lines.slice(0, count))
  await page.goto('/robots.txt')
  await fill(lines.length)
  await page.goto('/cart')
  const bar = page.locator('[data-fixed-bar]')
  await expect(bar.getByRole('link', { name: 'Proceed to Checkout' })).toBeInViewport({ ratio: 1 })
  await expect(bar).toContainText(`${lines.length} courses`)
  const sum = (await total(page).textContent()) ?? 'the total'
  await expect(bar).toContainText(sum)
  await bar.getByRole('button', { name: /^Order summary/ }).click()
  const summary = page.getByRole('dialog', { name: 'Order summary' })
  await expect(summary).toContainText(sum)
  await expect(summary.getByRole('link', { name: 'Proceed to Checkout' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(summary).toBeHidden()
  await fill(1)
  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: lines[0]?.name ?? '' })).toBeInViewport({ ratio: 1 })
})

test('the offered codes appear at once in a cart opened from within the store', {
  tag: '@phone',
}, async ({ page }) => {
  const codes = '**/api/go/get_promocodes'
  await page.goto('/courses')
  const known = page.waitForResponse(codes)
  await add(page, 'Thumbnail Design Lab')
  await (await known).finished()
  await page.route(codes, () => {})
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await expect(page.getByRole('group', { name: 'Available codes' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('promo codes can be valid, unknown, expired, or for one course', { tag: '@each-width' }, async ({ page }) => {
  await page.goto('/courses')
  await add(page, 'Thumbnail Design Lab')
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()

  await apply(page, ' welcome10 ')
  await expect(toast(page, 'Promocode applied successfully')).toBeVisible()
  await expect(sum(page, 'Discount (10%)')).toHaveText('−₹59.90')
  await expect(total(page)).toHaveText('₹539.10')
  expect(await stored(page, 'promocode')).toBe('WELCOME10')
  await page.reload()
  await expect(total(page)).toHaveText('₹539.10')

  await apply(page, 'NOSUCHCODE')
  await expect(toast(page, 'Invalid promocode')).toBeVisible()
  await expect(total(page)).toHaveText('₹599.00')
  expect(await stored(page, 'promocode')).toBeNull()

  await apply(page, 'DIWALI25')
  await expect(toast(page, 'Promocode has expired')).toBeVisible()
  await expect(total(page)).toHaveText('₹599.00')

  // A code for a course outside the cart is refused, and not offered.
  await expect(page.getByRole('button', { name: 'WELCOME10 (10% off)' })).toBeVisible()
  await expect(page.getByRole('button', { name: /REELS20|DIWALI25/ })).toHaveCount(0)
  await apply(page, 'REELS20')
  await expect(toast(page, 'Invalid promocode')).toBeVisible()

  await page.goto('/courses')
  await add(page, 'Reels Growth Mega Bundle')
  await page.getByRole('link', { name: 'Cart, 2 items' }).click()
  await page.getByRole('button', { name: 'REELS20 (20% off)' }).click()
  await expect(sum(page, 'Discount (20%)')).toHaveText('−₹99.80')
  await expect(total(page)).toHaveText('₹998.20')
  await page.getByRole('button', { name: 'Remove Reels Growth Mega Bundle' }).click()
  await expect(total(page)).toHaveText('₹599.00')
  await expect.poll(() => stored(page, 'promocode')).toBeNull()
})

test('an unlisted promo code works for buyers who know it, until it is paused', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.admin(
    'POST',
    '/promocodes/add?promocode=SECRET30&discount=30&expiry_date=2999-12-31&listed=false&max_uses=9',
  )
  await page.goto('/courses')
  await add(page, 'Thumbnail Design Lab')
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await expect(page.getByRole('button', { name: /SECRET30/ })).toHaveCount(0)
  await apply(page, 'secret30')
  await expect(toast(page, 'Promocode applied successfully')).toBeVisible()
  await expect(total(page)).toHaveText('₹419.30')
  await page.reload()
  await expect(total(page)).toHaveText('₹419.30')
  // A limited code covers one seat of each course, and the cart explains the full price of the second seat.
  const oneSeat = page.getByText('The code is for one seat of each course. Extra seats are at full price.')
  await expect(oneSeat).toHaveCount(0)
  await page.getByRole('button', { name: 'Increase' }).click()
  await expect(sum(page, 'Discount (30%)')).toHaveText('−₹179.70')
  await expect(total(page)).toHaveText('₹1,018.30')
  await expect(oneSeat).toBeVisible()
  await page.getByRole('button', { name: 'Decrease' }).click()
  await shop.admin('PUT', '/promocodes/update_promocode/SECRET30', { paused: true })
  await page.reload()
  await expect(toast(page, 'Invalid promocode')).toBeVisible()
  await expect(total(page)).toHaveText('₹599.00')
})

test('a code with a minimum order waits until the cart is large enough', { tag: '@long' }, async ({ page, shop }) => {
  await shop.admin(
    'POST',
    '/promocodes/add?promocode=FLAT200&amount=200&minimum_order=999&expiry_date=2999-12-31&listed=false',
  )
  await page.goto('/courses')
  await add(page, 'Thumbnail Design Lab')
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await apply(page, 'flat200')
  const missing = page.getByText('Add ₹400.00 more to your cart to use FLAT200.')
  await expect(missing).toBeVisible()
  await expect(total(page)).toHaveText('₹599.00')
  await page.getByRole('button', { name: 'Increase' }).click()
  await expect(missing).toHaveCount(0)
  await expect(sum(page, 'Discount')).toHaveText('−₹200.00')
  await expect(total(page)).toHaveText('₹998.00')
  await expect(page.getByRole('listitem').filter({ hasText: 'Thumbnail Design Lab' })).toContainText('−₹200.00')
  await page.getByRole('button', { name: 'Decrease' }).click()
  await expect(missing).toBeVisible()
  expect(await stored(page, 'promocode')).toBe('FLAT200')
})

test('a saved promo code that has expired is dropped on load', { tag: ['@each-width', '@long'] }, async ({ page }) => {
  await page.goto('/courses')
  await add(page, 'Thumbnail Design Lab')
  await page.evaluate(() => localStorage.setItem('promocode', 'DIWALI25'))
  await page.goto('/cart')
  await expect(toast(page, 'Promocode has expired')).toBeVisible()
  await expect(total(page)).toHaveText('₹599.00')
  expect(await stored(page, 'promocode')).toBeNull()
})

test('two tabs show the same cart', { tag: '@each-width' }, async ({ page, context }) => {
  await page.goto('/courses')
  const other = await context.newPage()
  await other.goto('/cart')
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await add(page, 'Hindi Script Vault')
  await expect(other.getByRole('link', { name: 'Hindi Script Vault' })).toBeVisible()
  await other.getByRole('button', { name: 'Increase' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await add(page, 'Thumbnail Design Lab')
  await expect(other.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  await other.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
})

test('a price change is applied to the cart and announced', { tag: '@each-width' }, async ({
  page,
  shop,
  guard,
  newCourse,
}) => {
  const course = await newCourse({ price: 300 })
  await page.goto(`/course/${course.course_id}`)
  await page.getByRole('button', { name: 'Just Rs 300/- Only' }).click()
  await open(page, () => page.goto('/cart'))
  await expect(total(page)).toHaveText('₹300.00')
  await setPrice(shop, course.course_id, 350.5)
  await page.reload()
  await expect(toast(page, 'Prices have changed')).toBeVisible()
  await expect(total(page)).toHaveText('₹350.50')

  // A later price change, too late for the cart: the buyer confirms the new total first.
  await open(page, () => page.getByRole('link', { name: 'Proceed to Checkout' }).click())
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(`price-${process.pid}-${Date.now()}@example.com`)
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(`98${String(Date.now()).slice(-8)}`)
  await setPrice(shop, course.course_id, 400)
  guard.allow(/status of 409/)
  const pay = page.getByRole('button', { name: 'Proceed to Payment' }).filter({ visible: true })
  await pay.click()
  await expect(page.getByText('The new total is ₹400.00. Press Proceed to Payment to continue.')).toBeVisible()
  await expect(total(page)).toHaveText('₹400.00')
  await pay.click()
  await expect(page.getByRole('heading', { name: '₹400.00' })).toBeVisible()
})

test('a total below the gateway’s minimum is rounded up with one sentence, and checkout links to the terms', {
  tag: '@long',
}, async ({ page, newCourse }) => {
  const course = await newCourse({ price: 0.4 })
  await page.goto(`/course/${course.course_id}`)
  await page.getByRole('button', { name: 'Just Rs 0.40/- Only' }).click()
  await expect(total(page)).toHaveText('₹1.00')
  await expect(sum(page, 'Rounded up to the gateway’s minimum of ₹1')).toHaveText('+₹0.60')
  const agreement = page.getByText('By paying you agree to our')
  await expect(agreement.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms')
  await expect(agreement.getByRole('link', { name: 'Refund policy' })).toHaveAttribute('href', '/refund')
})

test('a deleted course leaves the cart with a message', { tag: ['@each-width', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const course = await newCourse()
  await page.goto(`/course/${course.course_id}`)
  await page.getByRole('button', { name: /^Just Rs/ }).click()
  await open(page, () => page.goto('/cart'))
  await expect(page.getByRole('link', { name: course.name })).toBeVisible()
  await removeCourse(shop, course.course_id)
  await page.reload()
  await expect(toast(page, 'Removed from your cart')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('a course deleted at the last moment is not charged, and the rest can be paid', {
  tag: '@each-width',
}, async ({ page, shop, guard, newCourse }) => {
  const course = await newCourse({ price: 300 })
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await page.goto('/courses')
  await add(page, 'Hindi Script Vault')
  await add(page, course.name)
  await open(page, () => page.goto('/checkout'))
  await expect(total(page)).toHaveText('₹599.00')
  await removeCourse(shop, course.course_id)
  guard.allow(/status of 404/)
  await payButton(page).click()
  await expect(page.getByRole('main').getByText('Course not found')).toBeVisible()
  await expect(toast(page, 'Removed from your cart')).toBeVisible()
  await expect(total(page)).toHaveText('₹299.00')
  await goToPayPage(page)
  await expect(page.getByRole('heading', { name: '₹299.00' })).toBeVisible()
})

const broken = ['{', '[', 'null', '7', '"text"', '[null,3,{"id":4}]', '{"user_id":5}', '\u0000']
const keys = ['user', 'access_token', 'token_type', 'cart', 'promocode', 'redirectAfterLogin', 'courses_cache', 'theme']

// In a plain run `stores.test.ts` reads the same values, of every entry.
test('invalid values in the browser’s storage are dropped', { tag: '@long' }, async ({ page }) => {
  for (const value of broken) {
    await page.goto('/robots.txt')
    await page.evaluate(
      ({ keys, value }) => {
        localStorage.clear()
        for (const key of keys) localStorage.setItem(key, value)
      },
      { keys, value },
    )
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  }
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})

test('the cart works in memory when the storage is full', { tag: '@long' }, async ({ page }) => {
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
      for (let n = 0; ; n += 1) {
        try {
          localStorage.setItem(`full-${size}-${n}`, 'x'.repeat(size))
        } catch {
          break
        }
      }
    }
  })
  await page.goto('/courses')
  await add(page, 'Hindi Script Vault')
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await expect(page.getByRole('link', { name: 'Hindi Script Vault' })).toBeVisible()
})
