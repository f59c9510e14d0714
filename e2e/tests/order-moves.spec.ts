import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, ownedCourses } from '../people.ts'
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
