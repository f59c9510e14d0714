import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

test('the owner opens the month to close, and steps to the present one', { tag: '@both' }, async ({
  page,
  admin,
  shop,
}) => {
  // The shop is without an accountant, also after another journey.
  const { admins } = await shop.admin<{ admins: { admin_id: string; role: string }[] }>('GET', '/admins')
  for (const { admin_id, role } of admins) if (role === 'finance') await shop.admin('DELETE', `/admins/${admin_id}`)
  await admin.open('/admin?tab=month')
  const card = page.getByRole('region', { name: 'For your accountant' })
  await expect(card).toContainText('Ready for your accountant')
  await expect(card).toContainText('add an admin of the role finance under Team')
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.innerText()
  const [earlier, later] = [
    page.getByRole('button', { name: /^\w+ \d{4}$/ }).nth(0),
    page.getByRole('button', { name: /^\w+ \d{4}$/ }).nth(1),
  ]
  await checkScreen(page, 'a month to close')
  await later.click()
  await expect(card).toContainText('This month is not over')
  await expect(later).toBeDisabled()
  await expect(earlier).toHaveAccessibleName(before)
  await earlier.click()
  await expect(title).toHaveText(before)
})

test('the menu scrolls to the entry of the open screen', async ({ page, admin }) => {
  await page.setViewportSize({ width: 1280, height: 640 })
  await admin.open('/admin?tab=month')
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'The month' })).toBeInViewport(
    { ratio: 1 },
  )
})
