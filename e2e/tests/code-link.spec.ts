import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { stored, sum, toast } from '../steps.ts'

const PAGES = ['/', '/courses', '/course/reels-growth-mega-bundle', '/cart', '/about', '/terms']
const REELS = 'Reels Growth Mega Bundle'

test('a link with a code keeps it for the cart on every page, says so and leaves the address', {
  tag: '@phone',
}, async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(`${path}?utm_source=insta&code=welcome10#top`)
    await expect(toast(page, 'Code WELCOME10 is in your cart: 10% off.')).toBeVisible()
    await expect(page).toHaveURL(`${path}?utm_source=insta#top`)
    expect(await stored(page, 'promocode')).toBe('WELCOME10')
    await page.evaluate(() => localStorage.removeItem('promocode'))
  }
  // The notice shows once.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(toast(page, /WELCOME10/)).toHaveCount(0)
})

test('a link with a code of its course goes on to a checkout at the lower price', async ({ page }) => {
  await page.goto('/course/reels-growth-mega-bundle?code=REELS20')
  await expect(toast(page, 'Code REELS20 is in your cart: 20% off.')).toBeVisible()
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText('REELS20, 20% off')).toBeVisible()
  await page.goto('/checkout?code=WELCOME10')
  await expect(toast(page, 'Code WELCOME10 is in your cart: 10% off.')).toBeVisible()
  await expect(page.getByText('WELCOME10, 10% off')).toBeVisible()
  await expect(page).toHaveURL('/checkout')
})

test('a link with an ended or unknown code says so and changes nothing', async ({ page }) => {
  await page.goto('/courses?code=WELCOME10')
  await expect(toast(page, /WELCOME10/)).toBeVisible()
  for (const [code, problem] of [
    ['DIWALI25', 'Promocode has expired'],
    ['NOSUCHCODE', 'Invalid promocode'],
    ['%3Cb%3E', 'Invalid promocode'],
    ['x'.repeat(300), 'Invalid promocode'],
  ]) {
    await page.goto(`/courses?page=1&code=${code}`)
    await expect(toast(page, String(problem))).toBeVisible()
    await expect(page).toHaveURL('/courses?page=1')
    expect(await stored(page, 'promocode')).toBe('WELCOME10')
  }
  await page.goto('/?code=')
  await expect(page).toHaveURL('/')
})

test('a link with a code speaks the page’s language', async ({ page }) => {
  await page.goto('/hi/courses?code=DIWALI25')
  await expect(page.getByText(hi('Promocode has expired')).first()).toBeVisible()
  await page.goto('/hi/courses?code=WELCOME10')
  const said = hi('Code {code} is in your cart: {offer}.', {
    code: 'WELCOME10',
    offer: hi('{reduction} off', { reduction: '10%' }),
  })
  await expect(page.getByText(said).first()).toBeVisible()
  await expect(page).toHaveURL('/hi/courses')
})

test('a capped code takes off at most its cap', async ({ page, shop }) => {
  await shop.admin('POST', '/promocodes/add?promocode=CAPPED50&discount=50&max_discount=100&expiry_date=2999-12-31')
  await page.goto('/courses?code=CAPPED50')
  await expect(toast(page, 'Code CAPPED50 is in your cart: 50% off, up to ₹100.')).toBeVisible()
  await page.getByRole('button', { name: `Add to cart: ${REELS}` }).click()
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await expect(sum(page, /^Discount/)).toHaveText('−₹100.00')
})
