import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { newAccount, order } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { awaitMail, openLetterHours, stored, sum, toast } from '../steps.ts'

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

test('a link with a code of its course goes on to a checkout at the lower price', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/course/reels-growth-mega-bundle?code=REELS20')
  await expect(toast(page, 'Code REELS20 is in your cart: 20% off.')).toBeVisible()
  await expect(page.getByText('₹399.20 with code REELS20')).toBeVisible()
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText('REELS20, 20% off')).toBeVisible()
  await page.goto('/checkout?code=WELCOME10')
  await expect(toast(page, 'Code WELCOME10 is in your cart: 10% off.')).toBeVisible()
  await expect(page.getByText('WELCOME10, 10% off')).toBeVisible()
  await expect(page).toHaveURL('/checkout')
})

test('a link with an ended or unknown code says so and changes nothing', { tag: '@long' }, async ({ page }) => {
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

test('the notice of an ended code names its last day, and does not follow to the checkout', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/course/reels-growth-mega-bundle?code=DIWALI25')
  await expect(toast(page, /^DIWALI25 ended on \d{1,2} \w+ 20\d\d\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Just Rs 499/- Only' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(toast(page, 'Promocode has expired')).toHaveCount(0)
})

test('a link with a code speaks the page’s language', { tag: '@long' }, async ({ page }) => {
  await page.goto('/hi/courses?code=DIWALI25')
  await expect(page.getByText(hi('Promocode has expired')).first()).toBeVisible()
  await page.goto('/hi/courses?code=WELCOME10')
  const shown = hi('Code {code} is in your cart: {offer}.', {
    code: 'WELCOME10',
    offer: hi('{reduction} off', { reduction: '10%' }),
  })
  await expect(page.getByText(shown).first()).toBeVisible()
  await expect(page).toHaveURL('/hi/courses')
})

test('a capped code takes off at most its cap', { tag: '@long' }, async ({ page, shop }) => {
  await shop.admin('POST', '/promocodes/add?promocode=CAPPED50&discount=50&max_discount=100&expiry_date=2999-12-31')
  await page.goto('/courses?code=CAPPED50')
  await expect(toast(page, 'Code CAPPED50 is in your cart: 50% off, up to ₹100.')).toBeVisible()
  await page.getByRole('button', { name: `Add to cart: ${REELS}` }).click()
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await expect(sum(page, /^Discount/)).toHaveText('−₹100.00')
  await shop.admin('DELETE', '/promocodes/delete_promocode/CAPPED50')
})

test('the link of an unpaid order brings its cart and code to another device, until it is paid', {
  tag: ['@phone', '@long'],
}, async ({ shop, newCourse, newVisitor, guard }) => {
  // The cart of a paid order is gone.
  guard.allow(/status of 404/)
  await openLetterHours(shop)
  const first = await newCourse({ name: 'Reels with a tripod', price: 400 })
  const second = await newCourse({ name: 'Light at a window', price: 600 })
  const account = await newAccount(shop)
  await shop.query('update users set email_proven_at = now() where email = $1', [account.email])
  await shop.call('PUT', '/user/consents/news_email', { token: account.token, body: { agreed: true } })
  const { order_id, link_id } = await order(
    shop,
    account,
    [first.course_id, second.course_id, second.course_id],
    'WELCOME10',
  )
  const [reminder] = await shop.admin<Record<string, unknown>[]>('GET', '/sequences')
  const steps = reminder?.steps as Record<string, unknown>[]
  const { name, trigger, sequence_id } = reminder ?? {}
  const switchTo = (active: boolean) =>
    shop.admin('PUT', `/sequences/${sequence_id}`, {
      name,
      trigger,
      active,
      steps: steps.map(({ step_id, after_minutes, subject, blocks }) => ({ step_id, after_minutes, subject, blocks })),
    })
  await switchTo(true)
  // An hour has passed since the order.
  await shop.query(`update sequences set active_since = now() - interval '1 day' where sequence_id = $1`, [sequence_id])
  await shop.query(`update letters set step_since = now() - interval '1 day' where sequence_id = $1`, [sequence_id])
  await shop.query(`update orders set created_at = now() - interval '61 minutes' where order_id = $1`, [order_id])
  await shop.runJob('letters')
  const mail = (await awaitMail(shop, account.email, new RegExp(String(steps[0]?.subject)))).replace(/=\r?\n/g, '')
  const link = /\/l\/[0-9a-f]{32}-99/.exec(mail)?.[0] ?? 'no link'

  const phone = await newVisitor()
  await phone.goto(link)
  await expect(toast(phone, 'Code WELCOME10 is in your cart: 10% off.')).toBeVisible()
  await expect(phone).toHaveURL(/\/cart\?utm_source=letter&utm_medium=email&utm_campaign=\w+$/)
  const lines = phone.getByRole('list', { name: 'Courses in your cart' })
  await expect(lines.getByRole('group', { name: 'Quantity of Light at a window' })).toContainText('2')
  await expect(sum(phone, 'Total')).toHaveText('₹1,440.00')
  await checkScreen(phone, 'the cart of an unpaid order')
  await phone.goto(link)
  await expect(lines.getByRole('listitem')).toHaveCount(2)

  await shop.sandbox.pay(link_id)
  await shop.sandbox.deliver()
  const late = await newVisitor()
  await late.goto(link)
  await expect(late).not.toHaveURL(/back=/)
  await expect(late.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await switchTo(false)
})
