import { adminWithPassword, logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'

test('support works without the money of the shop: Home, menu, other tabs and the calls behind them', async ({
  page,
  shop,
  newCourse,
  guard,
}) => {
  // A closed tab asks before it knows the role.
  guard.allow(/status of 403/)
  const { course_id } = await newCourse({ name: 'Course with a buyer', price: 1499 })
  await buy(shop, await newAccount(shop), [course_id])
  const support = await adminWithPassword(shop, 'support')
  await page.goto('/admin/login')
  await logInAdmin(page, support)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(main.getByRole('heading', { name: /^(What to do next|Nothing to do)$/ })).toBeVisible()
  // The sum of an order that waits for a decision is part of that work.
  await expect(main).not.toContainText(/Revenue|Average order|Top courses|From visit to paid/)
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Memberships' })).toHaveCount(
    0,
  )

  for (const tab of ['payouts', 'memberships', 'sources', 'month']) {
    await page.goto(`/admin?tab=${tab}`)
    await expect(main.getByRole('heading', { name: 'Ask an owner for access' })).toBeVisible()
    await expect(main).toContainText('Support has students, orders, inbox, reviews, pay links.')
  }
  await main.getByRole('link', { name: 'Open Home' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

  const { body } = await shop.call<{ access_token: string }>('POST', '/admin/login', { body: support })
  for (const path of ['/admin/overview', '/admin/memberships', '/admin/sources?from=2026-01-01&to=2026-01-02'])
    expect((await shop.call('GET', path, { token: body.access_token })).status, path).toBe(403)

  const finance = await adminWithPassword(shop, 'finance')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/admin/login')
  await logInAdmin(page, finance)
  await expect(main).toContainText('Revenue today')
})
