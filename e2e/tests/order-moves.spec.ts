import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type Account, buy, newAccount, newPerson, ownedCourses, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { awaitMail } from '../steps.ts'

test('an owner moves a paid order to another person from its drawer', async ({
  page,
  shop,
  newCourse,
  admin,
  guard,
}) => {
  const course = await newCourse({ name: 'Covers for a friend', price: 499 })
  const buyer = await newAccount(shop)
  const { order_id, order_no } = await buy(shop, buyer, [course.course_id])
  const { email } = newPerson()
  await admin.open(`/admin?tab=orders&order=${order_id}`)
  const drawer = page.getByRole('dialog').filter({ hasText: order_no })
  await drawer.getByRole('button', { name: 'Move to another person' }).click()
  const dialog = page.getByRole('dialog', { name: `Move ${order_no} to another person` })
  await dialog.getByRole('textbox', { name: 'Email of the other person' }).fill(buyer.email)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bought with the wrong address')
  await checkScreen(page, 'moving an order')
  const move = dialog.getByRole('button', { name: 'Move the order' })
  guard.allow(/status of 409/)
  await move.click()
  await expect(dialog.getByText('This person has the order already')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email of the other person' }).fill(email)
  await move.click()
  await expect(page.getByText('Order moved').first()).toBeVisible()
  await awaitMail(shop, email, /Your courses are ready/)
  expect(await ownedCourses(shop, buyer.token)).toEqual([])
  await expect(drawer).toContainText('Moved to another person')
})

test('the drawer of an order with gifts says why it cannot be moved', async ({ page, shop, newCourse, admin }) => {
  const { course_id } = await newCourse({ price: 499 })
  const { order_id } = await buy(shop, await newAccount(shop), [course_id, course_id])
  await admin.open(`/admin?tab=orders&order=${order_id}`)
  await expect(page.getByText(/^An order with gifts cannot be moved/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to another person' })).toHaveCount(0)
})

test('an order moves to a second and a third person: access and words follow, papers and money stay', {
  tag: '@long',
}, async ({ page, shop, newCourse, newVisitor, admin, guard }) => {
  const course = await newCourse({ name: 'Covers for three', price: 499 })
  const buyer = await newAccount(shop, 'Asha Verma')
  const others = [await newAccount(shop, 'Ravi Kulkarni'), await newAccount(shop, 'Meera Iyer')]
  await shop.query('update users set email_proven_at = now() where user_id = any($1)', [
    others.map(({ user_id }) => user_id),
  ])
  const { order_id, order_no } = await buy(shop, buyer, [course.course_id])
  const phone = async (account: Account) => {
    const visitor = await newVisitor()
    await visitor.setViewportSize({ width: 390, height: 844 })
    await signIn(visitor, account)
    await visitor.goto('/dashboard')
    return visitor
  }
  const card = (one: Page) => one.getByRole('article').filter({ hasText: course.name })
  const first = await phone(buyer)
  await expect(card(first)).toBeVisible()
  const pages: Page[] = []
  for (const { email } of others) {
    await admin.open(`/admin?tab=orders&order=${order_id}`)
    const drawer = page.getByRole('dialog').filter({ hasText: order_no })
    await drawer.getByRole('button', { name: 'Move to another person' }).click()
    const dialog = page.getByRole('dialog', { name: `Move ${order_no} to another person` })
    await dialog.getByRole('textbox', { name: 'Email of the other person' }).fill(email)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A present')
    await dialog.getByRole('button', { name: 'Move the order' }).dblclick()
    await expect(page.getByText('Order moved').first()).toBeVisible()
    await awaitMail(shop, email, /Your courses are ready/)
    const holder = await phone(others[pages.length] ?? buyer)
    await card(holder)
      .getByRole('link', { name: /^Start course/ })
      .click()
    await expect(holder).toHaveURL(`/learn/${course.course_id}`)
    pages.push(holder)
  }
  const [second, third] = pages as [Page, Page]
  await expect(page.getByRole('dialog').getByText('Moved to another person')).toHaveCount(2)
  await awaitMail(shop, others[0]?.email ?? '', new RegExp(`Your order ${order_no} was moved`))

  // The person who had it meanwhile has neither the course nor a paper of it, and the lessons in an open tab end.
  await second.reload()
  await expect(second.getByText('You do not own this course yet').first()).toBeVisible()
  await second.goto('/dashboard')
  await expect(second.getByText("You haven't enrolled in any courses yet.")).toBeVisible()
  await second.goto('/dashboard/orders')
  await expect(second.getByText('You have no orders yet.')).toBeVisible()

  await first.goto('/dashboard/orders')
  await expect(card(first)).toContainText('The shop moved these courses to another person.')
  await expect(card(first).getByRole('link', { name: 'Go to course' })).toHaveCount(0)
  await expect(card(first).getByRole('button', { name: 'Documents' })).toBeVisible()
  await checkScreen(first, 'orders with one that was moved')
  guard.allow(/status of 40[39]/)
  await shop.admin('POST', `/orders/${order_id}/refund`, { reason: 'Wanted it back' })
  await third.goto('/dashboard')
  await expect(third.getByText("You haven't enrolled in any courses yet.")).toBeVisible()
  await first.reload()
  await expect(card(first)).toContainText('Refunded')
})
