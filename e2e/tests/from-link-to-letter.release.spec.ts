// Runs before a release: goes from a link to a letter weeks later.

import { expect, test } from '../fixtures.ts'
import { newPerson } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { awaitMail, fillDetails, goToPayPage, openLetterHours, paidHeading, pressPay, stored, sum } from '../steps.ts'

// The server counts no visit of a browser that calls itself headless.
test.use({
  userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
})

test('a buyer comes from Instagram, pays for a bundle and an offer, gets a letter, and ends letters by one POST', {
  tag: '@phone',
}, async ({ page, admin, shop, newCourse }) => {
  await openLetterHours(shop)
  const first = await newCourse({ name: 'Selling on reels', price: 499 })
  const second = await newCourse({ name: 'Filming at home', price: 799 })
  const extra = await newCourse({ name: 'Captions that sell', price: 300 })
  const bundle = await newCourse({
    kind: 'bundle',
    name: 'Shop on a phone',
    price: 999,
    bundle_courses: [first.course_id, second.course_id],
  })
  const { offer_id } = await shop.admin<{ offer_id: string }>('POST', '/offers', {
    course_id: extra.course_id,
    price: 199,
    headline: 'Goes with every reel',
    with: [bundle.course_id],
    active: true,
  })
  const person = newPerson()

  await page.goto(`/course/${bundle.course_id}?utm_source=Instagram&utm_medium=social&utm_campaign=reel-bundle`, {
    referer: 'https://l.instagram.com/',
  })
  await expect
    .poll(async () => JSON.parse((await stored(page, 'touches')) ?? '{}'))
    .toMatchObject({ last: { source: 'instagram', campaign: 'reel-bundle' } })
  await page
    .getByRole('complementary', { name: 'Price and offer' })
    .getByRole('button', { name: /Buy Now|^Just Rs/ })
    .click()
  await expect(page).toHaveURL('/checkout')
  await fillDetails(page, person)
  const box = page.getByRole('checkbox', { name: /Add Captions that sell for ₹199/ })
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(sum(page, 'To pay')).toHaveText('₹1,198.00')
  await checkScreen(page, 'a checkout with a bundle and an offer')
  await goToPayPage(page)
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toHaveText(/1,198\.00/)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  const news = page.getByRole('checkbox', { name: 'Send me news and offers by email' })
  await expect(news).not.toBeChecked()
  await news.click()
  await expect(page.getByText(/^On since /)).toBeVisible()
  const token = (await stored(page, 'access_token')) ?? ''

  const [order] = await shop.query<{ order_id: string }>(
    'select o.order_id from orders o join users u on u.id = o.user_id where u.email = $1',
    [person.email],
  )
  await admin.open(`/admin?tab=orders&order=${order?.order_id}`)
  await expect(page.getByText('Instagram, reel-bundle').first()).toBeVisible()
  // Steps are counted every ten seconds.
  const atCheckout = () =>
    shop.query(`select sum(checkouts) > 0 as reached from visit_steps where by = 'campaign' and key = 'reel-bundle'`)
  await expect.poll(atCheckout).toEqual([{ reached: true }])
  await admin.open('/admin?tab=sources')
  await page.getByRole('button', { name: 'Campaigns of Instagram' }).click()
  await expect(page.getByRole('row', { name: /reel-bundle/ })).toContainText('₹1,198.00')
  await expect(page.getByRole('region', { name: 'From visit to paid' })).toContainText('Checkout')
  // The server counts every ten seconds what it showed.
  await expect(async () => {
    const { offers } = await shop.admin<{ offers: Record<string, unknown>[] }>('GET', '/offers')
    expect(offers.find((one) => one.offer_id === offer_id)).toMatchObject({ shown: 1, taken: 1, revenue: 199 })
  }).toPass()

  const segment = encodeURIComponent(JSON.stringify({ all: [{ bought: [bundle.course_id] }] }))
  await admin.open(`/admin?tab=letter&segment=${segment}`)
  await page.getByRole('textbox', { name: 'Subject' }).fill('Your next course')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {name}, we have a new course.')
  await page.getByRole('group', { name: 'Add a block' }).getByRole('button', { name: 'Button' }).click()
  await page.getByRole('textbox', { name: 'Words on the button' }).fill('See all courses')
  await page.getByRole('textbox', { name: 'Leads to' }).fill('/courses')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByText(/^Sent on/)).toBeVisible()
  const letterId = new URL(page.url()).searchParams.get('id')
  const mail = await awaitMail(shop, person.email, /Your next course/)

  const link = /\/l\/[\w-]+/.exec(mail.replace(/=\r?\n/g, ''))?.[0] ?? ''
  const results = async () =>
    (await shop.admin<{ results: { clicked: number; unsubscribed: number } }>('GET', `/letters/${letterId}`)).results
  // A click within two seconds is a scanner's.
  await expect(async () => {
    await page.goto(link)
    expect(await results()).toMatchObject({ clicked: 1 })
  }).toPass()
  await expect(page).toHaveURL(new RegExp(`/courses\\?utm_source=letter&utm_medium=email&utm_campaign=${letterId}`))

  const agreed = async () => {
    const { body } = await shop.call<{ purpose: string; agreed: boolean }[]>('GET', '/user/consents', { token })
    return body.find(({ purpose }) => purpose === 'news_email')?.agreed
  }
  expect(await agreed()).toBe(true)
  // A mail program reads the address in the header, and posts without login or cookie.
  const headers = (mail.split(/\r?\n\r?\n/)[0] ?? '').replace(/\r?\n[ \t]+/g, ' ')
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const address = /^List-Unsubscribe: <([^>]+)>/m.exec(headers)?.[1] ?? ''
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(200)
  expect(await agreed()).toBe(false)
  expect(await results()).toMatchObject({ clicked: 1, unsubscribed: 1 })
  await admin.open(`/admin?tab=letter&id=${letterId}`)
  const shown = page.getByRole('region', { name: 'Results' })
  await expect(shown.getByRole('listitem').filter({ hasText: 'Unsubscribed' })).toContainText('1')
})
