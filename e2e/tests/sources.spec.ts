import { expect, test } from '../fixtures.ts'
import { newPerson } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { fillDetails, goToPayPage, stored } from '../steps.ts'

const COURSE = 'reels-growth-mega-bundle'
const LINK = `/course/${COURSE}?utm_source=Instagram&utm_medium=social&utm_campaign=reel-diwali&fbclid=IwAR1_aB`

// The server counts no visit of a browser that calls itself headless.
test.use({
  userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
})

// In a plain run `reports/sources/sources.test.ts` covers the same.
test('a sale by a link from Instagram has its source on the order, and each step in the funnel', {
  tag: ['@phone', '@long'],
}, async ({ page, admin, shop }) => {
  await page.goto(LINK, { referer: 'https://l.instagram.com/' })
  const touches = async () => JSON.parse((await stored(page, 'touches')) ?? '{}')
  await expect.poll(touches).toMatchObject({ last: { source: 'instagram', fbclid: 'IwAR1_aB' } })
  expect(await page.context().cookies()).toEqual([])
  await page.getByRole('button', { name: 'Just Rs 499/- Only' }).click()
  await expect(page).toHaveURL('/checkout')
  await fillDetails(page, newPerson())
  await goToPayPage(page)
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  // The return from the payment is no link.
  expect(await touches()).toMatchObject({ last: { source: 'instagram' } })

  const [order] = await shop.query<{ order_id: string; source: { last: object } }>(
    `select order_id, source from orders where status = 'paid' and source is not null order by created_at desc limit 1`,
  )
  expect(order?.source.last).toMatchObject({
    source: 'instagram',
    campaign: 'reel-diwali',
    landing: `/course/${COURSE}`,
  })
  // The counts are written every ten seconds.
  const counts = () =>
    shop.query(
      `select sum(visits) > 0 as visits, sum(course_views) > 0 as course_views, sum(carts) > 0 as carts, sum(checkouts) > 0 as checkouts
      from visit_steps where by = 'campaign' and touch = 'last' and key = 'reel-diwali'`,
    )
  const reached = { visits: true, course_views: true, carts: true, checkouts: true }
  await expect.poll(counts).toEqual([reached])

  await admin.open(`/admin?tab=orders&order=${order?.order_id}`)
  await expect(page.getByText('Instagram, reel-diwali').first()).toBeVisible()
  await admin.open('/admin?tab=sources')
  const row = page.getByRole('row', { name: /Instagram/ })
  // Another test may have sold by a link from Instagram, too; the campaign is this one's own.
  await expect(row.first()).toBeVisible()
  await page.getByRole('button', { name: 'Campaigns of Instagram' }).click()
  await expect(page.getByRole('row', { name: /reel-diwali/ })).toContainText('₹499.00')
  await expect(page.getByRole('region', { name: 'From visit to paid' })).toContainText('Checkout')
  await page.getByLabel('Name of the post').fill('Diwali reel')
  await expect(page.getByText(/utm_source=instagram&utm_medium=social&utm_campaign=diwali-reel/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of this link' })).toBeVisible()
  await checkScreen(page, 'sources')
})

test('a sale has its source though the first tap came before the scripts of its page', {
  tag: ['@phone', '@long'],
}, async ({ page, shop }) => {
  let isHeld = true
  await page.route('**/assets/*.js', (route) => (isHeld ? undefined : route.continue()))
  const id = `PAZXh0${'bgNhZW0BMABhZGlkAaskAbCdEf_'.repeat(8)}`
  const link = `/?utm_source=instagram&utm_campaign=bio&fbclid=${id}`
  await page.goto(link, { referer: 'https://l.instagram.com/', waitUntil: 'domcontentloaded' })
  await page.reload({ waitUntil: 'domcontentloaded' })
  const opened = page.waitForURL(`/course/${COURSE}`, { waitUntil: 'domcontentloaded' })
  await page.locator(`a[href="/course/${COURSE}"]`).first().click()
  await opened
  isHeld = false
  await page.reload()
  const from = { source: 'instagram', campaign: 'bio', landing: '/', referrer: 'instagram.com', fbclid: id }
  const touches = async () => JSON.parse((await stored(page, 'touches')) ?? '{}')
  await expect.poll(touches).toMatchObject({ first: from, last: from })
  expect(await stored(page, 'landed')).toBeNull()

  await page.getByRole('button', { name: 'Just Rs 499/- Only' }).click()
  const buyer = newPerson()
  await fillDetails(page, buyer)
  await goToPayPage(page)
  const [order] = await shop.query<{ source: object }>(
    'select source from orders where user_id = (select id from users where email = $1)',
    [buyer.email],
  )
  expect(order?.source).toMatchObject({ first: from, last: from })
})
