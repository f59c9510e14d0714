import { expect, test } from '../fixtures.ts'
import { newAccount, ownedCourses, signIn } from '../people.ts'
import { holdBack } from '../stand-ins.ts'
import { goToPayPage, openMenu, paidHeading, pressPay, startCheckout, sum } from '../steps.ts'

const COURSE = { id: 'youtube-shorts-starter-kit', name: 'YouTube Shorts Starter Kit' }

test('three seats are one course and two gift codes, and a code opens the course to another student', {
  tag: '@each-width',
}, async ({ page, newVisitor, shop, guard }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, COURSE.id)
  await page.goto('/cart')
  const quantity = page.getByRole('group', { name: `Quantity of ${COURSE.name}` })
  await quantity.getByRole('button', { name: 'Increase' }).click()
  await quantity.getByRole('button', { name: 'Increase' }).click()
  await expect(quantity).toContainText('3')
  await expect(sum(page, 'Total').last()).toHaveText('₹1,047.00')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  const linkId = await goToPayPage(page)
  const showOrder = await holdBack(page, '/user/orders')
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  // Receipt and gift codes appear in reserved room.
  const next = page.getByRole('link', { name: 'Go to Dashboard' })
  const before = await next.boundingBox()
  showOrder()
  await expect(page.getByText(/^SH-\d{4}-\d{5}$/)).toBeVisible()
  expect((await next.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  expect((await shop.sandbox.ledger()).links.find((link) => link.id === linkId)?.amount_paid).toBe(104_700)

  await page.getByRole('link', { name: 'your order' }).click()
  const shown = page.getByText(/^Gift code/).locator('b')
  await expect(shown).toHaveCount(2)
  const codes = await shown.allInnerTexts()
  const [code = ''] = codes
  expect(code.replaceAll('-', '')).toMatch(/^[A-Z0-9]{12}$/)

  const friend = await newAccount(shop, 'Meena Rao')
  const friendPage = await newVisitor()
  await signIn(friendPage, friend)
  await friendPage.goto('/dashboard/settings')
  await friendPage.getByRole('textbox', { name: 'Gift code' }).fill(code.toLowerCase())
  await friendPage.getByRole('button', { name: 'Redeem' }).click()
  await expect(friendPage.getByText(`${COURSE.name} is yours now.`)).toBeVisible()
  expect(await ownedCourses(shop, friend.token)).toEqual([COURSE.id])
  await openMenu(friendPage)
  await friendPage.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(friendPage.getByRole('article').filter({ hasText: COURSE.name })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Redeemed', { exact: true })).toHaveCount(1)
  await page.goto('/dashboard/settings')
  guard.allow(/status of 409/)
  await page.getByRole('textbox', { name: 'Gift code' }).fill(code)
  await page.getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByText(/already/i).first()).toBeVisible()
})
