import { tabs } from '../../web-store/src/admin/tabs/tabs.ts'
import { expect, test } from '../fixtures.ts'
import { bring, check, courseChoice, move, table } from '../moves.ts'
import { buy, newAccount, order } from '../people.ts'
import { review } from '../reviews.ts'
import { narrowTexts, tooWide } from '../screen-checks.ts'

const LONG = 'Venkatanarasimharajuvaripeta Subrahmanyam Krishnamoorthy'
const COURSE = 'Instagram Reels for Handloom Sarees and Temple Jewellery, from the First Shot to the First Sale'

const PHONE = { width: 390, height: 844 }

test('no text of the console is narrower than eight characters on a phone, whatever a shop has', {
  tag: '@long',
}, async ({ page, admin, shop, newCourse }) => {
  test.slow()
  // A move: a draft with waiting students, and parts that it lacks.
  const mark = `${process.pid}-${Date.now()}`
  const draft = `Moved ${COURSE} ${mark}`
  const people = Array.from({ length: 12 }, (_, n) => `moved-${n}-${mark}@example.com,${LONG} ${n},"${draft}"`)
  await bring(page, admin, [table(`people-${mark}.csv`, 'Email,Name,Course', ...people)])
  await courseChoice(page, draft).selectOption({ label: 'New draft' })
  await check(page)
  await move(page, '12 enrolments')

  // Orders in every state, of people with long names.
  const { course_id } = await newCourse({
    name: COURSE,
    price: 1499,
    offer_text: 'Diwali: 70 % off until Sunday night',
  })
  const account = () => newAccount(shop, LONG)
  const [refunded, disputed] = [
    await buy(shop, await account(), [course_id]),
    await buy(shop, await account(), [course_id]),
  ]
  await shop.admin('POST', `/orders/${refunded.order_id}/refund`, { reason: 'wanted it back' })
  await shop.sandbox.dispute(disputed.order_id)
  await shop.sandbox.fail((await order(shop, await account(), [course_id])).link_id)
  await review(shop, course_id, 2, `${LONG}: ${COURSE}. Too long for one evening, and worth each minute of it.`)
  const buyer = await account()
  await buy(shop, buyer, [course_id])

  // Of what can be sold and who sells it, one each.
  const share = { percent: 20, window_days: 30, state: 'active' }
  await shop.admin('POST', '/partners', {
    name: LONG,
    email: `partner-${mark}@example.com`,
    code: `VENKATA${Date.now()}`,
    ...share,
  })
  await shop.admin('POST', '/offers', {
    course_id,
    price: 999,
    headline: COURSE,
    text: null,
    with: 'any',
    active: true,
  })
  const terms = { price: 499, period: 'quarter', cycles: null, grace_days: 3, state: 'on_sale' }
  await shop.admin('POST', '/memberships', {
    name: `Member of ${COURSE}`.slice(0, 100),
    description: null,
    course_ids: 'all',
    ...terms,
  })
  await shop.admin(
    'POST',
    `/promocodes/add?promocode=SUBRAHMANYAM${Date.now()}&discount=70&expiry_date=2999-12-31&course_id=${course_id}&max_uses=5&minimum_order=1000`,
  )
  await shop.admin('POST', '/admins', {
    email: `venkatanarasimharaju.subrahmanyam-${mark}@example.com`,
    role: 'support',
    name: LONG,
  })

  await page.setViewportSize(PHONE)
  const places = [
    ...tabs.filter(({ place, alone }) => !place.startsWith('under') || alone).map(({ id }) => `/admin?tab=${id}`),
    '/admin?tab=courses&status=draft',
    `/admin?tab=student&id=${buyer.user_id}`,
    `/admin?tab=courseprice&course_id=${course_id}`,
    `/admin?tab=courseways&course_id=${course_id}`,
    `/admin?tab=coursestudents&course_id=${course_id}`,
    `/admin?tab=coursenumbers&course_id=${course_id}`,
  ]
  for (const place of places) {
    await page.goto(place)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect.soft(await narrowTexts(page), place).toEqual([])
    await expect.soft(await tooWide(page), place).toEqual([])
  }
})
